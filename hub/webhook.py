"""The webhook: post each alert to another program, without waiting for it."""

import asyncio
import re
import socket
import ssl
from base64 import b64encode
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final
from urllib.parse import SplitResult, unquote, urlsplit

import h11
import msgspec

from controller import limits, log
from hub.settings import Host, Port

URL_CHARACTERS: Final = re.compile(r"[!-~]{1,2000}")
"""Valid characters of a URL, checked before urlsplit, which removes line breaks."""

PostBody = Callable[[bytes], Awaitable[int]]
"""Post a body and return the HTTP status."""


class Webhook:
    """A queue of calls to an ``http`` or ``https`` URL; raise ValueError for others.

    The URL may contain a secret, so neither messages nor the log repeat it.
    """

    def __init__(self, url: str, post: PostBody | None = None) -> None:
        self._url = _parse_url(url)
        self._post = post or _HttpPoster(self._url).post
        self._queued_by_cause: dict[Hashable, bytes] = {}
        self._arrived = asyncio.Event()
        self._last_call_failed = False

    def enqueue_or_cancel(self, cause: Hashable, value: dict[str, Any]) -> None:
        """Queue a call; if one for ``cause`` is queued, drop both: the alert began and ended."""
        if self._queued_by_cause.pop(cause, None) is not None:
            return
        if len(self._queued_by_cause) == limits.WEBHOOK_CALLS_WAITING:
            log.warning("webhook_dropped", host=self._url.hostname)
            del self._queued_by_cause[next(iter(self._queued_by_cause))]
        self._queued_by_cause[cause] = msgspec.json.encode(value)
        self._arrived.set()

    async def run(self) -> None:
        while True:
            await self._arrived.wait()
            while self._queued_by_cause:
                await self._post_and_log(self._queued_by_cause.pop(next(iter(self._queued_by_cause))))
            self._arrived.clear()

    async def _post_and_log(self, body: bytes) -> None:
        try:
            async with asyncio.timeout(limits.WEBHOOK_TIMEOUT_S):
                status = await self._post(body)
            seen = "" if 200 <= status < 300 else f"status {status}"
        except (OSError, ValueError, h11.ProtocolError) as fault:  # TimeoutError is an OSError
            seen = type(fault).__name__  # its text may contain the other end's data
        if seen and not self._last_call_failed:  # log the first failure only
            log.warning("webhook_failed", host=self._url.hostname, seen=seen)
        self._last_call_failed = bool(seen)


class _HttpPoster:
    """Posts to one URL, each over a new connection; reads only the answer's status."""

    def __init__(self, url: SplitResult) -> None:
        self._host, self._port = url.hostname, url.port or (443 if url.scheme == "https" else 80)
        self._tls = ssl.create_default_context() if url.scheme == "https" else None
        self._resolver_thread = ThreadPoolExecutor(1, "webhook")
        self._target = (url.path or "/") + (f"?{url.query}" if url.query else "")
        user, _, place = url.netloc.rpartition("@")
        self._headers = {"host": place, "content-type": "application/json", "user-agent": "royaltable-hub"}
        if user:
            self._headers["authorization"] = f"Basic {b64encode(unquote(user).encode()).decode()}"

    async def post(self, body: bytes) -> int:
        # Resolve in our own thread: a hanging name server would block shared ones.
        await asyncio.get_running_loop().run_in_executor(
            self._resolver_thread, socket.getaddrinfo, self._host, self._port
        )
        reader, writer = await asyncio.open_connection(self._host, self._port, ssl=self._tls)
        try:
            connection = h11.Connection(h11.CLIENT)
            headers = {**self._headers, "content-length": str(len(body)), "connection": "close"}
            for event in (
                h11.Request(method="POST", target=self._target, headers=list(headers.items())),
                h11.Data(body),
                h11.EndOfMessage(),
            ):
                writer.write(connection.send(event) or b"")
            while not isinstance(answer := connection.next_event(), h11.Response):
                if answer is h11.NEED_DATA:
                    connection.receive_data(await reader.read(4096))
            return answer.status_code
        finally:
            writer.transport.abort()


def _parse_url(text: str) -> SplitResult:
    expected = "expected one such as http://192.168.1.20:8123/api/webhook/room"
    try:
        url = urlsplit(text if URL_CHARACTERS.fullmatch(text) else "")
        msgspec.convert(url.hostname, Host)
        msgspec.convert(1 if url.port is None else url.port, Port)
    except ValueError:
        raise ValueError(f"saw an invalid URL, {expected}.") from None
    if url.scheme not in {"http", "https"}:
        raise ValueError(f"saw a URL with the scheme {url.scheme!r}, {expected}.")
    return url
