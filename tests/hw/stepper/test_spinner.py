"""The arrow: homing, ramps, gliding, and that it stops where it is told."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from fractions import Fraction
from itertools import pairwise, product
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.bus.mock_pins import TwinPinFactory
from hw.clock import LoopClock
from hw.errors import PositionLost
from hw.stepper import driver, half_step, twin
from hw.stepper.motion import (
    HOMING_DIRECTION,
    HOMING_RATE,
    MAX_HOMING_DEG,
    NEXT_HOMING_STATE,
    HomingState,
    MarkSighting,
    Ramp,
    first_rate,
    next_rate,
)
from hw.testing.clock import run_virtual
from tests.hw.stepper.gliding import GlidingSpinner
from tests.support.busy_loop import FREE, BusyLoop
from tests.support.soak import SOAK, sample

COILS = (17, 27, 22, 23)
HOME = 26


class Table:
    def __init__(self, *, start_deg: float = 100.0, ramp: Ramp | None = None, mark_deg: float = 0.0) -> None:
        clock = LoopClock()
        self.pins = TwinPinFactory()
        self.rotor = twin.RotorTwin(self.pins, COILS, HOME, clock.now_s, start_deg=start_deg)
        self.spinner = driver.Spinner(COILS, HOME, pin_factory=self.pins, clock=clock, ramp=ramp, mark_deg=mark_deg)

    def fit(self, half_steps_a_turn: float | None) -> None:
        """Fit a motor with this gear, and name it to the driver."""
        if half_steps_a_turn is not None:
            self.rotor.half_steps_a_turn = half_steps_a_turn
        self.spinner.close()
        clock = LoopClock()
        self.spinner = driver.Spinner(
            COILS, HOME, pin_factory=self.pins, clock=clock, half_steps_a_turn=half_steps_a_turn
        )

    def error_deg(self, wanted_deg: float) -> float:
        return (self.rotor.angle_deg - wanted_deg + 180) % 360 - 180


@pytest.fixture
def start_deg() -> float:
    return 100.0


@pytest.fixture
@asynccontextmanager
async def table(start_deg: float) -> AsyncIterator[Table]:
    table = Table(start_deg=start_deg)
    yield table
    assert not table.rotor.energised
    table.spinner.close()


@pytest.mark.parametrize("start_deg", [0.0, 0.5, 4.0, 26.9, 27.1, 90.0, 270.0, 359.9])
async def test_homing_ends_half_a_degree_past_the_marks_first_edge(table: Table) -> None:
    await table.spinner.find_home_mark()

    assert table.spinner.is_homed
    assert 0.4 <= table.rotor.angle_deg < 0.5  # a half-step is 0.088 degrees
    assert table.spinner.angle_deg == pytest.approx(0.442, abs=0.001)


@pytest.mark.parametrize("angle_deg", [0, 45, 90, 179.5, 359.9, Fraction(720, 7)])
async def test_the_arrow_stops_at_the_angle(table: Table, angle_deg: float) -> None:
    await table.spinner.spin_to(angle_deg)

    assert abs(table.error_deg(float(angle_deg))) < 0.1
    assert table.spinner.angle_deg == pytest.approx(float(angle_deg), abs=0.05)
    assert table.rotor.lost == 0


@pytest.mark.parametrize("turns", [1, 3])
async def test_a_spin_takes_its_full_turns_and_less_than_one_more(table: Table, turns: int) -> None:
    await table.spinner.find_home_mark()
    before = table.rotor.position_half_steps

    await table.spinner.spin_to(200, turns)

    made = table.rotor.position_half_steps - before
    assert turns <= made / half_step.HALF_STEPS_PER_TURN < turns + 1


@pytest.mark.parametrize("angle_deg", [0.01, 10.03, 10.05, 10.07, 10.09, 359.99])
async def test_to_the_angle_where_it_stands_the_arrow_takes_exactly_one_turn(table: Table, angle_deg: float) -> None:
    await table.spinner.spin_to(angle_deg)
    for _ in range(4 if SOAK else 2):
        before = table.spinner.half_steps
        await table.spinner.spin_to(angle_deg)
        assert table.spinner.half_steps - before in (4075, 4076)


async def test_the_dial_may_be_turned_against_the_mark() -> None:
    table = Table(mark_deg=30.0)
    await table.spinner.find_home_mark()
    assert table.spinner.angle_deg == pytest.approx(30.442, abs=0.001)

    await table.spinner.spin_to(100)

    assert table.spinner.angle_deg == pytest.approx(100, abs=0.05)
    assert abs(table.error_deg(70)) < 0.1  # the twin knows its mark and no dial
    table.spinner.close()


async def test_a_second_spin_waits_for_the_first(table: Table) -> None:
    await asyncio.gather(table.spinner.spin_to(90), table.spinner.spin_to(200))

    assert abs(table.error_deg(200)) < 0.1
    assert table.rotor.lost == 0


async def test_less_than_a_turn_is_refused_for_the_mark_might_not_be_passed(table: Table) -> None:
    with pytest.raises(ValueError, match="at least one full turn"):
        await table.spinner.spin_to(10, 0)


async def test_a_spin_takes_as_long_as_a_hand_spun_arrow(table: Table) -> None:
    await table.spinner.find_home_mark()
    started_s = asyncio.get_running_loop().time()

    await table.spinner.spin_to(180)

    assert 5 < asyncio.get_running_loop().time() - started_s < 12


async def test_a_cancelled_spin_leaves_no_current_and_homes_the_next_time(table: Table) -> None:
    await table.spinner.find_home_mark()
    spin = asyncio.create_task(table.spinner.spin_to(90))
    await asyncio.sleep(2.0)
    assert table.rotor.energised

    spin.cancel()
    await asyncio.gather(spin, return_exceptions=True)

    assert not table.rotor.energised
    assert table.spinner.angle_deg is None
    await table.spinner.spin_to(90)
    assert abs(table.error_deg(90)) < 0.1


async def test_closing_in_the_middle_of_a_spin_leaves_no_current(table: Table) -> None:
    spin = asyncio.create_task(table.spinner.spin_to(90))
    await asyncio.sleep(1.0)
    spin.cancel()
    table.spinner.close()
    table.spinner.close()

    assert not table.rotor.energised
    await asyncio.gather(spin, return_exceptions=True)


@pytest.mark.parametrize(
    ("fault", "while_spinning", "while_homing"),
    [
        ("stalled", "no home mark where it should be", "no mark in more than a full turn"),
        ("home_stuck", "no home mark where it should be", "wherever the arrow stands"),
        ("home_never", "no home mark where it should be", "no mark in more than a full turn"),
    ],
)
async def test_each_fault_raises_and_the_arrow_recovers_after_it(
    table: Table, fault: str, while_spinning: str, while_homing: str
) -> None:
    await table.spinner.spin_to(120)
    setattr(table.rotor, fault, True)

    with pytest.raises(PositionLost, match=while_spinning):
        await table.spinner.spin_to(30)
    assert not table.rotor.energised
    assert not table.spinner.is_homed
    with pytest.raises(PositionLost, match=while_homing):
        await table.spinner.spin_to(30)
    assert not table.rotor.energised

    setattr(table.rotor, fault, False)
    await table.spinner.spin_to(30)
    assert abs(table.error_deg(30)) < 0.1


@pytest.mark.parametrize(("push", "seen"), [(64, "64 half-steps too early"), (-64, "no home mark where it should be")])
async def test_an_arrow_pushed_while_it_rests_is_noticed_at_the_mark(table: Table, push: int, seen: str) -> None:
    await table.spinner.spin_to(120)
    table.rotor.turn_by_hand(push)

    with pytest.raises(PositionLost, match=seen):
        await table.spinner.spin_to(30)


async def test_a_motor_driven_too_fast_is_noticed_at_the_mark() -> None:
    table = Table(ramp=Ramp(start_rate=1500.0, top_rate=1500.0, limit_rate=1500.0))
    await table.spinner.find_home_mark()

    with pytest.raises(PositionLost):
        await table.spinner.spin_to(30)

    assert table.rotor.lost > 0
    table.spinner.close()


SPINS = 1_000 if SOAK else 10


async def test_after_many_spins_the_arrow_is_not_one_half_step_off(table: Table) -> None:
    await table.spinner.find_home_mark()
    home = table.rotor.position_half_steps - table.spinner.half_steps
    chance = random.Random(2)

    for _ in range(SPINS):
        await table.spinner.spin_to(chance.uniform(0, 360))

    assert table.rotor.position_half_steps - home - table.spinner.half_steps == 0
    assert table.rotor.lost == 0
    assert table.spinner.is_homed


@pytest.mark.parametrize(
    ("wrong_looks", "chatter"), [(1 / 2000, 0), (0.0, 2), (1 / 2000, 2)], ids=["wrong looks", "chatter", "both"]
)
@pytest.mark.parametrize("gear", [None, 1024.0], ids=["usual gear", "1:16"])
async def test_a_noisy_sensor_loses_no_spin(table: Table, wrong_looks: float, chatter: int, gear: float | None) -> None:
    if gear is not None:
        table.fit(gear)
    table.rotor.wrong_looks, table.rotor.chatter = wrong_looks, chatter
    chance = random.Random(4)

    for _ in range(SPINS):
        angle_deg = chance.uniform(0, 360)
        await table.spinner.spin_to(angle_deg)
        assert abs(table.error_deg(angle_deg)) < (0.5 if gear is None else 2.0)
    assert table.rotor.lost == 0


@pytest.mark.parametrize("start_deg", [0.0, 100.0, 359.9])
async def test_an_arrow_with_load_play_noise_and_a_wide_mark_finds_its_place(table: Table) -> None:
    rotor = table.rotor
    rotor.load, rotor.play, rotor.wrong_looks, rotor.chatter = 0.16, 82.0, 1 / 2000, 2
    rotor.set_mark_width(30.0)
    for angle_deg in [10.0, 200.0, 29.0, 310.0] * 5:
        await table.spinner.spin_to(angle_deg)
        assert abs(table.error_deg(angle_deg)) < 0.5
    assert rotor.lost == 0


@pytest.mark.parametrize(
    ("fitted", "named"), [(4096.0, None), (4096.0, 4096.0), (1024.0, None), (2048.0, None), (8152.0, None)]
)
async def test_a_turn_is_measured_whatever_gear_is_named(table: Table, fitted: float, named: float | None) -> None:
    table.fit(named)
    table.rotor.half_steps_a_turn = fitted
    assert await table.spinner.measure_turn_half_steps() == pytest.approx(fitted, abs=1)
    assert table.spinner.is_homed


@pytest.mark.parametrize("width_deg", [2.0, 30.0])
@pytest.mark.parametrize("measured_by", [-0.5, 0.5])
async def test_a_roughly_measured_gear_loses_no_spin(table: Table, measured_by: float, width_deg: float) -> None:
    table.fit(4096.0)
    table.rotor.half_steps_a_turn = 4096.0 + measured_by
    table.rotor.set_mark_width(width_deg)
    for angle_deg in [30.0, 200.0, 310.0] * 8:
        await table.spinner.spin_to(angle_deg)
        assert abs(table.error_deg(angle_deg)) < 0.5
    assert table.rotor.lost == 0


class LateLoop(BusyLoop):
    """A loop whose timers fire late by ``lateness_s()``."""

    def __init__(self, lateness_s: Callable[[], float]) -> None:
        super().__init__(FREE)
        self.lateness_s = lateness_s

    def advance_clock(self, seconds: float) -> None:
        super().advance_clock(seconds + self.lateness_s() if seconds > 0 else seconds)


def test_a_loop_that_wakes_late_slows_the_arrow_down_but_loses_no_step() -> None:
    chance = random.Random(3)

    async def spins() -> Table:
        table = Table()
        await table.spinner.find_home_mark()
        for angle_deg in (30, 200, 310):
            await table.spinner.spin_to(angle_deg)
        return table

    lateness_s = lambda: chance.choice((0.0, 0.0, 0.0002, 0.001, 0.0019, 0.004, 0.03)) * chance.random()  # noqa: E731
    table = run_virtual(spins(), lambda: LateLoop(lateness_s))
    assert table.spinner.gaps > 100
    assert table.rotor.lost == 0


def test_small_delays_do_not_add_up() -> None:
    async def spin_s() -> float:
        table, loop = Table(), asyncio.get_running_loop()
        await table.spinner.find_home_mark()
        started_s = loop.time()
        await table.spinner.spin_to(180)
        return loop.time() - started_s

    punctual_s = run_virtual(spin_s(), lambda: LateLoop(lambda: 0.0))
    late_s = run_virtual(spin_s(), lambda: LateLoop(lambda: 0.0001))
    assert late_s - punctual_s < 0.35  # not 6100 times 0.1 ms


@pytest.mark.parametrize("play", sample([0, 82, 40], 2))
def test_coasting_after_a_delay_does_not_count_as_lost_steps(play: int) -> None:
    async def spins(loop: BusyLoop) -> None:
        for held_at in range(3960, 4080, 30):
            table = Table()
            table.rotor.play = play
            await table.spinner.find_home_mark()

            def hold_up(table: Table = table, begins_at: int = table.rotor.half_steps_made + held_at) -> None:
                if table.rotor.half_steps_made < begins_at:
                    loop.call_later(0.001, hold_up)
                else:
                    loop.hold_up(0.093)

            hold_up()
            await table.spinner.spin_to(300)
            assert abs(table.error_deg(300)) < 0.5, held_at
            assert table.rotor.lost == 0
            table.spinner.close()

    with asyncio.Runner(loop_factory=lambda: BusyLoop(FREE)) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, BusyLoop)
        runner.run(spins(loop))


@pytest.mark.parametrize(("play", "degrees"), [(0, 0.0), (12, 1.06), (82, 7.24), (200, 17.67)])
@pytest.mark.parametrize("start_deg", [4.0, 100.0])
async def test_play_is_measured_as_the_rotors_lead_on_reversal(table: Table, play: int, degrees: float) -> None:
    table.rotor.play = play

    assert await table.spinner.measure_backlash_deg() == pytest.approx(degrees, abs=0.01)
    assert table.spinner.is_homed
    assert table.spinner.angle_deg == pytest.approx(table.rotor.angle_deg, abs=0.1)
    assert table.rotor.lost == 0


async def test_a_mark_that_stays_ends_the_measurement_of_play_with_an_error(table: Table) -> None:
    await table.spinner.find_home_mark()
    table.rotor.play = 1000.0

    with pytest.raises(PositionLost, match="the mark"):
        await table.spinner.measure_backlash_deg()
    assert not table.spinner.is_homed


ENDS = {HomingState.HOMED, HomingState.NEVER_SEEN, HomingState.STUCK}
MOVING = set(HomingState) - ENDS


def test_every_sight_in_every_moving_state_has_its_row_and_ends_have_none() -> None:
    assert set(NEXT_HOMING_STATE) == set(product(MOVING, MarkSighting))


def test_every_moving_state_has_a_direction_a_rate_and_a_limit() -> None:
    assert set(HOMING_DIRECTION) == set(HOMING_RATE) == set(MAX_HOMING_DEG) == MOVING


def test_the_mark_is_only_ever_accepted_going_forward_after_a_back_off() -> None:
    into_homed = {state for (state, _), following in NEXT_HOMING_STATE.items() if following is HomingState.HOMED}
    into_approach = {state for (state, _), following in NEXT_HOMING_STATE.items() if following is HomingState.APPROACH}

    assert into_homed == {HomingState.APPROACH}
    assert HOMING_DIRECTION[HomingState.APPROACH] == +1
    assert into_approach - {HomingState.APPROACH} == {HomingState.BACK_OFF}


def test_every_homing_state_ends_when_its_travel_is_exhausted() -> None:
    for state in MOVING:
        assert NEXT_HOMING_STATE[state, MarkSighting.TRAVEL_EXHAUSTED] in ENDS


def test_seeking_may_take_more_than_a_full_turn() -> None:
    assert MAX_HOMING_DEG[HomingState.SEEK] > 360


def test_homing_needs_no_ramp() -> None:
    assert max(HOMING_RATE.values()) < 600  # the pull-in rate of the data sheet


RAMP = Ramp()


def rates_of(half_steps: int, ramp: Ramp = RAMP) -> list[float]:
    rates = [first_rate(ramp, half_steps)]
    for left in range(half_steps - 1, 0, -1):
        rates.append(next_rate(ramp, rates[-1], left))
    return rates


def test_a_spin_stays_under_the_pull_in_and_pull_out_rates() -> None:
    rates = rates_of(6000)

    assert rates[0] < 600
    assert max(rates) < 1000


def test_a_long_spin_speeds_up_coasts_and_slows_down_to_nearly_nothing() -> None:
    rates = rates_of(6000)

    up, down = rates.index(900.0), len(rates) - rates[::-1].index(900.0)
    assert rates[:up] == sorted(rates[:up])
    assert set(rates[up:down]) == {900.0}
    assert rates[down:] == sorted(rates[down:], reverse=True)
    assert rates[-1] == pytest.approx(120, rel=0.02)


def test_slowing_down_takes_the_same_speed_off_in_the_same_time() -> None:
    rates = rates_of(6000)
    down = rates[len(rates) - rates[::-1].index(900.0) :]

    times, at_s = [], 0.0
    for rate in down:
        at_s += 1 / rate
        times.append(at_s)
    middle_s = times[-1] / 2
    middle = min(range(len(times)), key=lambda index: abs(times[index] - middle_s))
    assert down[middle] == pytest.approx((down[0] + down[-1]) / 2, rel=0.02)


@given(st.integers(1, 9000))
def test_however_short_the_way_speed_never_jumps(half_steps: int) -> None:
    rates = rates_of(half_steps)

    for before, after in pairwise(rates):
        assert after * after - before * before <= 2 * RAMP.speed_up + 1e-6 or after <= RAMP.start_rate


def test_after_a_gap_speed_is_gained_again_from_the_start_rate() -> None:
    slowed = next_rate(RAMP, 50.0, 5000)

    assert slowed == RAMP.start_rate
    assert next_rate(RAMP, slowed, 4999) == pytest.approx(410, abs=1)


@pytest.mark.parametrize(
    "limits", [{"start_rate": 1000.0}, {"end_rate": 0.0}, {"end_rate": 500.0}, {"slow_down": 0.0}, {"speed_up": -1.0}]
)
def test_limits_that_make_no_sense_are_refused(limits: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"rates must rise|must be positive"):
        Ramp(**limits)


Motion = tuple[float, float | None, int, int]
TO_CATCH: Final = 8
"""Half-steps that coils may make until they have caught a rotor which stood anywhere."""


async def motions(table: Table, *, glides: bool) -> list[Motion]:
    spinner = GlidingSpinner(table.spinner, table.rotor) if glides else table.spinner
    seen = []
    begun_s, made = asyncio.get_running_loop().time(), 0
    for angle_deg in (None, 90.0, 91.0, 350.0, 5.0, 0.0, 0.0):
        await (spinner.find_home_mark() if angle_deg is None else spinner.spin_to(angle_deg))
        assert not table.rotor.energised
        assert table.rotor.lost == 0
        passed_s = asyncio.get_running_loop().time() - begun_s
        seen.append((passed_s, spinner.angle_deg, table.rotor.position_half_steps, spinner.made - made))
        made = spinner.made
    return seen


async def test_a_gliding_spinner_makes_the_same_motions() -> None:
    wholly, gliding = await motions(Table(), glides=False), await motions(Table(), glides=True)
    assert [motion[0] for motion in gliding] == pytest.approx([motion[0] for motion in wholly], abs=0.02)
    assert [motion[1:3] for motion in gliding] == [motion[1:3] for motion in wholly]
    assert abs(gliding[0][3] - wholly[0][3]) <= TO_CATCH
    assert [motion[3] for motion in gliding[1:]] == [motion[3] for motion in wholly[1:]]


@pytest.mark.parametrize("pushed", [-40, 40])
async def test_a_gliding_spinner_notices_a_misplaced_mark(pushed: int) -> None:
    table = Table()
    spinner = GlidingSpinner(table.spinner, table.rotor)
    await spinner.find_home_mark()
    table.rotor.turn_by_hand(pushed)
    with pytest.raises(PositionLost):
        await spinner.spin_to(180.0)


@pytest.mark.parametrize("fault", ["stalled", "home_never", "home_stuck"])
async def test_a_gliding_spinner_notices_faults(fault: str) -> None:
    table = Table()
    spinner = GlidingSpinner(table.spinner, table.rotor)
    await spinner.find_home_mark()
    asyncio.get_running_loop().call_later(1.0, setattr, table.rotor, fault, True)
    with pytest.raises(PositionLost):
        await spinner.spin_to(180.0)
    setattr(table.rotor, fault, False)
    await spinner.spin_to(180.0)
    assert abs(table.error_deg(180.0)) < 0.1
