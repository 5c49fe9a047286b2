"""Make the printed parts, check them, and renew the files that are kept: `kit/make_kit printed`."""

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import reduce
from math import cos, radians, sin
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

from kit.printed.from_side import Throw, enter, space_of
from kit.printed.gate import COIL, GATE, READABLE, TILE_THICK, WALL, gate_for
from kit.printed.measures import GATE_PARTS, HERE, PARTS, gate_measures, measures, placed, sources
from kit.printed.mesh import Mesh, read

ROOT: Final = HERE.parents[1]
OUT: Final = ROOT / "out/kit/printed"
PICTURES: Final = ROOT / "docs/kit"
BED: Final = 220.0
THINNEST: Final = 1.2
"""Three lines of a nozzle of 0.4 mm."""


def faults(mesh: Mesh, rays: int) -> list[str]:
    """Return what would keep a part from being printed without support, each as a sentence."""
    low, high = mesh.bounds
    size = [top - bottom for bottom, top in zip(low, high, strict=True)]
    found = []
    if mesh.open_edges:
        found.append(f"{mesh.open_edges} edges are not shared by exactly two triangles")
    if abs(low[2]) > 0.001:
        found.append(f"its lowest point is at {low[2]:.3f} mm, not on the bed")
    if max(size[:2]) > BED:
        found.append(f"it needs {size[0]:.0f} x {size[1]:.0f} mm; a bed has {BED:.0f}")
    if (wall := mesh.thinnest(rays)) < THINNEST - 0.01:
        found.append(f"a wall is {wall:.2f} mm thin; expected {THINNEST} mm or more")
    if hanging := mesh.overhangs():
        x, y, z = hanging[0]
        found.append(f"it overhangs at {len(hanging)} places, the first at {x:.1f}, {y:.1f}, {z:.1f}")
    return found


def draw_throw(file: Path, throw: Throw, every_s: float = 0.02) -> None:
    """Draw the gate from the side, and a thrown tile each ``every_s``: in the field red, else blue."""
    corridor = GATE.corridor()
    space = space_of(corridor)
    tile = enter(space, corridor, throw, TILE_THICK)
    slope, zoom = radians(corridor.slope_deg), 8.0

    def place(u: float, v: float) -> tuple[float, float]:
        return zoom * (30 + u * cos(slope) + v * sin(slope)), zoom * (52 + u * sin(slope) - v * cos(slope))

    image = Image.new("RGB", (round(zoom * 175), round(zoom * 178)), "white")
    pen = ImageDraw.Draw(image)
    antenna = [(corridor.window + (READABLE + side * COIL) / 2, corridor.floor - 1.8) for side in (-1, 1)]
    for (start, stop), colour in [*((wall, "grey") for wall in corridor.walls), (antenna, "green")]:
        pen.line([place(*start), place(*stop)], fill=colour, width=round(zoom * WALL))
    for beam in GATE.beams_in_side:
        pen.circle(place(*beam), 6, fill="orange")
    seen: dict[str, list[list[tuple[float, float]]]] = {"blue": [], "red": []}
    while tile.position.x < corridor.end + 20:
        u, v = tile.position
        along = GATE.tile / 2 * cos(tile.angle), GATE.tile / 2 * sin(tile.angle)
        colour = "red" if 0 <= u - corridor.window <= READABLE else "blue"
        seen[colour].append([place(u - along[0], v - along[1]), place(u + along[0], v + along[1])])
        for _ in range(round(every_s * 4000)):
            space.step(1 / 4000)
    for colour, tiles in seen.items():
        for ends in tiles:
            pen.line(ends, fill=colour, width=5)
    image.resize((image.width // 2, image.height // 2)).quantize(128).save(file, optimize=True)


def assembled(names: Sequence[str]) -> Mesh:
    """Return kept parts as they stand on the table."""
    parts = [read(HERE / f"{name.partition(',')[0]}.3mf").placed(placed()[name]) for name in names]
    return reduce(Mesh.beside, parts)


def draw_pictures(folder: Path) -> None:
    for part in PARTS:
        turned = {"gate-body": (-GATE.slope_deg, 65), "gate-mouth": (200, 45)}.get(part, (30, 45))
        read(HERE / f"{part}.3mf").draw(folder / f"{part}.png", *turned)
    beside = [name for name in placed() if name.startswith(("gate-", "castle-"))]
    assembled(beside).draw(folder / "gate.png", 60, 25)
    draw_throw(folder / "gate-throw.png", Throw(friction=0.3, bounce=0.3, speed=1500, across=0.5, tilt=0, spin=0))


def main(python: str, tile: str = "") -> None:
    """Let ``python``, which has build123d, make the solids below out/kit/printed; keep those without faults.

    For tiles of another size than the kept files have, it makes the gate alone, and keeps nothing.
    """
    try:
        gate = gate_for(float(tile or GATE.tile))
    except ValueError as error:
        sys.exit(str(error))
    out, values = OUT, measures() | {"sources": sources()}
    parts: Sequence[str] = PARTS
    if gate != GATE:
        out, parts, values = OUT / f"gate-{gate.tile:g}", GATE_PARTS, {"gate": gate_measures(gate), "sources": ""}
    out.mkdir(parents=True, exist_ok=True)
    subprocess.run([python, HERE / "solids.py", out], input=json.dumps(values), text=True, check=True)  # noqa: S603  # our own
    wrong = False
    for part in parts:
        mesh = read(out / f"{part}.3mf")
        for fault in faults(mesh, rays=1000):
            print(f"{part}: {fault}", file=sys.stderr)
            wrong = True
        print(f"{part}: {mesh.grams:.0f} g if solid, least wall {mesh.thinnest(1000):.2f} mm")
    if wrong:
        sys.exit(1)
    if gate == GATE:
        for part in parts:
            kept = HERE / f"{part}.3mf"
            if not kept.exists() or read(kept).sources != sources():  # one made again differs in numbers of identity
                shutil.copyfile(out / f"{part}.3mf", kept)
        draw_pictures(PICTURES)
    print(f"{out.relative_to(ROOT)}: {len(parts)} parts for tiles of {gate.tile:g} mm")


if __name__ == "__main__":
    main(*sys.argv[1:])
