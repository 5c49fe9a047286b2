"""A pause grows to its bound and stays there, after however many failures; so does all that waits by one."""

import asyncio
from functools import partial

import pytest

from controller import limits
from controller.fleet.line import LONGEST_PAUSE_S, Broker, Line, LineError, Trouble
from controller.growing_pause import grown_s
from controller.web.access.login_throttle import LONGEST_WAIT_S, KnockThrottle, LoginThrottle

NIGHT = 1100
"""Failures in a row: 2.0**1024 is over what a float holds."""


def test_a_pause_is_doubled_up_to_its_bound_after_a_million_failures_too() -> None:
    assert [grown_s(0.25, times, 3.0) for times in (0, 1, 2, 3, 4, 1_000_000)] == [0.25, 0.5, 1.0, 2.0, 3.0, 3.0]


def test_a_broker_that_is_away_for_a_night_is_tried_again_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    async def nobody(_: Line) -> None:
        raise LineError(Trouble.NO_BROKER, "away")

    monkeypatch.setattr(Line, "connect", nobody)
    monkeypatch.setattr("controller.fleet.line.asyncio.sleep", partial(_note, pauses))
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(Line(Broker("192.0.2.1", 1883), "rt-a", will=None).run())
    assert LONGEST_PAUSE_S / 2 <= min(pauses[5:]) <= max(pauses) <= LONGEST_PAUSE_S


def test_an_address_that_guesses_for_a_day_waits_a_minute_and_its_right_secret_is_looked_at() -> None:
    now_s = 0.0
    throttle = LoginThrottle(lambda: now_s)
    for _ in range(NIGHT):
        while (wait_s := throttle.wait_s("192.0.2.5")) > 0:
            now_s += wait_s
        throttle.wrong("192.0.2.5")
    assert throttle.wait_s("192.0.2.5") <= LONGEST_WAIT_S
    now_s += LONGEST_WAIT_S
    assert throttle.wait_s("192.0.2.5") == 0


def test_knocks_that_nobody_lets_in_wait_no_longer_after_a_thousand() -> None:
    now_s = 0.0
    throttle = KnockThrottle(lambda: now_s)
    for _ in range(NIGHT):
        now_s += throttle.wait_s()
        throttle.refused()
    assert throttle.wait_s() == limits.LONGEST_KNOCK_WAIT_S


async def _note(pauses: list[float], pause_s: float) -> None:
    pauses.append(pause_s)
    if len(pauses) == NIGHT:
        raise asyncio.CancelledError
