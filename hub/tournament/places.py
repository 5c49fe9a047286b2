"""Points for places: twelve for the first, none for the last, evenly between; so each table gives six a person.

Whoever shares places shares their points, and with twelve all of it comes out even.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from controller.games.contract.rules import Outcome
from hub.tournament.acts import Score

FIRST: Final = 12


def points_of(scores: Sequence[Score]) -> dict[int, int]:
    """By entrant, 0 to `FIRST`."""
    count = len(scores)
    by_place = [FIRST * (count - 1 - place) // (count - 1) for place in range(count)]
    found = {}
    for score in scores:
        sharing = [each for each in scores if each.place == score.place]
        shared = by_place[score.place - 1 : score.place - 1 + len(sharing)]
        found[score.entrant] = sum(shared) // len(sharing)
    return found


def are_places(places: Sequence[int]) -> bool:
    """Whether these can be the places of a whole table: after two first ones comes a third."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


def ranked(castles: Mapping[str, int], points: Mapping[str, int], winners: Sequence[str] = ()) -> tuple[Score, ...]:
    """Whoever wins is first, the others by their points; ``castles`` says who sits where."""
    worth = {castle: (castle in winners, points.get(castle, 0)) for castle in castles}
    return tuple(
        Score(entrant, 1 + sum(other > worth[castle] for other in worth.values()), points.get(castle))
        for castle, entrant in castles.items()
    )


def of_outcome(castles: Mapping[str, int], outcome: Outcome) -> tuple[Score, ...]:
    """The scores of a game that is over; ``castles`` says who sits where."""
    return ranked(castles, {str(castle): points for castle, points in outcome.points.items()}, outcome.winners)
