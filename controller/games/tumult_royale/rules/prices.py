"""What the kinds of field cost, and which of them tiles can pay for (TR-4.4, TR-4.5)."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from controller.games.tumult_royale.box.words import ANYWHERE, KINDS, Cost, Kind
from controller.games.tumult_royale.rules.pool import Pool, TileSet


class Price(Struct, frozen=True, gc=False):
    """What it costs to build on a field of one kind that touches, or on one that does not (TR-4.4).

    Attributes:
        index: of the kind in ``KINDS``.
        adjacent: whether such a field touches; if not, ``cost`` is twice the printed one.
    """

    kind: Kind
    index: int
    adjacent: bool
    cost: Cost


class Prices(Struct, frozen=True, gc=False, eq=False):
    """What the kinds of field cost; equal costs give the same object, see ``prices``.

    Attributes:
        all: by kind in the order of ``KINDS``, touching first.
        touching: where fields touch.
        anywhere: where they do not, for the kinds that may be built on nevertheless (TR-4.2).
    """

    all: tuple[Price, ...]
    touching: dict[Kind, Price]
    anywhere: dict[Kind, Price]

    def of(self, kind: Kind, *, adjacent: bool) -> Price:
        """The price of such a field; a KeyError for a kind that must touch and does not."""
        return self.touching[kind] if adjacent else self.anywhere[kind]


@lru_cache(maxsize=64)
def prices(printed: tuple[Cost, ...]) -> Prices:
    """The prices of an edition with these costs by kind."""
    each = tuple(_each_price(printed))
    return Prices(
        all=each,
        touching={price.kind: price for price in each if price.adjacent},
        anywhere={price.kind: price for price in each if not price.adjacent},
    )


def _each_price(printed: tuple[Cost, ...]) -> Iterator[Price]:
    for index, kind in enumerate(KINDS):
        bread, marble, tools = printed[index]
        yield Price(kind, index, adjacent=True, cost=printed[index])
        if kind in ANYWHERE:
            yield Price(kind, index, adjacent=False, cost=(2 * bread, 2 * marble, 2 * tools))


@lru_cache(maxsize=1 << 12)
def affordable(tiles: TileSet, pool: Pool, at: Prices) -> tuple[Price, ...]:
    """What ``tiles`` can pay for: needless ones can always be left out."""
    bread, marble, tools = pool.symbols(tiles)
    return tuple(
        [price for price in at.all if price.cost[0] <= bread and price.cost[1] <= marble and price.cost[2] <= tools]
    )
