"""The board's clock seen from the host: a late answer costs half of its delay at most, and drift is found."""

from random import Random

import pytest

from hw.castle_link.board import BoardClock


def test_the_boards_time_lies_in_the_middle_of_what_a_beat_took() -> None:
    clock = BoardClock()
    assert not clock.known
    clock.beat(10.000, 3000, 10.040)
    assert clock.known
    assert clock.host_s(3000) == pytest.approx(10.020)
    assert clock.host_s(2000) == pytest.approx(9.020)


def test_the_beat_that_was_answered_fastest_counts_most() -> None:
    clock = BoardClock()
    clock.beat(10.000, 3001, 10.002)
    clock.beat(10.500, 3501, 10.900)  # 400 ms in some queue, all of it on the way back
    clock.beat(16.000, 9001, 16.400)  # the same, in another span
    assert clock.host_s(3000) == pytest.approx(10.000, abs=0.001)


@pytest.mark.parametrize("drift", [-80e-6, 0.0, 50e-6])
def test_drift_is_found_within_a_minute_and_carries_on_for_minutes_without_a_beat(drift: float) -> None:
    chance, clock = Random(1), BoardClock()
    for step in range(240):  # two minutes
        sent_s = 100.0 + step / 2
        way_s, back_s = chance.uniform(0.001, 0.004), chance.uniform(0.001, 0.004)
        clock.beat(sent_s, int((sent_s + way_s) / (1 + drift) * 1000), sent_s + way_s + back_s)
    assert clock.drift == pytest.approx(drift, abs=10e-6)
    ten_minutes_later_s = 820.0
    t_ms = int(ten_minutes_later_s / (1 + drift) * 1000)
    assert clock.host_s(t_ms) == pytest.approx(ten_minutes_later_s, abs=0.010)


def test_what_looks_like_more_drift_than_a_crystal_has_is_not_believed() -> None:
    clock = BoardClock()
    for step in range(60):
        clock.beat(step, int(step * 1001), step + 0.002)
    assert abs(clock.drift) <= 200e-6 + 1e-12


def test_a_beat_that_answers_what_was_never_sent_says_nothing() -> None:
    clock = BoardClock()
    clock.beat(1.001, 1000, 1.0)
    assert not clock.known
    clock.beat(1.0, 1000, 1.001)
    assert clock.known
