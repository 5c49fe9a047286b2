"""Chances of winning by the parts of the sensible bot's estimate, as they were won in games of bots.

A logistic regression: the chances of the seats are to one another as the exponentials of their sums. It was fitted to
600 games of two to four bots, sensible and easy ones. In 200 others, of the positions with about the same chance, the
share that was won differed from it by 6 percentage points at most.
"""

from collections.abc import Mapping, Sequence
from math import exp
from typing import Final

from controller.games.contract.analysis import Chance
from controller.games.tudor.bots import sensible
from controller.games.tudor.rules.state import State

WEIGHTS: Final[Mapping[str, tuple[float, float]]] = {
    "prestige": (0.184, -0.152),
    "scoring": (0.167, -0.132),
    "cards": (0.041, 0.059),
    "rings": (-0.018, 0.101),
    "courtiers": (0.068, 0.109),
}
"""What a point of each part weighs at the end of the game, and what it weighs more when the whole game is to come."""

ERROR: Final = 0.06
"""By how much a share of games won may differ from the chance."""


def chances(state: State) -> Sequence[Chance]:
    """Return each seat's chance of winning; several winners share it."""
    seats = range(len(state.players))
    if state.is_over:
        return [Chance((seat in state.winners) / len(state.winners)) for seat in seats]
    left = sum(sensible.estimate_actions_left(state, seat) for seat in seats) / len(seats)
    to_come = left / (sensible.ACTIONS_PER_ROUND * state.table.rounds)
    odds = [exp(_sum_of_parts(sensible.parts_of_estimate(state, seat), to_come)) for seat in seats]
    return [Chance(each / sum(odds), ERROR) for each in odds]


def _sum_of_parts(parts: Mapping[str, float], to_come: float) -> float:
    return sum(points * (WEIGHTS[name][0] + to_come * WEIGHTS[name][1]) for name, points in parts.items())
