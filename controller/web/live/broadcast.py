"""One source of JSON values for all who listen: put into octets once, and told by what changed."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import msgspec

from controller.web.live.json_patch import changes

Source = Callable[[], AsyncIterator[dict[str, Any]]]
"""The value now, then after each change; it ends when there will be no other."""


@dataclass(frozen=True, slots=True)
class Edition:
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


class Broadcast:
    """Owner of the newest edition of one source; it follows the source only while somebody listens.

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
        self._newest: Edition | None = None

    @property
    def newest(self) -> Edition | None:
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
    def heard_by(self, listener: asyncio.Event) -> Iterator[None]:
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

    def _publish(self, edition: Edition | None) -> None:
        if edition is not None:
            self._newest = edition
            self._tell()

    def _tell(self, _: object = None) -> None:
        for listener in self._listeners:
            listener.set()


def _edition(value: dict[str, Any], before: Edition | None) -> Edition | None:
    """The next one; None where nothing has changed."""
    whole = msgspec.json.encode(value)
    if before is not None and whole == before.whole:
        return None
    read = msgspec.json.decode(whole)
    patch = None if before is None else msgspec.json.encode(changes(before.value, read))
    short = patch if patch is not None and len(patch) < len(whole) else None
    return Edition(0 if before is None else before.number + 1, read, whole, short)
