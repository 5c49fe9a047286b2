"""The spinner's driver: turns the arrow to an angle by half-steps, and knows when it did not get there."""

import asyncio
from collections.abc import Generator
from fractions import Fraction
from math import ceil
from typing import Any, Final

from gpiozero import DigitalInputDevice, OutputDevice

from hw.bus.ports import reserving
from hw.clock import Clock
from hw.errors import PositionLost
from hw.stepper.half_step import ALL_OFF, COILS_BY_HALF_STEP, HALF_STEPS_PER_TURN, angle_deg_of, half_steps_of
from hw.stepper.motion import (
    CROSSING_RATE,
    CROSSING_TRAVEL,
    CROSSINGS,
    DIRECTION,
    NEXT,
    PLAY,
    RATE,
    REST_S,
    TRAVEL,
    Homing,
    MarkSighting,
    Ramp,
    first_rate,
    next_rate,
)

TOLERANCE_HALF_STEPS: Final = 6
"""How far from its place the mark may be seen (half a degree): sensor noise, not lost steps, which come in eights."""

GAP: Final = 1.5
"""A half-step that takes so many times as long as planned has let the rotor slow down."""

PLAY_AT_MOST: Final = 96
"""Half-steps by which the arrow may have run ahead of a rotor that was stopped in full run; users measured 82."""


class Spinner:
    """An arrow on a 28BYJ-48 with a ULN2003, and an active-low Hall sensor at its home mark.

    Angles are clockwise on the dial. Coils carry current only while the arrow moves. One motion at a time: a spin that
    is asked for meanwhile follows.

    Args:
        coil_pins: inputs 1 to 4 of the ULN2003, BCM numbers.
        home_pin: the Hall sensor, BCM number.
        pin_factory: gpiozero's, of the machine.
        clock: who tells the time and waits.
        ramp: the limits of motion.
        mark_deg: where on the dial the arrow points when the mark's first edge is seen; how it was built.
        part: the name in errors.

    Attributes:
        made: half-steps made so far, in either direction; what the arrow costs.
        gaps: half-steps that took over ``GAP`` times as long as planned.

    Raises:
        BusError: a pin cannot be had.
    """

    def __init__(
        self,
        coil_pins: tuple[int, int, int, int],
        home_pin: int,
        *,
        pin_factory: Any,  # gpiozero.Factory; gpiozero has no types
        clock: Clock,
        ramp: Ramp | None = None,
        mark_deg: float | Fraction = 0,
        part: str = "spinner",
    ) -> None:
        with reserving(part, (*coil_pins, home_pin)) as reserve:
            self._coils = [reserve(OutputDevice(pin, pin_factory=pin_factory)) for pin in coil_pins]
            self._home_sensor = reserve(DigitalInputDevice(home_pin, pull_up=True, pin_factory=pin_factory))
        self._coil_pins = [coil.pin for coil in self._coils]
        self._home_pin = self._home_sensor.pin
        self._clock = clock
        self._ramp = ramp or Ramp()
        self._shortest_s = 1 / self._ramp.limit_rate
        self._mark_deg = Fraction(mark_deg)
        self._part = part
        self._turning = asyncio.Lock()
        self._pattern = ALL_OFF
        self._phase = 0
        self._half_steps = 0
        self._homed = False
        self._due_s = 0.0
        self._engaged_from = 0
        self.made = 0
        self.gaps = 0

    @property
    def homed(self) -> bool:
        return self._homed

    @property
    def half_steps(self) -> int:
        """Half-steps clockwise from the home mark, full turns included; means nothing until ``homed``."""
        return self._half_steps

    @property
    def angle_deg(self) -> float | None:
        """Where on the dial the arrow points, 0 to 360; ``None`` when that is not known."""
        return float((angle_deg_of(self._half_steps) + self._mark_deg) % 360) if self._homed else None

    def off(self) -> None:
        """No current in any coil, whatever happened before; the gears hold the arrow. A spin is ended by cancelling."""
        for coil in self._coils:
            if not coil.closed:
                coil.off()
        self._pattern = ALL_OFF

    def close(self) -> None:
        """Coils off and pins given back; closing twice is fine."""
        self.off()
        for device in (*self._coils, self._home_sensor):
            device.close()

    def require_home(self) -> None:
        """Refuse to go on with an arrow whose angle is not known.

        Raises:
            PositionLost: it is not.
        """
        if not self._homed:
            raise PositionLost(
                self._part,
                seen="an arrow that has lost its place",
                expected="its home mark found since",
                remedy="See that nothing holds the arrow; it looks for its mark now.",
            )

    async def home(self) -> None:
        """Find the home mark and stand on its first edge.

        Raises:
            PositionLost: the mark was not found, or never goes away.
        """
        async with self._turning:
            await self._home()

    async def _home(self) -> None:
        self._homed = False
        try:
            end = await self._clock.run_timed(self._find_mark())
        finally:
            self.off()
        if end is not Homing.HOMED:
            raise PositionLost(
                self._part,
                seen=end.value,
                expected="the home mark once a turn",
                remedy="Check the Hall sensor, its magnet, and that the arrow turns freely.",
            )
        self._half_steps = 0
        self._homed = True

    async def play_deg(self) -> float:
        """Degrees by which the rotor turns back before the arrow follows: it goes back and forth over the mark.

        What the sensor itself keeps seeing at its edge is in it. The arrow ends homed.

        Raises:
            PositionLost: the mark was not found, or does not go away and come back.
        """
        async with self._turning:
            await self._home()
            try:
                return float(angle_deg_of(await self._clock.run_timed(self._cross_the_edge())))
            except BaseException:
                self._homed = False
                raise
            finally:
                self.off()

    async def spin_to(self, angle_deg: float | Fraction, turns: int = 1) -> None:
        """Spin clockwise by ``turns`` full turns and on to an angle, as a hand-spun arrow would.

        Homes first if the position is not known. On the way the home mark must come where it belongs.

        Raises:
            PositionLost: the mark was not found, or came elsewhere: half-steps were lost. The next spin homes.
            ValueError: less than one turn, in which the mark might not be passed.
        """
        if turns < 1:
            raise ValueError(f"a spin takes at least one full turn to pass the home mark, not {turns}")
        async with self._turning:
            if not self._homed:
                await self._home()
            try:
                await self._clock.run_timed(self._run_to(self._goal(Fraction(angle_deg), turns)))
            except BaseException:
                self._homed = False
                raise
            finally:
                self.off()

    def _goal(self, angle_deg: Fraction, turns: int) -> int:
        into_turn = half_steps_of((angle_deg - self._mark_deg) % 360)
        # Half a step less, so that an arrow which stands rounded up does not take a turn more to the same angle.
        earliest = self._half_steps - Fraction(1, 2) + turns * HALF_STEPS_PER_TURN
        return round(into_turn + ceil((earliest - into_turn) / HALF_STEPS_PER_TURN) * HALF_STEPS_PER_TURN)

    def _run_to(self, goal: int) -> Generator[float, None, None]:
        """Forward to a count of half-steps, minding the home mark; gives when it is to go on.

        A rotor that was held up in full run may see the mark early: the arrow ran on through the gears' play. Lost
        half-steps make it late.

        Raises:
            PositionLost: the mark was seen where it is not, or not seen where it is.
        """
        on_mark = self._sees_mark()
        marks = ceil((self._half_steps - TOLERANCE_HALF_STEPS) / HALF_STEPS_PER_TURN)
        mark_at = round(marks * HALF_STEPS_PER_TURN)
        if on_mark and abs(self._half_steps - mark_at) <= TOLERANCE_HALF_STEPS:  # it stands on this edge already
            marks += 1
            mark_at = round(marks * HALF_STEPS_PER_TURN)
        rate = first_rate(self._ramp, goal - self._half_steps)
        self._due_s = self._clock.now_s()
        while self._half_steps < goal:
            rate = yield from self._step(+1, rate)
            was_on_mark, on_mark = on_mark, self._sees_mark()
            late_by = self._half_steps - mark_at
            if on_mark and not was_on_mark:
                has_run_ahead = self._half_steps <= self._engaged_from and -PLAY_AT_MOST <= late_by < 0
                if abs(late_by) > TOLERANCE_HALF_STEPS and not has_run_ahead:
                    raise self._lost(
                        f"the home mark {abs(late_by)} half-steps too {'late' if late_by > 0 else 'early'}"
                    )
                marks += 1
                mark_at = round(marks * HALF_STEPS_PER_TURN)
            elif late_by > TOLERANCE_HALF_STEPS:
                raise self._lost("no home mark where it should be")
            rate = next_rate(self._ramp, rate, goal - self._half_steps)

    def _find_mark(self) -> Generator[float, None, Homing]:
        """Follow the table of homing from its start to one of its ends; gives when it is to go on."""
        state = Homing.SEEK
        self._due_s = self._clock.now_s()
        while True:
            state = NEXT[state, (yield from self._move_until_sighting(state))]
            if state not in DIRECTION:
                return state
            self._due_s = self._clock.now_s() + REST_S
            yield self._due_s

    def _move_until_sighting(self, state: Homing) -> Generator[float, None, MarkSighting]:
        """Move as the state has it until another one follows; gives when it is to go on."""
        direction, rate, travel = DIRECTION[state], RATE[state], TRAVEL[state]
        travelled = without_mark = 0
        goes_on = None
        while True:
            yield from self._step(direction, rate)
            travelled += 1
            without_mark = 0 if self._sees_mark() else without_mark + 1
            if travelled > travel:
                seen = MarkSighting.TRAVEL_EXHAUSTED
            elif without_mark == 0:
                seen = MarkSighting.MARK
            else:
                seen = MarkSighting.CLEAR if without_mark > PLAY else MarkSighting.NO_MARK
            if seen is not goes_on:
                if NEXT[state, seen] is not state:
                    return seen
                goes_on = seen

    def _cross_the_edge(self) -> Generator[float, None, int]:
        """From the mark's first edge off it and onto it again, some times; gives half-steps of play, the median.

        Raises:
            PositionLost: the edge was not met.
        """
        ways = []
        for _ in range(CROSSINGS):
            for direction, sees in ((-1, False), (+1, True)):
                way = 0
                self._due_s = self._clock.now_s() + REST_S
                yield self._due_s
                while self._sees_mark() is not sees:
                    if way == CROSSING_TRAVEL:
                        seen = f"the mark's edge not crossed in {way} half-steps"
                        raise self._lost(seen, expected="the edge within some degrees")
                    yield from self._step(direction, CROSSING_RATE)
                    way += 1
                ways.append(way)
        return max(0, sorted(ways)[len(ways) // 2] - 1)  # the last one moved the arrow

    def _step(self, direction: int, rate: float) -> Generator[float, None, float]:
        """Make one half-step now and give the rotor its time; returns the rate that it really runs at."""
        self._phase = (self._phase + direction) % len(COILS_BY_HALF_STEP)
        self._energise(COILS_BY_HALF_STEP[self._phase])
        self._half_steps += direction
        self.made += 1
        made_at_s = self._clock.now_s()
        # An absolute deadline, so that delays do not add up; but never so near that the rotor could not follow.
        self._due_s = max(self._due_s + 1 / rate, made_at_s + self._shortest_s)
        yield self._due_s
        now_s = self._clock.now_s()
        took_s = now_s - made_at_s
        if took_s * rate <= GAP:
            return rate
        self.gaps += 1
        self._due_s = now_s
        self._engaged_from = self._half_steps + PLAY_AT_MOST  # by then the rotor has caught up with the arrow
        return 1 / took_s

    def _energise(self, pattern: int) -> None:
        changed = pattern ^ self._pattern
        while changed:  # one coil a half-step
            bit = changed.bit_length() - 1
            self._coil_pins[bit].state = bool(pattern >> bit & 1)
            changed ^= 1 << bit
        self._pattern = pattern

    def _sees_mark(self) -> bool:
        return not self._home_pin.state  # active low

    def _lost(self, seen: str, expected: str = "the mark at every full turn") -> PositionLost:
        return PositionLost(
            self._part,
            seen=seen,
            expected=expected,
            remedy="See that nothing holds the arrow; it looks for its mark before the next spin.",
        )
