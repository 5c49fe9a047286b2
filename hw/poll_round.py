"""One round polls all readers: what each of them costs is a frame sent and a status read, without a task of its own.

A round has two moments. At the first every reader asks its field; at the second, when all answers are in, those that
heard nothing are done. A reader that heard anything, or in whose field something rests, goes on by itself in a task and
takes part again when it is done.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, NoReturn, Protocol, runtime_checkable

from hw.units import Uid

POLL_EVERY_S: Final = 0.020
"""While tiles may come: one braked by a ramp is in the field for 45 ms and more, so two polls see it."""

REST_EVERY_S: Final = 0.100
"""While none can: a reader that fails is still noticed at once, and a Pi pays a seventh."""


class Found(Protocol):
    """What one poll found."""

    @property
    def uids(self) -> frozenset[Uid]:
        """UIDs that were proved by their checksums."""
        ...

    @property
    def garbled(self) -> bool:
        """Whether something answered that could not be resolved."""
        ...


class Reader(Protocol):
    """A reader as the table uses it, whichever package drives it."""

    async def start(self) -> object:
        """Reset and configure it, antenna on."""
        ...

    async def poll(self) -> Found:
        """Look once at the field."""
        ...


@runtime_checkable
class AskingReader(Reader, Protocol):
    """A reader whose poll of an empty field comes in two halves, and waits for nothing."""

    def ask(self) -> float | None:
        """Ask the field; when the answer will be in, seconds, or None if only a whole poll will do."""
        ...

    def heard_nothing(self) -> bool:
        """Whether there was no answer."""
        ...

    async def poll_on(self) -> Found:
        """The rest of a poll that was answered."""
        ...


class PollRound:
    """Owner of when readers are polled.

    Attributes:
        every_s: from one round to the next.
    """

    def __init__(self, every_s: float = POLL_EVERY_S) -> None:
        self.every_s = every_s
        self._next_s = 0.0
        self._places: tuple[_Place, ...] = ()
        self._asked: list[_Place] = []
        self._timer: asyncio.TimerHandle | None = None

    async def poll(self, reader: Reader, found: Callable[[Found | None], None]) -> NoReturn:
        """Let ``reader`` take part until it fails; ``found`` is told of each poll, None for an empty field.

        Raises:
            HardwareError: the reader failed.
            Exception: what ``found`` raised.
        """
        loop = asyncio.get_running_loop()
        place = _Place(reader, found, loop.create_future())
        self._places += (place,)
        if self._timer is None:
            self._next_s = loop.time()
            self._timer = loop.call_at(self._next_s, self._begin)
        try:
            await place.failed
        finally:
            self._places = tuple(other for other in self._places if other is not place)
            place.leave()
        raise AssertionError("unreachable: taking part ends by failing")

    def set_pace(self, every_s: float) -> None:
        """Poll as often from now on; the next round is no further away than that."""
        self.every_s = every_s
        if self._timer is None:
            return
        loop = asyncio.get_running_loop()
        self._next_s = min(self._next_s, loop.time() + every_s)
        if not self._asked:
            self._timer.cancel()
            self._timer = loop.call_at(self._next_s, self._begin)

    def _begin(self) -> None:
        """The first moment of a round: whoever can be asked is."""
        if not self._places:
            self._timer = None
            return
        loop = asyncio.get_running_loop()
        self._next_s = max(self._next_s + self.every_s, loop.time())  # a late round is not made up for
        answers_in_s = 0.0
        try:
            for place in self._places:
                at_s = place.ask()
                if at_s is not None:
                    self._asked.append(place)
                    answers_in_s = max(answers_in_s, at_s)
        finally:  # whatever fails, there is a next moment
            if self._asked:
                self._timer = loop.call_at(answers_in_s, self._end)
            else:
                self._timer = loop.call_at(self._next_s, self._begin)

    def _end(self) -> None:
        """The second moment: all answers are in."""
        try:
            while self._asked:
                self._asked.pop().hear()
        finally:
            self._timer = asyncio.get_running_loop().call_at(self._next_s, self._begin)


class _Place:
    """One reader's place in the round.

    Attributes:
        failed: how its taking part ends.
    """

    def __init__(self, reader: Reader, found: Callable[[Found | None], None], failed: asyncio.Future[NoReturn]) -> None:
        self.failed = failed
        self._reader = reader
        self._asking = reader if isinstance(reader, AskingReader) else None
        self._found = found
        self._task: asyncio.Task[None] | None = None

    def ask(self) -> float | None:
        """Begin a poll; None if there will be nothing to hear at the round's second moment."""
        if self._task is not None or self.failed.done():
            return None
        try:
            at_s = None if self._asking is None else self._asking.ask()
        except Exception as fault:  # noqa: BLE001  # the reader's or our own: taking part ends with it
            self._fail(fault)
            return None
        if at_s is None:
            self._task = asyncio.create_task(self._take(self._reader.poll))
        return at_s

    def hear(self) -> None:
        """End the poll that `ask` began, or let it go on in a task."""
        assert self._asking is not None
        if self.failed.done():
            return
        try:
            if self._asking.heard_nothing():
                self._found(None)
            else:
                self._task = asyncio.create_task(self._take(self._asking.poll_on))
        except Exception as fault:  # noqa: BLE001  # as above
            self._fail(fault)

    def leave(self) -> None:
        """Take no part any more."""
        if self._task is not None:
            self._task.cancel()
        self.failed.cancel()

    async def _take(self, poll: Callable[[], Coroutine[Any, Any, Found]]) -> None:
        try:
            self._found(await poll())
        except Exception as fault:  # noqa: BLE001  # as above
            self._fail(fault)
        finally:
            self._task = None

    def _fail(self, fault: Exception) -> None:
        if not self.failed.done():
            self.failed.set_exception(fault)
