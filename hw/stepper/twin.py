"""Twin of the spinner: rotor, gears with play, arrow, and a magnet at a Hall sensor.

Written from the 28BYJ-48 data sheet: from rest the rotor follows the coils' field up to 600 half-steps a second
(pull-in rate), while running up to 1000 and more (pull-out rate). Between these rates it follows a field that is a
little faster than itself. Its speed changes over some milliseconds, so it follows jitter, but no sudden jump of the
rate. If the field is ahead by more than half its period, the rotor falls back to the tooth behind and loses eight
half-steps. Play in the gears lets the arrow run on when a fast rotor stops; the arrow then stands until the rotor has
caught up. The arrow's load lowers both rates, and after its last half-step the arrow swings for a moment. Not modelled:
temperature, supply voltage, resonance at a rate. Motion is computed at coil changes and reads.

The sensor is a unipolar switch in its best case. Its level chatters while the magnet is at the edge of its range, and
a motor's wire beside its own shows a wrong level now and then (grbl#974, FluidNC#1447).
"""

from collections.abc import Callable
from math import cos, exp, tau
from random import Random
from typing import Final

from hw.bus.mock_pins import PartPins
from hw.stepper.half_step import COILS_BY_HALF_STEP, HALF_STEPS_PER_TURN

COIL_PERIOD_HALF_STEPS: Final = len(COILS_BY_HALF_STEP)
PULL_IN_RATE: Final = 600.0
PULL_OUT_RATE: Final = 1100.0
OVERTAKE: Final = 1.15
"""Ratio by which the field may be faster than the rotor."""
INERTIA_S: Final = 0.005
"""Time constant of the rotor's speed."""

COASTS_AFTER_S: Final = 0.02
"""Time without coil changes after which a fast rotor has stopped, while its arrow runs on."""

LOAD: Final = 0.15
"""Share of the motor's torque that the arrow takes, estimated for one that is not balanced; the rates of the data sheet
are without a load. Long or heavy needles lose steps (clearwater/SwitecX25#16)."""

SWING_S: Final = 0.004
"""Amplitude of the arrow's swing over the speed at which it stops, estimated: the last half-step and half of the one
before; it decays in the time of some periods."""
SWING_HZ: Final = 25.0
SWING_DECAY_S: Final = 0.06

MARK_WIDTH_DEG: Final = 27.0
"""Angle over which the sensor detects the magnet, estimated: a disc of 5 x 2 mm on an arm of 20 mm, seen by a DRV5023
that operates at 3 mT and releases at 2 mT, reaches 4 to 5 mm to each side."""

_PHASE_OF: Final = {pattern: phase for phase, pattern in enumerate(COILS_BY_HALF_STEP)}
_PHASE_OF.update({0b1111 ^ 1 << off: _PHASE_OF[1 << (off + 2) % 4] for off in range(4)})
"""The position to which each pattern draws the rotor; of three coils the two opposite ones cancel."""


class RotorTwin:
    """A motor on four coil pins and perhaps a sensor on the home pin, low while it detects the mark.

    Attributes:
        play: half-steps of play between rotor and arrow; users measured 7.25 degrees, 82 half-steps.
        lost: half-steps the rotor did not follow, in multiples of eight.
        stalled: fault: the arrow is blocked.
        home_stuck, home_never: faults: the sensor always or never detects the mark.
        powered: whether the motor has power.
        load: share of the motor's torque that the arrow takes.
        pull_in_rate: half-steps a second that it follows from rest; the data sheet's least, many motors follow 1,000.
        wrong_looks: share of looks at the sensor that show the other level.
        chatter: half-steps before and after an edge of the mark between which each look shows any level.
        latching: mistake: the sensor keeps its level until it meets the other pole.
        reversed_pole: mistake: the magnet's wrong side faces the sensor.
        held_magnet: whether a person holds the magnet's other side to the sensor.
    """

    def __init__(
        self,
        pin_factory: PartPins,
        coil_pins: tuple[int, int, int, int],
        home_pin: int | None,
        now_s: Callable[[], float],
        *,
        start_deg: float = 100.0,
    ) -> None:
        self._now_s = now_s
        self._factory = pin_factory
        self._home_pin = home_pin
        self._turn = float(HALF_STEPS_PER_TURN)
        self._mark_width = MARK_WIDTH_DEG / 360 * self._turn
        self._at = float(round(start_deg / 360 * self._turn))
        self._began_at = self._at
        self._travelled = 0.0
        self._pattern = 0
        self._drawn_to: float | None = None
        self._drawn_at_s = now_s()
        self._drawn_from = self._at
        self._speed = 0.0
        self._caught_at_s = now_s()
        self._moved_at_s = now_s()
        self.home_stuck = self.home_never = False
        self.held_magnet = False
        self.latching = self.reversed_pole = False
        self.wrong_looks = 0.0
        self.chatter = 0
        self._chance = Random(3)  # noqa: S311  # no secret
        self._latched = False
        self._shown: bool | None = None
        self.play = 0.0
        self._ahead = 0.0
        self.stalled = False
        self.powered = True
        self.pull_in_rate = PULL_IN_RATE
        self.load = LOAD
        self._swings_by = 0.0
        self.lost = 0
        for bit, pin in enumerate(coil_pins):
            pin_factory.on_change(pin, self._coil_listener(bit))
        if home_pin is not None:
            pin_factory.set_hook_before_read(home_pin, self._update_before_read)
        self._update_home_pin()

    @property
    def half_steps_made(self) -> int:
        self._advance_to_now()
        return round(self._travelled)

    @property
    def position_half_steps(self) -> int:
        """Rotor position: half-steps clockwise from the mark's first edge, full turns included."""
        self._advance_to_now()
        return round(self._at)

    @property
    def angle_deg(self) -> float:
        """Angle of the arrow, clockwise from the mark's first edge, 0 to 360."""
        self._advance_to_now()
        return self._arrow_at() / self._turn * 360 % 360

    @property
    def energised(self) -> bool:
        return self.powered and self._pattern != 0

    @property
    def energised_coil_count(self) -> int:
        return self._pattern.bit_count() if self.powered else 0

    def turn_by_hand(self, half_steps: int) -> None:
        self._advance_to_now()
        self._at += half_steps
        self._drawn_to = self._nearest_equilibrium(self._at)
        self._update_home_pin()

    def _coil_listener(self, bit: int) -> Callable[[float], None]:
        def update_coil(level: float) -> None:
            self._advance_to_now()
            self._pattern = self._pattern & ~(1 << bit) | bool(level) << bit
            self._update_equilibrium()

        return update_coil

    def _advance_to_now(self) -> None:
        now_s = self._now_s()
        if now_s == self._moved_at_s:  # several accesses at one moment
            return
        passed_s = now_s - self._moved_at_s
        self._moved_at_s = now_s
        self._coast_if_undriven(now_s)
        if passed_s <= 0 or self._drawn_to is None or self.stalled:
            return
        way = self._drawn_to - self._at
        direction = 1 if way > 0 else -1
        left = 1 - self.load
        rate = min(left * PULL_OUT_RATE, max(left * self.pull_in_rate, OVERTAKE * self._speed * direction))
        move = min(abs(way), rate * passed_s)
        if move:
            self._at += move * direction
            self._travelled += move
            self._ahead = min(self.play, max(0.0, self._ahead - move * direction))
            self._update_home_pin()

    def _arrow_at(self) -> float:
        """Return where the arrow points, in half-steps: play and swing included."""
        rests_s = self._moved_at_s - self._drawn_at_s - COASTS_AFTER_S
        swing = exp(-rests_s / SWING_DECAY_S) * cos(tau * SWING_HZ * rests_s) if rests_s > 0 else 0.0
        return self._at + self._ahead + self._swings_by * swing

    def _update_before_read(self) -> None:
        self._advance_to_now()
        self._update_home_pin()

    def _coast_if_undriven(self, now_s: float) -> None:
        if self._speed > PULL_IN_RATE and now_s - self._drawn_at_s > COASTS_AFTER_S:
            self._speed = 0.0
            self._ahead = self.play
            self._update_home_pin()

    def _update_equilibrium(self) -> None:
        passed_s = self._moved_at_s - self._drawn_at_s
        if passed_s > 0:
            speed = (self._at - self._drawn_from) / passed_s
            self._speed += (speed - self._speed) * passed_s / (passed_s + INERTIA_S)
            self._drawn_at_s, self._drawn_from = self._moved_at_s, self._at
            self._swings_by = SWING_S * self._speed
        before = self._drawn_to
        self._drawn_to = self._nearest_equilibrium(self._at if before is None else before)
        if before is None:
            self._caught_at_s = self._moved_at_s
        if self._drawn_to is None:
            return
        slip = self._drawn_to - self._at
        if abs(slip) > COIL_PERIOD_HALF_STEPS / 2:  # the tooth behind now attracts more
            self._drawn_to -= COIL_PERIOD_HALF_STEPS if slip > 0 else -COIL_PERIOD_HALF_STEPS
            self._speed = 0.0
            if self._moved_at_s - self._caught_at_s > 1 / PULL_IN_RATE:  # not when current first catches the rotor
                self.lost += COIL_PERIOD_HALF_STEPS

    def _nearest_equilibrium(self, place: float) -> float | None:
        phase = _PHASE_OF.get(self._pattern)
        if phase is None or not self.powered:
            return None
        ahead = (phase - place) % COIL_PERIOD_HALF_STEPS
        return place + (ahead - COIL_PERIOD_HALF_STEPS if ahead > COIL_PERIOD_HALF_STEPS / 2 else ahead)

    @property
    def turned_half_steps(self) -> int:
        """Half-steps clockwise since it was made: some of a motor that turned, hardly any of one that trembled."""
        self._advance_to_now()
        return round(self._at - self._began_at)

    @property
    def half_steps_a_turn(self) -> float:
        return self._turn

    @half_steps_a_turn.setter
    def half_steps_a_turn(self, half_steps_a_turn: float) -> None:
        """Fit another motor; the arrow keeps its angle."""
        self._advance_to_now()
        share = half_steps_a_turn / self._turn
        self._began_at *= share
        self._turn, self._mark_width = half_steps_a_turn, self._mark_width * share
        self._at = self._drawn_from = float(round(self._at * share))
        self._drawn_to = None if self._drawn_to is None else self._nearest_equilibrium(self._at)
        self._update_home_pin()

    def set_mark_width(self, degrees: float) -> None:
        self._mark_width = degrees / 360 * self._turn
        self._update_home_pin()

    def _senses_magnet(self) -> bool:
        at = self._arrow_at() % self._turn
        near = at < self._mark_width
        if self.chatter and min(at, self._turn - at, abs(at - self._mark_width)) < self.chatter:
            near = self._chance.random() < 0.5  # any level
        return self.held_magnet if self.reversed_pole else near

    def _update_home_pin(self) -> None:
        seen = self._senses_magnet()
        if self.latching:
            seen = self._latched = self._latched or seen
        if self.wrong_looks and self._chance.random() < self.wrong_looks:
            seen = not seen
        seen = self.home_stuck or (seen and not self.home_never)
        if seen != self._shown and self._home_pin is not None:
            self._shown = seen
            self._factory.drive(self._home_pin, not seen)
