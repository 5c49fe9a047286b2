"""Server-sent events: each changed value is encoded and compressed once for all."""

import asyncio
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from controller import limits
from controller.web.access.peer import client_address

_encode = msgspec.json.encode

Source = Callable[[], AsyncIterator[Any]]
"""Yields the present value, then the value after each change; ends after the last one."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A value of a feed, encoded.

    Attributes:
        number: rises by one with each change.
        full: the value as JSON.
        packed: the value as deflate blocks that refer to nothing before, so any gzip stream can hold them.
    """

    number: int
    full: bytes
    packed: bytes


class Feed:
    """The latest snapshot of a source, shared by all subscribers; the source runs only while there are any.

    Args:
        now: returns the present value, which may change without the source yielding it (as time left does).
        source: called again whenever the first subscriber comes.
        large: encode in a thread, so that the loop keeps running; ``now`` must then return None.
    """

    def __init__(self, now: Callable[[], dict[str, Any] | None], source: Source, *, large: bool = False) -> None:
        self._now = now
        self._source = source
        self._large = large
        self._subscribers: set[asyncio.Event] = set()
        self._following: asyncio.Task[None] | None = None
        self._latest: Snapshot | None = None

    @property
    def latest_snapshot(self) -> Snapshot | None:
        return self._latest

    @property
    def has_ended(self) -> bool:
        """Whether the source has ended; raise its exception if it failed."""
        return self._following is not None and self._following.done() and self._following.result() is None

    @contextmanager
    def hold_subscription(self, changed: asyncio.Event) -> Iterator[None]:
        """Set ``changed`` now, at each yielded change and at the end."""
        if not self._subscribers:
            self._following = asyncio.create_task(self._follow_source())
            self._following.add_done_callback(self._notify_subscribers)
        elif self._latest is not None and (now := self._now()) is not None:
            self._latest = _snapshot_if_changed(now, self._latest) or self._latest  # for the new subscriber only
        self._subscribers.add(changed)
        changed.set()
        try:
            yield
        finally:
            self._subscribers.discard(changed)
            if not self._subscribers:
                self._stop_following()

    def _stop_following(self) -> None:
        if self._following is not None:
            self._following.cancel()
        self._following = self._latest = None

    async def _follow_source(self) -> None:
        async for value in self._source():
            if self._large:
                self._store_snapshot_and_notify(await asyncio.to_thread(_snapshot_if_changed, value, self._latest))
            else:
                self._store_snapshot_and_notify(_snapshot_if_changed(value, self._latest))

    def _store_snapshot_and_notify(self, snapshot: Snapshot | None) -> None:
        if snapshot is not None:
            self._latest = snapshot
            self._notify_subscribers()

    def _notify_subscribers(self, _: object = None) -> None:
        for changed in self._subscribers:
            changed.set()


def _snapshot_if_changed(value: dict[str, Any], before: Snapshot | None) -> Snapshot | None:
    full = _encode(value)
    if before is not None and full == before.full:
        return None
    return Snapshot(0 if before is None else before.number + 1, full, _deflate_blocks(full))


def _deflate_blocks(data: bytes) -> bytes:
    """Return whole deflate blocks of ``data`` (RFC 1951), none of them final."""
    packer = zlib.compressobj(level=6, wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)


class StreamSlot:
    """The right to an open stream; ``evicted`` is set when another needs it more."""

    def __init__(self, owner: "StreamSlots", address: str) -> None:
        self.evicted = asyncio.Event()
        self.address = address
        self._owner = owner

    def release(self) -> None:
        self._owner.release(self)


class StreamSlots:
    """A bound on open streams, in all and for each address.

    When all slots are taken, the address with the most streams loses its oldest one to another, unless
    no address has more than one.
    """

    def __init__(self, most: int = limits.PAGE_STREAMS, most_an_address: int = limits.PAGE_STREAMS_PER_ADDRESS) -> None:
        self._most = most
        self._most_an_address = most_an_address
        self._slots: list[StreamSlot] = []

    def acquire(self, address: str) -> StreamSlot | None:
        held = Counter(slot.address for slot in self._slots)
        if held[address] >= self._most_an_address:
            return None
        if len(self._slots) >= self._most:
            greediest, most = held.most_common(1)[0]
            if most <= 1 or greediest == address:
                return None
            oldest = next(slot for slot in self._slots if slot.address == greediest)
            oldest.evicted.set()
            self._slots.remove(oldest)
        slot = StreamSlot(self, address)
        self._slots.append(slot)
        return slot

    def acquire_or_503(self, request: Request) -> StreamSlot:
        """Raise HTTPException if there is none for the request's client."""
        if (slot := self.acquire(client_address(request))) is None:
            raise HTTPException(503, "Too many pages are open. Close some, then load this one again.")
        return slot

    def __len__(self) -> int:
        return len(self._slots)

    def release(self, slot: StreamSlot) -> None:
        if slot in self._slots:
            self._slots.remove(slot)


HEARTBEAT_S: Final = 15.0
"""Time without an event until a heartbeat. It is an event, not a comment, as only events reach the
page's script, which looks for dead connections."""

_RETRY_MS: Final = 1000
_BEAT: Final = b"event: beat\ndata: {}\n\n"


GZIP_HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""Header: deflate, no name, no time, any system (RFC 1952)."""

GZIP_LAST_BLOCK: Final = b"\x03\x00"


class GzipStream:
    """Joins deflate blocks, made once for all, to a client's gzip stream."""

    def __init__(self) -> None:
        self._crc = 0
        self._length = 0

    def add_blocks(self, data: bytes, packed: bytes) -> bytes:
        """Return ``packed``, the blocks of ``data``, and add ``data`` to checksum and length."""
        self._crc = zlib.crc32(data, self._crc)
        self._length += len(data)
        return packed

    def closing_bytes(self) -> bytes:
        return GZIP_LAST_BLOCK + self._crc.to_bytes(4, "little") + (self._length % 2**32).to_bytes(4, "little")


class EventStreamResponse:
    """Server-sent events with the latest snapshot of each feed, until the client or the table leaves.

    A slow client skips outdated snapshots. A client that does not read is disconnected
    (``limits.STREAM_SEND_TIMEOUT_S``). Gzip is used where accepted. All tasks end with the call.

    Args:
        feeds: by the name of their event; the stream ends with the first that ends.
        slot: released at the end; the stream ends when it is evicted.
    """

    def __init__(self, feeds: Mapping[str, Feed], slot: StreamSlot | None = None) -> None:
        self._feeds = {name.encode(): feed for name, feed in feeds.items()}
        self._slot = slot
        self._sent: dict[bytes, int] = {}
        self._gzip: GzipStream | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if any(key == b"accept-encoding" and b"gzip" in value for key, value in scope["headers"]):
            self._gzip = GzipStream()
        try:
            await self._send_stream(receive, send)
        finally:
            if self._slot is not None:
                self._slot.release()

    async def _send_stream(self, receive: Receive, send: Send) -> None:
        headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-store, no-transform"),
            (b"x-accel-buffering", b"no"),  # a proxy passes each event on at once
        ]
        if self._gzip is not None:
            headers += [(b"content-encoding", b"gzip"), (b"vary", b"accept-encoding")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        head = GZIP_HEAD if self._gzip is not None else b""
        await send(_body_message(head + self._encode_for_client(f"retry: {_RETRY_MS}\n\n".encode())))
        disconnected = asyncio.create_task(wait_for_disconnect(receive))
        tasks: set[asyncio.Task[Any]] = {disconnected, asyncio.create_task(self._write_events(send))}
        if self._slot is not None:
            tasks.add(asyncio.create_task(self._slot.evicted.wait()))
        try:
            finished, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in finished:
            task.result()
        if disconnected not in finished:
            end = b"" if self._gzip is None else self._gzip.closing_bytes()
            await send({"type": "http.response.body", "body": end, "more_body": False})

    async def _write_events(self, send: Send) -> None:
        changed, now_s = asyncio.Event(), asyncio.get_running_loop().time
        beat_at_s = now_s() + HEARTBEAT_S
        with ExitStack() as subscriptions:
            for feed in self._feeds.values():
                subscriptions.enter_context(feed.hold_subscription(changed))
            while not any(feed.has_ended for feed in self._feeds.values()):
                beat = b""
                try:
                    async with asyncio.timeout_at(beat_at_s):
                        await changed.wait()
                except TimeoutError:
                    beat = self._encode_for_client(_BEAT)
                changed.clear()
                events = (
                    b"".join(
                        self._encode_event_if_new(name, feed.latest_snapshot) for name, feed in self._feeds.items()
                    )
                    or beat
                )
                if events:
                    beat_at_s = now_s() + HEARTBEAT_S
                    await send(_body_message(events))

    def _encode_event_if_new(self, name: bytes, latest: Snapshot | None) -> bytes:
        if latest is None or self._sent.get(name) == latest.number:
            return b""
        self._sent[name] = latest.number
        head = self._encode_for_client(b"event: %s\ndata: " % name)
        value = latest.full if self._gzip is None else self._gzip.add_blocks(latest.full, latest.packed)
        return head + value + self._encode_for_client(b"\n\n")

    def _encode_for_client(self, data: bytes) -> bytes:
        return data if self._gzip is None else self._gzip.add_blocks(data, _deflate_blocks(data))


async def wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _body_message(data: bytes) -> Message:
    return {"type": "http.response.body", "body": data, "more_body": True}
