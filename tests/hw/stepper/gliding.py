"""An arrow that glides: half-steps in which nothing happens are a quarter of what a simulated game costs.

Where a healthy rotor is after them is known. Close to the mark, to where it comes to rest, and as soon as anything is
wrong, each half-step goes through the driver and its pins.
"""

from collections.abc import Generator
from typing import Final

from hw.stepper import driver, half_step, motion, twin

TURN: Final = float(half_step.HALF_STEPS_PER_TURN)

LAST: Final = 300
"""Half-steps before the end of a spin that are made one by one: from here on friction alone says how fast."""

BEFORE_THE_MARK: Final = 100

LOOKS_EVERY_S: Final = 0.1
"""How long it glides before its coils, its count and the rotor are brought up to date."""

ON_COURSE: Final = 2.0
"""Half-steps by which the rotor may be elsewhere than its driver thinks."""


class GlidingSpinner(driver.Spinner):
    def __init__(self, spinner: driver.Spinner, rotor: twin.RotorTwin) -> None:
        self.__dict__ = spinner.__dict__
        self._rotor = rotor

    def _run_to_half_step(self, goal: int) -> Generator[float, None, None]:
        rate = motion.first_rate(self._ramp, goal - self._half_steps)
        at = self._half_steps
        at_s = looked_s = self._clock.now_s()
        end = goal - LAST if self._is_on_course() else at
        while at < end:
            at_s += 1 / rate
            at += 1
            if at_s - looked_s >= LOOKS_EVERY_S or at == end:
                looked_s = at_s
                yield at_s
                if not self._is_on_course():
                    break
                self._carry(at - self._half_steps, rate)
            rate = motion.next_rate(self._ramp, rate, goal - at)
        yield from super()._run_to_half_step(goal)

    def _move_until_sighting(self, state: motion.HomingState) -> Generator[float, None, motion.MarkSighting]:
        if state is motion.HomingState.SEEK:
            left = int(-self._rotor._at % TURN) - BEFORE_THE_MARK
            while left > 0 and self._is_healthy():
                part = min(left, round(LOOKS_EVERY_S * motion.HOMING_RATE[state]))
                yield self._clock.now_s() + part / motion.HOMING_RATE[state]
                if not self._is_healthy():
                    break
                self._carry(part, motion.HOMING_RATE[state])
                left -= part
        return (yield from super()._move_until_sighting(state))

    def _is_healthy(self) -> bool:
        rotor = self._rotor
        wrong = rotor.stalled or rotor.home_stuck or rotor.home_never or rotor.play or rotor._ahead
        return rotor.powered and not wrong

    def _is_on_course(self) -> bool:
        off = (self._rotor._at - self._half_steps + TURN / 2) % TURN - TURN / 2
        return self._is_healthy() and abs(off) <= ON_COURSE

    def _carry(self, half_steps: int, rate: float) -> None:
        rotor, lost = self._rotor, self._rotor.lost
        self._phase = (self._phase + half_steps) % len(half_step.COILS_BY_HALF_STEP)
        self._half_steps += half_steps
        self.made += half_steps
        rotor._advance_to_now()
        rotor._at += half_steps
        rotor._travelled += half_steps
        self._energise_coils(half_step.COILS_BY_HALF_STEP[self._phase])
        stands = rotor._nearest_equilibrium(rotor._at)
        assert stands is not None
        rotor._at = rotor._drawn_to = rotor._drawn_from = stands
        rotor._speed, rotor.lost = rate, lost
        rotor._update_home_pin()
