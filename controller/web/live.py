"""Server-sent events: each changed value is encoded once, in full and as a JSON Patch, for all open pages."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

import msgspec
from starlette.types import Message, Receive, Scope, Send

from controller import limits

Operation = dict[str, Any]
"""``op`` (``add``, ``replace`` or ``remove``), ``path`` (RFC 6901) and, except for ``remove``, ``value``."""

END: Final = "-"
"""The index after an array's last item (RFC 6901)."""

_encode = msgspec.json.encode


def json_patch(before: Any, after: Any, path: str = "") -> list[Operation]:
    """Return the operations of a JSON Patch (RFC 6902) that turn ``before`` into ``after``, both decoded JSON.

    An array that lost its oldest items and gained new ones at its end, such as the story, is patched so. A value is
    replaced where that takes fewer bytes than patching it. ``path`` is where both stand.
    """
    if before == after and _encode(before) == _encode(after):  # to Python, 1 is 1.0 and true
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        patch = list(_in_object(before, after, path))
    elif isinstance(before, list) and isinstance(after, list):
        patch = list(_in_array(before, after, path))
    else:
        return [_replace(path, after)]
    replacement = [_replace(path, after)]
    return patch if len(_encode(patch)) < len(_encode(replacement)) else replacement


def _in_object(before: dict[str, Any], after: dict[str, Any], path: str) -> Iterator[Operation]:
    for key in before:
        if key not in after:
            yield {"op": "remove", "path": _below(path, key)}
    for key, value in after.items():
        if key in before:
            yield from json_patch(before[key], value, _below(path, key))
        else:
            yield {"op": "add", "path": _below(path, key), "value": value}


def _in_array(before: list[Any], after: list[Any], path: str) -> Iterator[Operation]:
    """Remove items that left at the front, patch the common ones, then remove or append at the end."""
    was, now = [_encode(item) for item in before], [_encode(item) for item in after]
    gone = next((at for at, item in enumerate(was) if now[:1] == [item] and was[at:] == now[: len(was) - at]), 0)
    yield from ({"op": "remove", "path": f"{path}/0"} for _ in range(gone))
    both = min(len(before) - gone, len(after))
    for place in range(both):
        if was[gone + place] != now[place]:
            yield from json_patch(before[gone + place], after[place], f"{path}/{place}")
    for place in range(len(before) - gone - 1, both - 1, -1):
        yield {"op": "remove", "path": f"{path}/{place}"}
    for item in after[both:]:
        yield {"op": "add", "path": f"{path}/{END}", "value": item}


def _replace(path: str, value: Any) -> Operation:
    return {"op": "replace", "path": path, "value": value}


def _below(path: str, key: str) -> str:
    return f"{path}/{key.replace('~', '~0').replace('/', '~1')}"


Source = Callable[[], AsyncIterator[dict[str, Any]]]
"""Yields the present value, then the value after each change; it ends when there will be no other."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A value of a feed, encoded.

    Attributes:
        number: rises by one with each change.
        value: the value as a client decodes it.
        full: the value as JSON.
        patch: the change since the snapshot before, as a JSON Patch (RFC 6902); None for the first, and where ``full``
            is shorter.
    """

    number: int
    value: Any
    full: bytes
    patch: bytes | None


class Feed:
    """The latest snapshot of a source, shared by all its subscribers; the source runs only while there are any.

    Args:
        now: returns the present value, which may have changed without the source yielding it (time left, for example).
        source: called again whenever the first subscriber comes.
        large: encode values in a thread, so that the loop keeps running; ``now`` has to return None then.
    """

    def __init__(self, now: Callable[[], dict[str, Any] | None], source: Source, *, large: bool = False) -> None:
        self._now = now
        self._source = source
        self._large = large
        self._subscribers: set[asyncio.Event] = set()
        self._following: asyncio.Task[None] | None = None
        self._latest: Snapshot | None = None

    @property
    def latest(self) -> Snapshot | None:
        return self._latest

    @property
    def ended(self) -> bool:
        """Whether the source has ended.

        Raises:
            Exception: the source failed with it.
        """
        return self._following is not None and self._following.done() and self._following.result() is None

    @contextmanager
    def subscribed(self, changed: asyncio.Event) -> Iterator[None]:
        """Set ``changed`` now, at each new snapshot and at the end of the source."""
        if not self._subscribers:
            self._following = asyncio.create_task(self._follow())
            self._following.add_done_callback(self._notify)
        elif self._latest is not None and (now := self._now()) is not None:
            self._publish(_snapshot(now, self._latest))
        self._subscribers.add(changed)
        changed.set()
        try:
            yield
        finally:
            self._subscribers.discard(changed)
            if not self._subscribers:
                self._stop()

    def _stop(self) -> None:
        if self._following is not None:
            self._following.cancel()
        self._following = self._latest = None

    async def _follow(self) -> None:
        async for value in self._source():
            if self._large:
                self._publish(await asyncio.to_thread(_snapshot, value, self._latest))
            else:
                self._publish(_snapshot(value, self._latest))

    def _publish(self, snapshot: Snapshot | None) -> None:
        if snapshot is not None:
            self._latest = snapshot
            self._notify()

    def _notify(self, _: object = None) -> None:
        for changed in self._subscribers:
            changed.set()


def _snapshot(value: dict[str, Any], before: Snapshot | None) -> Snapshot | None:
    """Return the snapshot after ``before``; None if the value has not changed."""
    full = _encode(value)
    if before is not None and full == before.full:
        return None
    decoded = msgspec.json.decode(full)
    patch = None if before is None else _encode(json_patch(before.value, decoded))
    short = patch if patch is not None and len(patch) < len(full) else None
    return Snapshot(0 if before is None else before.number + 1, decoded, full, short)


class StreamSlot:
    """The right to one open stream; ``evicted`` is set when another client needs the slot more."""

    def __init__(self, owner: "StreamSlots", address: str) -> None:
        self.evicted = asyncio.Event()
        self.address = address
        self._owner = owner

    def release(self) -> None:
        self._owner.release(self)


class StreamSlots:
    """A bound on open streams, in all and by address.

    When all slots are taken the address with the most loses its oldest stream, unless no address has more than one.
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

    def __len__(self) -> int:
        return len(self._slots)

    def release(self, slot: StreamSlot) -> None:
        if slot in self._slots:
            self._slots.remove(slot)


HEARTBEAT_S: Final = 15.0
"""A heartbeat is an event, not a comment, because only events reach the page's script, which looks for dead links."""

_RETRY_MS: Final = 1000
_BEAT: Final = b"event: beat\ndata: {}\n\n"


class StreamVersion(IntEnum):
    """Format of a stream; a client asks for the newest that it knows."""

    FULL = 1
    """Each event holds the full value."""

    PATCHES = 2
    """The first event of a name holds the full value, as does one after skipped changes; others hold a patch."""


class EventStreamResponse:
    """A response of server-sent events with the latest snapshot of each feed, until the client or the table leaves.

    A slow client skips outdated snapshots and gets a full value next. One that does not read at all is left to the
    server (``limits.STREAM_SEND_S``). All tasks end with the call.

    Args:
        feeds: by the name of their event; the stream ends with the first feed that ends.
        slot: released at the end; the stream ends when it is evicted.
    """

    def __init__(
        self,
        feeds: Mapping[str, Feed],
        version: StreamVersion = StreamVersion.FULL,
        slot: StreamSlot | None = None,
    ) -> None:
        self._feeds = {name.encode(): feed for name, feed in feeds.items()}
        self._version = version
        self._slot = slot
        self._sent: dict[bytes, int] = {}

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._respond(receive, send)
        finally:
            if self._slot is not None:
                self._slot.release()

    async def _respond(self, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send(_chunk(f"retry: {_RETRY_MS}\n\n".encode()))
        disconnected = asyncio.create_task(_wait_for_disconnect(receive))
        tasks: set[asyncio.Task[Any]] = {disconnected, asyncio.create_task(self._write(send))}
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
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _write(self, send: Send) -> None:
        changed, now_s = asyncio.Event(), asyncio.get_running_loop().time
        beat_at_s = now_s() + HEARTBEAT_S
        with ExitStack() as subscriptions:
            for feed in self._feeds.values():
                subscriptions.enter_context(feed.subscribed(changed))
            while not any(feed.ended for feed in self._feeds.values()):
                beat = b""
                try:
                    async with asyncio.timeout_at(beat_at_s):
                        await changed.wait()
                except TimeoutError:
                    beat = _BEAT
                changed.clear()
                events = b"".join(self._event(name, feed.latest) for name, feed in self._feeds.items()) or beat
                if events:
                    beat_at_s = now_s() + HEARTBEAT_S
                    await send(_chunk(events))

    def _event(self, name: bytes, latest: Snapshot | None) -> bytes:
        if latest is None:
            return b""
        before = self._sent.get(name)
        self._sent[name] = latest.number
        if before == latest.number:
            return b""
        if self._version is StreamVersion.FULL or latest.patch is None or before != latest.number - 1:
            return b"event: %s\ndata: %s\n\n" % (name, latest.full)
        return b"event: %s-patch\ndata: %s\n\n" % (name, latest.patch)


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _chunk(data: bytes) -> Message:
    return {"type": "http.response.body", "body": data, "more_body": True}
