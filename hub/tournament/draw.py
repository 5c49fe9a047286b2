"""A round as it follows from all before, the next seed and what the room said; the file that proves it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from controller import limits
from controller.reading import NO_JSON
from hub.tournament.actions import Action, BeginTournament, DrawRound, points_for_places
from hub.tournament.pairing import (
    TABLES,
    Lots,
    Player,
    Seed,
    Stage,
    assign_seats,
    draw_key,
    is_next_seed,
    pair,
    schedule,
    sizes,
)
from hub.tournament.standings import standings
from hub.tournament.tournament import ActionRefusedError, Tournament, count_meetings


def draw_round(tournament: Tournament, seed: Seed, said: str) -> DrawRound:
    """The act that draws the next round; the tournament is unchanged.

    The numbers come from the seed, from what the room said, and from the field as `field_of` gives it.
    """
    lots = Lots(draw_key(seed, said, field_of(tournament)))
    stage = tournament.next_stage
    if stage == "round":
        tables = _scheduled_tables(tournament, seed, said) or _searched_tables(tournament, lots)
    else:
        assert stage is not None
        here = [row.entrant for row in standings(tournament) if tournament.entrants[row.entrant].here]
        tables = TABLES[stage](here)
    sat: dict[int, list[int]] = {}
    for each in tournament.rounds:
        for game in each.games:
            for seat, number in enumerate(game.people):
                sat.setdefault(number, []).append(seat)
    return DrawRound(seed.hex(), said, tuple(assign_seats(table, sat, lots) for table in tables))


def field_of(tournament: Tournament) -> list[Any]:
    """Who is drawn, as a JSON value: number, points, club of each, by number."""
    points = _points(tournament)
    return [[each.number, points.get(each.number, 0), each.club] for each in tournament.field]


def _searched_tables(tournament: Tournament, lots: Lots) -> list[list[int]]:
    field = [Player(*each) for each in field_of(tournament)]
    return pair(field, count_meetings(tournament), sizes(len(field)), lots)


def _scheduled_tables(tournament: Tournament, seed: Seed, said: str) -> list[list[int]]:
    """The next round of a schedule; nothing where there is none, or somebody would meet somebody again all the same.

    Who has which place in it is drawn once, by the first draw; other people than then have other places.
    """
    people = [each.number for each in tournament.field]
    rounds = schedule(len(people))
    done = len(tournament.rounds)
    if done >= len(rounds) or 0 < len(tournament.tables) < len(rounds[done]):
        return []
    if done > 0:
        first = tournament.rounds[0]
        seed, said = tournament.seeds[first.draw - 1], first.said
    places = Lots(draw_key(seed, said, people)).shuffled(people)
    tables = [[places[place] for place in table] for table in rounds[done]]
    met = count_meetings(tournament)
    again = any(other in met.get(person, ()) for table in tables for person in table for other in table)
    return [] if again else tables


def _points(tournament: Tournament) -> dict[int, int]:
    found: dict[int, int] = {}
    for each in tournament.rounds:
        if each.stage == "round":
            for game in each.games:
                for number, points in points_for_places(game.scores).items():
                    found[number] = found.get(number, 0) + points
    return found


class Record(Struct, frozen=True):
    acts: Annotated[tuple[Action, ...], Meta(min_length=1, max_length=limits.TOURNAMENT_ACTIONS)]


class RecordError(Exception):
    """A file is no tournament; the message says what was seen."""


class VerifiedDraw(Struct, frozen=True):
    """A draw, drawn again; ``commits`` is the seed hashed once, ``wrong`` what differs from the published draw."""

    draw: int
    stage: Stage
    people: int
    commits: str
    wrong: str


def encode_record(acts: Iterable[Action]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(Record(tuple(acts))), indent=0) + b"\n"


def decode_record(octets: bytes) -> tuple[BeginTournament, Sequence[Action]]:
    """Return what began a tournament, and all later acts; raise RecordError if the file is none."""
    if len(octets) > limits.TOURNAMENT_RECORD_BYTES:
        raise RecordError(f"saw {len(octets)} octets, expected {limits.TOURNAMENT_RECORD_BYTES} at most")
    try:
        acts = msgspec.json.decode(octets, type=Record).acts
    except NO_JSON as fault:
        raise RecordError(f"saw no tournament: {fault}") from None
    if not isinstance(acts[0], BeginTournament):
        raise RecordError("saw no beginning, expected it first")
    return acts[0], acts[1:]


def verify_draws(begun: BeginTournament, acts: Sequence[Action]) -> Iterator[VerifiedDraw]:
    """Draw each round again, and go on with what was published; raise RecordError if an act does not fit."""
    tournament = Tournament(begun, begun.tables)
    before = Seed(bytes.fromhex(begun.commitment))
    for number, act in enumerate(acts, start=2):
        if isinstance(act, DrawRound):
            seed = Seed(bytes.fromhex(act.seed))
            stage = tournament.next_stage
            if stage is not None and tournament.closed:
                wrong = _difference(act, seed, before, tournament)
                yield VerifiedDraw(len(tournament.seeds) + 1, stage, len(tournament.field), before.hex(), wrong)
            before = seed
        try:
            tournament.take_again(act)
        except ActionRefusedError as refused:
            raise RecordError(f"act {number} does not fit to those before it: {refused}") from None


def _difference(act: DrawRound, seed: Seed, before: Seed, tournament: Tournament) -> str:
    if not is_next_seed(seed, before):
        return f"its seed's SHA-256 is not {before.hex()}, which had been published before"
    again = draw_round(tournament, seed, act.said)
    for table, (saw, expected) in enumerate(zip(act.games, again.games, strict=False), start=1):
        if saw != expected:
            return f"table {table}: saw {list(saw)}, expected {list(expected)}"
    if len(act.games) != len(again.games):
        return f"saw {len(act.games)} tables, expected {len(again.games)}"
    return ""
