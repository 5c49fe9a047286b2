"""Semifinals and final: who of the best plays at which table."""

from collections.abc import Sequence
from typing import Final, Literal

SEMIFINALS: Final = ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))
"""By rank after the rounds before: the sum is the same at each table."""

BEST: Final = 16
FINALISTS: Final = 4

Stage = Literal["round", "semifinal", "final"]


def stages(rounds: int, *, finals: bool, people: int) -> list[Stage]:
    """What is played, in order; fewer than sixteen go from the rounds to a final at once."""
    found: list[Stage] = ["round"] * rounds
    if finals:
        found += ["semifinal", "final"] if people >= BEST else ["final"]
    return found


def semifinals(ranked: Sequence[int]) -> list[list[int]]:
    """The best sixteen at four tables."""
    return [[ranked[rank - 1] for rank in table] for table in SEMIFINALS]


def final(ranked: Sequence[int]) -> list[list[int]]:
    """The best at one table."""
    return [list(ranked[:FINALISTS])]
