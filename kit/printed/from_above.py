"""Throws into the gate seen from above, with pymunk. `in_space.py` has all three dimensions.

Not modelled: bounces off the floor, a bent tile, dirt, air.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, hypot, radians, sin
from random import Random
from typing import Final

import pymunk

from kit.printed.from_side import GRAVITY
from kit.printed.gate import Gate

FRICTION: Final = (0.15, 0.55)
BOUNCE: Final = (0.0, 0.4)
SPEED: Final = (200.0, 2000.0)
PATIENCE_S: Final = 3.0


@dataclass(frozen=True, slots=True)
class Hand:
    """How a hand lets go of a tile over the mouth's floor.

    Attributes:
        along, aside: its middle, from the floor's lower end (below 0: upwards), and off the middle line.
        yaw, heading: radians from the slide's direction.
    """

    along: float
    aside: float
    yaw: float
    heading: float
    speed: float
    spin: float
    friction: float
    bounce: float


def hands(gate: Gate, count: int, seed: int) -> Iterator[Hand]:
    """Yield throws whose tile begins between the funnel's walls, turned up to 60 degrees, aimed up to 20 aside."""
    draw = Random(seed).uniform  # noqa: S311  # no secret
    while count:
        along, aside, yaw = draw(-6, 8) - gate.funnel, draw(-40, 40), radians(draw(-60, 60))
        if _is_between_walls(gate, along, aside, yaw):
            count -= 1
            throw = radians(draw(-20, 20)), draw(*SPEED), draw(-5, 5), draw(*FRICTION), draw(*BOUNCE)
            yield Hand(along, aside, yaw, *throw)


def _is_between_walls(gate: Gate, along: float, aside: float, yaw: float) -> bool:
    half, narrower = gate.tile / 2, (gate.mouth - gate.width) / 2 / gate.funnel
    corners = [(half * x, half * y) for x in (-1, 1) for y in (-1, 1)]
    return all(
        abs(aside + x * sin(yaw) + y * cos(yaw))
        < gate.mouth / 2 - 1 - narrower * max(0.0, along + x * cos(yaw) - y * sin(yaw) + gate.funnel)
        for x, y in corners
    )


def is_stuck_from_above(gate: Gate, hand: Hand) -> bool:
    """Return whether a tile stays in the mouth or in the corridor behind it; the floor brakes it, too."""
    space = pymunk.Space()
    space.iterations = 30
    for side in (-1, 1):
        outside, inside = (-gate.funnel, side * gate.mouth / 2), (0.0, side * gate.width / 2)
        for start, stop in ((outside, inside), (inside, (100.0, inside[1]))):
            wall = pymunk.Segment(space.static_body, start, stop, 0.05)
            wall.friction = wall.elasticity = 1.0
            space.add(wall)
    body = pymunk.Body(1, pymunk.moment_for_box(1, (gate.tile, gate.tile)))
    body.position, body.angle, body.angular_velocity = (hand.along, hand.aside), hand.yaw, hand.spin
    body.velocity = (hand.speed * cos(hand.heading), hand.speed * sin(hand.heading))
    shape = pymunk.Poly.create_box(body, (gate.tile - 0.4, gate.tile - 0.4), 0.2)
    shape.friction, shape.elasticity = hand.friction, hand.bounce
    space.add(body, shape)

    def slide(body: pymunk.Body, _gravity: object, _damping: float, step_s: float) -> None:
        slope = radians(gate.mouth_deg if body.position.x < 0 else gate.slope_deg)
        brake = hand.friction * GRAVITY * cos(slope) * step_s
        x, y = body.velocity
        x += GRAVITY * sin(slope) * step_s
        left = max(0.0, 1 - brake / (hypot(x, y) or 1))
        body.velocity = (x * left, y * left)
        turn, turn_brake = body.angular_velocity, brake * 0.38 * gate.tile * body.mass / body.moment
        body.angular_velocity = max(0.0, abs(turn) - turn_brake) * (1 if turn > 0 else -1)

    body.velocity_func = slide
    for _ in range(round(PATIENCE_S * 1000)):
        space.step(0.001)
        if body.position.x > 60:
            return False
    return True
