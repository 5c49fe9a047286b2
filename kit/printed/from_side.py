"""Throws into the gate seen from the side, with pymunk. `in_space.py` has all three dimensions.

Not modelled: play across the corridor and turns about other axes, a bent tile, dirt.
"""

from dataclasses import dataclass
from math import asin, cos, radians, sin
from typing import Final

import pymunk

from kit.printed.gate import GATE, WALL, Corridor

GRAVITY: Final = 9810.0
"""mm/s²."""


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


def enter(space: pymunk.Space, corridor: Corridor, throw: Throw, thick: float, side: float = GATE.tile) -> pymunk.Body:
    """Put a tile before the mouth, as askew as the mouth lets in."""
    body = pymunk.Body(1, pymunk.moment_for_box(1, (side, thick)))
    u, v, heading = corridor.entry
    room = corridor.mouth - thick
    lean = throw.tilt * min(radians(15), asin(min(1.0, room / side)))
    off = (throw.across - 0.5) * (room - side * abs(sin(lean)))
    body.angle = heading + lean
    body.position = (u - off * sin(heading), v + off * cos(heading))
    body.velocity = (throw.speed * cos(heading), throw.speed * sin(heading))
    body.angular_velocity = throw.spin
    shape = pymunk.Poly.create_box(body, (side - 0.4, thick - 0.4), 0.2)
    shape.friction, shape.elasticity = throw.friction, throw.bounce
    space.add(body, shape)
    return body
