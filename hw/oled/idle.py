"""What a display does while nobody plays: dim, wander, go dark. OLEDs wear where they are lit."""

from typing import Final

from msgspec import Struct

FULL_CONTRAST: Final = 0xCF
DIM_CONTRAST: Final = 0x10

DIM_AFTER_S: Final = 120.0
WANDER_EVERY_S: Final = 60.0
DARK_AFTER_S: Final = 1200.0

PLACES_PX: Final = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Where a dimmed picture wanders, right and down; a pixel each way spreads the wear of thin strokes."""


class Look(Struct, frozen=True):
    """How the picture is to be shown.

    Attributes:
        contrast: 0 to 255.
        shift_px: how far it is moved, right and down.
        dark: not at all.
    """

    contrast: int
    shift_px: tuple[int, int]
    dark: bool


AWAKE: Final = Look(FULL_CONTRAST, (0, 0), dark=False)


def look_after(idle_s: float) -> Look:
    if idle_s < DIM_AFTER_S:
        return AWAKE
    places = int((idle_s - DIM_AFTER_S) // WANDER_EVERY_S)
    return Look(DIM_CONTRAST, PLACES_PX[places % len(PLACES_PX)], dark=idle_s >= DARK_AFTER_S)


def next_change_s(idle_s: float) -> float | None:
    """After how long idle the look changes next; None once it is dark."""
    if idle_s < DIM_AFTER_S:
        return DIM_AFTER_S
    if idle_s >= DARK_AFTER_S:
        return None
    return DIM_AFTER_S + ((idle_s - DIM_AFTER_S) // WANDER_EVERY_S + 1) * WANDER_EVERY_S
