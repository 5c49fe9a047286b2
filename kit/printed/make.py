"""Make the printed parts, check them, and renew the files that are kept: `kit/make_kit printed`."""

import json
import shutil
import subprocess
import sys
from math import cos, radians, sin
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

from kit.printed.gate import GATE, READABLE, TILE, TILE_THICK, WALL, Throw, enter, space_of
from kit.printed.measures import HERE, PARTS, measures, sources
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
    """Draw the corridor as it stands, and a thrown tile each ``every_s``: in the field red, else blue."""
    corridor = GATE.corridor()
    space = space_of(corridor)
    tile = enter(space, corridor, throw, TILE_THICK)
    slope, zoom = radians(corridor.slope_deg), 8.0

    def place(u: float, v: float) -> tuple[float, float]:
        return zoom * (30 + u * cos(slope) + v * sin(slope)), zoom * (32 + u * sin(slope) - v * cos(slope))

    image = Image.new("RGB", (round(zoom * 175), round(zoom * 178)), "white")
    pen = ImageDraw.Draw(image)
    antenna = [(corridor.window + READABLE / 2 + side * 20, corridor.floor - 1.8) for side in (-1, 1)]
    for (start, stop), colour in [*((wall, "grey") for wall in corridor.walls), (antenna, "green")]:
        pen.line([place(*start), place(*stop)], fill=colour, width=round(zoom * WALL))
    while tile.position.x < corridor.end + 20:
        u, v = tile.position
        along = TILE / 2 * cos(tile.angle), TILE / 2 * sin(tile.angle)
        colour = "red" if 0 <= u - corridor.window <= READABLE else "blue"
        pen.line([place(u - along[0], v - along[1]), place(u + along[0], v + along[1])], fill=colour, width=5)
        for _ in range(round(every_s * 4000)):
            space.step(1 / 4000)
    image.resize((image.width // 2, image.height // 2)).quantize(128).save(file, optimize=True)


def main(python: str) -> None:
    """Let ``python``, which has build123d, make the solids below out/kit/printed; keep those without faults."""
    OUT.mkdir(parents=True, exist_ok=True)
    values = json.dumps(measures() | {"sources": sources()})
    subprocess.run([python, HERE / "solids.py", OUT], input=values, text=True, check=True)  # noqa: S603  # our own
    draw_throw(PICTURES / "gate-throw.png", Throw(friction=0.3, bounce=0.3, speed=1500, across=0.5, tilt=0, spin=0))
    wrong = False
    for part in PARTS:
        mesh = read(OUT / f"{part}.3mf")
        for fault in faults(mesh, rays=1000):
            print(f"{part}: {fault}", file=sys.stderr)
            wrong = True
        mesh.draw(PICTURES / f"{part}.png", *((-GATE.slope_deg, 65) if part == "gate-body" else (30, 45)))
        print(f"{part}: {mesh.grams:.0f} g if solid, least wall {mesh.thinnest(1000):.2f} mm")
    if wrong:
        sys.exit(1)
    for part in PARTS:
        kept = HERE / f"{part}.3mf"
        if not kept.exists() or read(kept).sources != sources():  # a file made again differs in its numbers of identity
            shutil.copyfile(OUT / f"{part}.3mf", kept)


if __name__ == "__main__":
    main(sys.argv[1])
