"""The stream of changes to one browser: server-sent events ``view``, ``table``, their patches, and ``beat``."""

import asyncio
from collections.abc import Mapping
from contextlib import ExitStack
from enum import IntEnum
from typing import Any, Final

from starlette.types import Message, Receive, Scope, Send

from controller.web.live.broadcast import Broadcast, Edition
from controller.web.live.streams import StreamPlace

HEARTBEAT_S: Final = 15.0
"""A beat is an event, not a comment: only events reach the page's script, which must notice a dead link."""

_RETRY_MS: Final = 1000
_BEAT: Final = b"event: beat\ndata: {}\n\n"


class Version(IntEnum):
    """How changes are told; a client asks for the newest that it knows."""

    WHOLE = 1
    """Each event holds all of its value."""

    PATCHES = 2
    """The first event of a name holds all of it, as does one after some that were skipped; others are changes."""


class EventStream:
    """A response that never ends by itself: the newest of each broadcast, until the browser or the table leaves.

    A browser slower than the table skips what is out of date, and gets a whole value then; one that does not read at
    all is left to the server (``limits.SEND_S``). All tasks end with the call.

    Args:
        broadcasts: by the name of their event; the stream ends with the first that ends.
        version: how changes are told.
        heartbeat_s: longest silence.
        place: where it is counted; it ends when that is taken away.
    """

    def __init__(
        self,
        broadcasts: Mapping[str, Broadcast],
        version: Version = Version.WHOLE,
        heartbeat_s: float = HEARTBEAT_S,
        place: StreamPlace | None = None,
    ) -> None:
        self._broadcasts = {name.encode(): broadcast for name, broadcast in broadcasts.items()}
        self._version = version
        self._place = place
        self._heartbeat_s = heartbeat_s
        self._told: dict[bytes, int] = {}

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
        try:
            finished, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in finished:
            task.result()
        if gone not in finished:
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _write(self, send: Send) -> None:
        news = asyncio.Event()
        silence = _Silence(self._heartbeat_s, news)
        with ExitStack() as until_left:
            until_left.callback(silence.stop)
            for broadcast in self._broadcasts.values():
                until_left.enter_context(broadcast.heard_by(news))
            while not any(broadcast.ended for broadcast in self._broadcasts.values()):
                await news.wait()
                news.clear()
                octets = b"".join(self._event(name, each.newest) for name, each in self._broadcasts.items())
                if octets or silence.lasts:
                    silence.broken()
                    await send(_chunk(octets or _BEAT))

    def _event(self, name: bytes, newest: Edition | None) -> bytes:
        """What this browser does not know yet."""
        if newest is None:
            return b""
        before = self._told.get(name)
        self._told[name] = newest.number
        if before == newest.number:
            return b""
        if self._version is Version.WHOLE or newest.patch is None or before != newest.number - 1:
            return b"event: %s\ndata: %s\n\n" % (name, newest.whole)
        return b"event: %s-patch\ndata: %s\n\n" % (name, newest.patch)


class _Silence:
    """Sets ``news`` after each ``longest_s`` without anything that was sent; to send costs it no timer.

    Attributes:
        lasts: whether it has lasted for so long.
    """

    def __init__(self, longest_s: float, news: asyncio.Event) -> None:
        self._loop = asyncio.get_running_loop()
        self._longest_s = longest_s
        self._news = news
        self.broken()
        self._timer = self._loop.call_at(self._until_s, self._look)

    def broken(self) -> None:
        """Something is sent now."""
        self.lasts = False
        self._until_s = self._loop.time() + self._longest_s

    def stop(self) -> None:
        """Nothing will be sent any more."""
        self._timer.cancel()

    def _look(self) -> None:
        if self._loop.time() >= self._until_s:
            self.broken()
            self.lasts = True
            self._news.set()
        self._timer = self._loop.call_at(self._until_s, self._look)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _chunk(octets: bytes) -> Message:
    return {"type": "http.response.body", "body": octets, "more_body": True}
