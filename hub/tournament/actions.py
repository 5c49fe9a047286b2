"""What people do with a tournament, each a row that stays; points for places.

Whoever shares places shares their points, and with twelve all of it comes out even.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

from controller import limits
from controller.fleet.messages import FixtureId
from controller.fleet.messages import Word as Name
from controller.games.contract.rules import Outcome
from hub.tournament.pairing import Format

EntrantNo = Annotated[int, Meta(ge=1, le=limits.TOURNAMENT_ENTRANTS)]
"""In the order in which they were entered."""

PlayerNo = Annotated[int, Meta(ge=1, lt=2**31)]

Club = Annotated[str, Meta(max_length=limits.FIXTURE_NAME_CHARS, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
Table = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,63}\Z")]
Hex = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Words = Annotated[str, Meta(max_length=limits.TOURNAMENT_SEED_TEXT_CHARS, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
Points = Annotated[int, Meta(ge=-limits.TOURNAMENT_POINTS, le=limits.TOURNAMENT_POINTS)]
GameOfJournal = tuple[Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")], Annotated[int, Meta(ge=1, le=2**31 - 1)]]
"""A journal's uid, the game's number there."""


class BeginTournament(Struct, frozen=True, tag_field="do", tag="begun"):
    """The first act; the games at tables beyond ``tables`` are played by hand.

    ``rounds`` come before semifinals; ``game`` is None for the tables' usual one, ``minutes`` without a clock;
    ``castles`` are in seat order.
    """

    name: Name
    format: Format
    rounds: Annotated[int, Meta(ge=1, le=limits.TOURNAMENT_ROUNDS)]
    tables: Annotated[tuple[Table, ...], Meta(max_length=limits.HUB_TABLES)]
    commitment: Hex
    game: Name | None = None
    minutes: Annotated[int, Meta(ge=1, le=limits.TOURNAMENT_ROUND_MINUTES)] | None = None
    castles: Annotated[tuple[Name, ...], Meta(min_length=4, max_length=4)] = ("blue", "yellow", "purple", "grey")


class Newcomer(Struct, frozen=True, omit_defaults=True):
    """A person who wants to play; ``player`` is the number in the room's book, if any."""

    name: Name
    club: Club = ""
    player: PlayerNo | None = None


class AddEntrants(Struct, frozen=True, tag_field="do", tag="entered"):
    """New people, who are ``here`` already or come later."""

    people: Annotated[tuple[Newcomer, ...], Meta(min_length=1, max_length=limits.TOURNAMENT_ENTRANTS)]
    here: bool = False


class SetPresence(Struct, frozen=True, tag_field="do", tag="here"):
    """Somebody has come, or has gone: whoever is not here is in no draw."""

    entrant: EntrantNo
    here: bool


class RenameEntrant(Struct, frozen=True, tag_field="do", tag="renamed"):
    entrant: EntrantNo
    name: Name
    club: Club = ""


class CloseField(Struct, frozen=True, tag_field="do", tag="closed"):
    """From now on nobody comes or goes before the draw; or, ``closed`` no more, they may again."""

    closed: bool


class DrawRound(Struct, frozen=True, tag_field="do", tag="drawn"):
    """A round follows from all acts before, ``seed`` and ``said``; games hold entrants in seat order."""

    seed: Hex
    said: Words
    games: Annotated[tuple[Annotated[tuple[EntrantNo, ...], Meta(min_length=2, max_length=4)], ...], Meta(min_length=1)]


class UndoDraw(Struct, frozen=True, tag_field="do", tag="taken_back"):
    """The latest draw does not count, while nothing was played of it; the next one has another seed."""


class MoveGame(Struct, frozen=True, tag_field="do", tag="moved"):
    """A game is played at another table, since its own broke; at None by hand."""

    fixture: FixtureId
    table: Table | None


class Score(Struct, frozen=True, array_like=True):
    """How somebody came off: ``place`` from 1, shared where several have it; ``points`` where the game has them."""

    entrant: EntrantNo
    place: Annotated[int, Meta(ge=1, le=4)]
    points: Points | None = None


class SetResult(Struct, frozen=True, tag_field="do", tag="resulted"):
    """A game is over, or its result is corrected; without a ``source`` a person typed it."""

    fixture: FixtureId
    scores: Annotated[tuple[Score, ...], Meta(min_length=2, max_length=4)]
    source: GameOfJournal | None = None


class SetTables(Struct, frozen=True, tag_field="do", tag="tables"):
    """From the next draw on it is played at these tables, in order: one has broken, or another has come."""

    tables: Annotated[tuple[Table, ...], Meta(max_length=limits.HUB_TABLES)]


class SetClock(Struct, frozen=True, tag_field="do", tag="clocked"):
    """The round's clock runs for so many minutes from now; at None it stands."""

    minutes: Annotated[int, Meta(ge=1, le=limits.TOURNAMENT_ROUND_MINUTES)] | None


class EndTournament(Struct, frozen=True, tag_field="do", tag="ended"):
    """It is over: the standing is final."""


Action = (
    BeginTournament
    | AddEntrants
    | SetPresence
    | RenameEntrant
    | CloseField
    | DrawRound
    | UndoDraw
    | MoveGame
    | SetResult
    | SetTables
    | SetClock
    | EndTournament
)


def subjects_of(act: Action) -> frozenset[str]:
    """What an act is about: two acts that were decided without knowing of each other fit if this is not the same."""
    match act:
        case SetPresence() | RenameEntrant():
            return frozenset({f"entrant {act.entrant}"})
        case MoveGame() | SetResult():
            return frozenset({f"game {act.fixture}"})
        case CloseField() | DrawRound() | UndoDraw() | SetTables() | EndTournament():
            return frozenset({"round"})
        case SetClock():
            return frozenset({"clock"})
        case _:
            return frozenset()


FIRST_PLACE_POINTS: Final = 12


def points_for_places(scores: Sequence[Score]) -> dict[int, int]:
    count = len(scores)
    by_place = [FIRST_PLACE_POINTS * (count - 1 - place) // (count - 1) for place in range(count)]
    found = {}
    for score in scores:
        sharing = [each for each in scores if each.place == score.place]
        shared = by_place[score.place - 1 : score.place - 1 + len(sharing)]
        found[score.entrant] = sum(shared) // len(sharing)
    return found


def are_valid_places(places: Sequence[int]) -> bool:
    """Whether these can be the places of a whole table: after two first ones comes a third."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


def scores_from_points(
    castles: Mapping[str, int], points: Mapping[str, int], winners: Sequence[str] = ()
) -> tuple[Score, ...]:
    """Whoever wins is first, the others by their points; ``castles`` says who sits where."""
    worth = {castle: (castle in winners, points.get(castle, 0)) for castle in castles}
    return tuple(
        Score(entrant, 1 + sum(other > worth[castle] for other in worth.values()), points.get(castle))
        for castle, entrant in castles.items()
    )


def scores_of_outcome(castles: Mapping[str, int], outcome: Outcome) -> tuple[Score, ...]:
    """The scores of a game that is over; ``castles`` says who sits where."""
    return scores_from_points(
        castles, {str(castle): points for castle, points in outcome.points.items()}, outcome.winners
    )
