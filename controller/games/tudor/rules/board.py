"""The throne room as numbers: spaces, what lies beside what, and the ways of a courtier (TU-7.1)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from controller.games.tudor.box.words import COLUMN_LETTERS, SpaceName

Space: TypeAlias = int
"""A space by its number: column by column from A, from row 1 up."""

SpaceSet: TypeAlias = int
"""Spaces; bit i is space i."""

Path: TypeAlias = tuple[Space, ...]
"""The spaces that a move enters, in order."""

SUPPLY: Final = -1
"""Where a courtier comes from that is nowhere on the board (TU-7.4)."""

HIGH_ROW: Final = 4
"""From this row on it costs more to banish a courtier (TU-12.5)."""


class Board(Struct, frozen=True, gc=False, eq=False):
    """One side of the board; equal columns give the same object, see ``board_of``.

    Attributes:
        columns: their heights.
        names: of the spaces.
        numbers: the space of each name.
        column: of each space, from 0.
        row: of each space, from 1.
        tops: the highest space of each column.
        top: all of these.
        bottom: the spaces of row 1.
        beside: the neighbours of each space: up, down, left, right.
        restocking: where each space stands in the order of re-stocking (TU-7.10).
        ways: for one step, and for up to two, the paths from each space (TU-12.5).
        entries: the same for a courtier from the supply, by the space of row 1 where it comes in.
    """

    columns: tuple[int, ...]
    names: tuple[SpaceName, ...]
    numbers: dict[str, Space]
    column: tuple[int, ...]
    row: tuple[int, ...]
    tops: tuple[Space, ...]
    top: SpaceSet
    bottom: tuple[Space, ...]
    beside: tuple[Path, ...]
    restocking: tuple[int, ...]
    ways: tuple[tuple[tuple[Path, ...], ...], ...]
    entries: tuple[dict[Space, tuple[Path, ...]], ...]

    def named(self, spaces: Path) -> tuple[SpaceName, ...]:
        """The names of ``spaces``."""
        return tuple([self.names[space] for space in spaces])


MOST_STEPS: Final = 2
"""Of the ways that are listed for each space."""


@lru_cache(maxsize=64)
def board_of(columns: tuple[int, ...]) -> Board:
    """The board with columns of these heights."""
    where = [(column, row) for column, height in enumerate(columns) for row in range(1, height + 1)]
    number = {place: space for space, place in enumerate(where)}
    names = tuple(SpaceName(f"{COLUMN_LETTERS[column]}{row}") for column, row in where)
    beside = tuple(
        tuple(
            number[place]
            for place in ((column, row + 1), (column, row - 1), (column - 1, row), (column + 1, row))
            if place in number
        )
        for column, row in where
    )
    tops = tuple(number[column, height] for column, height in enumerate(columns))
    top = sum(1 << space for space in tops)
    downwards = sorted(range(len(where)), key=lambda space: (-where[space][1], where[space][0]))
    ways = tuple(
        tuple(tuple(_ways(beside, top, space, steps)) for space in range(len(where)))
        for steps in range(1, MOST_STEPS + 1)
    )
    bottom = tuple(number[column, 1] for column in range(len(columns)))
    entries = tuple(
        {space: ((space,), *((space, *way) for way in _ways(beside, top, space, steps))) for space in bottom}
        for steps in range(MOST_STEPS)
    )
    return Board(
        columns=columns,
        names=names,
        numbers={name: space for space, name in enumerate(names)},
        column=tuple(column for column, _ in where),
        row=tuple(row for _, row in where),
        tops=tops,
        top=top,
        bottom=bottom,
        beside=beside,
        restocking=tuple(downwards.index(space) for space in range(len(where))),
        ways=ways,
        entries=entries,
    )


def _ways(beside: tuple[Path, ...], top: SpaceSet, begun: Space, steps: int) -> Iterator[Path]:
    """The paths of up to so many steps that enter no space twice (TU-7.5) and end at a top (TU-7.6)."""
    reached: list[Path] = [()]
    for _ in range(steps):
        longer = [
            (*path, space)
            for path in reached
            if not path or not top >> path[-1] & 1
            for space in beside[path[-1] if path else begun]
            if space != begun and space not in path
        ]
        yield from longer
        reached = longer


def each_bit(bits: int) -> list[int]:
    """The places of the bits that are set, from the lowest."""
    places = []
    while bits:
        low = bits & -bits
        places.append(low.bit_length() - 1)
        bits ^= low
    return places
