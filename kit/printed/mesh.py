"""A printed part's triangles: what can be checked of them without the program that made them, and pictures.

Lengths are mm; z is up from the printer's bed.
"""

import random
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, cos, floor, hypot, inf, radians, sin
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from PIL import Image

CORE: Final = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
PLA: Final = 1.24
"""g/cm³, as makers of filament state it."""
STEEP: Final = cos(radians(45))
BRIDGE: Final = 12.0
"""So wide a gap a printer crosses in the air."""

Vector = tuple[float, float, float]


def minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@dataclass(frozen=True)
class Mesh:
    """Triangles whose corners run against the clock, seen from outside; ``sources`` is the hash in the file."""

    points: tuple[Vector, ...]
    triangles: tuple[tuple[int, int, int], ...]
    sources: str

    @cached_property
    def corners(self) -> list[tuple[Vector, Vector, Vector]]:
        return [(self.points[a], self.points[b], self.points[c]) for a, b, c in self.triangles]

    @cached_property
    def normals(self) -> list[Vector]:
        """Return for each triangle its normal, as long as twice its area."""
        return [cross(minus(b, a), minus(c, a)) for a, b, c in self.corners]

    @property
    def bounds(self) -> tuple[Vector, Vector]:
        low, high = (tuple(pick(axis) for axis in zip(*self.points, strict=True)) for pick in (min, max))
        return (low[0], low[1], low[2]), (high[0], high[1], high[2])

    def placed(self, place: Callable[[Vector], Vector]) -> "Mesh":
        """Return it turned and moved, as ``place`` does with a point."""
        return replace(self, points=tuple(map(place, self.points)))

    def beside(self, other: "Mesh") -> "Mesh":
        """Return one mesh of both."""
        first = len(self.points)
        more = tuple((a + first, b + first, c + first) for a, b, c in other.triangles)
        return Mesh(self.points + other.points, self.triangles + more, "")

    @property
    def grams(self) -> float:
        """Return the weight if printed solid."""
        return PLA / 6000 * sum(dot(a, cross(b, c)) for a, b, c in self.corners)

    @property
    def open_edges(self) -> int:
        """Return how many edges are not shared by exactly two triangles that agree which side is outside."""
        directed = Counter(edge for a, b, c in self.triangles for edge in ((a, b), (b, c), (c, a)))
        return sum(count != 1 or directed[b, a] != 1 for (a, b), count in directed.items())

    @cached_property
    def boxes(self) -> list[tuple[float, ...]]:
        return [tuple(f(axis) for axis in zip(*corners, strict=True) for f in (min, max)) for corners in self.corners]

    def crossings(self, start: Vector, stop: Vector) -> Iterator[tuple[float, int]]:
        """Yield where from 0 to 1 the way from start to stop goes through the surface, and through which triangle."""
        way = minus(stop, start)
        x0, x1, y0, y1, z0, z1 = (f(a, b) for a, b in zip(start, stop, strict=True) for f in (min, max))
        for number, ((a, b, c), box) in enumerate(zip(self.corners, self.boxes, strict=True)):
            if box[0] > x1 or box[1] < x0 or box[2] > y1 or box[3] < y0 or box[4] > z1 or box[5] < z0:
                continue
            side, other = minus(b, a), minus(c, a)
            across = cross(way, other)
            size = dot(side, across)
            if abs(size) < 1e-12:
                continue
            offset = minus(start, a)
            u = dot(offset, across) / size
            turned = cross(offset, side)
            v = dot(way, turned) / size
            if u >= 0 and v >= 0 and u + v <= 1 and 0 <= (t := dot(other, turned) / size) <= 1:
                yield t, number

    def is_open(self, start: Vector, stop: Vector) -> bool:
        return next(self.crossings(start, stop), None) is None

    def thinnest(self, count: int, seed: int = 1, deepest: float = 5.0) -> float:
        """Return the least wall straight below ``count`` points drawn evenly over the surface.

        A wall's other face is within 60 degrees of parallel; near an edge where faces meet more bluntly there is none.
        """
        draw = random.Random(seed)  # noqa: S311  # a sample
        areas = [hypot(*normal) for normal in self.normals]
        least = inf
        for number in draw.choices(range(len(areas)), areas, k=count):
            u, v = sorted((draw.random(), draw.random()))
            normal = self.normals[number]
            start, stop = (
                tuple(
                    u * p + (v - u) * q + (1 - v) * r - depth * part / areas[number]
                    for p, q, r, part in zip(*self.corners[number], normal, strict=True)
                )
                for depth in (0.001, deepest)
            )
            for t, other in self.crossings((start[0], start[1], start[2]), (stop[0], stop[1], stop[2])):
                if dot(normal, self.normals[other]) < -0.5 * areas[number] * areas[other]:
                    least = min(least, deepest * t)
        return least

    def overhangs(self) -> list[Vector]:
        """Return a corner of each surface that faces the bed, less steep than 45 degrees and wider than a bridge."""
        found = []
        for (a, b, c), normal in zip(self.corners, self.normals, strict=True):
            wide = min(max(p[axis] for p in (a, b, c)) - min(p[axis] for p in (a, b, c)) for axis in (0, 1))
            if normal[2] < -STEEP * hypot(*normal) and min(a[2], b[2], c[2]) > 0.05 and wide > BRIDGE:
                found.append(a)
        return found

    def draw(self, file: Path, turn_deg: float, tilt_deg: float, width: int = 720) -> None:
        """Write a picture: turned round the z axis, then tilted towards the viewer, who is far away."""
        turn, tilt = radians(turn_deg), radians(tilt_deg)
        seen = []
        for x, y, z in self.points:
            right, away = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
            seen.append((right, -z * cos(tilt) - away * sin(tilt), away * cos(tilt) - z * sin(tilt)))
        left, top = min(p[0] for p in seen), min(p[1] for p in seen)
        zoom = (width - 20) / (max(p[0] for p in seen) - left)
        height = round((max(p[1] for p in seen) - top) * zoom) + 20
        placed = [((x - left) * zoom + 10, (y - top) * zoom + 10, away * zoom) for x, y, away in seen]
        nearest = [inf] * (width * height)
        shades = bytearray(b"\xff" * (width * height))
        for triangle in self.triangles:
            a, b, c = (placed[corner] for corner in triangle)
            normal = cross(minus(b, a), minus(c, a))
            if normal[2] >= 0:  # its back, since y runs down and z away
                continue
            light = (-0.35 * normal[0] - 0.75 * normal[1] - 0.56 * normal[2]) / hypot(*normal)
            shade = round(110 + 120 * max(0.0, min(1.0, light)))
            for y in range(ceil(min(a[1], b[1], c[1])), floor(max(a[1], b[1], c[1])) + 1):
                cuts = [
                    p[0] + (y - p[1]) * (q[0] - p[0]) / (q[1] - p[1])
                    for p, q in ((a, b), (b, c), (c, a))
                    if p[1] != q[1] and min(p[1], q[1]) <= y <= max(p[1], q[1])
                ]
                for x in range(ceil(min(cuts)), floor(max(cuts)) + 1) if cuts else ():
                    away = a[2] - (normal[0] * (x - a[0]) + normal[1] * (y - a[1])) / normal[2]
                    if away < nearest[y * width + x]:
                        nearest[y * width + x] = away
                        shades[y * width + x] = shade
        for at in range(width, width * height):  # a line where what lies behind begins
            jumps = [abs(nearest[at] - nearest[before]) for before in (at - 1, at - width)]
            if any(jump > zoom for jump in jumps):
                shades[at] = 40
        file.parent.mkdir(parents=True, exist_ok=True)
        Image.frombytes("L", (width, height), bytes(shades)).save(file, optimize=True)


def read(file: Path) -> Mesh:
    """Return the mesh of a 3MF file with one object."""
    with zipfile.ZipFile(file) as archive:
        root = ET.fromstring(archive.read("3D/3dmodel.model"))  # noqa: S314  # our own
    points = tuple(
        (float(v.get("x", "")), float(v.get("y", "")), float(v.get("z", ""))) for v in root.iter(f"{CORE}vertex")
    )
    triangles = tuple(
        (int(t.get("v1", "")), int(t.get("v2", "")), int(t.get("v3", ""))) for t in root.iter(f"{CORE}triangle")
    )
    said = [entry.text for entry in root.iter(f"{CORE}metadata") if entry.get("name", "").endswith("sources")]
    return Mesh(points, triangles, (said or [""])[0] or "")
