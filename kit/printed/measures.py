"""What the printed parts are made from: the gate's corridor, and for each housing what its board needs.

A housing's lengths are mm in its board's coordinates (kit/boards/places.py); z is 0 at the board's upper side.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import cos, radians, sin
from pathlib import Path
from typing import Any, Final, Literal

from kit.boards.places import CASTLE_PLACES, CONSOLE_PLACES, HOLE, LAMP_TIP, THICKNESS, UNDER, Place, Places
from kit.printed.gate import (
    CHAMFER,
    DROP,
    GATE,
    LARGEST_TILE,
    READABLE,
    SMALLEST_TILE,
    THICKEST_TILE,
    WALL,
    Gate,
)

Vector = tuple[float, float, float]
HERE: Final = Path(__file__).parent
GATE_PARTS: Final = ("gate-body", "gate-lid", "gate-mouth", "gate-beams")
PARTS: Final = (
    *GATE_PARTS,
    "gauge",
    "castle-base",
    "castle-lid",
    "console-base",
    "console-lid",
    "pi-base",
    "pi-lid",
    "arrow",
    "arrow-bracket",
)


@dataclass(frozen=True, slots=True)
class Notch:
    """An opening in a wall from the base up to ``top``; a tongue of the base fills it up to ``bottom``.

    Attributes:
        side: left, right, front or back.
        at, wide: its middle and width along the wall.
    """

    side: Literal["l", "r", "f", "b"]
    at: float
    wide: float
    bottom: float
    top: float


@dataclass(frozen=True, slots=True)
class Housing:
    """A base that the board lies on, and a lid whose columns hold it.

    Attributes:
        room: from the board's upper side to the lid.
        bay: room in front of the board for what is built into the lid.
        columns: holes over which the lid has a column; their radius.
        thread, through: diameters of the screws' holes, in the lid's columns and through board and base.
        play: on each side of the board.
        round: openings of the lid: x, y, diameter.
        windows: openings of the lid: x0, y0, x1, y1.
    """

    size: tuple[float, float]
    holes: tuple[tuple[float, float], ...]
    room: float
    under: float
    bay: float
    round: tuple[tuple[float, float, float], ...]
    windows: tuple[tuple[float, float, float, float], ...]
    notches: tuple[Notch, ...]
    columns: tuple[tuple[float, float], ...]
    radius: float = 3.4
    thread: float = 2.6
    through: float = HOLE + 0.2
    board: float = THICKNESS
    play: float = 1.0


def plug(places: Places, label: str) -> Place:
    return next(place for place in places.plugs if place.label == label)


def castle() -> Housing:
    """Lamps look through the lid; two push buttons for holes of 12 mm sit in a bay, clear of the board's parts."""
    usb, supply = CASTLE_PLACES.usb, plug(CASTLE_PLACES, "5 V")
    assert usb is not None
    readers = [plug(CASTLE_PLACES, f"reader {number}") for number in (1, 2)]
    width, _ = CASTLE_PLACES.size
    return Housing(
        size=CASTLE_PLACES.size,
        holes=CASTLE_PLACES.holes,
        room=LAMP_TIP - WALL,  # a lamp's tip is level with the lid's outside
        under=UNDER,
        bay=26,
        round=(*((lamp.x, lamp.y, 5.4) for lamp in CASTLE_PLACES.lamps), (30, -13, 12.3), (width - 30, -13, 12.3)),
        # Plugs stand upright: their wires bend outwards through lid and wall.
        windows=tuple((each.x - 3, each.y - 11, width + 1, each.y + 11) for each in readers),
        notches=(
            Notch("l", usb.y, usb.width + 2, usb.z - usb.height / 2 - 1, usb.z + usb.height / 2 + 1),
            Notch("b", supply.x, 9, 1, 9),
            *(Notch("r", each.y, 22, 11, LAMP_TIP - WALL) for each in readers),
        ),
        columns=CASTLE_PLACES.holes,
    )


def console() -> Housing:
    """Display, knob and buzzer sit in the lid's bay; ribbon, motor and topology A's readers have notches."""
    ribbon, motor = plug(CONSOLE_PLACES, "Raspberry Pi"), plug(CONSOLE_PLACES, "motor 5 V")
    return Housing(
        size=CONSOLE_PLACES.size,
        holes=CONSOLE_PLACES.holes,
        room=CONSOLE_PLACES.highest + 2,
        under=UNDER,
        bay=44,
        # Knob (EC11, M7), and sound of the buzzer, which is glued to the lid behind them.
        round=((78, -22, 7.4), *((x, y, 2.0) for x in (92, 96) for y in (-38, -34))),
        # The glass of a 1.3 inch display shows 29.4 x 14.7 mm; its module is glued behind the window.
        windows=((17, -31, 49, -14),),
        notches=(
            Notch("b", ribbon.x, 56, 8, 18),
            Notch("l", motor.y, 14, 1, 12),
            Notch("f", 20, 16, 4, 12),
            Notch("f", 80, 16, 4, 12),
        ),
        columns=CONSOLE_PLACES.holes,
    )


def pi() -> Housing:
    """Raspberry Pi 4 or 5; places from the mechanical drawing of model 4B, whose holes model 5 shares.

    A ribbon's socket of 2 x 20 contacts is 56 mm long and leaves no room for columns at the back.
    """
    front = ((3.5, 3.5), (61.5, 3.5))
    return Housing(
        size=(85, 56),
        holes=(*front, (3.5, 52.5), (61.5, 52.5)),
        room=20,
        under=4,
        bay=0,
        round=(),
        windows=((3, 48.5, 62, 57), *((x, 12, x + 3, 40) for x in range(14, 57, 7))),  # pins, and slots for air
        notches=(Notch("r", 28, 54, 0, 17), Notch("f", 33, 58, -3.5, 9), Notch("l", 28, 16, -3, 1)),
        columns=front,
        radius=3.0,
        thread=2.1,
        through=2.9,
        board=1.4,
    )


def housings() -> dict[str, Housing]:
    return {"castle": castle(), "console": console(), "pi": pi()}


def gate_measures(gate: Gate) -> dict[str, Any]:
    """Return what is drawn of a gate: its measures, and what follows from them."""
    corridor = gate.corridor()
    return asdict(gate) | {
        "edges": gate.edges,
        "floor": corridor.floor,
        "window": gate.window + READABLE / 2,
        "end": gate.end,
        "drop": DROP,
        "mouth_turn": gate.mouth_turn,
        "mouth_walls": corridor.walls[:2],
        "walls": corridor.walls[2:],
        "beams": gate.beams_in_side,
        "chamfer": CHAMFER,
        "side": SIDE,
        "lid": LID,
        "seat": SEAT,
        "module": MODULE,
    }


SIDE: Final = 2.2
LID: Final = 2.0
SEAT: Final = 0.8
"""Thickness of the gate's sides, and depth of the recess for the beams' holders in them."""
MODULE: Final = (60.8, 20.4)
"""Room for a reader's board of 60 x 39.5 x 1.6 mm along the slide, and how much of it is below its coil's middle."""
RUBBER: Final = 3.0
"""Feet below the castle."""


def placed(gate: Gate = GATE) -> dict[str, Callable[[Vector], Vector]]:
    """Return for each part of a castle and its gate how a printed point comes onto the table.

    There x is away from the player, y to the left and z up from the table; "gate" takes u, v and the distance from the
    left side's outside, "castle" the board's coordinates. The castle touches the gate's left side, with the plug of
    reader 1 beside the module's header, so the reader's cable of 10 cm reaches under the slide.
    """
    slope, width, floor = radians(gate.slope_deg), gate.width, gate.corridor_floor
    (middle, low), (_, high) = gate.beams_in_side[1], gate.beams_in_side[0]
    aside, seat = (low + high) / 2, SIDE + width + LID - SEAT
    housing, reader = castle(), plug(CASTLE_PLACES, "reader 1")
    header = gate.window + READABLE / 2 + MODULE[1] - MODULE[0] + 2.5
    lid_top = housing.room + WALL

    def on_table(u: float, v: float, z: float) -> Vector:
        up = (gate.end - u) * sin(slope) + (v - floor) * cos(slope) + DROP
        return u * cos(slope) + v * sin(slope), -z, up

    def castle_on_table(x: float, y: float, z: float) -> Vector:
        away = on_table(header, floor, 0)[0] - reader.y
        return away + y, housing.size[0] + housing.play + WALL - x, RUBBER + WALL + housing.under + housing.board + z

    return {
        "gate": lambda p: on_table(*p),
        "gate-body": lambda p: on_table(*p),
        "gate-lid": lambda p: on_table(p[0], -p[1], SIDE + width + LID - p[2]),
        "gate-mouth": lambda p: on_table(-p[2], p[1], SIDE + width / 2 + p[0]),
        "gate-beams": lambda p: on_table(middle + p[0], aside + p[1], seat + p[2]),
        "gate-beams, left": lambda p: on_table(middle - p[0], aside + p[1], SEAT - p[2]),
        "castle": lambda p: castle_on_table(*p),
        "castle-base": lambda p: castle_on_table(p[0], p[1], p[2] - WALL - housing.under - housing.board),
        "castle-lid": lambda p: castle_on_table(p[0], -p[1], lid_top - p[2]),
    }


def measures() -> dict[str, Any]:
    """Return what `kit/printed/solids.py` reads."""
    steps = LARGEST_TILE - SMALLEST_TILE + 1
    gauge = {"smallest": SMALLEST_TILE, "steps": steps, "play": 0.2, "thickest": THICKEST_TILE}
    each = {name: asdict(housing) for name, housing in housings().items()}
    return {"gate": gate_measures(GATE), "gauge": gauge} | each


def sources() -> str:
    """Return a hash of all that decides the parts' shapes; each 3MF file carries it."""
    text = json.dumps(measures(), sort_keys=True)
    return hashlib.sha256(text.encode() + (HERE / "solids.py").read_bytes()).hexdigest()
