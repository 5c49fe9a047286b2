"""How fast the next half-step may come: ramp up, coast, and slow down like an arrow spun by hand.

Rates follow v^2 = v0^2 + 2 a s, the speed after a way s under a constant force. The next rate is derived from the
rate that was really kept, so a step that came late slows the arrow down and lets it speed up again; the rotor is
never asked to jump back to full speed, which is what loses steps.
"""

from math import sqrt

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
    """The rate of the first half-step from rest."""
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
    """The highest rate from which friction alone leaves the arrow at its end rate in time."""
    return sqrt(ramp.end_rate * ramp.end_rate + 2 * ramp.slow_down * half_steps_left)
