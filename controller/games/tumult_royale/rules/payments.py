"""Payments with whole tiles: which are possible, and what is wrong with a given one (TR-4.5 to TR-4.7).

Tiles of one value are alike, and commodities do not mix, so payments are found as counts of equal values, each
commodity by itself.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple

from msgspec import Struct

from controller import limits
from controller.games.tumult_royale.box.words import Cost
from controller.games.tumult_royale.rules.pool import Counts, Hand, Pool, TileSet


class Payment(Struct, frozen=True, gc=False, order=True):
    """A payment by the values of its tiles, rising; ``gains`` supporters for symbols beyond the cost (TR-4.7)."""

    bread: tuple[int, ...]
    marble: tuple[int, ...]
    tools: tuple[int, ...]
    gains: int


class Judgement(Struct, frozen=True, gc=False):
    """How tiles do as a payment of a cost.

    Attributes:
        foreign: tiles of commodities that the cost does not contain (TR-4.5).
        missing: symbols of bread, marble, tools that are still to be paid (TR-4.5).
        needless: tiles any one of which could be left out (TR-4.6).
        gains: supporters gained, should it be accepted (TR-4.7).
    """

    foreign: TileSet
    missing: Cost
    needless: TileSet
    gains: int

    @property
    def pays(self) -> bool:
        """Whether the payment is accepted."""
        return not (self.foreign or self.needless or any(self.missing))


class Way(NamedTuple):
    """The values of tiles of one commodity that pay what is due of it, rising, and the symbols paid beyond."""

    values: tuple[int, ...]
    beyond: int


class Payments(Struct, frozen=True, gc=False):
    """The accepted payments of one cost from one hand, sorted by bread, marble, tools; made when asked for.

    All of them, up to ``limits.PAYMENTS``: an edition with many tiles and high costs has more than anybody can list.
    """

    bread: tuple[Way, ...]
    marble: tuple[Way, ...]
    tools: tuple[Way, ...]
    length: int

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, number: int) -> Payment:
        rest, tools_way = divmod(number, len(self.tools))
        bread_way, marble_way = divmod(rest, len(self.marble))
        bread, marble, tools = self.bread[bread_way], self.marble[marble_way], self.tools[tools_way]
        return Payment(bread.values, marble.values, tools.values, bread.beyond + marble.beyond + tools.beyond)

    def __iter__(self) -> Iterator[Payment]:
        for bread, marble, tools in islice(product(self.bread, self.marble, self.tools), self.length):
            yield Payment(bread.values, marble.values, tools.values, bread.beyond + marble.beyond + tools.beyond)

    @property
    def cheapest(self) -> Payment:
        """Of those that waste least the first; there must be some."""
        bread, marble, tools = (min(each, key=lambda way: way.beyond) for each in (self.bread, self.marble, self.tools))
        return Payment(bread.values, marble.values, tools.values, bread.beyond + marble.beyond + tools.beyond)


def minimal_payments(hand: Hand, cost: Cost) -> Payments:
    """The accepted payments of ``cost`` from ``hand``; none if it cannot pay."""
    bread, marble, tools = ways(hand[0], cost[0]), ways(hand[1], cost[1]), ways(hand[2], cost[2])
    return Payments(bread, marble, tools, min(len(bread) * len(marble) * len(tools), limits.PAYMENTS))


@lru_cache(maxsize=1 << 10)
def ways(counts: Counts, due: int) -> tuple[Way, ...]:
    """The ways to pay ``due`` with tiles of one commodity, none of them needless, up to ``limits.PAYMENTS``."""
    return tuple(sorted(_each_way(counts, due))[: limits.PAYMENTS])


def _each_way(counts: Counts, due: int) -> Iterator[Way]:
    if due == 0:
        yield Way((), 0)
        return
    ones, twos, threes = counts
    for use_threes in range(min(threes, -(-due // 3)) + 1):
        after_threes = due - 3 * use_threes
        for use_twos in range(min(twos, -(-max(0, after_threes) // 2)) + 1):
            use_ones = max(0, after_threes - 2 * use_twos)
            smallest = 1 if use_ones else 2 if use_twos else 3
            beyond = 3 * use_threes + 2 * use_twos + use_ones - due
            if use_ones <= ones and beyond < smallest:
                yield Way((1,) * use_ones + (2,) * use_twos + (3,) * use_threes, beyond)


def judge(pool: Pool, tiles: TileSet, cost: Cost) -> Judgement:
    """What is right and wrong with paying ``cost`` with ``tiles``."""
    foreign = needless = gains = 0
    missing = [0, 0, 0]
    for index, paid in enumerate(pool.symbols(tiles)):
        beyond = paid - cost[index]
        if beyond < 0:
            missing[index] = -beyond
        elif beyond and cost[index]:
            gains += beyond
            needless |= tiles & pool.not_above[index][min(beyond, 3)]
        elif beyond:
            foreign |= tiles & pool.of[index]
    bread, marble, tools = missing
    return Judgement(foreign, (bread, marble, tools), needless, gains)
