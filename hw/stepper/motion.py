"""How the arrow moves: how fast half-steps may come, and finding the home mark.

Rates follow v^2 = v0^2 + 2 a s, the speed after a way s under a constant force. The next rate is derived from the
rate that was really kept, so a step that came late slows the arrow down and lets it speed up again; the rotor is
never asked to jump back to full speed, which is what loses steps.
"""

from enum import Enum
from math import sqrt
from typing import Final

from msgspec import Struct


class Ramp(Struct, frozen=True):
    """Limits of motion, in half-steps and seconds.

    The start rate must be under the motor's pull-in rate (600 a second at least), the limit rate not over its
    pull-out rate (1000 a second at least; 28BYJ-48 data sheet at 5 V).

    Attributes:
        start_rate: of the first half-step from rest.
        top_rate: at which the arrow coasts.
        limit_rate: not exceeded to make up for a late half-step either.
        end_rate: of the last half-step.
        speed_up: half-steps a second gained each second.
        slow_down: half-steps a second lost each second; what friction does to a hand-spun arrow.
    """

    start_rate: float = 400.0
    top_rate: float = 900.0
    limit_rate: float = 1000.0
    end_rate: float = 120.0
    speed_up: float = 4000.0
    slow_down: float = 160.0

    def __post_init__(self) -> None:
        if not 0 < self.end_rate <= self.start_rate <= self.top_rate <= self.limit_rate:
            raise ValueError(f"rates must rise from end over start and top to limit, not {self}")
        if self.speed_up <= 0 or self.slow_down <= 0:
            raise ValueError(f"both accelerations must be positive, not {self}")


def first_rate(ramp: Ramp, half_steps_left: int) -> float:
    return min(ramp.start_rate, _rate_that_stops(ramp, half_steps_left))


def next_rate(ramp: Ramp, rate: float, half_steps_left: int) -> float:
    """The rate of the next half-step.

    Args:
        ramp: the limits of motion.
        rate: half-steps a second at which the last one was made.
        half_steps_left: until the arrow must stand, the next one included.
    """
    faster = sqrt(rate * rate + 2 * ramp.speed_up)
    return min(max(faster, ramp.start_rate), ramp.top_rate, _rate_that_stops(ramp, half_steps_left))


def _rate_that_stops(ramp: Ramp, half_steps_left: int) -> float:
    return sqrt(ramp.end_rate * ramp.end_rate + 2 * ramp.slow_down * half_steps_left)


class Homing(Enum):
    """What the arrow is doing; the last three are ends."""

    SEEK = "turning forward until the mark is seen"
    BACK_OFF = "turning back until the mark is well behind"
    APPROACH = "turning forward slowly until the mark's first edge"
    HOMED = "standing on the first edge of the mark"
    NEVER_SEEN = "no mark in more than a full turn"
    STUCK = "the mark is seen wherever the arrow stands"


class MarkSighting(Enum):
    MARK = "the sensor sees the mark"
    NO_MARK = "the sensor does not see it"
    CLEAR = "it has not seen it for longer than the gears' play"
    TRAVEL_EXHAUSTED = "the state has used up its half-steps"


NEXT: Final = {
    (Homing.SEEK, MarkSighting.NO_MARK): Homing.SEEK,
    (Homing.SEEK, MarkSighting.CLEAR): Homing.SEEK,
    (Homing.SEEK, MarkSighting.MARK): Homing.BACK_OFF,
    (Homing.SEEK, MarkSighting.TRAVEL_EXHAUSTED): Homing.NEVER_SEEN,
    (Homing.BACK_OFF, MarkSighting.MARK): Homing.BACK_OFF,
    (Homing.BACK_OFF, MarkSighting.NO_MARK): Homing.BACK_OFF,
    (Homing.BACK_OFF, MarkSighting.CLEAR): Homing.APPROACH,
    (Homing.BACK_OFF, MarkSighting.TRAVEL_EXHAUSTED): Homing.STUCK,
    (Homing.APPROACH, MarkSighting.NO_MARK): Homing.APPROACH,
    (Homing.APPROACH, MarkSighting.CLEAR): Homing.APPROACH,
    (Homing.APPROACH, MarkSighting.MARK): Homing.HOMED,
    (Homing.APPROACH, MarkSighting.TRAVEL_EXHAUSTED): Homing.NEVER_SEEN,
}
"""Every pair of a moving state and a sight."""

DIRECTION: Final = {Homing.SEEK: +1, Homing.BACK_OFF: -1, Homing.APPROACH: +1}
"""+1 is clockwise."""

RATE: Final = {Homing.SEEK: 500.0, Homing.BACK_OFF: 500.0, Homing.APPROACH: 150.0}
"""Half-steps a second; all under the motor's pull-in rate, so that no ramp is needed."""

TRAVEL: Final = {Homing.SEEK: 4500, Homing.BACK_OFF: 1500, Homing.APPROACH: 2000}
"""Half-steps a state may take: over a turn to find the mark, well over its width to leave it and to come back."""

REST_S: Final = 0.05
"""The arrow comes to rest before it turns back: reversed at full rate a rotor would lose steps."""

PLAY: Final = 48
"""Half-steps without the mark that prove it is behind; over the gears' play of 2 to 3 degrees."""

CROSSINGS: Final = 5
"""How often the mark's edge is crossed, each time there and back, to measure the gears' play."""

CROSSING_RATE: Final = 150.0
"""Half-steps a second then: as slow as the last approach, for nothing is to swing."""

CROSSING_TRAVEL: Final = 400
"""Half-steps without meeting the edge that end it: 35 degrees, five times the play that users measured."""
