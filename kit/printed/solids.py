"""The kit's printed parts as solids (build123d), each lying as it is printed; lengths are mm.

It runs in an environment of its own and reads `measures.py`'s values as JSON: `kit/make_kit printed`.
"""

import json
import sys
from math import atan2, cos, degrees, hypot, radians, sin
from pathlib import Path
from typing import Any, Final

from build123d import (
    Align,
    Box,
    Circle,
    Cylinder,
    Mesher,
    Part,
    Polygon,
    Pos,
    Rectangle,
    Rot,
    Sketch,
    SlotCenterToCenter,
    export_step,
    export_stl,
    extrude,
)

LOW: Final = (Align.CENTER, Align.CENTER, Align.MIN)
CORNER: Final = (Align.MIN, Align.MIN, Align.MIN)
WALL: Final = 1.6
PLAY: Final = 1.0
"""On each side of a board."""
SCREW: Final = 2.6
"""Hole in which an M3 screw cuts its thread."""
PASS: Final = 3.4
Values = dict[str, Any]


# The gate lies on its side: x is the slide's direction, z across it. Base plate, corridor and lid are 2.2, 32 and 2.
SIDE: Final = 2.2
LID: Final = 2.0
MODULE: Final = (60.8, 40.0, 2.2)
"""Pocket of an RC522's board, 60 x 39.5 x 1.6 mm; its coil's middle is 20 mm from one end."""
MODULE_FROM: Final = 1.2
"""The pocket reaches so deep into the base plate, and through the lid into a cover."""
PARTS_BELOW: Final = 3.5
"""Room in the cover for the parts on the module's side that looks down."""


def rectangle(x0: float, y0: float, x1: float, y1: float) -> Sketch:
    return Pos((x0 + x1) / 2, (y0 + y1) / 2) * Rectangle(x1 - x0, y1 - y0)


def bar(x0: float, y0: float, x1: float, y1: float) -> Sketch:
    """Return a wall with round ends by its middle line."""
    turned = Rot(0, 0, degrees(atan2(y1 - y0, x1 - x0)))
    return Pos((x0 + x1) / 2, (y0 + y1) / 2) * turned * SlotCenterToCenter(hypot(x1 - x0, y1 - y0), WALL)


def legs(gate: Values) -> list[tuple[Sketch, Sketch, tuple[float, float]]]:
    """Return two plumb legs, their feet and where the lid is held to them; the slide ends 20 mm above the ground."""
    slope = radians(gate["slope_deg"])
    down, level = (sin(slope), -cos(slope)), (cos(slope), sin(slope))
    ground = gate["end"] * down[0] + (gate["floor"] - 7) * down[1] + 20
    found = []
    for x, y in ((-14, -8), (gate["end"] - 34, gate["floor"] - 4)):
        long = ground - x * down[0] - y * down[1]
        foot = (x + long * down[0], y + long * down[1])
        ends = [(px + side * level[0], py + side * level[1]) for px, py in ((x, y), foot) for side in (-6, 6)]
        left, right = ((foot[0] + side * level[0], foot[1] + side * level[1]) for side in (-14, 14))
        hold = (foot[0] - 5 * down[0], foot[1] - 5 * down[1])
        found.append((Sketch() + Polygon(ends[0], ends[2], ends[3], ends[1], align=None), bar(*left, *right), hold))
    return found


def plate(gate: Values) -> Sketch:
    """Return the outline of both sides: along the steps, with the legs."""
    half, begin, y = WALL / 2, -gate["apron"], 0.0
    outline = Sketch()
    for edge in gate["edges"]:
        x1 = edge + gate["reach"] + half
        outline += rectangle(begin - half, y - gate["rise"] - half, x1, y + gate["roof"] + half)
        begin, y = edge, y - gate["rise"]
    outline += rectangle(begin - half, y - 7, gate["end"], y + gate["roof"] + half)
    for leg, _, _ in legs(gate):
        outline += leg
    return outline


def posts(gate: Values) -> list[tuple[float, float]]:
    """Return where screws hold the lid: below the steps and at the feet, 30 mm and more from the coil."""
    below = [(edge - 6, -step * gate["rise"] - 6.5) for step, edge in enumerate(gate["edges"])]
    return [(-18.0, -7.5), *below, *(hold for _, _, hold in legs(gate))]


def module(gate: Values, below: float = 0.0) -> Sketch:
    x, y = gate["window"] + 20.4, gate["floor"] - WALL / 2
    return rectangle(x - MODULE[0], y - MODULE[2] - below, x, y)


def gate_body(gate: Values) -> Part:
    inner = Sketch()
    for (x0, y0), (x1, y1) in gate["walls"]:
        inner += bar(x0, y0, x1, y1)
    for x, y in posts(gate):
        inner += Pos(x, y) * Circle(3.2)
    for _, foot, _ in legs(gate):
        inner += foot
    solid = extrude(plate(gate) + inner, SIDE) + Pos(0, 0, SIDE) * extrude(inner, gate["across"])
    solid -= Pos(0, 0, MODULE_FROM) * extrude(module(gate), MODULE[1])
    for x, y in posts(gate):
        solid -= Pos(x, y, SIDE + gate["across"] - 12) * Cylinder(SCREW / 2, 13, align=LOW)
    return solid


def gate_lid(gate: Values) -> Part:
    """Return the lid as it lies on the body, with its inner side on the bed."""
    pocket = module(gate, PARTS_BELOW)
    box, beyond = pocket.bounding_box(), MODULE_FROM + MODULE[1] - SIDE - gate["across"]
    cover = rectangle(box.min.X - 1.4, box.min.Y - 1.4, box.max.X + 1.4, box.max.Y + 1.4)
    solid = extrude(plate(gate), LID) + extrude(cover, beyond + 1.4) - extrude(pocket, beyond)
    for x, y in posts(gate):
        solid -= Pos(x, y, -1) * Cylinder(PASS / 2, 5, align=LOW)
    return solid


# Housings, in their boards' coordinates.


def room_of(housing: Values) -> tuple[float, float, float, float]:
    width, depth = housing["size"]
    return -PLAY, -PLAY - housing["bay"], width + PLAY, depth + PLAY


def block(x0: float, y0: float, z0: float, x1: float, y1: float, z1: float) -> Part:
    return Pos(x0, y0, z0) * Box(x1 - x0, y1 - y0, z1 - z0, align=CORNER)


def in_wall(housing: Values, notch: Values, play: float, z0: float, z1: float) -> Part:
    """Return a block as thick as the wall and ``play`` narrower at each side than the notch."""
    x0, y0, x1, y1 = room_of(housing)
    low, high = notch["at"] - notch["wide"] / 2 + play, notch["at"] + notch["wide"] / 2 - play
    match notch["side"]:
        case "l":
            return block(x0 - WALL, low, z0, x0, high, z1)
        case "r":
            return block(x1, low, z0, x1 + WALL, high, z1)
        case "f":
            return block(low, y0 - WALL, z0, high, y0, z1)
        case _:
            return block(low, y1, z0, high, y1 + WALL, z1)


def housing_lid(housing: Values) -> Part:
    """Return the lid, its outside on the bed: turned over round the x axis."""
    x0, y0, x1, y1 = room_of(housing)
    top, bottom = housing["room"], -housing["board"] - housing["under"]
    solid = block(x0 - WALL, y0 - WALL, bottom, x1 + WALL, y1 + WALL, top + WALL)
    solid -= block(x0, y0, bottom, x1, y1, top)
    for x, y in housing["columns"]:
        solid += Pos(x, y, 0) * Cylinder(housing["radius"], top, align=LOW)
        solid -= Pos(x, y, 0) * Cylinder(housing["thread"] / 2, top - 2, align=LOW)
    for x, y, diameter in housing["round"]:
        solid -= Pos(x, y, top - 1) * Cylinder(diameter / 2, WALL + 2, align=LOW)
    for left, front, right, back in housing["windows"]:
        solid -= block(left, front, top, right, back, top + WALL)
    for notch in housing["notches"]:
        solid -= in_wall(housing, notch, 0, bottom, notch["top"])
    return Rot(180, 0, 0) * Pos(0, 0, -top - WALL) * solid


def housing_base(housing: Values) -> Part:
    x0, y0, x1, y1 = room_of(housing)
    floor = -housing["board"] - housing["under"]
    solid = block(x0 - WALL, y0 - WALL, floor - WALL, x1 + WALL, y1 + WALL, floor)
    for x, y in housing["holes"]:
        solid += Pos(x, y, floor - WALL) * Cylinder(3.4, housing["under"] + WALL, align=LOW)
        solid -= Pos(x, y, floor - WALL - 1) * Cylinder(housing["through"] / 2, housing["under"] + 4, align=LOW)
    for notch in housing["notches"]:
        if notch["bottom"] > floor:
            solid += in_wall(housing, notch, 0.2, floor - WALL, notch["bottom"])
    return Pos(0, 0, WALL - floor) * solid


def arrow() -> Part:
    """Return the arrow on a 28BYJ-48's shaft, its upper side on the bed.

    The shaft is 5 mm thick with flats 3 mm apart, 6 mm long (data sheet's drawing); the magnet is 5 x 2 mm.
    """
    outline = Circle(9) + Pos(22, 0) * Rectangle(44, 8) + Polygon((40, -9), (58, -2), (58, 2), (40, 9), align=None)
    outline += Pos(-14, 0) * Rectangle(28, 8)
    solid = extrude(outline, 3.2) + Cylinder(6.5, 11, align=LOW)
    shaft = extrude(Circle(2.6) & Rectangle(10, 3.15), 7)
    solid -= Pos(0, 0, 4) * shaft
    return solid - Pos(-22, 0, 1.2) * Cylinder(2.55, 3, align=LOW)


def main(folder: Path) -> None:
    values = json.load(sys.stdin)
    solids = {"gate-body": gate_body(values["gate"]), "gate-lid": gate_lid(values["gate"]), "arrow": arrow()}
    for name in ("castle", "console", "pi"):
        solids |= {f"{name}-base": housing_base(values[name]), f"{name}-lid": housing_lid(values[name])}
    for name, solid in solids.items():
        if not solid.is_valid or len(solid.solids()) != 1:
            sys.exit(f"{name}: saw {len(solid.solids())} solids, valid: {solid.is_valid}; expected one valid solid")
        export_stl(solid, folder / f"{name}.stl", tolerance=0.02, angular_tolerance=0.2)
        export_step(solid, folder / f"{name}.step")
        file = Mesher()
        file.add_shape(solid, linear_deflection=0.02, angular_deflection=0.2)
        file.add_meta_data("royaltable", "sources", values["sources"], "xs:string", must_preserve=True)
        file.write(folder / f"{name}.3mf")
        print(name, *(round(side, 1) for side in solid.bounding_box().size), "mm", round(solid.volume / 1000, 1), "cm3")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
