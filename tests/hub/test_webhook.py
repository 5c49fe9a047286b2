"""The webhook is told of needs, one call after the other, and is never waited for."""

import asyncio
import base64
import socket
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from controller import limits
from hub.webhook import Webhook
from tests.hub.running import run_tasks
from tests.support.limits import set_limits

URL = "http://192.0.2.1/needs"
SECRET = "s3cr3t"


class Receiver:
    """The other end: what was posted, and whether the last has come."""

    def __init__(self, last: Any = None, *, fails: bool = False) -> None:
        self.posted: list[Any] = []
        self.goes_on, self.done = asyncio.Event(), asyncio.Event()
        self._last = last
        self._fails = fails

    async def __call__(self, octets: bytes) -> int:
        await self.goes_on.wait()
        self.posted.append(msgspec.json.decode(octets))
        if self.posted[-1] == self._last:
            self.done.set()
        if self._fails:
            raise ConnectionRefusedError(SECRET)
        return 204


async def test_alerts_are_posted_in_order() -> None:
    said = [{"need": "help", "table": "rt-a"}, {"need": "offline", "table": "rt-b"}]
    receiver = Receiver(said[-1])
    receiver.goes_on.set()
    webhook = Webhook(URL, receiver)
    for number, value in enumerate(said):
        webhook.enqueue_or_cancel(number, value)
    async with run_tasks(webhook.run()):
        await receiver.done.wait()
    assert receiver.posted == said


async def test_a_failed_call_is_dropped_and_logged_once_without_the_url(caplog: pytest.LogCaptureFixture) -> None:
    receiver = Receiver(3, fails=True)
    receiver.goes_on.set()
    webhook = Webhook(f"http://user:{SECRET}@192.0.2.1/{SECRET}?{SECRET}", receiver)
    for number in range(4):
        webhook.enqueue_or_cancel(number, number)  # type: ignore[arg-type]
    async with run_tasks(webhook.run()):
        await receiver.done.wait()
        await asyncio.sleep(1)
    assert caplog.text.count("webhook_failed") == 1
    assert "192.0.2.1" in caplog.text
    assert SECRET not in caplog.text


async def test_a_slow_call_keeps_the_newest_alerts_and_drops_the_oldest() -> None:
    most = limits.WEBHOOK_CALLS_WAITING
    receiver = Receiver({"number": 2 * most})
    webhook = Webhook(URL, receiver)
    async with run_tasks(webhook.run()):
        for number in range(2 * most + 1):
            webhook.enqueue_or_cancel(number, {"number": number})
            await asyncio.sleep(0)
        receiver.goes_on.set()
        await receiver.done.wait()
    numbers = [each["number"] for each in receiver.posted]
    assert numbers[-most:] == list(range(most + 1, 2 * most + 1))
    assert len(numbers) <= most + 1


async def test_a_flapping_alert_takes_one_place_in_the_queue() -> None:
    receiver = Receiver({"table": "rt-last"})
    webhook = Webhook(URL, receiver)
    webhook.enqueue_or_cancel("first", {"table": "rt-first"})
    for number in range(10_001):
        webhook.enqueue_or_cancel("hostile", {"number": number})
    webhook.enqueue_or_cancel("last", {"table": "rt-last"})
    receiver.goes_on.set()
    async with run_tasks(webhook.run()):
        await receiver.done.wait()
    assert receiver.posted == [{"table": "rt-first"}, {"number": 10_000}, {"table": "rt-last"}]


NO_URLS = [
    "",
    *[
        "needs",
        "//host/x",
        "file:///etc/passwd",
        "ftp://host/",
        "http:host",
        "http://",
        "https:///x",
        "http://[::1/",
        "http://[1]x/",
    ],
    *[
        "http://host:0/",
        "http://host:65536/",
        "http://host:-1/",
        "http://host:x/",
        "http://host:80:80/",
        "http://a..b/",
    ],
    *["http://é.local/", "http://a/é", "http://h\\x/", "http://%31/", f"http://{chr(0xD800)}/"],
    *(
        "http://a b/",
        "http://a\n/",
        "http://a/\r\nx: y",
        "http://a\0/",
        f"http://{'x' * 64}/",
        f"http://a/{'x' * 70_000}",
    ),
]


@pytest.mark.parametrize("url", NO_URLS)
def test_an_invalid_webhook_url_is_refused(url: str) -> None:
    secret = url.replace("://", f"://user:{SECRET}@", 1)
    for each in (url, secret):
        with pytest.raises(ValueError, match="expected one such as http") as error:
            Webhook(each)
        assert SECRET not in str(error.value)


Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def told_to(talk: Talk, times: int, user: str = "") -> list[bytes]:
    """The heads of so many calls of a real receiver, which then talks as it likes."""
    heads: list[bytes] = []
    done = asyncio.Event()

    async def receive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append(await reader.readuntil(b"\r\n\r\n"))
        if len(heads) == times:
            done.set()
        try:
            await talk(reader, writer)
        except ConnectionError:
            pass
        finally:
            writer.close()

    async with await asyncio.start_server(receive, "127.0.0.1", 0) as server:
        webhook = Webhook(f"http://{user}127.0.0.1:{server.sockets[0].getsockname()[1]}/needs")
        for number in range(times):
            webhook.enqueue_or_cancel(number, {"number": number})
        async with run_tasks(webhook.run()), asyncio.timeout(20):
            await done.wait()
    return heads


def saying(*parts: bytes, every_s: float = 0.0) -> Talk:
    """Parts, the last of them for ever."""

    async def talk(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for part in parts[:-1]:
            writer.write(part)
        while True:
            writer.write(parts[-1])
            await writer.drain()
            await asyncio.sleep(every_s)

    return talk


def hanging_up(part: bytes) -> Talk:
    async def talk(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(part)

    return talk


OK = b"HTTP/1.1 200 OK\r\n"


TALKS = {
    "silence": saying(b"", every_s=0.01),
    "status": saying(OK[:1], b"x", every_s=0.01),
    "headers": saying(OK, b"x: y\r\n", every_s=0.01),
    "endless headers": saying(OK, b"x: y\r\n"),
    "hints": saying(b"HTTP/1.1 103 Early Hints\r\n\r\n"),
    "endless body": saying(OK + b"\r\n", b"x" * 65536),
    "dripping body": saying(OK + b"transfer-encoding: chunked\r\n\r\n", b"1\r\nx\r\n", every_s=0.01),
    "no http": saying(b"\x16\x03\x01" * 1000),
    "end": hanging_up(b""),
    "half": hanging_up(OK),
    "end after a hint": hanging_up(b"HTTP/1.1 103 Early Hints\r\n\r\n"),
}


@pytest.mark.parametrize("talk", TALKS.values(), ids=TALKS)
def test_after_any_answer_of_the_receiver_the_next_call_is_made(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, WEBHOOK_TIMEOUT_S=0.2)
    before = threading.active_count()
    assert len(asyncio.run(told_to(talk, 3))) == 3
    assert threading.active_count() <= before + 1


def test_a_redirect_is_not_followed(caplog: pytest.LogCaptureFixture) -> None:
    async def elsewhere() -> list[bytes]:
        async def never(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            caught.append(b"")
            writer.close()

        caught: list[bytes] = []
        async with await asyncio.start_server(never, "127.0.0.1", 0) as other:
            port = other.sockets[0].getsockname()[1]
            answer = f"HTTP/1.1 307 Elsewhere\r\nlocation: http://127.0.0.1:{port}/\r\ncontent-length: 0\r\n\r\n"
            await told_to(saying(answer.encode(), b"", every_s=0.01), 2)
        return caught

    assert asyncio.run(elsewhere()) == []
    assert "status 307" in caplog.text


def test_a_user_in_the_url_becomes_basic_authorization() -> None:
    async def answers(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(OK + b"content-length: 0\r\n\r\n")

    (head,) = asyncio.run(told_to(answers, 1, user="user:p%40ss@"))
    lines = head.decode().lower().splitlines()
    assert lines[0] == "post /needs http/1.1"
    assert f"authorization: basic {base64.b64encode(b'user:p@ss').decode()}".lower() in lines


def test_a_hanging_name_server_blocks_only_its_own_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    answers = threading.Event()

    def hangs(host: Any, *_: Any, **__: Any) -> Any:
        asked.append(host)
        answers.wait(20)
        raise socket.gaierror

    set_limits(monkeypatch, WEBHOOK_TIMEOUT_S=0.05)
    monkeypatch.setattr(socket, "getaddrinfo", hangs)

    async def tell() -> None:
        webhook = Webhook("http://room.example/needs")
        for number in range(8):
            webhook.enqueue_or_cancel(number, {})
        async with run_tasks(webhook.run()):
            await asyncio.sleep(0.5)  # ten deadlines
            assert await asyncio.to_thread(lambda: True)
            answers.set()

    asyncio.run(tell())
    assert len(asked) == 1
