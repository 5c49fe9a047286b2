"""Motion of the arrow: rates of half-steps and the table of homing.

Rates follow v^2 = v0^2 + 2 a s, the speed after a distance s at constant acceleration. Each rate derives from the
actual previous one, so that the arrow accelerates again after a late half-step; jumping back to full
speed would lose steps.
"""

from collections.abc import Callable
from enum import Enum
from math import sqrt
from typing import Final

from msgspec import Struct


class Ramp(Struct, frozen=True):
    """Limits of motion, in half-steps and seconds.

    The start rate must be below the motor's pull-in rate (at least 600 per second), the limit rate not above its
    pull-out rate (at least 1000 per second; 28BYJ-48 data sheet at 5 V).

    Attributes:
        start_rate: of the first half-step from rest.
        top_rate: at which the arrow coasts.
        limit_rate: maximum, also after a late half-step.
        end_rate: of the last half-step.
        speed_up: acceleration, half-steps per second squared.
        slow_down: deceleration, like the friction of a hand-spun arrow.
    """

    start_rate: float = 400.0
    top_rate: float = 900.0
    limit_rate: float = 1000.0
    end_rate: float = 120.0
    speed_up: float = 4000.0
    slow_down: float = 160.0

    def __post_init__(self) -> None:
        if not 0 < self.end_rate <= self.start_rate <= self.top_rate <= self.limit_rate:
            raise ValueError(f"rates must rise in the order end, start, top, limit, not {self}")
        if self.speed_up <= 0 or self.slow_down <= 0:
            raise ValueError(f"both accelerations must be positive, not {self}")


def first_rate(ramp: Ramp, half_steps_left: int) -> float:
    return min(ramp.start_rate, _highest_rate_to_stop_in(ramp, half_steps_left))


def next_rate(ramp: Ramp, rate: float, half_steps_left: int) -> float:
    """Return the rate of the next half-step.

    Args:
        ramp: the limits of motion.
        rate: actual rate of the last half-step.
        half_steps_left: until the arrow must stand, including the next half-step.
    """
    faster = sqrt(rate * rate + 2 * ramp.speed_up)
    return min(max(faster, ramp.start_rate), ramp.top_rate, _highest_rate_to_stop_in(ramp, half_steps_left))


def _highest_rate_to_stop_in(ramp: Ramp, half_steps_left: int) -> float:
    return sqrt(ramp.end_rate * ramp.end_rate + 2 * ramp.slow_down * half_steps_left)


class HomingState(Enum):
    """State of homing; the last three are end states."""

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


NEXT_HOMING_STATE: Final = {
    (HomingState.SEEK, MarkSighting.NO_MARK): HomingState.SEEK,
    (HomingState.SEEK, MarkSighting.CLEAR): HomingState.SEEK,
    (HomingState.SEEK, MarkSighting.MARK): HomingState.BACK_OFF,
    (HomingState.SEEK, MarkSighting.TRAVEL_EXHAUSTED): HomingState.NEVER_SEEN,
    (HomingState.BACK_OFF, MarkSighting.MARK): HomingState.BACK_OFF,
    (HomingState.BACK_OFF, MarkSighting.NO_MARK): HomingState.BACK_OFF,
    (HomingState.BACK_OFF, MarkSighting.CLEAR): HomingState.APPROACH,
    (HomingState.BACK_OFF, MarkSighting.TRAVEL_EXHAUSTED): HomingState.STUCK,
    (HomingState.APPROACH, MarkSighting.NO_MARK): HomingState.APPROACH,
    (HomingState.APPROACH, MarkSighting.CLEAR): HomingState.APPROACH,
    (HomingState.APPROACH, MarkSighting.MARK): HomingState.HOMED,
    (HomingState.APPROACH, MarkSighting.TRAVEL_EXHAUSTED): HomingState.NEVER_SEEN,
}
"""The next state, by moving state and sighting."""

HOMING_DIRECTION: Final = {HomingState.SEEK: +1, HomingState.BACK_OFF: -1, HomingState.APPROACH: +1}
"""+1 is clockwise."""

HOMING_RATE: Final = {HomingState.SEEK: 500.0, HomingState.BACK_OFF: 500.0, HomingState.APPROACH: 150.0}
"""Half-steps per second, below the motor's pull-in rate: no ramp is needed."""

MAX_HOMING_DEG: Final = {HomingState.SEEK: 400, HomingState.BACK_OFF: 130, HomingState.APPROACH: 175}
"""Longest way per state: over a turn to find the mark, well over its width to leave it and to return."""

REVERSING_REST_S: Final = 0.05
"""Rest before reversing: a reversal at full rate would lose half-steps."""

CLEAR_AFTER_DEG: Final = 4.25
"""Way after which the arrow has left the mark; more than the gears' play of 2 to 3 degrees."""

EDGE_DEG: Final = 0.5
"""Way over which looks at the sensor must agree before an edge counts: a wire beside a motor's shows wrong levels."""

LEAST_LOOKS: Final = 3
LOOKS_AT_REST: Final = 20

MEASURED_TURNS: Final = 2
MAX_TURN_HALF_STEPS: Final = 10_000
"""Longest way to the next mark while a turn is measured: over twice that of the usual gear."""

CROSSINGS: Final = 5
"""Crossings of the mark's edge, each back and forth, to measure the gears' play."""

CROSSING_RATE: Final = 150.0
"""Half-steps per second, slow enough that the arrow does not swing."""

MAX_CROSSING_DEG: Final = 35
"""Longest way to the edge: five times the play that users measured."""


class MarkEdges:
    """The sensor's level, debounced: it changes once ``looks`` more looks differ from it than agree.

    Attributes:
        on_mark: the debounced level; true at the mark.
        edge_at: half-step of the first look that differed.
    """

    def __init__(self, looks: int) -> None:
        self.on_mark = False
        self.edge_at = 0
        self._looks = looks
        self._differing = 0

    def settle(self, sees: Callable[[], bool]) -> None:
        """Take the level of an arrow at rest; one that wavers counts as the mark, so that it makes no edge."""
        self.on_mark = any(sees() for _ in range(LOOKS_AT_REST))
        self._differing = 0

    def look(self, at_half_step: int, *, sees: bool) -> bool:
        """Return whether the debounced level has changed."""
        if sees is self.on_mark:
            self._differing = max(0, self._differing - 1)
            return False
        if self._differing == 0:
            self.edge_at = at_half_step
        self._differing += 1
        if self._differing < self._looks:
            return False
        self.on_mark, self._differing = sees, 0
        return True
