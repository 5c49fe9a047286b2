"""A step of the soak that fails hides none of the later ones, and the end says what each came to."""

import sys

import pytest

from tools.soak import Step, main, steps

FAILS = Step("the first", (sys.executable, "-c", "raise SystemExit(3)"))
PASSES = Step("the second", (sys.executable, "-c", "import os; print(os.environ['ROYALTABLE_SOAK'])"))


def test_the_steps_after_one_that_fails_run_too_and_all_of_it_has_failed(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([FAILS, PASSES]) == 1
    said = capfd.readouterr().out.splitlines()
    assert "1" in said  # the second one ran, and with the switch
    first, second, whole, again = said[-4:]
    assert first.split()[:4] == ["the", "first", "exit", "3"]
    assert second.split()[:3] == ["the", "second", "passed"]
    assert whole.split()[0] == "all"
    assert again.startswith("Failed: the first. Again: ROYALTABLE_SOAK=1 ")


def test_it_has_passed_if_all_have(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([PASSES]) == 0
    assert "Failed" not in capfd.readouterr().out


def test_it_plays_ten_thousand_checked_games_of_each_game() -> None:
    games = {"tumult-royale": 0, "tudor": 0}
    for step in steps():
        if "selfplay" in step.command:
            assert "--check" in step.command
            games[step.name.split(",")[0]] += int(step.command[step.command.index("--games") + 1])
    assert games["tumult-royale"] == 3 * 10_000
    assert games["tudor"] >= 10_000
