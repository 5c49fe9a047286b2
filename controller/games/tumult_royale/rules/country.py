"""The country: region tiles in the frame, their fields as sets of bits, and which fields touch.

A set of fields is a whole number: bit ``6 * column + row`` is the field in that column and row, so bits rise
in the order of names (A1, A2, ... B1) and neighbours are four shifts.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from controller.games.tumult_royale.box.edition import Edition, Region
from controller.games.tumult_royale.box.words import KINDS, PLAYER_COUNTS, FieldName, Kind, RegionId

FieldSet: TypeAlias = int

KindSet: TypeAlias = int
"""Kinds of field; bit i is the kind with that index in ``KINDS``."""

ROWS: Final = 6
SIDE: Final = 3
"""A region tile is 3 x 3 fields."""

FIELDS_A_PLAYER: Final = ROWS * SIDE
"""Each player more adds a column of two region tiles to the frame (TR-0.3)."""

COLUMNS: Final = SIDE * max(PLAYER_COUNTS)
FIELD_NAMES: Final = tuple(FieldName(f"{chr(ord('A') + bit // ROWS)}{bit % ROWS + 1}") for bit in range(ROWS * COLUMNS))
"""Names by bit (TR-0.7)."""

_BIT_OF: Final[Mapping[str, int]] = {name: bit for bit, name in enumerate(FIELD_NAMES)}
_ALL: Final[FieldSet] = (1 << ROWS * COLUMNS) - 1
_TOP_ROW: Final[FieldSet] = sum(1 << (ROWS * column) for column in range(COLUMNS))
_BELOW_TOP: Final[FieldSet] = _ALL ^ _TOP_ROW
_ABOVE_BOTTOM: Final[FieldSet] = _ALL ^ _TOP_ROW << (ROWS - 1)


class Placement(Struct, frozen=True, gc=False):
    """What lies in a slot: a region tile by so many quarter turns clockwise, or one face down (``tile`` None)."""

    tile: RegionId | None
    turns: int


FACE_DOWN: Final = Placement(tile=None, turns=0)


class Country(Struct, frozen=True, gc=False):
    """A map the table knows (TR-11.1).

    Attributes:
        slots: what lies in each slot of the frame.
        kinds: the face-up fields of each kind, in the order of ``KINDS``.
        any_of: the face-up fields of each set of kinds.
        kind_on: the kind of each face-up field.
        face_down: how many region tiles lie face down.
    """

    slots: tuple[Placement, ...]
    kinds: tuple[FieldSet, ...]
    any_of: tuple[FieldSet, ...]
    kind_on: Mapping[FieldSet, Kind]
    face_down: int


class Unmapped(Struct, frozen=True, gc=False):
    """A map the table does not know (TR-11.2): it only counts the face-down tiles."""

    face_down: int


def lay(edition: Edition, slots: tuple[Placement, ...]) -> Country:
    """The country of these region tiles: an even number of slots, two rows of them (TR-0.3)."""
    regions = {region.id: region for region in edition.regions}
    columns = len(slots) // 2
    kinds = dict.fromkeys(KINDS, 0)
    for slot, lie in enumerate(slots):
        if lie.tile is None:
            continue
        left, top = SIDE * (slot % columns), SIDE * (slot // columns)
        for place, kind in enumerate(turned(regions[lie.tile], lie.turns)):
            kinds[kind] |= 1 << (ROWS * (left + place % SIDE) + top + place // SIDE)
    kind_on = {1 << bit: kind for kind, fields in kinds.items() for bit in each_bit(fields)}
    any_of: list[FieldSet] = [0]
    for fields in kinds.values():
        any_of += [others | fields for others in any_of]
    return Country(slots, tuple(kinds.values()), tuple(any_of), kind_on, face_down=slots.count(FACE_DOWN))


def turned(region: Region, turns: int) -> tuple[Kind, ...]:
    """The nine kinds row by row after so many quarter turns clockwise (TR-0.7)."""
    kinds = region.fields
    for _ in range(turns):
        kinds = tuple(kinds[SIDE * (SIDE - 1 - place % SIDE) + place // SIDE] for place in range(SIDE * SIDE))
    return kinds


def field_called(name: str, players: int) -> FieldSet | None:
    """The field of this name, None if the frame for so many players has no such field."""
    bit = _BIT_OF.get(name)
    return None if bit is None or bit >= FIELDS_A_PLAYER * players else 1 << bit


@lru_cache(maxsize=1 << 8)
def touching(fields: FieldSet) -> FieldSet:
    """The fields that lie edge to edge with one of ``fields`` (TR-4.2), inside the frame or not."""
    return (fields & _ABOVE_BOTTOM) << 1 | (fields & _BELOW_TOP) >> 1 | fields << ROWS | fields >> ROWS


def each_bit(bits: int) -> Iterator[int]:
    """The positions of the bits that are set, rising."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def nth_bit(bits: int, number: int) -> int:
    """The bit that is set as number ``number``, counted from 0 at the lowest, by itself."""
    for _ in range(number):
        bits &= bits - 1
    return bits & -bits
