"""A tournament as a file: to download, to verify, and to take to another hub. docs/tournament.md describes it.

Its actions are the tournament; players, rounds and standings follow from them, for programs that cannot repeat actions.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from controller import limits
from controller.reading import JSON_ERRORS
from hub.tournament.actions import Action, BeginTournament, Sha256Hex
from hub.tournament.pairing import Seed, seed_of_draw
from hub.tournament.standings import compute_standings
from hub.tournament.tournament import ActionRefusedError, tournament_from_actions

Origin = Annotated[str, Meta(max_length=limits.FIXTURE_TEXT_CHARS)]
UtcTime = Annotated[datetime, Meta(tz=True)]


class Origins(Struct, frozen=True, array_like=True):
    """Who did an action, a role of the page or a table, and when (the hub's clock)."""

    by: Origin
    at: UtcTime


class TournamentRecord(Struct, frozen=True, omit_defaults=True):
    """The file of a tournament.

    Attributes:
        acts: all actions in order.
        version: of the file.
        done: by whom and when, for each action.
        overview: of `describe_tournament`.
        root: of the seeds of all draws, secret until the tournament is over; only in a file to move it to another hub.
    """

    acts: Annotated[tuple[Action, ...], Meta(min_length=1, max_length=limits.TOURNAMENT_ACTIONS)]
    version: Literal[1]
    done: Annotated[tuple[Origins, ...], Meta(max_length=limits.TOURNAMENT_ACTIONS)]
    overview: dict[str, Any]
    root: Sha256Hex | None = None


class TournamentRecordError(Exception):
    """The file does not hold a tournament, or one that cannot be used."""


def describe_tournament(acts: Sequence[Action]) -> dict[str, Any]:
    """Return what follows from the actions, as decoded JSON.

    A game's ``players`` are in seat order, its ``scores`` are player, place and points of each. In the standings
    ``points`` are for places, ``counted`` those scored in games, ``share`` is in thousandths.
    """
    tournament = tournament_from_actions(acts)
    overview = {
        "name": tournament.begun.name,
        "format": tournament.begun.format,
        "over": tournament.ended,
        "players": [
            {name: getattr(each, name) for name in ("number", "name", "club", "here")}
            for each in tournament.entrants.values()
        ],
        "rounds": [
            {
                "stage": each.stage,
                "games": [
                    {"fixture": game.fixture, "table": game.table, "players": game.people, "scores": game.scores}
                    for game in each.games
                ],
            }
            for each in tournament.rounds
        ],
        "standings": [
            {"rank": row.rank, "player": row.entrant, "games": row.played, "share": int(row.share * 1000)}
            | {name: getattr(row, name) for name in ("points", "wins", "counted", "opponents")}
            for row in compute_standings(tournament)
        ],
    }
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(overview))
    return found


def encode_tournament_record(
    acts: Iterable[Action], done: Iterable[tuple[str, datetime]] = (), root: Seed | None = None
) -> bytes:
    acts = tuple(acts)
    secret = None if root is None else root.hex()
    record = TournamentRecord(acts, 1, tuple(Origins(*each) for each in done), describe_tournament(acts), secret)
    return msgspec.json.format(msgspec.json.encode(record), indent=0) + b"\n"


def decode_tournament_record(content: bytes) -> tuple[BeginTournament, Sequence[Action]]:
    """Return a tournament's first and later actions; raise TournamentRecordError for invalid ``content``."""
    acts = _decode_record(content).acts
    return _check_begins(acts), acts[1:]


def decode_complete_record(content: bytes) -> TournamentRecord:
    """Return a record that a hub can continue or show; raise TournamentRecordError if it contradicts itself."""
    record = _decode_record(content)
    begun = _check_begins(record.acts)
    if len(record.done) != len(record.acts):
        raise TournamentRecordError(f"saw {len(record.done)} times of actions, expected {len(record.acts)}")
    try:
        overview = describe_tournament(record.acts)
    except (ActionRefusedError, LookupError) as fault:
        raise TournamentRecordError(f"its actions cannot be repeated: {fault}") from None
    if wrong := [name for name, value in overview.items() if record.overview.get(name) != value]:
        raise TournamentRecordError(f"saw {', '.join(wrong)} that do not follow from its actions")
    if record.root is None and not overview["over"]:
        raise TournamentRecordError(
            f"{begun.name} is not over, and the file lacks the root of its draws. Export it on its hub with "
            "`royaltable hub tournament export`, and keep that file secret"
        )
    if record.root is not None and seed_of_draw(Seed(bytes.fromhex(record.root)), 0).hex() != begun.commitment:
        raise TournamentRecordError("the root of its draws does not fit its commitment")
    return record


def _check_begins(acts: Sequence[Action]) -> BeginTournament:
    if not isinstance(acts[0], BeginTournament):
        raise TournamentRecordError("the first action does not begin a tournament")
    return acts[0]


def _decode_record(content: bytes) -> TournamentRecord:
    if len(content) > limits.TOURNAMENT_RECORD_BYTES:
        raise TournamentRecordError(f"saw {len(content)} bytes, expected at most {limits.TOURNAMENT_RECORD_BYTES}")
    try:
        return msgspec.json.decode(content, type=TournamentRecord)
    except JSON_ERRORS as fault:
        raise TournamentRecordError(f"not a tournament: {fault}") from None
