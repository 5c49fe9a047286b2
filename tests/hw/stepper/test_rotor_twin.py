"""The motor's twin: half-steps, pull-in, play and the mark."""

from fractions import Fraction

import pytest

from hw.bus.mock_pins import TwinPinFactory
from hw.stepper.half_step import COILS_BY_HALF_STEP, HALF_STEPS_PER_TURN, angle_to_half_steps, half_steps_to_angle_deg
from hw.stepper.twin import RotorTwin

COILS = (5, 6, 13, 19)
HOME = 26


class Bench:
    def __init__(self, start_deg: float = 100.0) -> None:
        self.at_s = 0.0
        self.pins = TwinPinFactory()
        for pin in COILS:
            self.pins.pin(pin).function = "output"
        self.home = self.pins.pin(HOME)
        self.home.input_with_pull("up")
        self.rotor = RotorTwin(self.pins, COILS, HOME, lambda: self.at_s, start_deg=start_deg)
        self.rotor.load = 0.0  # as the data sheet's rates are
        self.phase = 0
        self.show(COILS_BY_HALF_STEP[0])
        self.wait(0.1)

    def show(self, pattern: int) -> None:
        for bit, pin in enumerate(COILS):
            self.pins.pin(pin).state = pattern >> bit & 1

    def wait(self, seconds: float) -> None:
        self.at_s += seconds

    def run(self, half_steps: int, rate: float) -> int:
        before = self.rotor.position_half_steps
        for _ in range(abs(half_steps)):
            self.phase = (self.phase + (1 if half_steps > 0 else -1)) % 8
            self.show(COILS_BY_HALF_STEP[self.phase])
            self.wait(1 / rate)
        return self.rotor.position_half_steps - before


@pytest.mark.parametrize("rate", [50.0, 400.0, 590.0])
def test_under_the_pull_in_rate_it_follows_from_rest_in_both_directions(rate: float) -> None:
    bench = Bench()

    assert bench.run(800, rate) == 800
    assert bench.run(-800, rate) == -800
    assert bench.rotor.lost == 0
    assert bench.rotor.half_steps_made == pytest.approx(1600, abs=8)


@pytest.mark.parametrize("rate", [1300.0, 3000.0, 20000.0])
def test_from_rest_it_cannot_follow_a_field_that_is_too_fast(rate: float) -> None:
    bench = Bench()

    assert bench.run(800, rate) < 800
    assert bench.rotor.lost > 0


def test_once_running_it_follows_faster_than_it_can_start() -> None:
    bench = Bench()
    for rate in (500, 600, 700, 800, 900, 950):
        bench.run(100, rate)
    assert bench.rotor.lost == 0

    running = bench.run(400, 1000.0)
    bench.wait(0.5)

    assert running == 400
    assert bench.rotor.lost == 0


@pytest.mark.parametrize(("load", "loses"), [(0.0, False), (0.15, True)])
def test_a_load_takes_off_the_rate_that_it_follows(load: float, loses: bool) -> None:
    bench = Bench()
    bench.rotor.load = load
    for rate in (500, 600, 700, 800, 900):
        bench.run(100, rate)
    assert bench.rotor.lost == 0

    bench.run(400, 1000.0)

    assert bool(bench.rotor.lost) == loses


def test_the_arrow_swings_after_it_has_stopped_and_comes_to_rest() -> None:
    bench = Bench()
    bench.run(400, 500.0)
    seen = []
    for _ in range(60):
        bench.wait(0.005)
        seen.append(bench.rotor.angle_deg)
    assert max(seen[:10]) - min(seen[:10]) > 0.15  # two half-steps
    assert max(seen[-5:]) - min(seen[-5:]) < 0.01


def test_losses_come_in_whole_periods_of_the_field() -> None:
    bench = Bench()

    made = bench.run(800, 2500.0)
    bench.wait(0.5)
    bench.run(8, 100.0)

    assert bench.rotor.lost % 8 == 0
    assert 800 - bench.rotor.lost == pytest.approx(made, abs=8)


def test_a_stalled_rotor_stays_and_loses_the_steps() -> None:
    bench = Bench()
    bench.rotor.stalled = True

    assert bench.run(800, 300.0) == 0
    assert bench.rotor.lost == pytest.approx(800, abs=8)


def test_without_current_it_does_not_move() -> None:
    bench = Bench()
    here = bench.rotor.position_half_steps

    bench.show(0)
    bench.wait(1.0)

    assert not bench.rotor.energised
    assert bench.rotor.position_half_steps == here


def test_patterns_that_hold_the_rotor_nowhere_do_not_move_it() -> None:
    bench = Bench()
    here = bench.rotor.position_half_steps

    for pattern in (0b0101, 0b1111, 0b1010):
        bench.show(0)
        bench.wait(0.1)
        bench.show(pattern)
        bench.wait(0.1)

    assert abs(bench.rotor.position_half_steps - here) <= 4


def test_the_sensor_sees_the_mark_over_its_width_and_nowhere_else() -> None:
    bench = Bench(start_deg=350.0)
    seen = []
    for _ in range(600):
        bench.run(1, 300.0)
        seen.append((bench.rotor.angle_deg, not bench.home.state))

    assert all(mark == (angle < 27.0) for angle, mark in seen)
    assert {mark for _, mark in seen} == {True, False}


def test_a_stuck_and_a_blind_sensor_say_so_wherever_the_arrow_stands() -> None:
    bench = Bench()

    bench.rotor.home_stuck = True
    assert not bench.home.state
    bench.rotor.home_stuck = False
    assert bench.home.state
    bench.run(-1100, 300.0)
    assert not bench.home.state
    bench.rotor.home_never = True
    assert bench.home.state


def test_the_sequence_is_that_of_the_data_sheet() -> None:
    # The sheet's table of phases, row by row: which of the wires 4 orange, 3 yellow, 2 pink, 1 blue are driven.
    rows = ["1", "12", "2", "23", "3", "34", "4", "41"]

    assert [{str(bit + 1) for bit in range(4) if pattern >> bit & 1} for pattern in COILS_BY_HALF_STEP] == [
        set(row) for row in rows
    ]


def test_from_step_to_step_exactly_one_coil_changes() -> None:
    for here, there in zip(COILS_BY_HALF_STEP, COILS_BY_HALF_STEP[1:] + COILS_BY_HALF_STEP[:1], strict=True):
        assert (here ^ there).bit_count() == 1


def test_a_turn_is_not_4096_half_steps() -> None:
    assert Fraction(64 * 32 * 22 * 26 * 31, 9 * 11 * 9 * 10) == HALF_STEPS_PER_TURN
    assert float(HALF_STEPS_PER_TURN) == pytest.approx(4075.7728, abs=1e-4)


def test_a_quarter_turn_and_its_half_steps() -> None:
    assert angle_to_half_steps(Fraction(90)) == HALF_STEPS_PER_TURN / 4
    assert half_steps_to_angle_deg(HALF_STEPS_PER_TURN * 3 / 4) == 270
    assert half_steps_to_angle_deg(HALF_STEPS_PER_TURN * 1000) == 0


def test_after_ten_thousand_turns_the_angle_is_still_exact() -> None:
    turns = 10_000 * HALF_STEPS_PER_TURN

    assert half_steps_to_angle_deg(turns + angle_to_half_steps(Fraction(123))) == 123
