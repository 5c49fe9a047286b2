"""Pauses between retries, and the parts that use them."""

import asyncio
from contextlib import suppress

import pytest

from controller import limits
from controller.backoff import backoff_s
from controller.fleet.connection import (
    LONGEST_RETRY_S,
    BrokerConfig,
    BrokerConnection,
)
from controller.web.access.login_throttle import LONGEST_WAIT_S, AccessRequestThrottle, LoginThrottle
from tests.support.ports import free_port

FAILURES_A_NIGHT = 1100
"""2.0**1024 overflows a float."""


def test_a_pause_doubles_up_to_its_bound_even_after_a_million_failures() -> None:
    assert [backoff_s(0.25, times, 3.0) for times in (0, 1, 2, 3, 4, 1_000_000)] == [0.25, 0.5, 1.0, 2.0, 3.0, 3.0]


async def test_a_missing_broker_is_retried_and_counted_each_hour(caplog: pytest.LogCaptureFixture) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(2 * 3600):
            await BrokerConnection(BrokerConfig("127.0.0.1", free_port()), "rt-a", will=None).run()
    first, *counts = caplog.messages
    assert first.startswith("event=broker_lost why=no-broker seen=")
    (line,) = counts
    assert 3600 / LONGEST_RETRY_S <= int(line.removeprefix(f"{first} repeated=")) <= 2 * 3600 / LONGEST_RETRY_S + 10


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
