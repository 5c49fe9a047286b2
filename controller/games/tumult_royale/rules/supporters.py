"""When there are too few supporters, everybody helps out before the payment or the gain (TR-9)."""

from collections.abc import Sequence
from typing import Final

from controller.games.tumult_royale.box.words import Seat

HELP: Final = 5
"""What every player receives or returns first when somebody is short."""


def received(supply: int, ranked: Sequence[Seat]) -> tuple[int, ...]:
    """What each player, by seat, receives before somebody pays who has too few (TR-9.1).

    In the order of ranks, each as much as is left in the supply.
    """
    shares = [0] * len(ranked)
    for seat in ranked:
        shares[seat] = min(HELP, supply)
        supply -= shares[seat]
    return tuple(shares)


def returned(held: Sequence[int]) -> tuple[int, ...]:
    """What each player, by seat, returns before somebody gains more than the supply has (TR-9.2)."""
    return tuple(min(HELP, own) for own in held)
