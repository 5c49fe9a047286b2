"""Where the boards' holes, lamps and plugs are, for housings.

Lengths are in mm from a board's lower left corner, seen from above: x to the right, y up, z up from its upper side. A
housing takes these; nothing here depends on KiCad.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from kit.boards import castle, console, parts

THICKNESS: Final = 1.6
"""Of a board."""
UNDER: Final = 3.0
"""What leads and solder need below a board."""
HOLE: Final = 3.2
"""Diameter of a mounting hole, for M3; within 3.5 mm of its middle there is no part."""
LAMP_TIP: Final = 22.0
"""Top of a lamp's dome, on long leads. Its flange, 5.9 mm wide, ends 7.6 mm below; the dome is 5.0 mm wide."""
LAMP_FLANGE: Final = LAMP_TIP - 7.6


@dataclass(frozen=True, slots=True)
class Place:
    """A part that a housing meets.

    Attributes:
        x, y: middle of its pads; of a lamp, its axis.
        width, depth: its body along x and y.
        top: its highest point, with its plug, above the board's upper side.
    """

    label: str
    x: float
    y: float
    width: float
    depth: float
    top: float


@dataclass(frozen=True, slots=True)
class UsbPlug:
    """The Pico's socket: the face of its shell, and the middle of the cable's plug, which may be 12 x 9 mm."""

    x: float
    y: float
    z: float
    width: float = 12.0
    height: float = 9.0


@dataclass(frozen=True, slots=True)
class Places:
    size: tuple[float, float]
    holes: tuple[tuple[float, float], ...]
    lamps: tuple[Place, ...]
    plugs: tuple[Place, ...]
    usb: UsbPlug | None
    highest: float


def _place(board: parts.Board, ref: str, label: str, top: float | None = None) -> Place:
    part = board.part(ref)
    width, depth = part.kind.body if part.turn % 180 == 0 else part.kind.body[::-1]
    return Place(label, *part.at, width, depth, top or part.kind.height)


def _places(board: parts.Board, plugs: Mapping[str, str], usb: UsbPlug | None = None) -> Places:
    lamps = [_place(board, board.ends[f"{lamp} lamp"][0], lamp, LAMP_TIP) for lamp in castle.LAMPS] if usb else []
    return Places(
        board.size,
        tuple(board.holes),
        tuple(lamps),
        tuple(_place(board, ref, label) for label, ref in plugs.items()),
        usb,
        max(part.kind.height for part in board.parts if part.ref not in plugs.values()),
    )


def _labelled(board: parts.Board) -> dict[str, str]:
    return {part.label: part.ref for part in board.parts if part.pin_labels or part.ref.startswith("J")}


_pico = castle.CASTLE.part("A1")
_USB: Final = UsbPlug(_pico.at[0] - parts.PICO.body[1] / 2 - 1.3, _pico.at[1], 8.5 + 2.5 + 1.0 + 1.3)
"""The shell is 1.3 mm beyond the Pico's end (Pico data sheet, figure 3) and 2.6 mm high on its board of 1 mm, which the
pins' insulators hold 2.5 mm above the sockets."""

CASTLE_PLACES: Final = _places(castle.CASTLE, _labelled(castle.CASTLE), _USB)
CONSOLE_PLACES: Final = _places(console.CONSOLE, _labelled(console.CONSOLE))
