"""The gate's corridor in side view, and how long a tile stays over its antenna: by formula and by rigid bodies.

Lengths are mm, times s. u runs down the slide, v away from it. The corridor is a flight of steps, each with a baffle
that hangs lower than the step's edge: a thrown tile hits it, falls onto the next step and goes on from rest. No
experiment stands behind any of this: friction, bounce and the reader's range are ranges from data sheets and users'
reports, which the builder has to confirm.

Not modelled: play across the corridor and turns about other axes, a bent tile, dirt.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from math import asin, atan, cos, inf, radians, sin, sqrt, tan
from typing import Final

import pymunk

Point = tuple[float, float]

GRAVITY: Final = 9810.0
TILE: Final = 30.0
TILE_THICK: Final = 2.0
WALL: Final = 1.6
"""Of the walls, whose ends are round; they are given by their middle lines."""
DWELL_S: Final = 0.045
"""bench/report.md: of tiles that stay as long as this, all are counted; at 20 ms two thirds."""
READABLE: Final = 30.0
"""Stretch of the slide where a sticker of 25 mm is surely read: a coil of 40 mm, less 5 mm at either end. There the
sticker crosses the coil's wire, and the flux through it turns round."""
LIFT: Final = 8.0
"""So high above its place on the slide a tile still counts. With 1.6 mm of slide, and of a module whose coil is on its
lower side, that makes 11 mm to the antenna, at the short end of the 10 to 30 mm that users report of RC522 modules."""
FRICTION: Final = (0.15, 0.55)
BOUNCE: Final = (0.0, 0.4)
SPEED: Final = (0.0, 2000.0)
PATIENCE_S: Final = 3.0


@dataclass(frozen=True, slots=True)
class Corridor:
    """What a tile meets.

    Attributes:
        slope_deg: of the slide over the antenna.
        walls: middle lines.
        floor: v of the slide's middle line over the antenna.
        window: u where a tile's middle begins to be read.
        end: u where the slide ends.
        entry: the middle of a tile about to go in, and its heading in radians from u.
        mouth: clear height of the entry, across the heading.
    """

    slope_deg: float
    walls: tuple[tuple[Point, Point], ...]
    floor: float
    window: float
    end: float
    entry: tuple[float, float, float]
    mouth: float


@dataclass(frozen=True, slots=True)
class Stairs:
    """The gate as it is printed. The defaults were found by trying; the tests say how far each may be off.

    Attributes:
        steps: before the slide over the antenna.
        rise: from one step to the next.
        reach: from a step's edge to its baffle's foot.
        overlap: how much lower than the step the foot of the baffle hangs.
        roof: from a step to the roof above it.
        run_up: length of the first step, below the roof.
        apron: the part of the first step before the roof, onto which a tile is laid or thrown.
        shelf: from a baffle's foot to the next edge.
        settle: from the last baffle's foot to the window.
    """

    slope_deg: float = 32.5
    steps: int = 3
    rise: float = 14.0
    reach: float = 27.5
    overlap: float = 5.0
    roof: float = 12.0
    run_up: float = 35.0
    apron: float = 24.0
    shelf: float = 10.0
    settle: float = 3.0
    runout: float = 10.0

    @property
    def edges(self) -> list[float]:
        return [self.run_up + step * (self.reach + self.shelf) for step in range(self.steps)]

    @property
    def window(self) -> float:
        return self.edges[-1] + self.reach + self.settle

    @property
    def end(self) -> float:
        return self.window + READABLE + self.runout

    @property
    def chord(self) -> float:
        """Longest tile that lies straight over an edge and under the baffle's foot before it meets the next step."""
        return self.rise / sin(atan((self.overlap + WALL + TILE_THICK) / self.reach))

    def corridor(self) -> Corridor:
        """Return its walls; baffles hang plumb, so friction cannot hold a tile's front edge to them."""
        plumb = tan(radians(self.slope_deg))
        walls: list[tuple[Point, Point]] = []
        begin, roof_from = -self.apron, 0.0
        for step, edge in enumerate(self.edges):
            v, foot = -step * self.rise, edge + self.reach
            top = foot - plumb * (self.roof + self.overlap)
            walls += [
                ((begin, v), (edge, v)),
                ((edge, v), (edge, v - self.rise)),
                ((roof_from, v + self.roof), (top, v + self.roof)),
                ((top, v + self.roof), (foot, v - self.overlap)),
            ]
            begin, roof_from = edge, foot - plumb * (self.overlap - self.rise + self.roof)
        floor = -self.steps * self.rise
        walls += [((begin, floor), (self.end, floor)), ((roof_from, floor + self.roof), (self.end, floor + self.roof))]
        entry = (-TILE / 2, self.roof / 2, 0.0)
        return Corridor(self.slope_deg, tuple(walls), floor, self.window, self.end, entry, self.roof - WALL)


GATE: Final = Stairs()


def pull(friction: float, slope_deg: float = GATE.slope_deg) -> float:
    """Return the acceleration of a sliding tile in mm/s²; below zero it comes to rest."""
    return GRAVITY * (sin(radians(slope_deg)) - friction * cos(radians(slope_deg)))


def slide_s(friction: float, speed: float, length: float = READABLE, slope_deg: float = GATE.slope_deg) -> float:
    """Return the time in which a tile that enters at ``speed`` mm/s slides ``length``; infinite if it stops before."""
    faster = pull(friction, slope_deg)
    left = speed * speed + 2 * faster * length
    if left < 0:
        return inf
    return 2 * length / (speed + sqrt(left))


def speed_after(friction: float, length: float, slope_deg: float = GATE.slope_deg) -> float:
    """Return the speed in mm/s of a tile that began at rest and slid ``length``."""
    return sqrt(max(0.0, 2 * pull(friction, slope_deg) * length))


@dataclass(frozen=True, slots=True)
class Throw:
    """One tile on its way in.

    Attributes:
        friction, bounce: between tile and walls; bounce is the coefficient of restitution.
        speed: in mm/s.
        across, tilt: its place in the mouth from 0 to 1, and its angle from -1 to 1 of what the mouth lets in.
        spin: in rad/s.
    """

    friction: float
    bounce: float
    speed: float
    across: float
    tilt: float
    spin: float


def throws(count: int, seed: int) -> Iterator[Throw]:
    draw = random.Random(seed).uniform  # noqa: S311  # a sample
    for _ in range(count):
        yield Throw(draw(*FRICTION), draw(*BOUNCE), draw(*SPEED), draw(0, 1), draw(-1, 1), draw(-5, 5))


def space_of(corridor: Corridor) -> pymunk.Space:
    slope = radians(corridor.slope_deg)
    space = pymunk.Space()
    space.gravity = (GRAVITY * sin(slope), -GRAVITY * cos(slope))
    space.iterations = 30
    for start, stop in corridor.walls:
        wall = pymunk.Segment(space.static_body, start, stop, WALL / 2)
        wall.friction = wall.elasticity = 1.0  # what meets multiplies: the tile's value counts
        space.add(wall)
    return space


def enter(space: pymunk.Space, corridor: Corridor, throw: Throw, thick: float) -> pymunk.Body:
    """Put a tile before the mouth, as askew as the mouth lets in."""
    body = pymunk.Body(1, pymunk.moment_for_box(1, (TILE, thick)))
    u, v, heading = corridor.entry
    room = corridor.mouth - thick
    lean = throw.tilt * min(radians(15), asin(min(1.0, room / TILE)))
    off = (throw.across - 0.5) * (room - TILE * abs(sin(lean)))
    body.angle = heading + lean
    body.position = (u - off * sin(heading), v + off * cos(heading))
    body.velocity = (throw.speed * cos(heading), throw.speed * sin(heading))
    body.angular_velocity = throw.spin
    shape = pymunk.Poly.create_box(body, (TILE - 0.4, thick - 0.4), 0.2)
    shape.friction, shape.elasticity = throw.friction, throw.bounce
    space.add(body, shape)
    return body


def stay_s(corridor: Corridor, throw: Throw, thick: float = TILE_THICK, step_s: float = 1 / 4000) -> float | None:
    """Return the longest unbroken stay of a thrown tile in the antenna's field; None if it never leaves the gate."""
    space = space_of(corridor)
    tile = enter(space, corridor, throw, thick)
    longest = now = 0
    for _ in range(round(PATIENCE_S * 1000)):
        for _ in range(round(0.001 / step_s)):
            space.step(step_s)
        u, v = tile.position
        lift = v - corridor.floor - (WALL + thick) / 2
        now = now + 1 if 0 <= u - corridor.window <= READABLE and lift <= LIFT else 0
        longest = max(longest, now)
        if u > corridor.end:
            return longest / 1000
    return None


def all_leave(corridor: Corridor, thrown: list[Throw], apart_s: float) -> bool:
    """Say whether tiles that are thrown one after the other, ``apart_s`` between two, all leave the gate."""
    space = space_of(corridor)
    tiles: list[pymunk.Body] = []
    for step in range(round(PATIENCE_S * 4000)):
        if len(tiles) < len(thrown) and step >= len(tiles) * apart_s * 4000:
            tiles.append(enter(space, corridor, thrown[len(tiles)], TILE_THICK))
        space.step(1 / 4000)
        if len(tiles) == len(thrown) and all(tile.position.x > corridor.end for tile in tiles):
            return True
    return False
