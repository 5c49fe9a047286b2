"""What the kinds of field cost, and which of them tiles can pay for (TR-4.4, TR-4.5)."""

from functools import lru_cache

from msgspec import Struct

from controller.games.tumult_royale.box.words import ANYWHERE, KINDS, Cost

assert KINDS[: len(ANYWHERE)] == ANYWHERE, "Prices.double is indexed as Prices.printed is"


class Prices(Struct, frozen=True, gc=False, eq=False):
    """What the kinds of field cost; equal costs give the same object, see ``prices``.

    Attributes:
        printed: by kind, in the order of ``KINDS``.
        double: twice that for the kinds that may be built on anywhere (TR-4.4).
    """

    printed: tuple[Cost, ...]
    double: tuple[Cost, ...]


@lru_cache(maxsize=64)
def prices(printed: tuple[Cost, ...]) -> Prices:
    """The prices of an edition with these costs."""
    doubled = [(2 * bread, 2 * marble, 2 * tools) for bread, marble, tools in printed[: len(ANYWHERE)]]
    return Prices(printed, tuple(doubled))


class Affordable(Struct, frozen=True, gc=False):
    """Which kinds, by their index in ``KINDS``, can be paid where they touch and anywhere."""

    touching: tuple[int, ...]
    anywhere: tuple[int, ...]


@lru_cache(maxsize=1 << 14)
def affordable(symbols: Cost, at: Prices) -> Affordable:
    """What tiles with so many symbols can pay for: needless tiles can always be left out."""
    bread, marble, tools = symbols
    printed, double = (
        tuple(
            [
                index
                for index, (bread_due, marble_due, tools_due) in enumerate(costs)
                if bread_due <= bread and marble_due <= marble and tools_due <= tools
            ]
        )
        for costs in (at.printed, at.double)
    )
    return Affordable(touching=printed, anywhere=double)
