"""Ranks, crowning, mercy and the end: what the numbers of supporters and statues decide (TR-5 to TR-8)."""

from collections.abc import Sequence
from typing import Final

from controller.games.tumult_royale.box.words import STATUES_EACH, Seat

ROUNDS: Final = 10
FIRST_GAP_ROUND: Final = 6
CROWNING_COSTS: Final = 5
"""Supporters that the crowned king pays (TR-6.1)."""


def dealt_anew(supporters: Sequence[int], ranked: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats by their new rank (TR-5.1): most supporters first, ties as ``ranked`` before (sorting is stable)."""
    return tuple(sorted(ranked, key=supporters.__getitem__, reverse=True))


def chronicle_statues(round_number: int, placed: int) -> int:
    """How many statues the king puts into the chronicle (TR-6.2), having placed so many."""
    due = 1 if round_number < FIRST_GAP_ROUND else 2
    return min(due, STATUES_EACH - placed)


def reveal_due(round_number: int, players: int, face_down: int) -> int:
    """How many region tiles the king turns up (TR-6.3)."""
    if round_number == 3:
        return min(2 if players == 4 else 1, face_down)
    return face_down if round_number == 5 else 0


def gap(chronicle: Sequence[int], round_number: int) -> int | None:
    """The chronicle gap of the round; None where the end is not checked (TR-6.4)."""
    return chronicle[round_number - FIRST_GAP_ROUND] if round_number >= FIRST_GAP_ROUND else None


def winner(placed: Sequence[int], ranked: Sequence[Seat]) -> Seat:
    """Who has placed most (TR-8.3); a tie goes to the higher rank."""
    return max(ranked, key=lambda seat: placed[seat])


def shown_mercy(placed: Sequence[int]) -> list[bool]:
    """To whom the people show mercy, by seat (TR-7.1): who has placed fewest, nobody if all are equal."""
    fewest = min(placed)
    uneven = fewest != max(placed)
    return [uneven and number == fewest for number in placed]
