"""The webhook is told of needs, one call after the other, and is never waited for."""

import asyncio
import threading
from typing import Any

import msgspec
import pytest

from controller import limits
from hub.webhook import Webhook

URL = "http://192.0.2.1/needs"


async def run_until(webhook: Webhook, done: threading.Event) -> None:
    running = asyncio.create_task(webhook.run())
    assert await asyncio.to_thread(done.wait, 30)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


def test_what_is_told_is_posted_in_order() -> None:
    posted: list[Any] = []
    done = threading.Event()

    def post(url: str, octets: bytes) -> None:
        posted.append((url, msgspec.json.decode(octets)))
        if len(posted) == 2:
            done.set()

    async def tell() -> None:
        webhook = Webhook(URL, post)
        webhook.tell("a", {"need": "help", "table": "rt-a"})
        webhook.tell("b", {"need": "offline", "table": "rt-b"})
        await run_until(webhook, done)

    asyncio.run(tell())
    assert posted == [(URL, {"need": "help", "table": "rt-a"}), (URL, {"need": "offline", "table": "rt-b"})]


def test_one_that_fails_costs_nothing_but_its_call_and_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    calls: list[bytes] = []
    done = threading.Event()

    def post(_: str, octets: bytes) -> None:
        calls.append(octets)
        if len(calls) == 4:
            done.set()
        raise OSError("connection refused")

    async def tell() -> None:
        webhook = Webhook(URL, post)
        for number in range(4):
            webhook.tell(number, {"number": number})
        await run_until(webhook, done)

    asyncio.run(tell())
    assert len(calls) == 4
    assert caplog.text.count("webhook_failed") == 1


def test_while_one_takes_its_time_the_newest_wait_and_the_oldest_are_dropped() -> None:
    posted: list[int] = []
    goes_on, done = threading.Event(), threading.Event()

    def post(_: str, octets: bytes) -> None:
        goes_on.wait(30)
        posted.append(msgspec.json.decode(octets)["number"])
        if posted[-1] == 2 * limits.WEBHOOK_WAITING:
            done.set()

    async def tell() -> None:
        webhook = Webhook(URL, post)
        running = asyncio.create_task(webhook.run())
        webhook.tell(0, {"number": 0})
        await asyncio.sleep(0)
        for number in range(1, 2 * limits.WEBHOOK_WAITING + 1):
            webhook.tell(number, {"number": number})
        goes_on.set()
        assert await asyncio.to_thread(done.wait, 30)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(tell())
    assert posted[-limits.WEBHOOK_WAITING :] == list(range(limits.WEBHOOK_WAITING + 1, 2 * limits.WEBHOOK_WAITING + 1))
    assert len(posted) <= limits.WEBHOOK_WAITING + 1


def test_a_table_that_calls_and_calls_off_for_ever_has_one_place_and_pushes_out_nobody() -> None:
    posted: list[Any] = []
    goes_on, done = threading.Event(), threading.Event()

    def post(_: str, octets: bytes) -> None:
        goes_on.wait(30)
        posted.append(msgspec.json.decode(octets))
        if posted[-1] == {"table": "rt-last"}:
            done.set()

    async def tell() -> None:
        webhook = Webhook(URL, post)
        running = asyncio.create_task(webhook.run())
        webhook.tell("somebody", {"table": "rt-somebody"})
        await asyncio.sleep(0)
        webhook.tell("first", {"table": "rt-first"})
        for number in range(10_001):
            webhook.tell("hostile", {"number": number})
        webhook.tell("last", {"table": "rt-last"})
        goes_on.set()
        assert await asyncio.to_thread(done.wait, 30)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(tell())
    assert posted == [{"table": "rt-somebody"}, {"table": "rt-first"}, {"number": 10_000}, {"table": "rt-last"}]


def test_an_address_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="expected an address that begins with http"):
        Webhook("file:///etc/passwd")
