"""Who of a table sits where, so that everybody comes to sit everywhere: the first seat breaks ties in some games."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Final

from hub.tournament.lots import Lots

ORDERS: Final = {size: tuple(permutations(range(size))) for size in range(2, 5)}

Sat = Mapping[int, Sequence[int]]
"""The seats that each has had, by numbers; a seat counts from 0."""


def seated(table: Sequence[int], sat: Sat, lots: Lots) -> tuple[int, ...]:
    """The same people in seat order: whoever has been in a seat least, drawn among what is equal."""
    had = [[tuple(sat.get(number, ())).count(seat) ** 2 for seat in range(len(table))] for number in table]
    orders = ORDERS[len(table)]
    costs = [sum(had[person][seat] for seat, person in enumerate(order)) for order in orders]
    least = min(costs)
    equal = [order for order, cost in zip(orders, costs, strict=True) if cost == least]
    return tuple(table[person] for person in equal[lots.below(len(equal))])
