"""How fast half-steps follow one another."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.stepper.motion import Ramp, first_rate, next_rate

RAMP = Ramp()


def rates_of(half_steps: int, ramp: Ramp = RAMP) -> list[float]:
    rates = [first_rate(ramp, half_steps)]
    for left in range(half_steps - 1, 0, -1):
        rates.append(next_rate(ramp, rates[-1], left))
    return rates


def test_a_spin_starts_under_the_pull_in_rate_and_stays_under_the_pull_out_rate() -> None:
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


def test_it_slows_down_for_much_longer_than_it_speeds_up() -> None:
    rates = rates_of(6000)

    assert rates[::-1].index(900.0) > 5 * rates.index(900.0)


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
