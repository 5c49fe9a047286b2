"""Rules as functions of numbers: ranks, crowning, mercy, end, blame, kept tile, supporters (TR-3, TR-5 to TR-9)."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from controller.games.tumult_royale.box.edition import Tile
from controller.games.tumult_royale.box.words import STATUES_PER_PLAYER, Seat

MAX_ROUNDS: Final = 10
FIRST_GAP_ROUND: Final = 6
CROWNING_COST_SUPPORTERS: Final = 5
"""Supporters that the crowned king pays (TR-6.1)."""


def new_ranking(supporters: Sequence[int], ranked: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats by new rank (TR-5.1): most supporters first; ties keep the order of ``ranked``."""
    return tuple(sorted(ranked, key=supporters.__getitem__, reverse=True))


def chronicle_statue_count(round_number: int, placed: int) -> int:
    """Return how many statues a king who has placed ``placed`` puts into the chronicle (TR-6.2)."""
    due = 1 if round_number < FIRST_GAP_ROUND else 2
    return min(due, STATUES_PER_PLAYER - placed)


def due_reveal_count(round_number: int, players: int, face_down: int) -> int:
    """Return how many region tiles the king turns up (TR-6.3)."""
    if round_number == 3:
        return min(2 if players == 4 else 1, face_down)
    return face_down if round_number == 5 else 0


def chronicle_gap(chronicle: Sequence[int], round_number: int) -> int | None:
    """Return the chronicle's gap for the round; None without a check (TR-6.4)."""
    return chronicle[round_number - FIRST_GAP_ROUND] if round_number >= FIRST_GAP_ROUND else None


def winning_seat(placed: Sequence[int], ranked: Sequence[Seat]) -> Seat:
    """Return the seat with most placed statues (TR-8.3); a tie goes to the higher rank."""
    return max(ranked, key=lambda seat: placed[seat])


def mercy_by_seat(placed: Sequence[int]) -> list[bool]:
    """Return by seat whether people show mercy (TR-7.1): to those with fewest statues, unless all are equal."""
    fewest = min(placed)
    uneven = fewest != max(placed)
    return [uneven and number == fewest for number in placed]


class Blame(NamedTuple):
    """The greediest player with the greed after mercy; ``tied`` players are as greedy and rank lower."""

    greediest: Seat
    greed: int
    tied: tuple[Seat, ...]


def greed(robbed: int, *, mercy: bool) -> int:
    """Return the greed for ``robbed`` symbols of a commodity (TR-3.3)."""
    return max(0, robbed - 1) if mercy else robbed


def find_blame(robbed: Sequence[int], merciful: AbstractSet[Seat], ranked: Sequence[Seat]) -> Blame:
    """Return whom the people blame (TR-3.4): most greed; a tie goes to the higher rank.

    Args:
        robbed: symbols of the commodity on each castle, by seat.
        merciful: seats to which the people show mercy.
        ranked: seats, the king first.
    """
    greeds = {seat: greed(robbed[seat], mercy=seat in merciful) for seat in ranked}
    most = max(greeds.values())
    greediest, *tied = (seat for seat in ranked if greeds[seat] == most)
    return Blame(greediest, most, tuple(tied))


def lowest_tile_kept_by_greediest(robbed: Sequence[Tile]) -> Tile | None:
    """Return the tile that the greediest keeps (TR-3.6): lowest value, then first id; None without tiles."""
    return min(robbed, key=lambda tile: (tile.value, tile.id), default=None)


HELP_SUPPORTERS: Final = 5
"""Supporters that each player receives before a payment that one cannot afford (TR-9.1), or returns before a gain
that exceeds the supply (TR-9.2)."""


def help_supporters_received(supply: int, ranked: Sequence[Seat]) -> tuple[int, ...]:
    """Return by seat what each receives before a payment that one cannot afford (TR-9.1).

    The supply gives in order of ranks, as long as it lasts.
    """
    shares = [0] * len(ranked)
    for seat in ranked:
        shares[seat] = min(HELP_SUPPORTERS, supply)
        supply -= shares[seat]
    return tuple(shares)


def help_supporters_returned(held: Sequence[int]) -> tuple[int, ...]:
    """Return by seat what each returns before a gain that exceeds the supply (TR-9.2)."""
    return tuple(min(HELP_SUPPORTERS, own) for own in held)
