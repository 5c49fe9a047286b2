"""A tournament as a file: to download, to verify, and to take to another hub. docs/tournament.md describes it.

Its actions are the tournament; players, rounds and standings follow from them, for programs that cannot repeat actions.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from controller import limits
from controller.fleet.messages import FixtureId
from controller.reading import JSON_ERRORS
from hub.tournament.actions import Action, BeginTournament, Score, Sha256Hex
from hub.tournament.pairing import Format, Seed, Stage, seed_of_draw
from hub.tournament.standings import compute_standings
from hub.tournament.tournament import ActionRefusedError, tournament_from_actions

Origin = Annotated[str, Meta(max_length=limits.FIXTURE_TEXT_CHARS)]
UtcTime = Annotated[datetime, Meta(tz=True)]


class ListedPlayer(Struct, frozen=True):
    """An entrant by number, and whether present at the end."""

    number: int
    name: str
    club: str
    here: bool


class ListedGame(Struct, frozen=True):
    """A fixture: players in seat order; ``scores`` are player, place and points of each, empty while open."""

    fixture: FixtureId
    table: str | None
    players: tuple[int, ...]
    scores: tuple[Score, ...]


class ListedRound(Struct, frozen=True):
    stage: Stage
    games: tuple[ListedGame, ...]


class ListedStanding(Struct, frozen=True):
    """``points`` are for places, ``counted`` those scored in games, ``share`` is in thousandths."""

    rank: int
    player: int
    games: int
    points: int
    wins: int
    counted: int
    share: int
    opponents: int


class Overview(Struct, frozen=True):
    """What follows from the actions."""

    name: str
    format: Format
    over: bool
    players: tuple[ListedPlayer, ...]
    rounds: tuple[ListedRound, ...]
    standings: tuple[ListedStanding, ...]


class Origins(Struct, frozen=True, array_like=True):
    """Who did an action, a role of the page or a table, and when (the hub's clock)."""

    by: Origin
    at: UtcTime


class TournamentRecord(Struct, frozen=True, omit_defaults=True):
    """The file of a tournament.

    Attributes:
        acts: all actions in order.
        version: of the file; 1 has only the actions, as hubs wrote it before version 2.
        done: by whom and when, for each action; empty in version 1.
        overview: None in version 1.
        root: of the seeds of all draws, secret until the tournament is over; only in a file to move it to another hub.
    """

    acts: Annotated[tuple[Action, ...], Meta(min_length=1, max_length=limits.TOURNAMENT_ACTIONS)]
    version: Literal[1, 2] = 1
    done: Annotated[tuple[Origins, ...], Meta(max_length=limits.TOURNAMENT_ACTIONS)] = ()
    overview: Overview | None = None
    root: Sha256Hex | None = None


class TournamentRecordError(Exception):
    """The file does not hold a tournament, or one that cannot be used."""


def describe_tournament(acts: Sequence[Action]) -> Overview:
    tournament = tournament_from_actions(acts)
    rows = compute_standings(tournament)
    return Overview(
        tournament.begun.name,
        tournament.begun.format,
        tournament.ended,
        tuple(ListedPlayer(each.number, each.name, each.club, each.here) for each in tournament.entrants.values()),
        tuple(
            ListedRound(
                each.stage,
                tuple(ListedGame(game.fixture, game.table, game.people, game.scores) for game in each.games),
            )
            for each in tournament.rounds
        ),
        tuple(
            ListedStanding(
                row.rank,
                row.entrant,
                row.played,
                row.points,
                row.wins,
                row.counted,
                int(row.share * 1000),
                row.opponents,
            )
            for row in rows
        ),
    )


def encode_tournament_record(
    acts: Iterable[Action], done: Iterable[tuple[str, datetime]] = (), root: Seed | None = None
) -> bytes:
    acts = tuple(acts)
    secret = None if root is None else root.hex()
    record = TournamentRecord(acts, 2, tuple(Origins(*each) for each in done), describe_tournament(acts), secret)
    return msgspec.json.format(msgspec.json.encode(record), indent=0) + b"\n"


def decode_tournament_record(content: bytes) -> tuple[BeginTournament, Sequence[Action]]:
    """Return a tournament's first and later actions; raise TournamentRecordError for invalid ``content``."""
    acts = _decode_record(content).acts
    return _check_begins(acts), acts[1:]


def decode_complete_record(content: bytes) -> TournamentRecord:
    """Return a record that a hub can continue or show; raise TournamentRecordError if it contradicts itself."""
    record = _decode_record(content)
    begun = _check_begins(record.acts)
    if record.done and len(record.done) != len(record.acts):
        raise TournamentRecordError(f"saw {len(record.done)} times of actions, expected {len(record.acts)}")
    try:
        overview = describe_tournament(record.acts)
    except (ActionRefusedError, LookupError) as fault:
        raise TournamentRecordError(f"its actions cannot be repeated: {fault}") from None
    wrong = [
        name for name in overview.__struct_fields__ if getattr(overview, name) != getattr(record.overview, name, None)
    ]
    if record.overview is not None and wrong:
        raise TournamentRecordError(f"saw {', '.join(wrong)} that do not follow from its actions")
    if record.root is None and not overview.over:
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
