"""The tiles in play as sets of bits, and what a set of them holds."""

from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from controller.games.tumult_royale.box.edition import Tile
from controller.games.tumult_royale.box.words import COMMODITIES, Cost, PieceId
from controller.games.tumult_royale.rules.country import each_bit

TileSet: TypeAlias = int
"""Tiles in play; bit i is the tile with the i-th id in order of characters."""

Counts: TypeAlias = tuple[int, int, int]
"""How many tiles of value 1, 2 and 3."""

Hand: TypeAlias = tuple[Counts, Counts, Counts]
"""Tiles of a castle as counts of bread, marble and tools."""


class Pool(Struct, frozen=True, gc=False, eq=False):
    """The tiles in play (TR-0.2) as sets of bits; equal tiles give the same object, see ``pool_of``.

    Attributes:
        tiles: by bit.
        bits: the one-tile set of each id.
        all: all of them.
        of: the tiles of each commodity.
        ids_by_bit: the id of each one-tile set.
        alike: of each commodity the tiles of value 1, 2, 3.
        not_above: of each commodity the tiles of a value not above 0, 1, 2 and 3.
        thrice: times this a set of tiles stands three times in a row.
        worth: of each commodity its tiles, in as many of those three as their value says.
    """

    tiles: tuple[Tile, ...]
    bits: dict[PieceId, TileSet]
    all: TileSet
    of: tuple[TileSet, TileSet, TileSet]
    ids_by_bit: dict[TileSet, PieceId]
    alike: tuple[tuple[TileSet, TileSet, TileSet], ...]
    not_above: tuple[tuple[TileSet, TileSet, TileSet, TileSet], ...]
    thrice: int
    worth: tuple[int, int, int]

    def ids(self, tiles: TileSet) -> tuple[PieceId, ...]:
        """The ids of ``tiles``, sorted."""
        return tuple([self.tiles[bit].id for bit in each_bit(tiles)])

    def hand(self, tiles: TileSet) -> Hand:
        """``tiles`` as counts of equal values."""
        (b1, b2, b3), (m1, m2, m3), (t1, t2, t3) = self.alike
        return (
            ((tiles & b1).bit_count(), (tiles & b2).bit_count(), (tiles & b3).bit_count()),
            ((tiles & m1).bit_count(), (tiles & m2).bit_count(), (tiles & m3).bit_count()),
            ((tiles & t1).bit_count(), (tiles & t2).bit_count(), (tiles & t3).bit_count()),
        )

    def symbols(self, tiles: TileSet) -> Cost:
        """The sums of the values of ``tiles`` by commodity."""
        bread, marble, tools = self.worth
        tiles *= self.thrice
        return (tiles & bread).bit_count(), (tiles & marble).bit_count(), (tiles & tools).bit_count()


@lru_cache(maxsize=64)
def pool_of(tiles: tuple[Tile, ...]) -> Pool:
    """The pool of these tiles, which stand in order of id."""
    alike = [[0, 0, 0] for _ in COMMODITIES]
    for bit, tile in enumerate(tiles):
        alike[COMMODITIES.index(tile.commodity)][tile.value - 1] |= 1 << bit
    bread, marble, tools = ((ones, twos, threes) for ones, twos, threes in alike)
    second, third = len(tiles), 2 * len(tiles)
    of_bread, of_marble, of_tools = (
        (ones | twos | threes) | (twos | threes) << second | threes << third for ones, twos, threes in alike
    )
    return Pool(
        tiles=tiles,
        bits={tile.id: 1 << bit for bit, tile in enumerate(tiles)},
        all=(1 << len(tiles)) - 1,
        of=(sum(bread), sum(marble), sum(tools)),
        ids_by_bit={1 << bit: tile.id for bit, tile in enumerate(tiles)},
        alike=(bread, marble, tools),
        not_above=tuple((0, ones, ones | twos, ones | twos | threes) for ones, twos, threes in (bread, marble, tools)),
        thrice=1 | 1 << second | 1 << third,
        worth=(of_bread, of_marble, of_tools),
    )
