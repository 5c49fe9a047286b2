"""The games of a round as tables are told of them, and their results as tables tell them."""

from collections.abc import Callable, Mapping

from controller import limits
from controller.fleet.messages import Fixture, Seat
from controller.games.contract.rules import Outcome
from controller.games.contract.values import CastleId
from hub.tournament.acts import GameOfJournal, Resulted, Score
from hub.tournament.finals import Stage
from hub.tournament.places import of_outcome
from hub.tournament.tournament import Game, Tournament


class NoResultError(Exception):
    """What a table tells is no result of that game; the message says what was seen and what was expected.

    Attributes:
        word: which of the page's sentences says it.
    """

    def __init__(self, word: str, message: str) -> None:
        super().__init__(message)
        self.word = word


def wanted(tournament: Tournament, named: Callable[[Stage], str]) -> dict[str, Fixture | None]:
    """What is to be played next at each table that it has ever had a game at; None for nothing.

    Args:
        tournament: as it stands.
        named: gives the name of a stage that is no numbered round.
    """
    tables = [*tournament.begun.tables, *tournament.tables, *(game.table for _, game in tournament.games.values())]
    found: dict[str, Fixture | None] = dict.fromkeys(table for table in tables if table is not None)
    if tournament.ended or not tournament.rounds:
        return found
    latest = tournament.rounds[-1]
    name = str(len(tournament.rounds)) if latest.stage == "round" else named(latest.stage)
    for game in reversed(latest.open):
        if game.table is not None:
            seats = tuple(
                Seat(castle, tournament.entrants[each].name) for castle, each in seated(tournament, game).items()
            )
            found[game.table] = Fixture(game.fixture, name, seats, tournament.begun.game)
    return found


def seated(tournament: Tournament, game: Game) -> dict[str, int]:
    """Who sits where, in seat order: entrants by castle."""
    return dict(zip(tournament.begun.castles, game.people, strict=False))


def result(tournament: Tournament, game: Game, castles: str, outcome: Outcome, source: GameOfJournal) -> Resulted:
    """The act by which a game that a table has played comes into the tournament.

    Args:
        tournament: as it stands.
        game: of which it is the result.
        castles: who played, as the table keeps it.
        outcome: its end.
        source: where it is kept.

    Raises:
        NoResultError: others played there, or to points that no result has.
    """
    seats, most = seated(tournament, game), limits.TOURNAMENT_POINTS
    if set(castles.split()) != set(seats):
        raise NoResultError("no_result", f"saw {castles} at the table, expected {' '.join(seats)}")
    if over := [points for points in outcome.points.values() if abs(points) > most]:
        raise NoResultError("points", f"saw {over[0]} points, expected {-most} to {most}. Type the places.")
    return Resulted(game.fixture, of_outcome(seats, outcome), source)


def as_it_stands(tournament: Tournament, game: Game, points: Mapping[str, int]) -> tuple[Score, ...]:
    """The scores as if a game that goes on ended now; nothing while the table counts nobody of it."""
    seats = seated(tournament, game)
    if not set(seats) <= set(points):
        return ()
    return of_outcome(seats, Outcome(0, (), {CastleId(castle): points[castle] for castle in seats}))
