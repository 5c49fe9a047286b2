"""Driver of the spinner: turns the arrow to an angle and detects lost half-steps."""

import asyncio
from collections.abc import Generator
from fractions import Fraction
from math import ceil
from typing import Any, Final

from gpiozero import DigitalInputDevice, OutputDevice

from hw.bus.ports import closing_devices_on_error
from hw.clock import Clock
from hw.errors import PositionLost
from hw.stepper import half_step, motion

PART: Final = "spinner"

TOLERANCE_HALF_STEPS: Final = 6
"""Tolerance of the mark's position for sensor noise; a loss is at least eight half-steps, with any gear."""

DRIFT_HALF_STEPS: Final = 3
"""Difference from which the count follows the mark: the measured length of a turn is never exact."""

GAP_RATIO: Final = 1.5
"""Ratio of actual to planned time beyond which a half-step has let the rotor slow down."""

MAX_BACKLASH_DEG: Final = 8.5
"""Angle by which the arrow may run ahead of a rotor stopped at full speed; users measured 7.25."""


class Spinner:
    """An arrow on a 28BYJ-48 with a ULN2003, and an active-low Hall sensor at its home mark.

    Angles are clockwise on the dial. Coils carry current only while the arrow moves. Motions run one at a time; later
    motions wait. Raise BusError if a pin is not available.

    Args:
        coil_pins: inputs 1 to 4 of the ULN2003, BCM numbers.
        home_pin: the Hall sensor, BCM number.
        mark_deg: angle on the dial at the mark's first edge.
        half_steps_a_turn: of the arrow; None for the usual gear.

    Attributes:
        made: half-steps made so far, in either direction.
        gaps: half-steps that took over ``GAP_RATIO`` times as long as planned.
    """

    def __init__(
        self,
        coil_pins: tuple[int, int, int, int],
        home_pin: int,
        *,
        pin_factory: Any,  # gpiozero.Factory; gpiozero has no types
        clock: Clock,
        ramp: motion.Ramp | None = None,
        mark_deg: float | Fraction = 0,
        half_steps_a_turn: float | None = None,
    ) -> None:
        with closing_devices_on_error(PART, (*coil_pins, home_pin)) as reserve:
            self._coils = [reserve(OutputDevice(pin, pin_factory=pin_factory)) for pin in coil_pins]
            self._home_sensor = reserve(DigitalInputDevice(home_pin, pull_up=True, pin_factory=pin_factory))
        self._coil_pins = [coil.pin for coil in self._coils]
        self._home_pin = self._home_sensor.pin
        self._clock = clock
        self._ramp = ramp or motion.Ramp()
        self._shortest_s = 1 / self._ramp.limit_rate
        self._mark_deg = Fraction(mark_deg)
        self._a_turn = half_step.HALF_STEPS_PER_TURN if half_steps_a_turn is None else Fraction(half_steps_a_turn)
        self._looks = max(motion.LEAST_LOOKS, ceil(motion.EDGE_DEG / 360 * self._a_turn))
        self._edges = motion.MarkEdges(self._looks)
        self._turning = asyncio.Lock()
        self._pattern = half_step.ALL_OFF
        self._phase = 0
        self._half_steps = 0
        self._homed = False
        self._due_s = 0.0
        self._engaged_from = 0
        self.made = 0
        self.gaps = 0

    @property
    def is_homed(self) -> bool:
        return self._homed

    @property
    def half_steps(self) -> int:
        """Half-steps clockwise from the home mark, full turns included; undefined until ``is_homed``."""
        return self._half_steps

    @property
    def angle_deg(self) -> float | None:
        """Angle on the dial, 0 to 360; ``None`` if unknown."""
        return (
            float((half_step.half_steps_to_angle_deg(self._half_steps, self._a_turn) + self._mark_deg) % 360)
            if self._homed
            else None
        )

    def off(self) -> None:
        """Switch coils off; the gears hold the arrow. To end a spin, cancel its task instead."""
        for coil in self._coils:
            if not coil.closed:
                coil.off()
        self._pattern = half_step.ALL_OFF

    def close(self) -> None:
        """Switch the coils off and release the pins; closing twice is fine."""
        self.off()
        for device in (*self._coils, self._home_sensor):
            device.close()

    def check_homed(self) -> None:
        """Raise PositionLost if the arrow is not homed."""
        if not self._homed:
            raise PositionLost(
                PART,
                seen="an arrow without known position",
                expected="a homed arrow",
                remedy="Make sure that nothing blocks the arrow; it now searches for its mark.",
            )

    async def find_home_mark(self) -> None:
        """Stop half a degree past the mark's first edge; raise PositionLost if it was not found or seen everywhere."""
        async with self._turning:
            await self._find_home_mark_unlocked()

    async def _find_home_mark_unlocked(self) -> None:
        self._homed = False
        try:
            end = await self._clock.run_steps(self._run_homing_table())
        finally:
            self.off()
        if end is not motion.HomingState.HOMED:
            raise self._not_found_error(end)
        self._half_steps -= self._edges.edge_at
        self._homed = True

    async def measure_backlash_deg(self) -> float:
        """Measure the gears' play by crossing the mark's edge back and forth; the arrow ends homed.

        The result includes the sensor's hysteresis. Raise PositionLost if the mark or its edge was not found.
        """
        async with self._turning:
            await self._find_home_mark_unlocked()
            try:
                play = await self._clock.run_steps(self._measure_backlash())
                return float(half_step.half_steps_to_angle_deg(play, self._a_turn))
            except BaseException:
                self._homed = False
                raise
            finally:
                self.off()

    async def measure_turn_half_steps(self) -> float:
        """Return the half-steps from mark to mark, averaged over some turns; the arrow ends homed, unless cancelled.

        The result does not depend on the gear that was named. Raise PositionLost as `find_home_mark`.
        """
        async with self._turning:
            self._homed = False
            try:
                turn = await self._clock.run_steps(self._measure_turn())
            finally:
                self.off()
            self._homed = True
            return turn

    async def jog(self, angle_deg: float) -> None:
        """Turn a homed arrow slowly by an angle, positive clockwise, to adjust the mark; it has to be homed again."""
        async with self._turning:
            self._homed = False
            try:
                await self._clock.run_steps(self._jog(self._half_steps_of(angle_deg)))
            finally:
                self.off()

    async def spin_to(self, angle_deg: float | Fraction, turns: int = 1) -> None:
        """Spin clockwise by ``turns`` full turns and on to an angle, like a hand-spun arrow.

        Home first if the position is unknown, and check the home mark on the way.

        Raises:
            PositionLost: the mark was not found, or not where expected (lost half-steps). The next spin homes first.
            ValueError: fewer than one turn, which might not pass the mark.
        """
        if turns < 1:
            raise ValueError(f"expected at least one full turn, to pass the home mark, not {turns}")
        async with self._turning:
            if not self._homed:
                await self._find_home_mark_unlocked()
            try:
                await self._clock.run_steps(self._run_to_half_step(self._target_half_steps(Fraction(angle_deg), turns)))
            except BaseException:
                self._homed = False
                raise
            finally:
                self.off()

    def _target_half_steps(self, angle_deg: Fraction, turns: int) -> int:
        into_turn = half_step.angle_to_half_steps((angle_deg - self._mark_deg) % 360, self._a_turn)
        # Subtract half a step, so that a rounded-up position costs no other turn to the same angle.
        earliest = self._half_steps - Fraction(1, 2) + turns * self._a_turn
        return round(into_turn + ceil((earliest - into_turn) / self._a_turn) * self._a_turn)

    def _half_steps_of(self, angle_deg: float) -> int:
        return round(angle_deg / 360 * self._a_turn)

    def _run_to_half_step(self, goal: int) -> Generator[float, None, None]:
        """Run forward, checking the home mark; raise PositionLost if it comes too early, too late or never.

        After a stop at full speed the mark may come early, since the arrow ran on by the gears' play. Lost
        half-steps make it late. Yield each next moment.
        """
        edges, runs_ahead_by = self._edges, self._half_steps_of(MAX_BACKLASH_DEG)
        edges.settle(lambda: self.sees_mark)
        marks = ceil((self._half_steps - TOLERANCE_HALF_STEPS) / self._a_turn)
        mark_at = round(marks * self._a_turn)
        if edges.on_mark and abs(self._half_steps - mark_at) <= TOLERANCE_HALF_STEPS:  # already on this edge
            marks += 1
            mark_at = round(marks * self._a_turn)
        rate = motion.first_rate(self._ramp, goal - self._half_steps)
        self._due_s = self._clock.now_s()
        while self._half_steps < goal:
            rate = yield from self._make_half_step(+1, rate)
            if edges.look(self._half_steps, sees=self.sees_mark) and edges.on_mark:
                late_by = edges.edge_at - mark_at
                has_run_ahead = edges.edge_at <= self._engaged_from and -runs_ahead_by <= late_by < 0
                if abs(late_by) > TOLERANCE_HALF_STEPS and not has_run_ahead:
                    raise self._lost_error(
                        f"the home mark {abs(late_by)} half-steps too {'late' if late_by > 0 else 'early'}"
                    )
                if abs(late_by) >= DRIFT_HALF_STEPS and not has_run_ahead:
                    self._half_steps -= late_by
                marks += 1
                mark_at = round(marks * self._a_turn)
            elif self._half_steps - mark_at > TOLERANCE_HALF_STEPS + 2 * self._looks:
                raise self._lost_error("no home mark where it should be")
            rate = motion.next_rate(self._ramp, rate, goal - self._half_steps)

    def _run_homing_table(self) -> Generator[float, None, motion.HomingState]:
        state = motion.HomingState.SEEK
        self._edges = motion.MarkEdges(self._looks)
        self._due_s = self._clock.now_s()
        while True:
            state = motion.NEXT_HOMING_STATE[state, (yield from self._move_until_sighting(state))]
            if state not in motion.HOMING_DIRECTION:
                return state
            self._due_s = self._clock.now_s() + motion.REVERSING_REST_S
            yield self._due_s

    def _move_until_sighting(self, state: motion.HomingState) -> Generator[float, None, motion.MarkSighting]:
        """Return the sighting; yield each next moment."""
        direction, rate, travel = (
            motion.HOMING_DIRECTION[state],
            motion.HOMING_RATE[state],
            self._half_steps_of(motion.MAX_HOMING_DEG[state]),
        )
        clear_after = self._half_steps_of(motion.CLEAR_AFTER_DEG)
        travelled = without_mark = 0
        goes_on = None
        while True:
            yield from self._make_half_step(direction, rate)
            travelled += 1
            self._edges.look(self._half_steps, sees=self.sees_mark)
            without_mark = 0 if self._edges.on_mark else without_mark + 1
            if travelled > travel:
                seen = motion.MarkSighting.TRAVEL_EXHAUSTED
            elif without_mark == 0:
                seen = motion.MarkSighting.MARK
            else:
                seen = motion.MarkSighting.CLEAR if without_mark > clear_after else motion.MarkSighting.NO_MARK
            if seen is not goes_on:
                if motion.NEXT_HOMING_STATE[state, seen] is not state:
                    return seen
                goes_on = seen

    def _measure_backlash(self) -> Generator[float, None, int]:
        """Return the median play in half-steps at the mark's first edge; raise PositionLost if it was not crossed."""
        ways = []
        crossed_at = 0
        for direction in (-1, +1) * motion.CROSSINGS:
            self._due_s = self._clock.now_s() + motion.REVERSING_REST_S
            yield self._due_s
            yield from self._cross_edge(direction, motion.CROSSING_RATE, self._half_steps_of(motion.MAX_CROSSING_DEG))
            ways.append(abs(self._edges.edge_at - crossed_at))
            crossed_at = self._edges.edge_at
        self._half_steps -= crossed_at
        return max(0, sorted(ways)[len(ways) // 2] - 1)  # the last half-step moved the arrow

    def _measure_turn(self) -> Generator[float, None, float]:
        self._edges.settle(lambda: self.sees_mark)
        self._due_s = self._clock.now_s()
        edges: list[int] = []
        while len(edges) <= motion.MEASURED_TURNS:
            yield from self._cross_edge(+1, motion.HOMING_RATE[motion.HomingState.SEEK], motion.MAX_TURN_HALF_STEPS)
            edges += [self._edges.edge_at] * self._edges.on_mark
        self._half_steps -= edges[-1]
        return (edges[-1] - edges[0]) / motion.MEASURED_TURNS

    def _cross_edge(self, direction: int, rate: float, most: int) -> Generator[float, None, None]:
        """Move until the sensor's level changes; raise PositionLost if it does not."""
        for _ in range(most):
            yield from self._make_half_step(direction, rate)
            if self._edges.look(self._half_steps, sees=self.sees_mark):
                return
        end = motion.HomingState.STUCK if self._edges.on_mark else motion.HomingState.NEVER_SEEN
        raise self._not_found_error(end)

    def _jog(self, half_steps: int) -> Generator[float, None, None]:
        self._due_s = self._clock.now_s()
        for _ in range(abs(half_steps)):
            yield from self._make_half_step(1 if half_steps > 0 else -1, motion.CROSSING_RATE)

    def _make_half_step(self, direction: int, rate: float) -> Generator[float, None, float]:
        """Yield the next moment; return the actual rate."""
        self._phase = (self._phase + direction) % len(half_step.COILS_BY_HALF_STEP)
        self._energise_coils(half_step.COILS_BY_HALF_STEP[self._phase])
        self._half_steps += direction
        self.made += 1
        made_at_s = self._clock.now_s()
        # Absolute, so that delays do not add up, but not sooner than the rotor can follow.
        self._due_s = max(self._due_s + 1 / rate, made_at_s + self._shortest_s)
        yield self._due_s
        now_s = self._clock.now_s()
        took_s = now_s - made_at_s
        if took_s * rate <= GAP_RATIO:
            return rate
        self.gaps += 1
        self._due_s = now_s
        self._engaged_from = self._half_steps + self._half_steps_of(MAX_BACKLASH_DEG)  # the rotor has caught up there
        return 1 / took_s

    def _energise_coils(self, pattern: int) -> None:
        changed = pattern ^ self._pattern
        while changed:  # one coil changes per half-step
            bit = changed.bit_length() - 1
            self._coil_pins[bit].state = bool(pattern >> bit & 1)
            changed ^= 1 << bit
        self._pattern = pattern

    @property
    def sees_mark(self) -> bool:
        """Whether the sensor shows the mark now; one look may be wrong."""
        return not self._home_pin.state  # active low

    def _not_found_error(self, end: motion.HomingState) -> PositionLost:
        return PositionLost(
            PART,
            seen=end.value,
            expected="the home mark once a turn",
            remedy="Check the Hall sensor, its magnet, and that the arrow turns freely.",
        )

    def _lost_error(self, seen: str, expected: str = "the mark at every full turn") -> PositionLost:
        return PositionLost(
            PART,
            seen=seen,
            expected=expected,
            remedy="Make sure that nothing blocks the arrow, that the Hall sensor is firm and its wire, on home_pin, "
            "lies apart from the motor's; the arrow searches for its mark before the next spin.",
        )
