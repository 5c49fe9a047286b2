"""What the kinds of field cost, and which of them tiles can pay for (TR-4.4, TR-4.5)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from controller import limits
from controller.games.tumult_royale.box.words import ANYWHERE, COMMODITIES, KINDS, Cost, Kind
from controller.games.tumult_royale.rules.pool import Pool, TileSet

PriceSet: TypeAlias = int
"""Prices: the kinds of field that touch as a `KindSet`, and above it those that do not."""

TOUCHING: Final[PriceSet] = (1 << len(KINDS)) - 1
ABOVE: Final = len(KINDS)

_MOST_SYMBOLS: Final = 3 * limits.EDITION_TILES


class Price(Struct, frozen=True, gc=False):
    """What it costs to build on a field of one kind that touches, or on one that does not (TR-4.4).

    Attributes:
        index: of the kind in ``KINDS``.
        adjacent: whether such a field touches; if not, ``cost`` is twice the printed one.
        bit: this price alone, as a set.
    """

    kind: Kind
    index: int
    adjacent: bool
    cost: Cost
    bit: PriceSet


class Prices(Struct, frozen=True, gc=False, eq=False):
    """What the kinds of field cost; equal costs give the same object, see ``prices``.

    Attributes:
        all: by kind in the order of ``KINDS``, touching first.
        touching: where fields touch.
        anywhere: where they do not, for the kinds that may be built on nevertheless (TR-4.2).
        payable: for each commodity, those for which 0, 1, 2, ... symbols of it are enough.
    """

    all: tuple[Price, ...]
    touching: dict[Kind, Price]
    anywhere: dict[Kind, Price]
    payable: tuple[tuple[PriceSet, ...], ...]

    def of(self, kind: Kind, *, adjacent: bool) -> Price:
        """The price of such a field; a KeyError for a kind that must touch and does not."""
        return self.touching[kind] if adjacent else self.anywhere[kind]

    def affordable(self, castle: TileSet, pool: Pool) -> PriceSet:
        """What the tiles of a castle can pay for: needless ones can always be left out."""
        bread, marble, tools = pool.worth
        of_bread, of_marble, of_tools = self.payable
        castle *= pool.thrice
        return (
            of_bread[(castle & bread).bit_count()]
            & of_marble[(castle & marble).bit_count()]
            & of_tools[(castle & tools).bit_count()]
        )


@lru_cache(maxsize=64)
def prices(printed: tuple[Cost, ...]) -> Prices:
    """The prices of an edition with these costs by kind."""
    each = tuple(_each_price(printed))
    return Prices(
        all=each,
        touching={price.kind: price for price in each if price.adjacent},
        anywhere={price.kind: price for price in each if not price.adjacent},
        payable=tuple(
            tuple(sum(price.bit for price in each if price.cost[index] <= have) for have in range(_MOST_SYMBOLS + 1))
            for index in range(len(COMMODITIES))
        ),
    )


def _each_price(printed: tuple[Cost, ...]) -> Iterator[Price]:
    for index, kind in enumerate(KINDS):
        bread, marble, tools = printed[index]
        yield Price(kind, index, adjacent=True, cost=printed[index], bit=1 << index)
        if kind in ANYWHERE:
            yield Price(kind, index, adjacent=False, cost=(2 * bread, 2 * marble, 2 * tools), bit=1 << index + ABOVE)
