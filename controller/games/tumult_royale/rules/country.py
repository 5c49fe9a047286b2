"""The country and the tiles in play as bit sets; the cost of each kind of field (TR-4.4, TR-4.5).

A set of fields is an integer with bit ``6 * column + row`` for each field, so bits rise
in the order of names (A1, A2, ... B1), and four shifts give the neighbours.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from controller import limits
from controller.games.contract.values import PieceId
from controller.games.tumult_royale.box import words
from controller.games.tumult_royale.box.edition import Edition, Region, Tile

FieldSet: TypeAlias = int

COUNTRY_ROWS: Final = 6
REGION_SIDE: Final = 3
"""A region tile is 3 x 3 fields."""

FIELDS_PER_PLAYER: Final = COUNTRY_ROWS * REGION_SIDE
"""The frame has a column of two region tiles per player (TR-0.3)."""

MAX_COUNTRY_COLUMNS: Final = REGION_SIDE * max(words.PLAYER_COUNTS)
FIELD_NAMES: Final = tuple(
    words.FieldName(f"{chr(ord('A') + bit // COUNTRY_ROWS)}{bit % COUNTRY_ROWS + 1}")
    for bit in range(COUNTRY_ROWS * MAX_COUNTRY_COLUMNS)
)
"""The name of the field at each bit (TR-0.7)."""

_BIT_BY_FIELD_NAME: Final[Mapping[str, int]] = {name: bit for bit, name in enumerate(FIELD_NAMES)}
_ALL_FIELDS: Final[FieldSet] = (1 << COUNTRY_ROWS * MAX_COUNTRY_COLUMNS) - 1
_TOP_ROW: Final[FieldSet] = sum(1 << (COUNTRY_ROWS * column) for column in range(MAX_COUNTRY_COLUMNS))
_BELOW_TOP: Final[FieldSet] = _ALL_FIELDS ^ _TOP_ROW
_ABOVE_BOTTOM: Final[FieldSet] = _ALL_FIELDS ^ _TOP_ROW << (COUNTRY_ROWS - 1)


def field_name(field: FieldSet) -> words.FieldName:
    """Return the name of a single field."""
    return FIELD_NAMES[field.bit_length() - 1]


class RegionInSlot(Struct, frozen=True, gc=False):
    """A region tile in a slot with its quarter turns clockwise, or one face down (``tile`` None)."""

    tile: words.RegionId | None
    turns: int


FACE_DOWN_REGION: Final = RegionInSlot(tile=None, turns=0)


class Country(Struct, frozen=True, gc=False):
    """A tracked map (TR-11.1).

    Attributes:
        slots: the region tile in each slot.
        kinds: the face-up fields of each kind, in order of ``KINDS``.
        any_of: at ``k``, the face-up fields of the kinds with a bit in ``k``, in order of ``KINDS``.
        kind_on: the kind of each face-up field.
        face_down: how many region tiles lie face down.
    """

    slots: tuple[RegionInSlot, ...]
    kinds: tuple[FieldSet, ...]
    any_of: tuple[FieldSet, ...]
    kind_on: Mapping[FieldSet, words.Kind]
    face_down: int


class UnmappedCountry(Struct, frozen=True, gc=False):
    """An honour map (TR-11.2): the table only counts face-down region tiles."""

    face_down: int


def country_from_slots(edition: Edition, slots: tuple[RegionInSlot, ...]) -> Country:
    """Return the country of these region tiles, in two rows of slots (TR-0.3)."""
    regions = {region.id: region for region in edition.regions}
    columns = len(slots) // 2
    kinds = dict.fromkeys(words.KINDS, 0)
    for slot, lie in enumerate(slots):
        if lie.tile is None:
            continue
        left, top = REGION_SIDE * (slot % columns), REGION_SIDE * (slot // columns)
        for place, kind in enumerate(rotated_field_kinds(regions[lie.tile], lie.turns)):
            kinds[kind] |= 1 << (COUNTRY_ROWS * (left + place % REGION_SIDE) + top + place // REGION_SIDE)
    kind_on = {1 << bit: kind for kind, fields in kinds.items() for bit in iter_bit_indexes(fields)}
    any_of: list[FieldSet] = [0]
    for fields in kinds.values():
        any_of += [others | fields for others in any_of]
    return Country(slots, tuple(kinds.values()), tuple(any_of), kind_on, face_down=slots.count(FACE_DOWN_REGION))


def rotated_field_kinds(region: Region, turns: int) -> tuple[words.Kind, ...]:
    """Return a region's nine kinds, row by row, after ``turns`` quarter turns clockwise (TR-0.7)."""
    kinds = region.fields
    for _ in range(turns):
        kinds = tuple(
            kinds[REGION_SIDE * (REGION_SIDE - 1 - place % REGION_SIDE) + place // REGION_SIDE]
            for place in range(REGION_SIDE * REGION_SIDE)
        )
    return kinds


def field_by_name(name: str, players: int) -> FieldSet | None:
    """Return the field of this name; None if the frame of these players has none."""
    bit = _BIT_BY_FIELD_NAME.get(name)
    return None if bit is None or bit >= FIELDS_PER_PLAYER * players else 1 << bit


@lru_cache(maxsize=1 << 8)
def touching_fields(fields: FieldSet) -> FieldSet:
    """Return the fields that share an edge with ``fields`` (TR-4.2), some perhaps outside the frame."""
    return (fields & _ABOVE_BOTTOM) << 1 | (fields & _BELOW_TOP) >> 1 | fields << COUNTRY_ROWS | fields >> COUNTRY_ROWS


def iter_bit_indexes(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def nth_set_bit(bits: int, number: int) -> int:
    """Return the set bit with this index, the lowest being 0, as a one-bit set."""
    for _ in range(number):
        bits &= bits - 1
    return bits & -bits


TileSet: TypeAlias = int
"""Tiles in play; bit i is the tile with the i-th id in alphabetical order."""

ValueCounts: TypeAlias = tuple[int, int, int]
"""How many tiles of value 1, 2 and 3."""

TileCounts: TypeAlias = tuple[ValueCounts, ValueCounts, ValueCounts]
"""Tiles of a castle, counted by value for bread, marble and tools."""


class TilePool(Struct, frozen=True, gc=False, eq=False):
    """The tiles in play (TR-0.2) as bit sets; ``index_tiles_as_bits`` returns one object for equal tiles.

    Attributes:
        tiles: the tile of each bit.
        bits: the one-tile set of each id.
        of: the tiles of each commodity.
        ids_by_bit: the id of each one-tile set.
        alike: by commodity, the tiles of value 1, 2 and 3.
        not_above: by commodity, the tiles of value at most 0, 1, 2 and 3.
        thrice: factor that repeats a set of tiles three times in a row.
        worth: by commodity, a mask with each tile repeated by its value, so a bit count sums values.
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

    def tile_by_id(self, name: PieceId) -> Tile:
        return self.tiles[self.bits[name].bit_length() - 1]

    def tile_ids(self, tiles: TileSet) -> tuple[PieceId, ...]:
        return tuple([self.tiles[bit].id for bit in iter_bit_indexes(tiles)])

    def counts_by_value(self, tiles: TileSet) -> TileCounts:
        (b1, b2, b3), (m1, m2, m3), (t1, t2, t3) = self.alike
        return (
            ((tiles & b1).bit_count(), (tiles & b2).bit_count(), (tiles & b3).bit_count()),
            ((tiles & m1).bit_count(), (tiles & m2).bit_count(), (tiles & m3).bit_count()),
            ((tiles & t1).bit_count(), (tiles & t2).bit_count(), (tiles & t3).bit_count()),
        )

    def symbol_counts(self, tiles: TileSet) -> words.Cost:
        bread, marble, tools = self.worth
        tiles *= self.thrice
        return (tiles & bread).bit_count(), (tiles & marble).bit_count(), (tiles & tools).bit_count()


@lru_cache(maxsize=64)
def index_tiles_as_bits(tiles: tuple[Tile, ...]) -> TilePool:
    alike = [[0, 0, 0] for _ in words.COMMODITIES]
    for bit, tile in enumerate(tiles):
        alike[words.COMMODITIES.index(tile.commodity)][tile.value - 1] |= 1 << bit
    bread, marble, tools = ((ones, twos, threes) for ones, twos, threes in alike)
    second, third = len(tiles), 2 * len(tiles)
    of_bread, of_marble, of_tools = (
        (ones | twos | threes) | (twos | threes) << second | threes << third for ones, twos, threes in alike
    )
    return TilePool(
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


PriceSet: TypeAlias = int
"""A set of prices: in the lower bits the kinds of fields that touch the player's own, above them those that do not."""

TOUCHING_PRICE_MASK: Final[PriceSet] = (1 << len(words.KINDS)) - 1
APART_PRICES_SHIFT: Final = len(words.KINDS)

_MOST_SYMBOLS: Final = 3 * limits.EDITION_TILES


class Price(Struct, frozen=True, gc=False):
    """The price of a kind of field that touches the player's own, or of one that does not (TR-4.4).

    Attributes:
        index: index of the kind in ``KINDS``.
        adjacent: whether such a field touches; if not, ``cost`` is doubled.
        bit: this price alone, as a set.
    """

    kind: words.Kind
    index: int
    adjacent: bool
    cost: words.Cost
    bit: PriceSet


class Prices(Struct, frozen=True, gc=False, eq=False):
    """What the kinds of field cost; ``prices_from_costs`` returns one object for equal costs.

    Attributes:
        all: in order of ``KINDS``; of each kind, first the price of touching fields.
        touching: prices of fields that touch.
        anywhere: prices of fields that do not touch, of kinds where that is legal (TR-4.2).
        payable: by commodity, the prices for which 0, 1, 2, ... symbols are enough.
    """

    all: tuple[Price, ...]
    touching: dict[words.Kind, Price]
    anywhere: dict[words.Kind, Price]
    payable: tuple[tuple[PriceSet, ...], ...]

    def price_of_kind(self, kind: words.Kind, *, adjacent: bool) -> Price:
        """Return a field's price; raise KeyError if it must touch but does not."""
        return self.touching[kind] if adjacent else self.anywhere[kind]

    def affordable_prices(self, castle: TileSet, pool: TilePool) -> PriceSet:
        """Return the prices that a castle's tiles can pay; needless tiles can be left out."""
        bread, marble, tools = pool.worth
        of_bread, of_marble, of_tools = self.payable
        castle *= pool.thrice
        return (
            of_bread[(castle & bread).bit_count()]
            & of_marble[(castle & marble).bit_count()]
            & of_tools[(castle & tools).bit_count()]
        )


@lru_cache(maxsize=64)
def prices_from_costs(printed: tuple[words.Cost, ...]) -> Prices:
    each = tuple(_iter_prices(printed))
    return Prices(
        all=each,
        touching={price.kind: price for price in each if price.adjacent},
        anywhere={price.kind: price for price in each if not price.adjacent},
        payable=tuple(
            tuple(sum(price.bit for price in each if price.cost[index] <= have) for have in range(_MOST_SYMBOLS + 1))
            for index in range(len(words.COMMODITIES))
        ),
    )


def _iter_prices(printed: tuple[words.Cost, ...]) -> Iterator[Price]:
    for index, kind in enumerate(words.KINDS):
        bread, marble, tools = printed[index]
        yield Price(kind, index, adjacent=True, cost=printed[index], bit=1 << index)
        if kind in words.KINDS_BUILT_ANYWHERE:
            yield Price(
                kind,
                index,
                adjacent=False,
                cost=(2 * bread, 2 * marble, 2 * tools),
                bit=1 << index + APART_PRICES_SHIFT,
            )
