"""A tournament as a file: all its acts as JSON, from which every draw of it can be drawn again."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from controller import limits
from controller.reading import NO_JSON
from hub.tournament.acts import Act, Begun, Drawn
from hub.tournament.draw import drawn
from hub.tournament.lots import Seed, follows
from hub.tournament.pairing import Stage
from hub.tournament.tournament import ActRefusedError, Tournament


class Record(Struct, frozen=True):
    acts: Annotated[tuple[Act, ...], Meta(min_length=1, max_length=limits.TOURNAMENT_ACTS)]


class RecordError(Exception):
    """A file is no tournament; the message says what was seen."""


class Proved(Struct, frozen=True):
    """One draw, drawn again.

    Attributes:
        draw: its number, from 1.
        commits: the seed hashed once, which had been published before: by the draw before, or at the beginning.
        wrong: what is not as it was published; "" where all of it is.
    """

    draw: int
    stage: Stage
    people: int
    commits: str
    wrong: str


def recorded(acts: Iterable[Act]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(Record(tuple(acts))), indent=0) + b"\n"


def read(octets: bytes) -> tuple[Begun, Sequence[Act]]:
    """What began it, and all acts after that.

    Raises:
        RecordError: there are none.
    """
    if len(octets) > limits.TOURNAMENT_RECORD_OCTETS:
        raise RecordError(f"saw {len(octets)} octets, expected {limits.TOURNAMENT_RECORD_OCTETS} at most")
    try:
        acts = msgspec.json.decode(octets, type=Record).acts
    except NO_JSON as fault:
        raise RecordError(f"saw no tournament: {fault}") from None
    if not isinstance(acts[0], Begun):
        raise RecordError("saw no beginning, expected it first")
    return acts[0], acts[1:]


def proved(begun: Begun, acts: Sequence[Act]) -> Iterator[Proved]:
    """Draw each round of these acts again, and go on with what was published.

    Raises:
        RecordError: an act does not fit to those before it.
    """
    tournament = Tournament(begun, begun.tables)
    before = Seed(bytes.fromhex(begun.commitment))
    for number, act in enumerate(acts, start=2):
        if isinstance(act, Drawn):
            seed = Seed(bytes.fromhex(act.seed))
            stage = tournament.next_stage
            if stage is not None and tournament.closed:
                wrong = _wrong(act, seed, before, tournament)
                yield Proved(len(tournament.seeds) + 1, stage, len(tournament.field), before.hex(), wrong)
            before = seed
        try:
            tournament.take_again(act)
        except ActRefusedError as refused:
            raise RecordError(f"act {number} does not fit to those before it: {refused}") from None


def _wrong(act: Drawn, seed: Seed, before: Seed, tournament: Tournament) -> str:
    if not follows(seed, before):
        return f"its seed's SHA-256 is not {before.hex()}, which had been published before"
    again = drawn(tournament, seed, act.said)
    for table, (saw, expected) in enumerate(zip(act.games, again.games, strict=False), start=1):
        if saw != expected:
            return f"table {table}: saw {list(saw)}, expected {list(expected)}"
    if len(act.games) != len(again.games):
        return f"saw {len(act.games)} tables, expected {len(again.games)}"
    return ""
