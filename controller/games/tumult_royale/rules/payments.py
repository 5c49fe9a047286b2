"""Payments with whole tiles: which are possible, and what is wrong with a given one (TR-4.5 to TR-4.7).

Tiles of one value are alike, and commodities do not mix, so payments are found as counts of equal values, each
commodity by itself.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product

from msgspec import Struct

from controller import limits
from controller.games.tumult_royale.box.words import Cost
from controller.games.tumult_royale.rules.state import Counts, Hand, Pool, TileSet


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


@lru_cache(maxsize=1 << 13)
def minimal_payments(hand: Hand, cost: Cost) -> tuple[Payment, ...]:
    """The accepted payments of ``cost`` from ``hand``, sorted by bread, marble, tools; none if it cannot pay.

    All of them, up to ``limits.PAYMENTS``: an edition with many tiles and high costs has more than anybody can list.
    """
    bread_ways = _ways(hand[0], cost[0])
    marble_ways = _ways(hand[1], cost[1]) if bread_ways else ()
    tools_ways = _ways(hand[2], cost[2]) if marble_ways else ()
    ways = islice(product(bread_ways, marble_ways, tools_ways), limits.PAYMENTS)
    return tuple(
        [
            Payment(bread, marble, tools, bread_over + marble_over + tools_over)
            for (bread, bread_over), (marble, marble_over), (tools, tools_over) in ways
        ]
    )


@lru_cache(maxsize=1 << 14)
def _ways(counts: Counts, due: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The values of tiles of one commodity that pay ``due``, none of them needless, and what is paid beyond."""
    return tuple(sorted(_each_way(counts, due)))


def _each_way(counts: Counts, due: int) -> Iterator[tuple[tuple[int, ...], int]]:
    if due == 0:
        yield (), 0
        return
    ones, twos, threes = counts
    for use_threes in range(min(threes, -(-due // 3)) + 1):
        after_threes = due - 3 * use_threes
        for use_twos in range(min(twos, -(-max(0, after_threes) // 2)) + 1):
            use_ones = max(0, after_threes - 2 * use_twos)
            smallest = 1 if use_ones else 2 if use_twos else 3
            beyond = 3 * use_threes + 2 * use_twos + use_ones - due
            if use_ones <= ones and beyond < smallest:
                yield (1,) * use_ones + (2,) * use_twos + (3,) * use_threes, beyond


def judge(pool: Pool, tiles: TileSet, cost: Cost) -> Judgement:
    """What is right and wrong with paying ``cost`` with ``tiles``."""
    foreign = needless = gains = 0
    missing = []
    for due, paid, (ones, twos, threes) in zip(cost, pool.symbols(tiles), pool.alike, strict=True):
        beyond = paid - due
        missing.append(-beyond if beyond < 0 else 0)
        if beyond <= 0:
            continue
        if not due:
            foreign |= tiles & (ones | twos | threes)
            continue
        gains += beyond
        needless |= tiles & (ones if beyond == 1 else ones | twos if beyond == 2 else ones | twos | threes)
    bread, marble, tools = missing
    return Judgement(foreign, (bread, marble, tools), needless, gains)
