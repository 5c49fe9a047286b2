"""Tournament actions, each stored as a row, and the points for places.

Tied players share the points of their places; with 12 for first place all shares are whole numbers.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from controller import limits
from controller.fleet.messages import FixtureId
from controller.fleet.messages import Word as Name
from controller.games.contract.rules import Outcome
from hub.tournament.pairing import Format

EntrantNo = Annotated[int, Meta(ge=1, le=limits.TOURNAMENT_ENTRIES)]
"""An entrant's number, in the order of entry; that of an entrant who was taken out is not given again."""

PlayerNo = Annotated[int, Meta(ge=1, lt=2**31)]

ClubName = Annotated[str, Meta(max_length=limits.FIXTURE_TEXT_CHARS, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
TableId = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,63}\Z")]
Sha256Hex = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
AudienceText = Annotated[str, Meta(max_length=limits.TOURNAMENT_SEED_TEXT_CHARS, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
Points = Annotated[int, Meta(ge=-limits.TOURNAMENT_POINTS, le=limits.TOURNAMENT_POINTS)]
JournalGame = tuple[Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")], Annotated[int, Meta(ge=1, le=2**31 - 1)]]
"""A journal's uid, and a game's number in it."""


class BeginTournament(Struct, frozen=True, tag_field="do", tag="begun"):
    """The first action; games of a round beyond ``tables`` are played without an electronic table.

    ``rounds`` excludes semifinals and final. Without ``game``, tables play their usual game;
    without ``minutes``, there is no clock. ``castles`` are in seat order.
    """

    name: Name
    format: Format
    rounds: Annotated[int, Meta(ge=1, le=limits.TOURNAMENT_ROUNDS)]
    tables: Annotated[tuple[TableId, ...], Meta(max_length=limits.HUB_TABLES)]
    commitment: Sha256Hex
    game: Name | None = None
    minutes: Annotated[int, Meta(ge=1, le=limits.TOURNAMENT_ROUND_MINUTES)] | None = None
    castles: Annotated[tuple[Name, ...], Meta(min_length=4, max_length=4)] = ("blue", "yellow", "purple", "grey")


class Newcomer(Struct, frozen=True, omit_defaults=True):
    """A person to enter, or a bot of the level ``bot``; ``player`` is the registered player's number, if any."""

    name: Name
    club: ClubName = ""
    player: PlayerNo | None = None
    bot: Literal["easy", "normal", "hard"] | None = None


class AddEntrants(Struct, frozen=True, tag_field="do", tag="entered"):
    """Add entrants; ``here`` if they are present already."""

    people: Annotated[tuple[Newcomer, ...], Meta(min_length=1, max_length=limits.TOURNAMENT_ENTRANTS)]
    here: bool = False


class SetPresence(Struct, frozen=True, tag_field="do", tag="here"):
    """Set whether an entrant is present; absent entrants are not drawn."""

    entrant: EntrantNo
    here: bool


class AnnouncePresence(Struct, frozen=True, tag_field="do", tag="announced"):
    """Only `SetPresence` marks an entrant as present."""

    entrant: EntrantNo


class SetAllPresence(Struct, frozen=True, tag_field="do", tag="all_here"):
    """Set the presence of all entrants."""

    here: bool


class RenameEntrant(Struct, frozen=True, tag_field="do", tag="renamed"):
    entrant: EntrantNo
    name: Name
    club: ClubName = ""


class RemoveEntrants(Struct, frozen=True, tag_field="do", tag="removed"):
    """Take out entrants who sit in no game, such as those of a list that was read wrongly."""

    entrants: Annotated[tuple[EntrantNo, ...], Meta(min_length=1, max_length=limits.TOURNAMENT_ENTRANTS)]


class SetEntriesClosed(Struct, frozen=True, tag_field="do", tag="closed"):
    """Close the field before a draw, to fix who is present; or reopen it."""

    closed: bool


class DrawRound(Struct, frozen=True, tag_field="do", tag="drawn"):
    """A round drawn from earlier actions, ``seed`` and the audience's text ``said``; entrants in seat order."""

    seed: Sha256Hex
    said: AudienceText
    games: Annotated[tuple[Annotated[tuple[EntrantNo, ...], Meta(min_length=2, max_length=4)], ...], Meta(min_length=1)]


class UndoDraw(Struct, frozen=True, tag_field="do", tag="taken_back"):
    """Cancel the latest draw if it has no result yet; the next has another seed."""


class MoveGame(Struct, frozen=True, tag_field="do", tag="moved"):
    """Move a game to another table; None: it is played without one."""

    fixture: FixtureId
    table: TableId | None


class Score(Struct, frozen=True, array_like=True):
    """An entrant's result: ``place`` from 1, shared in a tie; ``points`` if the game has them."""

    entrant: EntrantNo
    place: Annotated[int, Meta(ge=1, le=4)]
    points: Points | None = None


class SetResult(Struct, frozen=True, tag_field="do", tag="resulted"):
    """Set or correct a game's result; ``source`` None if it was entered by hand."""

    fixture: FixtureId
    scores: Annotated[tuple[Score, ...], Meta(min_length=2, max_length=4)]
    source: JournalGame | None = None


class SetTables(Struct, frozen=True, tag_field="do", tag="tables"):
    """Set the tables, in order, from the next draw on."""

    tables: Annotated[tuple[TableId, ...], Meta(max_length=limits.HUB_TABLES)]


class SetClock(Struct, frozen=True, tag_field="do", tag="clocked"):
    """Start the round's clock for these minutes; None stops it."""

    minutes: Annotated[int, Meta(ge=1, le=limits.TOURNAMENT_ROUND_MINUTES)] | None


class EndTournament(Struct, frozen=True, tag_field="do", tag="ended"):
    """End the tournament; its standings are final."""


Action = (
    BeginTournament
    | AddEntrants
    | SetPresence
    | AnnouncePresence
    | SetAllPresence
    | RenameEntrant
    | RemoveEntrants
    | SetEntriesClosed
    | DrawRound
    | UndoDraw
    | MoveGame
    | SetResult
    | SetTables
    | SetClock
    | EndTournament
)


def conflict_subjects_of(act: Action) -> frozenset[str]:
    """Return an action's subjects; concurrent actions conflict if they share one."""
    match act:
        case SetPresence() | RenameEntrant():
            return frozenset({f"entrant {act.entrant}"})
        case RemoveEntrants():
            return frozenset(f"entrant {each}" for each in act.entrants)
        case MoveGame() | SetResult():
            return frozenset({f"game {act.fixture}"})
        case SetEntriesClosed() | DrawRound() | UndoDraw() | SetTables() | EndTournament():
            return frozenset({"round"})
        case SetClock():
            return frozenset({"clock"})
        case _:
            return frozenset()


FIRST_PLACE_POINTS: Final = 12


def place_points_by_entrant(scores: Sequence[Score]) -> dict[int, int]:
    count = len(scores)
    by_place = [FIRST_PLACE_POINTS * (count - 1 - place) // (count - 1) for place in range(count)]
    found = {}
    for score in scores:
        sharing = [each for each in scores if each.place == score.place]
        shared = by_place[score.place - 1 : score.place - 1 + len(sharing)]
        found[score.entrant] = sum(shared) // len(sharing)
    return found


def are_valid_places(places: Sequence[int]) -> bool:
    """Return whether a game can end with these places: after two firsts comes a third."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


def scores_from_points(
    castles: Mapping[str, int], points: Mapping[str, int], winners: Sequence[str] = ()
) -> tuple[Score, ...]:
    """Place ``winners`` first, others by points; ``castles`` map castle to entrant."""
    worth = {castle: (castle in winners, points.get(castle, 0)) for castle in castles}
    return tuple(
        Score(entrant, 1 + sum(other > worth[castle] for other in worth.values()), points.get(castle))
        for castle, entrant in castles.items()
    )


def scores_from_outcome(castles: Mapping[str, int], outcome: Outcome) -> tuple[Score, ...]:
    return scores_from_points(
        castles, {str(castle): points for castle, points in outcome.points.items()}, outcome.winners
    )
