"""Pauses between retries, and the parts that use them."""

import asyncio
from contextlib import suppress
from functools import partial

import pytest

from controller import limits
from controller.backoff import backoff_s
from controller.fleet.connection import (
    LONGEST_RETRY_S,
    BrokerConfig,
    BrokerConnection,
    ConnectionFailedError,
    FaultKind,
)
from controller.web.access.login_throttle import LONGEST_WAIT_S, AccessRequestThrottle, LoginThrottle

FAILURES_A_NIGHT = 1100
"""2.0**1024 overflows a float."""


def test_a_pause_doubles_up_to_its_bound_even_after_a_million_failures() -> None:
    assert [backoff_s(0.25, times, 3.0) for times in (0, 1, 2, 3, 4, 1_000_000)] == [0.25, 0.5, 1.0, 2.0, 3.0, 3.0]


def test_a_missing_broker_is_retried_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    async def fail(_: BrokerConnection) -> None:
        raise ConnectionFailedError(FaultKind.NO_BROKER, "away")

    monkeypatch.setattr(BrokerConnection, "connect", fail)
    monkeypatch.setattr("controller.fleet.connection.asyncio.sleep", partial(_record, pauses))
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(BrokerConnection(BrokerConfig("192.0.2.1", 1883), "rt-a", will=None).run())
    assert LONGEST_RETRY_S / 2 <= min(pauses[5:]) <= max(pauses) <= LONGEST_RETRY_S


async def test_a_lost_broker_is_logged_once_and_counted_each_hour(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_: BrokerConnection) -> None:
        raise ConnectionFailedError(FaultKind.NO_BROKER, "away")

    monkeypatch.setattr(BrokerConnection, "connect", fail)
    with suppress(TimeoutError):
        async with asyncio.timeout(2 * 3600):
            await BrokerConnection(BrokerConfig("192.0.2.1", 1883), "rt-a", will=None).run()
    first, *counts = caplog.messages
    assert first == "event=broker_lost why=no-broker seen=away"
    assert [text.rpartition("=")[0] for text in counts] == [f"{first} repeated"]


def test_a_guessing_address_waits_a_minute_at_most_then_may_log_in() -> None:
    now_s = 0.0
    throttle = LoginThrottle("owner", lambda: now_s)
    for _ in range(FAILURES_A_NIGHT):
        while (wait_s := throttle.wait_s("192.0.2.5")) > 0:
            now_s += wait_s
        throttle.record_failure("192.0.2.5")
    assert throttle.wait_s("192.0.2.5") <= LONGEST_WAIT_S
    now_s += LONGEST_WAIT_S
    assert throttle.wait_s("192.0.2.5") == 0


def test_refused_access_requests_wait_no_longer_than_the_bound() -> None:
    now_s = 0.0
    throttle = AccessRequestThrottle(lambda: now_s)
    for _ in range(FAILURES_A_NIGHT):
        now_s += throttle.wait_s()
        throttle.record_denied()
    assert throttle.wait_s() == limits.ACCESS_RETRY_LONGEST_S


async def _record(pauses: list[float], pause_s: float) -> None:
    pauses.append(pause_s)
    if len(pauses) == FAILURES_A_NIGHT:
        raise asyncio.CancelledError
