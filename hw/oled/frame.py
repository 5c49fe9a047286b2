"""Pictures in the chips' pages of eight rows, windows of changes, and dimming while idle."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from PIL import Image

WIDTH: Final = 128
HEIGHT: Final = 64
"""Size of all pictures; a display may be larger."""

Frame = tuple[bytes, ...]
"""Pages of eight rows from the top; a byte per column from the left, bit 0 its top pixel."""


class Window(Struct, frozen=True):
    """A rectangle of the chips' memory, all bounds inclusive."""

    first_column: int
    last_column: int
    first_page: int
    last_page: int

    @property
    def byte_count(self) -> int:
        return (self.last_column - self.first_column + 1) * (self.last_page - self.first_page + 1)

    def union_with(self, other: "Window") -> "Window":
        return Window(
            min(self.first_column, other.first_column),
            max(self.last_column, other.last_column),
            min(self.first_page, other.first_page),
            max(self.last_page, other.last_page),
        )


def image_to_frame(image: "Image.Image") -> Frame:
    from PIL import Image  # heavy

    # On a mirrored, transposed image Pillow packs eight pixels of a column into a byte, the topmost in bit 0.
    columns = image.transpose(Image.Transpose.FLIP_TOP_BOTTOM).transpose(Image.Transpose.TRANSPOSE).tobytes()
    pages = image.height // 8
    return tuple(columns[pages - 1 - page :: pages] for page in range(pages))


def window_bytes(frame: Frame, window: Window) -> bytes:
    return b"".join(
        frame[page][window.first_column : window.last_column + 1]
        for page in range(window.first_page, window.last_page + 1)
    )


def changed_windows(old: Frame | None, new: Frame, window_cost: int) -> list[Window]:
    """Return windows that cover all differences with few bytes on the bus.

    Args:
        old: shown frame, or None if unknown.
        new: frame to show.
        window_cost: bytes per window besides its content.
    """
    whole = Window(0, len(new[0]) - 1, 0, len(new) - 1)
    if old is None:
        return [whole]
    windows: list[Window] = []
    for page in range(len(new)):
        for first, last in _changed_runs(old[page], new[page], window_cost):
            windows = _merge_window(windows, Window(first, last, page, page), window_cost)
    if sum(window.byte_count + window_cost for window in windows) > whole.byte_count + window_cost:
        return [whole]
    return windows


def _changed_runs(old: bytes, new: bytes, longest_gap: int) -> Iterator[tuple[int, int]]:
    """Join runs closer than a window's cost."""
    if old == new:
        return
    differs = (int.from_bytes(old) ^ int.from_bytes(new)).to_bytes(len(old))
    for run in _changed_run_pattern(longest_gap).finditer(differs):
        yield run.start(), run.end() - 1


@cache
def _changed_run_pattern(longest_gap: int) -> re.Pattern[bytes]:
    return re.compile(rb"[^\0](?:\0{0,%d}[^\0])*" % (longest_gap - 1))


def _merge_window(windows: Sequence[Window], added: Window, window_cost: int) -> list[Window]:
    kept = list(windows)
    joined = True
    while joined:
        joined = False
        for window in kept:
            both = window.union_with(added)
            if both.byte_count <= window.byte_count + added.byte_count + window_cost:
                kept.remove(window)
                added = both
                joined = True
                break
    return [*kept, added]


FULL_CONTRAST: Final = 0xCF
DIM_CONTRAST: Final = 0x10

DIM_AFTER_S: Final = 120.0
WANDER_EVERY_S: Final = 60.0
DARK_AFTER_S: Final = 1200.0

WANDER_SHIFTS_PX: Final = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Shifts of a dimmed picture, right and down, to spread the wear of thin strokes."""


class DisplayAppearance(Struct, frozen=True):
    """Brightness and position of the picture.

    Attributes:
        contrast: 0 to 255.
        shift_px: right and down.
        dark: whether the display is off.
    """

    contrast: int
    shift_px: tuple[int, int]
    dark: bool


AWAKE: Final = DisplayAppearance(FULL_CONTRAST, (0, 0), dark=False)


def appearance_when_idle(idle_s: float) -> DisplayAppearance:
    if idle_s < DIM_AFTER_S:
        return AWAKE
    places = int((idle_s - DIM_AFTER_S) // WANDER_EVERY_S)
    return DisplayAppearance(
        DIM_CONTRAST, WANDER_SHIFTS_PX[places % len(WANDER_SHIFTS_PX)], dark=idle_s >= DARK_AFTER_S
    )


def idle_s_of_next_change(idle_s: float) -> float | None:
    """Return the idle time of the next change; None once the display is dark."""
    if idle_s < DIM_AFTER_S:
        return DIM_AFTER_S
    if idle_s >= DARK_AFTER_S:
        return None
    return DIM_AFTER_S + ((idle_s - DIM_AFTER_S) // WANDER_EVERY_S + 1) * WANDER_EVERY_S
