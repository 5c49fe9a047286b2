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
"""Tolerance of the mark's position, half a degree, for sensor noise; a loss is at least eight half-steps."""

GAP_RATIO: Final = 1.5
"""Ratio of actual to planned time beyond which a half-step has let the rotor slow down."""

MAX_BACKLASH_HALF_STEPS: Final = 96
"""Half-steps by which the arrow may run ahead of a rotor stopped at full speed; users measured 82."""


class Spinner:
    """An arrow on a 28BYJ-48 with a ULN2003, and an active-low Hall sensor at its home mark.

    Angles are clockwise on the dial. Coils carry current only while the arrow moves. Motions run one at a time; later
    motions wait. Raise BusError if a pin is not available.

    Args:
        coil_pins: inputs 1 to 4 of the ULN2003, BCM numbers.
        home_pin: the Hall sensor, BCM number.
        mark_deg: angle on the dial at the mark's first edge.

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
            float((half_step.half_steps_to_angle_deg(self._half_steps) + self._mark_deg) % 360) if self._homed else None
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
        """Stop on the mark's first edge; raise PositionLost if it was not found or is seen everywhere."""
        async with self._turning:
            await self._find_home_mark_unlocked()

    async def _find_home_mark_unlocked(self) -> None:
        self._homed = False
        try:
            end = await self._clock.run_steps(self._run_homing_table())
        finally:
            self.off()
        if end is not motion.HomingState.HOMED:
            raise PositionLost(
                PART,
                seen=end.value,
                expected="the home mark once a turn",
                remedy="Check the Hall sensor, its magnet, and that the arrow turns freely.",
            )
        self._half_steps = 0
        self._homed = True

    async def measure_backlash_deg(self) -> float:
        """Measure the gears' play by crossing the mark's edge back and forth; the arrow ends homed.

        The result includes the sensor's hysteresis. Raise PositionLost if the mark or its edge was not found.
        """
        async with self._turning:
            await self._find_home_mark_unlocked()
            try:
                return float(half_step.half_steps_to_angle_deg(await self._clock.run_steps(self._measure_backlash())))
            except BaseException:
                self._homed = False
                raise
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
        into_turn = half_step.angle_to_half_steps((angle_deg - self._mark_deg) % 360)
        # Subtract half a step, so that a rounded-up position costs no other turn to the same angle.
        earliest = self._half_steps - Fraction(1, 2) + turns * half_step.HALF_STEPS_PER_TURN
        return round(
            into_turn + ceil((earliest - into_turn) / half_step.HALF_STEPS_PER_TURN) * half_step.HALF_STEPS_PER_TURN
        )

    def _run_to_half_step(self, goal: int) -> Generator[float, None, None]:
        """Run forward, checking the home mark; raise PositionLost if it comes too early, too late or never.

        After a stop at full speed the mark may come early, since the arrow ran on by the gears' play. Lost
        half-steps make it late. Yield each next moment.
        """
        on_mark = self._sees_mark()
        marks = ceil((self._half_steps - TOLERANCE_HALF_STEPS) / half_step.HALF_STEPS_PER_TURN)
        mark_at = round(marks * half_step.HALF_STEPS_PER_TURN)
        if on_mark and abs(self._half_steps - mark_at) <= TOLERANCE_HALF_STEPS:  # already on this edge
            marks += 1
            mark_at = round(marks * half_step.HALF_STEPS_PER_TURN)
        rate = motion.first_rate(self._ramp, goal - self._half_steps)
        self._due_s = self._clock.now_s()
        while self._half_steps < goal:
            rate = yield from self._make_half_step(+1, rate)
            was_on_mark, on_mark = on_mark, self._sees_mark()
            late_by = self._half_steps - mark_at
            if on_mark and not was_on_mark:
                has_run_ahead = self._half_steps <= self._engaged_from and -MAX_BACKLASH_HALF_STEPS <= late_by < 0
                if abs(late_by) > TOLERANCE_HALF_STEPS and not has_run_ahead:
                    raise self._lost_error(
                        f"the home mark {abs(late_by)} half-steps too {'late' if late_by > 0 else 'early'}"
                    )
                marks += 1
                mark_at = round(marks * half_step.HALF_STEPS_PER_TURN)
            elif late_by > TOLERANCE_HALF_STEPS:
                raise self._lost_error("no home mark where it should be")
            rate = motion.next_rate(self._ramp, rate, goal - self._half_steps)

    def _run_homing_table(self) -> Generator[float, None, motion.HomingState]:
        state = motion.HomingState.SEEK
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
            motion.MAX_HOMING_HALF_STEPS[state],
        )
        travelled = without_mark = 0
        goes_on = None
        while True:
            yield from self._make_half_step(direction, rate)
            travelled += 1
            without_mark = 0 if self._sees_mark() else without_mark + 1
            if travelled > travel:
                seen = motion.MarkSighting.TRAVEL_EXHAUSTED
            elif without_mark == 0:
                seen = motion.MarkSighting.MARK
            else:
                seen = (
                    motion.MarkSighting.CLEAR
                    if without_mark > motion.CLEAR_AFTER_HALF_STEPS
                    else motion.MarkSighting.NO_MARK
                )
            if seen is not goes_on:
                if motion.NEXT_HOMING_STATE[state, seen] is not state:
                    return seen
                goes_on = seen

    def _measure_backlash(self) -> Generator[float, None, int]:
        """Return the median play in half-steps at the mark's first edge; raise PositionLost if it was not crossed."""
        ways = []
        for _ in range(motion.CROSSINGS):
            for direction, sees in ((-1, False), (+1, True)):
                way = 0
                self._due_s = self._clock.now_s() + motion.REVERSING_REST_S
                yield self._due_s
                while self._sees_mark() is not sees:
                    if way == motion.MAX_CROSSING_HALF_STEPS:
                        seen = f"the mark's edge not crossed in {way} half-steps"
                        raise self._lost_error(seen, expected="the edge within some degrees")
                    yield from self._make_half_step(direction, motion.CROSSING_RATE)
                    way += 1
                ways.append(way)
        return max(0, sorted(ways)[len(ways) // 2] - 1)  # the last half-step moved the arrow

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
        self._engaged_from = self._half_steps + MAX_BACKLASH_HALF_STEPS  # the rotor has caught up there
        return 1 / took_s

    def _energise_coils(self, pattern: int) -> None:
        changed = pattern ^ self._pattern
        while changed:  # one coil changes per half-step
            bit = changed.bit_length() - 1
            self._coil_pins[bit].state = bool(pattern >> bit & 1)
            changed ^= 1 << bit
        self._pattern = pattern

    def _sees_mark(self) -> bool:
        return not self._home_pin.state  # active low

    def _lost_error(self, seen: str, expected: str = "the mark at every full turn") -> PositionLost:
        return PositionLost(
            PART,
            seen=seen,
            expected=expected,
            remedy="Make sure that nothing blocks the arrow; it searches for its mark before the next spin.",
        )
