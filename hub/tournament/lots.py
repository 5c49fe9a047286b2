"""Numbers that follow from a chain of seeds, sizes of tables, and seats.

The root is 32 octets from the operating system. Draw ``n`` is decided by the root hashed ``DRAWS - n`` times with
SHA-256, and the root hashed ``DRAWS`` times is published first. So the seed of each draw, hashed once, is the seed of
the draw before it: whoever has seen one knows that the next was settled already, and cannot tell what it is.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, Final, NewType, TypeVar

from controller import limits

Seed = NewType("Seed", bytes)
"""32 octets."""

DRAWS: Final = limits.TOURNAMENT_DRAWS


def seed_of(root: Seed, draw: int) -> Seed:
    """The seed of draw ``draw``, from 1 on; 0 gives what is published first."""
    seed = root
    for _ in range(DRAWS - draw):
        seed = Seed(hashlib.sha256(seed).digest())
    return seed


def follows(seed: Seed, before: Seed) -> bool:
    """Whether ``seed`` is the next after ``before``, the seed of the draw before it or what was published first."""
    return hashlib.sha256(seed).digest() == before


T = TypeVar("T")


def key_of(seed: Seed, said: str, field: Any) -> bytes:
    """What a draw's numbers come from: its seed, what the room said, and the field as a JSON value."""
    text = json.dumps([said, field], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(b"royaltable tournament " + seed + text.encode()).digest()


class Lots:
    """Owner of how many numbers were taken.

    Number ``n``, from 0 on, is octets ``8 * (n % 4)`` to ``8 * (n % 4) + 7`` of SHA-256(key, n // 4 as 8 octets), the
    first octet the largest.
    """

    def __init__(self, key: bytes) -> None:
        self._numbers = _numbers(key)

    def below(self, bound: int) -> int:
        """A number from 0 on: the next one modulo ``bound`` (its bias is under 2**-50 for what sits in a room)."""
        return next(self._numbers) % bound

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """In another order: from the last place down each is exchanged with one below it, or itself."""
        order = list(things)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order


def _numbers(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        octets = hashlib.sha256(key + block.to_bytes(8, "big")).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(octets[start : start + 8], "big")
        block += 1


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


FEWEST = 3


def sizes(people: int) -> list[int]:
    """Fours first, then threes; five people are the one number that needs a table of two.

    Raises:
        ValueError: fewer than three people make no round.
    """
    if people < FEWEST:
        raise ValueError(f"saw {people} people, expected {FEWEST} or more")
    if people == 5:
        return [3, 2]
    threes = -people % 4
    return [4] * ((people - 3 * threes) // 4) + [3] * threes
