"""Guesses from many addresses: few are evaluated, the owner is told once, and the right one still comes in."""

import logging

import pytest

from controller import limits
from controller.web.access.login_throttle import LoginThrottle
from tests.soak import SOAK

FLOOD = [f"192.0.2.{number}" for number in range(250)]
HOUR_S = 3600
TURNS = 1 if SOAK else 10
"""Each second one of so many guesses by turns: an address that guessed wrong has to wait for longer soon."""


class Table:
    """A throttle whose clock the test sets."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self.throttle = LoginThrottle(lambda: self.now_s)

    def guess(self, address: str, *, right: bool = False) -> bool:
        """Whether it was evaluated."""
        if self.throttle.wait_s(address) > 0:
            return False
        self.throttle.wrong(address)
        if right:
            self.throttle.right(address)
        return True

    def flood(self, seconds: int) -> int:
        evaluated = 0
        for second in range(seconds):
            evaluated += sum(map(self.guess, FLOOD[second % TURNS :: TURNS]))
            self.now_s += 1
        return evaluated


def test_of_a_flood_from_many_addresses_two_hundred_are_evaluated_in_each_hour() -> None:
    table = Table()
    assert [table.flood(HOUR_S) <= limits.GUESSES_AN_HOUR for _ in range(3)] == [True] * 3


def test_whoever_has_not_guessed_wrong_comes_in_during_a_flood() -> None:
    table = Table()
    table.flood(2 * HOUR_S)
    assert table.guess("198.51.100.7", right=True)


def test_whoever_was_right_before_comes_in_at_once_and_also_after_a_slip() -> None:
    table = Table()
    assert table.guess("198.51.100.7", right=True)
    table.flood(60)
    assert table.guess("198.51.100.7")
    assert table.guess("198.51.100.7", right=True)


def test_right_ones_cost_nothing() -> None:
    table = Table()
    assert all(table.guess(address, right=True) for address in FLOOD * 3)


def test_the_owner_is_told_once_for_a_flood(caplog: pytest.LogCaptureFixture) -> None:
    table = Table()
    with caplog.at_level(logging.WARNING, logger="royaltable"):
        assert not table.throttle.flooded
        table.flood(HOUR_S)
        assert table.throttle.flooded
        assert [line.count("guesses_held_back") for line in caplog.messages] == [1]
        table.now_s += 2 * HOUR_S
        assert not table.throttle.flooded
