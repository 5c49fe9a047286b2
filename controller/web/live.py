"""Views told to pages as they change: server-sent events with patches, put into bytes once for all."""

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
"""``op`` (``add``, ``replace``, ``remove``), ``path`` (RFC 6901) and, but for ``remove``, ``value``."""

END: Final = "-"
"""The place after an array's last item."""

_octets = msgspec.json.encode


def json_patch(before: Any, after: Any, path: str = "") -> list[Operation]:
    """Return what to do with ``before``, one after the other, to have ``after``.

    An array that lost its oldest items and got new ones at its end, such as a story, is told so. What would take more
    bytes to change than to say anew is said anew.

    Args:
        before: a value as ``json.loads`` gives it.
        after: another.
        path: where both stand.
    """
    if before == after and _octets(before) == _octets(after):  # to Python, 1 is 1.0 and true
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        told = list(_in_object(before, after, path))
    elif isinstance(before, list) and isinstance(after, list):
        told = list(_in_array(before, after, path))
    else:
        return [_replace(path, after)]
    anew = [_replace(path, after)]
    return told if len(_octets(told)) < len(_octets(anew)) else anew


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
    """Remove items that left at the front, then change item by item; what one of the two has more is at its end."""
    was, now = [_octets(item) for item in before], [_octets(item) for item in after]
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
"""The value now, then after each change; it ends when there will be no other."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A value as it was told at one time.

    Attributes:
        number: rises by one with each change.
        value: as a listener has it who reads the octets.
        whole: in octets.
        patch: the change from the one before (RFC 6902), in octets; None where the whole is shorter, or the first.
    """

    number: int
    value: Any
    whole: bytes
    patch: bytes | None


class Feed:
    """Owner of the latest edition of one source; it follows the source only while somebody listens.

    Args:
        now: the value at this moment: it may have changed, as the time left has, without anybody telling.
        source: asked anew when the first comes to listen.
        large: its editions are made in a thread, so that the loop goes on meanwhile; ``now`` is to give None then.
    """

    def __init__(self, now: Callable[[], dict[str, Any] | None], source: Source, *, large: bool = False) -> None:
        self._now = now
        self._source = source
        self._large = large
        self._listeners: set[asyncio.Event] = set()
        self._following: asyncio.Task[None] | None = None
        self._newest: Snapshot | None = None

    @property
    def latest(self) -> Snapshot | None:
        """What all listeners should have; None where nothing has come yet."""
        return self._newest

    @property
    def ended(self) -> bool:
        """Whether nothing more will come.

        Raises:
            Exception: what the source failed with.
        """
        return self._following is not None and self._following.done() and self._following.result() is None

    @contextmanager
    def subscribed(self, listener: asyncio.Event) -> Iterator[None]:
        """``listener`` is set whenever there is something new, or will be nothing more."""
        if not self._listeners:
            self._following = asyncio.create_task(self._follow())
            self._following.add_done_callback(self._tell)
        elif self._newest is not None and (now := self._now()) is not None:
            self._take(now)
        self._listeners.add(listener)
        listener.set()
        try:
            yield
        finally:
            self._listeners.discard(listener)
            if not self._listeners:
                self._rest()

    def _rest(self) -> None:
        if self._following is not None:
            self._following.cancel()
        self._following = self._newest = None

    async def _follow(self) -> None:
        async for value in self._source():
            if self._large:
                self._publish(await asyncio.to_thread(_edition, value, self._newest))
            else:
                self._take(value)

    def _take(self, value: dict[str, Any]) -> None:
        self._publish(_edition(value, self._newest))

    def _publish(self, edition: Snapshot | None) -> None:
        if edition is not None:
            self._newest = edition
            self._tell()

    def _tell(self, _: object = None) -> None:
        for listener in self._listeners:
            listener.set()


def _edition(value: dict[str, Any], before: Snapshot | None) -> Snapshot | None:
    """The next one; None where nothing has changed."""
    whole = msgspec.json.encode(value)
    if before is not None and whole == before.whole:
        return None
    read = msgspec.json.decode(whole)
    patch = None if before is None else msgspec.json.encode(json_patch(before.value, read))
    short = patch if patch is not None and len(patch) < len(whole) else None
    return Snapshot(0 if before is None else before.number + 1, read, whole, short)


class StreamSlot:
    """A place for one stream; ``evicted`` is set when somebody else needs it more."""

    def __init__(self, owner: "StreamSlots", address: str) -> None:
        self.evicted = asyncio.Event()
        self.address = address
        self._owner = owner

    def leave(self) -> None:
        self._owner.left(self)


class StreamSlots:
    """Owner of the places.

    When all are taken, the address with the most gives up its oldest, unless none has more than one.

    Args:
        most: places in all.
        most_an_address: places for one address.
    """

    def __init__(self, most: int = limits.PAGE_STREAMS, most_an_address: int = limits.PAGE_STREAMS_PER_ADDRESS) -> None:
        self._most = most
        self._most_an_address = most_an_address
        self._places: list[StreamSlot] = []

    def take(self, address: str) -> StreamSlot | None:
        held = Counter(place.address for place in self._places)
        if held[address] >= self._most_an_address:
            return None
        if len(self._places) >= self._most:
            greedy, most = held.most_common(1)[0]
            if most <= 1 or greedy == address:
                return None
            oldest = next(place for place in self._places if place.address == greedy)
            oldest.evicted.set()
            self._places.remove(oldest)
        place = StreamSlot(self, address)
        self._places.append(place)
        return place

    def __len__(self) -> int:
        return len(self._places)

    def left(self, place: StreamSlot) -> None:
        if place in self._places:
            self._places.remove(place)


HEARTBEAT_S: Final = 15.0
"""A beat is an event, not a comment: only events reach the page's script, which must notice a dead link."""

_RETRY_MS: Final = 1000
_BEAT: Final = b"event: beat\ndata: {}\n\n"


class StreamVersion(IntEnum):
    """How json_patch are told; a client asks for the latest that it knows."""

    FULL = 1
    """Each event holds all of its value."""

    PATCHES = 2
    """The first event of a name holds all of it, as does one after some that were skipped; others are json_patch."""


class EventStreamResponse:
    """A response that never ends by itself: the latest of each broadcast, until the browser or the table leaves.

    A browser slower than the table skips what is out of date, and gets a whole value then; one that does not read at
    all is left to the server (``limits.STREAM_SEND_S``). All tasks end with the call.

    Args:
        broadcasts: by the name of their event; the stream ends with the first that ends.
        version: how json_patch are told.
        place: where it is counted; it ends when that is taken away.
    """

    def __init__(
        self,
        broadcasts: Mapping[str, Feed],
        version: StreamVersion = StreamVersion.FULL,
        place: StreamSlot | None = None,
    ) -> None:
        self._broadcasts = {name.encode(): broadcast for name, broadcast in broadcasts.items()}
        self._version = version
        self._place = place
        self._told: dict[bytes, int] = {}

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
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
            tasks.add(asyncio.create_task(self._place.evicted.wait()))
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
        news, now_s = asyncio.Event(), asyncio.get_running_loop().time
        beat_at_s = now_s() + HEARTBEAT_S
        with ExitStack() as until_left:
            for broadcast in self._broadcasts.values():
                until_left.enter_context(broadcast.subscribed(news))
            while not any(broadcast.ended for broadcast in self._broadcasts.values()):
                beat = b""
                try:
                    async with asyncio.timeout_at(beat_at_s):
                        await news.wait()
                except TimeoutError:
                    beat = _BEAT
                news.clear()
                octets = b"".join(self._event(name, each.latest) for name, each in self._broadcasts.items()) or beat
                if octets:
                    beat_at_s = now_s() + HEARTBEAT_S
                    await send(_chunk(octets))

    def _event(self, name: bytes, latest: Snapshot | None) -> bytes:
        if latest is None:
            return b""
        before = self._told.get(name)
        self._told[name] = latest.number
        if before == latest.number:
            return b""
        if self._version is StreamVersion.FULL or latest.patch is None or before != latest.number - 1:
            return b"event: %s\ndata: %s\n\n" % (name, latest.whole)
        return b"event: %s-patch\ndata: %s\n\n" % (name, latest.patch)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _chunk(octets: bytes) -> Message:
    return {"type": "http.response.body", "body": octets, "more_body": True}
