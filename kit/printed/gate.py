"""The gate's corridor in side view, and how a thrown tile moves through it.

Lengths are mm, times s. u runs down the slide, v away from it. The corridor is a flight of steps, each with a baffle
that hangs lower than the step's edge: a thrown tile hits it, falls onto the next step and goes on from rest. No
experiment stands behind any of this: friction, bounce and the reader's range are ranges from data sheets and users'
reports, which the builder has to confirm.

Not modelled: play across the corridor and turns about other axes, a bent tile, dirt.
"""

from dataclasses import dataclass
from math import asin, cos, radians, sin, tan
from typing import Final

import pymunk

Point = tuple[float, float]

GRAVITY: Final = 9810.0
TILE: Final = 30.0
TILE_THICK: Final = 2.0
WALL: Final = 1.6
"""Of the walls, whose ends are round; they are given by their middle lines."""
READABLE: Final = 30.0
"""Stretch of the slide where a sticker of 25 mm is surely read: a coil of 40 mm, less 5 mm at either end. There the
sticker crosses the coil's wire, and the flux through it turns round."""


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
