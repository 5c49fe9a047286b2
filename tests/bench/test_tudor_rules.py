"""The figures of Tudor's rules: all that was promised is measured, with its bounds."""

from contextlib import nullcontext

import pytest

from bench.shared import other_packages, race
from bench.suites.tudor import tudor_rules


def test_the_bench_measures_everything_that_was_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    short = {"GAMES": 1, "REPEATS": 1, "RICH_GAMES": 1, "LONG_LOGS": 1, "DUELS": 1}
    for name, value in short.items():
        monkeypatch.setattr(tudor_rules, name, value)
    monkeypatch.setattr(race, "LAPS", 1)
    monkeypatch.setattr(other_packages, "installed", lambda: True)
    monkeypatch.setattr(other_packages, "playing", lambda _peer: nullcontext(lambda: (200, 2.0)))

    decisions, *found = tudor_rules.run()

    assert (decisions.least, dict(decisions.peers)) == (100.0, {"catanatron": 100.0})
    assert [figure.most for figure in found] == [2.0, 30.0, 300.0, None]
    assert found[-1].least == 95.0
    assert all(figure.value > 0 for figure in (decisions, *found))
