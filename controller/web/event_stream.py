"""The stream of changes to one browser: server-sent events ``view``, ``table`` and ``beat``."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec
from starlette.types import Message, Receive, Scope, Send

from controller import limits
from controller.web.streams import StreamPlace

HEARTBEAT_S: Final = 15.0
"""A beat is an event, not a comment: only events reach the page's script, which must notice a dead link."""

_RETRY_MS: Final = 1000


class EventStream:
    """A response that never ends by itself: the newest of each source, until the browser or the table leaves.

    A browser slower than the table skips what is out of date. All tasks end with the call.

    Args:
        sources: async iterators of JSON values by the name of their event; the stream ends with the first that ends
            after giving a value.
        heartbeat_s: longest silence.
        place: where it is counted; it ends when that is taken away.
    """

    def __init__(
        self,
        sources: dict[str, AsyncIterator[dict[str, Any]]],
        heartbeat_s: float = HEARTBEAT_S,
        place: StreamPlace | None = None,
    ) -> None:
        self._sources = sources
        self._place = place
        self._heartbeat_s = heartbeat_s
        self._newest: dict[str, dict[str, Any]] = {}
        self._news = asyncio.Event()

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """One response of ASGI."""
        try:
            await self._respond(receive, send)
        finally:
            if self._place is not None:
                self._place.leave()

    async def _respond(self, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send(_chunk(f"retry: {_RETRY_MS}\n\n".encode()))
        gone = asyncio.create_task(_disconnected(receive))
        tasks: set[asyncio.Task[Any]] = {gone, asyncio.create_task(self._write(send))}
        if self._place is not None:
            tasks.add(asyncio.create_task(self._place.taken_away.wait()))
        tasks |= {asyncio.create_task(self._take(name, source)) for name, source in self._sources.items()}
        try:
            finished, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        try:
            for task in finished:
                task.result()
        except TimeoutError:  # of a browser that does not read
            return
        if gone not in finished:
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _take(self, name: str, source: AsyncIterator[dict[str, Any]]) -> None:
        async for value in source:
            self._newest[name] = value
            self._news.set()

    async def _write(self, send: Send) -> None:
        while True:
            try:
                async with asyncio.timeout(self._heartbeat_s):
                    await self._news.wait()
            except TimeoutError:
                await _patiently(send, b"event: beat\ndata: {}\n\n")
                continue
            self._news.clear()
            newest, self._newest = self._newest, {}
            for name, value in newest.items():
                await _patiently(send, b"event: %s\ndata: %s\n\n" % (name.encode(), msgspec.json.encode(value)))


async def _patiently(send: Send, octets: bytes) -> None:
    """Send, but do not wait for ever for a browser that does not read."""
    async with asyncio.timeout(limits.SEND_S * getattr(asyncio.get_running_loop(), "speed", 1.0)):
        await send(_chunk(octets))


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _chunk(octets: bytes) -> Message:
    return {"type": "http.response.body", "body": octets, "more_body": True}
