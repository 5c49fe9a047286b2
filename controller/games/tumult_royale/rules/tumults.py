"""Tumults: who is to blame, and what it costs (TR-3). No choice for anyone."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from controller.games.tumult_royale.box.edition import Tile
from controller.games.tumult_royale.box.words import Seat


class Blame(NamedTuple):
    """The greediest player and the greed that counts; ``tied`` rank lower with as much."""

    greediest: Seat
    greed: int
    tied: tuple[Seat, ...]


def greed(robbed: int, *, mercy: bool) -> int:
    """What counts of the symbols that a player robbed of one commodity (TR-3.3)."""
    return max(0, robbed - 1) if mercy else robbed


def blame(robbed: Sequence[int], merciful: AbstractSet[Seat], ranked: Sequence[Seat]) -> Blame:
    """Whom the people blame (TR-3.4): most greed, a tie goes to the higher rank.

    Args:
        robbed: symbols of the commodity on each castle, by seat.
        merciful: seats to which the people show mercy.
        ranked: seats, the king first.
    """
    greeds = {seat: greed(robbed[seat], mercy=seat in merciful) for seat in ranked}
    most = max(greeds.values())
    greediest, *tied = (seat for seat in ranked if greeds[seat] == most)
    return Blame(greediest, most, tuple(tied))


def kept_tile(robbed: Sequence[Tile]) -> Tile | None:
    """The one tile that the greediest keeps (TR-3.6): of lowest value, then first by id; None if there is none."""
    return min(robbed, key=lambda tile: (tile.value, tile.id), default=None)
