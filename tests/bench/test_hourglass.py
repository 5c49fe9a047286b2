"""The hourglass's bench runs the stop in real time; here in virtual time, where it must be exact."""

from bench.suites.hourglass import _figures, _stops
from hw.testing.clock import run_virtual


def test_under_load_the_stop_comes_when_it_is_due_by_the_clock() -> None:
    late_s: list[float] = []

    async def scene() -> None:
        late_s.extend(await _stops(3, loaded=True))

    run_virtual(scene())
    assert len(late_s) == 3
    assert all(abs(late) < 1e-6 for late in late_s)


def test_a_stop_that_people_would_notice_is_beyond_its_bound() -> None:
    assert [figure.kept for figure in _figures("x", [0.001, 0.002, 0.101])] == [True, False, True]
    assert [figure.kept for figure in _figures("x", [-0.001, 0.002])] == [True, True, False]
