"""The kit's printed parts as solids (build123d), each lying as it is printed; lengths are mm.

It runs in an environment of its own and reads `measures.py`'s values as JSON: `kit/make_kit printed`.
"""

import json
import sys
from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, radians, sin, tan
from pathlib import Path
from typing import Any, Final

from build123d import (
    Align,
    Box,
    Circle,
    Cylinder,
    Mesher,
    Part,
    Plane,
    Polygon,
    Pos,
    Rectangle,
    Rot,
    Sketch,
    SlotCenterToCenter,
    export_step,
    export_stl,
    extrude,
    mirror,
)

LOW: Final = (Align.CENTER, Align.CENTER, Align.MIN)
CORNER: Final = (Align.MIN, Align.MIN, Align.MIN)
WALL: Final = 1.6
SCREW: Final = 2.6
"""Hole in which an M3 screw cuts its thread."""
PASS: Final = 3.4
Values = dict[str, Any]


# The gate's body and lid lie on their sides: x is the slide's direction (u), y is v, z goes across it.
MODULE: Final = (40.0, 2.2)
"""Room for a reader's board across the slide and in height."""
JOINT: Final = {"low": -5.4, "high": 18.5, "aside": 13.0, "deep": 8.0}
"""Screws between mouth and body: v, w, and depth of the holes in which they cut their threads."""
HOLDER: Final = (30.0, 10.0)
"""Of the light beams, in a recess of each side."""


def rectangle(x0: float, y0: float, x1: float, y1: float) -> Sketch:
    return Pos((x0 + x1) / 2, (y0 + y1) / 2) * Rectangle(x1 - x0, y1 - y0)


def polygon(*points: Sequence[float]) -> Sketch:
    """Return a face that looks up: its points run against the clock."""
    ends = zip(points, points[1:] + points[:1], strict=True)
    turn = 1 if sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in ends) > 0 else -1
    return Sketch() + Polygon(*[(x, y) for x, y in points[::turn]], align=None)


def bar(x0: float, y0: float, x1: float, y1: float) -> Sketch:
    """Return a wall with round ends by its middle line."""
    turned = Rot(0, 0, degrees(atan2(y1 - y0, x1 - x0)))
    return Pos((x0 + x1) / 2, (y0 + y1) / 2) * turned * SlotCenterToCenter(hypot(x1 - x0, y1 - y0), WALL)


def legs(gate: Values) -> list[tuple[Sketch, Sketch, tuple[float, float]]]:
    """Return two plumb legs, the walls between their two sides, and where the lid is held to them."""
    slope = radians(gate["slope_deg"])
    down, level = (sin(slope), -cos(slope)), (cos(slope), sin(slope))
    ground = gate["end"] * down[0] + gate["floor"] * down[1] + gate["drop"]
    found = []
    for x, y in ((8, -8), (gate["end"] - 34, gate["floor"] - 5)):
        long = ground - x * down[0] - y * down[1]
        foot = (x + long * down[0], y + long * down[1])
        ends = [(px + side * level[0], py + side * level[1]) for px, py in ((x, y), foot) for side in (-6, 6)]
        left, right = ((foot[0] + side * level[0], foot[1] + side * level[1]) for side in (-14, 14))
        hold = (foot[0] - 5 * down[0] + 3 * level[0], foot[1] - 5 * down[1] + 3 * level[1])
        found.append((polygon(ends[0], ends[2], ends[3], ends[1]), bar(*left, *right) + bar(x, y, *foot), hold))
    return found


def plate(gate: Values) -> Sketch:
    """Return the outline of both sides: along the steps, with the legs and the ends of the mouth's joint."""
    half, begin, y = WALL / 2, 14.0, 0.0
    outline = rectangle(0, -10, 15, gate["roof"] + half) + rectangle(0, gate["roof"], 4, 23)
    for edge in gate["edges"]:
        x1 = edge + gate["reach"] + half
        outline += rectangle(begin, y - gate["rise"] - half, x1, y + gate["roof"] + half)
        begin, y = edge + 3, y - gate["rise"]
    outline += rectangle(begin - half, y - 8, gate["end"], y + gate["roof"] + half)
    for leg, _, _ in legs(gate):
        outline += leg
    for x, y in posts(gate):
        outline += Pos(x, y) * Circle(4.4)
    return outline


def posts(gate: Values) -> list[tuple[float, float]]:
    """Return where screws hold the lid, 30 mm and more from the coil."""
    second = gate["edges"][1]
    return [
        (11.5, -5.5),
        (second - 6, -gate["rise"] - 6.5),
        (second + 10, gate["roof"] - gate["rise"] + 3.5),
        (gate["end"] - 8, gate["floor"] - 4.6),
        *(hold for _, _, hold in legs(gate)),
    ]


def module(gate: Values) -> tuple[Sketch, Sketch, Sketch]:
    """Return what holds the module below the slide: hooks at its lower and upper end, and stops at its sides.

    It is pushed in from the lid's side. The upper end's hooks leave room for its header in the middle.
    """
    (long, lower_half), y = gate["module"], gate["floor"] - WALL / 2
    x1, below = gate["window"] + lower_half, y - MODULE[1] - WALL / 2
    x0 = x1 - long
    lower = bar(x1 - 4, below, x1 + 0.8, below) + bar(x1 + 0.8, below, x1 + 0.8, y)
    upper = bar(x0 - 0.8, below, x0 + 4, below) + bar(x0 - 0.8, below, x0 - 0.8, y - 1.2)
    return lower, upper, rectangle(x1 - 4, below + 1, x1 - 0.2, y - 0.4)


def gate_side(gate: Values, thick: float, outline: Sketch) -> Part:
    """Return a side, its inner face up: recess and holes for the beams, hooks, and the corridor's chamfer."""
    _, upper, stop = module(gate)
    aside = (gate["width"] - MODULE[0]) / 2
    solid = extrude(outline, thick)
    solid += Pos(0, 0, thick - 0.4) * (extrude(upper, aside + 8.4) + extrude(stop, aside + 0.2))
    seat = Pos(gate["beams"][1][0], sum(v for _, v in gate["beams"][:2]) / 2) * Rectangle(*HOLDER)
    solid -= extrude(seat, gate["seat"])
    for x, y in gate["beams"]:
        solid -= Pos(x, y, -1) * Cylinder(0.75, thick + 2, align=LOW)
    long, deep = gate["chamfer"]
    wedge = extrude(polygon((0, thick - deep), (long, thick), (0, thick)), gate["roof"] - WALL)
    return solid - Pos(0, gate["roof"] - WALL / 2, 0) * Rot(90, 0, 0) * wedge


def gate_body(gate: Values) -> Part:
    (lower, _, _), side = module(gate), gate["side"]
    inner = lower + rectangle(0, -10, 15, -WALL / 2) + rectangle(0, gate["roof"], 4, 23)
    for (x0, y0), (x1, y1) in gate["walls"]:
        inner += bar(x0, y0, x1, y1)
    for x, y in posts(gate):
        inner += Pos(x, y) * Circle(3.2)
    for _, between, _ in legs(gate):
        inner += between
    inner -= rectangle(-20, -50, 0, 50)
    solid = gate_side(gate, side, plate(gate) + inner) + Pos(0, 0, side) * extrude(inner, gate["width"])
    for x, y in posts(gate):
        solid -= Pos(x, y, side + gate["width"] - 12) * Cylinder(SCREW / 2, 13, align=LOW)
    for aside in (-JOINT["aside"], JOINT["aside"]):
        for v, radius in ((JOINT["low"], SCREW / 2), (JOINT["high"], PASS / 2)):
            hole = Cylinder(radius, JOINT["deep"] + 1, align=LOW)
            solid -= Pos(-1, v, side + gate["width"] / 2 + aside) * Rot(0, 90, 0) * hole
    return solid


def gate_lid(gate: Values) -> Part:
    """Return the lid with its outer side on the bed: turned over round the slide's direction."""
    solid = gate_side(gate, gate["lid"], plate(gate))
    for x, y in posts(gate):
        solid -= Pos(x, y, -1) * Cylinder(PASS / 2, 5, align=LOW)
    return Part() + mirror(solid, Plane.XZ)


def gate_mouth(gate: Values) -> Part:
    """Return the mouth, standing on its narrow end, with the flange of the joint."""
    turn, wide = degrees(gate["mouth_turn"]), gate["width"] / 2
    spread = tan(radians(gate["funnel_deg"]))

    def between_sides(wider: float) -> Part:
        """Return the room between the side walls, which stand plumb on the mouth's floor."""
        ends = [(at, side * (wide + wider - at * spread)) for at, side in ((9, -1), (9, 1), (-60, 1), (-60, -1))]
        return Rot(0, 0, -turn) * Pos(0, 60, 0) * Rot(90, 0, 0) * extrude(polygon(*ends), 120)

    def across(outline: Sketch, half: float = 60.0) -> Part:
        return Pos(0, 0, -half) * extrude(outline, 2 * half)

    (floor_out, floor_in), (hood_out, hood_in) = gate["mouth_walls"]
    room = polygon(floor_out, floor_in, hood_in, hood_out)
    walls = bar(*floor_out, *floor_in) + bar(*hood_out, *hood_in)
    solid = across(room + walls) & between_sides(WALL / cos(radians(gate["funnel_deg"])))
    solid += across(rectangle(-4, -10, 0, 23), wide + gate["lid"])
    for aside in (-JOINT["aside"], JOINT["aside"]):
        solid += Pos(0, 0, aside) * across(rectangle(-10, hood_in[1], 0, 23), 5)
    solid -= across(room - walls) & between_sides(0)
    solid -= across(rectangle(0, -60, 60, 60))
    for aside in (-JOINT["aside"], JOINT["aside"]):
        for v, radius in ((JOINT["low"], PASS / 2), (JOINT["high"], SCREW / 2)):
            solid -= Pos(-JOINT["deep"], v, aside) * Rot(0, 90, 0) * Cylinder(radius, 20, align=LOW)
    return Rot(0, 90, 0) * solid


def gate_beams(gate: Values) -> Part:
    """Return a holder of three LEDs or phototransistors of 3 mm, which is glued into a side's recess."""
    tube = 8.0 - (gate["lid"] - gate["seat"])
    solid = Box(*HOLDER, tube + 5, align=LOW)
    middle, low, high = gate["beams"][1][0], gate["beams"][0][1], gate["beams"][1][1]
    for u, v in gate["beams"]:
        at = Pos(u - middle, v - (low + high) / 2)
        solid -= at * Cylinder(0.75, tube, align=LOW) + at * Pos(0, 0, tube) * Cylinder(1.6, 6, align=LOW)
    return solid


def gauge(sizes: Values) -> Part:
    """Return a flat comb: a tile goes in up to the step that is narrower than it is.

    The slit at the side takes the edge of a tile that is thin enough, with its sticker.
    """
    smallest, steps = sizes["smallest"], sizes["steps"]
    wide = (smallest + steps + 7) / 2
    outline = rectangle(-wide, -9, wide, 4 * steps)
    for step in range(steps):
        half = (smallest + step + sizes["play"]) / 2
        outline -= rectangle(-half, 4 * step, half, 4 * step + 4)
    slit = sizes["thickest"] + sizes["play"]
    return extrude(outline - rectangle(-wide, -4.5 - slit / 2, -wide + 12, -4.5 + slit / 2), 1.6)


# Housings, in their boards' coordinates.


def room_of(housing: Values) -> tuple[float, float, float, float]:
    width, depth = housing["size"]
    play = housing["play"]
    return -play, -play - housing["bay"], width + play, depth + play


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


def arrow_bracket() -> Part:
    """Return what holds motor, Hall switch and spinner card, its upper side on the bed; the shaft is at 0, 0.

    The motor's ears are 35 mm apart and 0.8 mm thick, 8 mm beside the shaft, which stands 10 mm out with flats of 6 mm
    (data sheet's drawing). So the arrow pushed onto it is 2 mm above the bracket, its magnet 3.2 mm above the switch.
    """
    ears = [(8.0, side * 17.5) for side in (-1, 1)]
    solid = extrude(rectangle(-42, -42, 42, 42), 2.4)
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            solid += extrude(Pos(34.5 * x, 34.5 * y) * Rectangle(15, 15), 32)
            solid -= Pos(0, 0, 2.4) * extrude(Pos(32.5 * x, 32.5 * y) * Rectangle(15, 15), 32)
            solid -= Pos(35 * x, 35 * y, -1) * Cylinder(PASS / 2, 5, align=LOW)
    for x, y in ears:
        solid += Pos(x, y) * Cylinder(5, 9.8, align=LOW)
        solid -= Pos(x, y, -1) * Cylinder(PASS / 2, 12, align=LOW) + Pos(x, y, -1) * Cylinder(3.2, 3.6, align=LOW)
    solid += extrude(rectangle(-24.5, -3.6, -18.8, 3.6), 4)
    solid -= Pos(0, 0, 1.2) * extrude(rectangle(-34, -2.2, -20.3, 2.2), 4)  # a case of TO-92, legs outwards
    return solid - Pos(0, 0, -1) * Cylinder(8, 5, align=LOW)


def main(folder: Path) -> None:
    values = json.load(sys.stdin)
    gate = values["gate"]
    solids = {
        "gate-body": gate_body(gate),
        "gate-lid": gate_lid(gate),
        "gate-mouth": gate_mouth(gate),
        "gate-beams": gate_beams(gate),
    }
    if "gauge" in values:
        solids |= {"gauge": gauge(values["gauge"]), "arrow": arrow(), "arrow-bracket": arrow_bracket()}
    for name in [name for name in ("castle", "console", "pi") if name in values]:
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
