"""Chance: the only place that draws; the drawn numbers enter the game as data of its actions."""

import random
from collections.abc import Sequence
from typing import TypeVar

from controller.show.arrow import ArrowTarget

T = TypeVar("T")

SECTOR_MARGIN_DEG = 4.0
"""The arrow stays this far away from a sector's edges, so that nobody has to argue about a line."""


class Chance:
    """Draws from the operating system's entropy; a seed makes it repeatable for demos and tests."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311

    def spin(self, sectors: Sequence[tuple[int, int]]) -> ArrowTarget:
        """Draw a stop: sectors of (value, degrees), clockwise from the home mark, as likely as they are wide."""
        at = self._random.randrange(sum(degrees for _, degrees in sectors))
        begin = 0
        for value, degrees in sectors:
            if at < begin + degrees:
                margin = min(SECTOR_MARGIN_DEG, degrees / 4)
                return ArrowTarget(value, self._random.uniform(begin + margin, begin + degrees - margin))
            begin += degrees
        raise AssertionError("unreachable: the draw is below the sum")

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """The same things in random order."""
        order = list(things)
        self._random.shuffle(order)
        return order
