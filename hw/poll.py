"""Polling all readers in rounds, in a thread of its own; the values and ids that come of it.

A round has two moments. At the first every reader asks its field; at the second, when all answers are in, those that
heard nothing are done. A reader that heard anything, or in whose field something rests, goes on by itself in a task and
takes part again when it is done.

Nearly every poll is of an empty field, and to wake the loop twice for a round of them costs more than the polls. A
reader is the thread's while its field is empty, and the loop's while its poll goes on there: never both at once.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from threading import Lock, Thread
from typing import Any, Final, NoReturn, Protocol, runtime_checkable

from msgspec import Struct

from hw.values import Uid

POLL_EVERY_S: Final = 0.020
"""While tiles may come: one braked by a ramp is in the field for 45 ms and more, so two polls see it."""

REST_EVERY_S: Final = 0.100
"""While none can: a reader that fails is still noticed at once, and a Pi pays a seventh."""

LEAST_APART_S: Final = 0.002
"""A late round is not made up for, and two are never so close that a chip could still be at work."""


class Found(Struct, frozen=True):
    """What a poll found.

    Attributes:
        uids: those that were proved by their checksums.
        garbled: something answered that could not be resolved; the field may hold more than ``uids``.
    """

    uids: frozenset[Uid]
    garbled: bool = False


EMPTY: Final = Found(frozenset())


class Reader(Protocol):
    """A reader as the table uses it, whichever package drives it."""

    async def start(self) -> object:
        """Reset and configure it, antenna on."""
        ...

    async def poll(self) -> Found:
        """Look once at the field."""
        ...


Silence = tuple[Callable[[], object], Callable[[], bytes], bytes, float]
"""How a field that was silent is polled again: what asks it, what hears, and what is heard of one that is silent again.
The last is until when: the reader then has something else to do.

Between two rounds the reader has nothing to note of it, so a round calls nothing else.
"""


@runtime_checkable
class AskingReader(Reader, Protocol):
    """A reader whose poll of an empty field comes in two halves, and waits for nothing."""

    @property
    def answers_after_s(self) -> float:
        """How long after `ask` the answer is in."""
        ...

    def ask(self) -> bool:
        """Ask the field, at least `LEAST_APART_S` after the last time; False if only a whole poll will do."""
        ...

    def suspect(self) -> None:
        """Make sure, at the next poll, that a field which is silent is heard at all."""
        ...

    def found_nothing(self, asked_s: float, heard: bytes | None = None) -> bool:
        """Whether there was no answer; the field was asked at ``asked_s`` or before.

        What was ``heard`` already is judged, else the reader is asked what there was.
        """
        ...

    @property
    def silence(self) -> Silence | None:
        """How its field may be polled until something else is heard, if the last poll was met with silence."""
        ...

    async def finish_poll(self) -> Found:
        """The rest of a poll that was answered."""
        ...


OnPoll = Callable[[Found | None, float], None]
"""Told of each poll, None for an empty field, and of its time."""


class PollRound:
    """Owner of when readers are polled; its moments are timers of the loop.

    Attributes:
        every_s: from one round to the next.
    """

    def __init__(self, every_s: float = POLL_EVERY_S) -> None:
        self.every_s = every_s
        self._next_s = 0.0
        self._places: tuple[Slot, ...] = ()
        self._asked: list[Slot] = []
        self._timer: asyncio.TimerHandle | None = None

    async def poll(self, reader: Reader, found: OnPoll) -> NoReturn:
        """Let ``reader`` take part until it fails; ``found`` is told of each poll.

        The first poll is a whole one, and so is what is told of it.

        Raises:
            HardwareError: the reader failed.
            Exception: what ``found`` raised.
        """
        loop = asyncio.get_running_loop()
        slot = Slot(reader, found, loop.create_future(), self._loop_caller(loop))
        self._add(slot, loop)
        try:
            await slot.failed
        finally:
            self._remove(slot)
            slot.remove()
        raise AssertionError("unreachable: taking part ends by failing")

    def set_pace(self, every_s: float) -> None:
        """Poll as often from now on; the next round is no further away than that.

        Where polls become seldom no tile can come: the time to make sure that silent fields are heard.
        """
        self._suspect(every_s)
        self.every_s = every_s
        if self._timer is None:
            return
        loop = asyncio.get_running_loop()
        self._next_s = min(self._next_s, loop.time() + every_s)
        if not self._asked:
            self._timer.cancel()
            self._timer = loop.call_at(self._next_s, self._begin)

    def _suspect(self, every_s: float) -> None:
        if every_s > self.every_s:
            for slot in self._places:
                slot.suspect()

    def _loop_caller(self, _loop: asyncio.AbstractEventLoop) -> Callable[..., object]:
        """How a slot calls what belongs into the loop: at once, since its moments are there."""
        return _call

    def _add(self, slot: "Slot", loop: asyncio.AbstractEventLoop) -> None:
        self._places += (slot,)
        if self._timer is None:
            self._next_s = loop.time()
            self._timer = loop.call_at(self._next_s, self._begin)

    def _remove(self, slot: "Slot") -> None:
        self._places = tuple(other for other in self._places if other is not slot)

    def _begin(self) -> None:
        if not self._places:
            self._timer = None
            return
        loop = asyncio.get_running_loop()
        self._next_s = max(self._next_s + self.every_s, loop.time() + LEAST_APART_S)
        try:
            self._ask_all()
        finally:  # whatever fails, there is a next moment
            if self._asked:
                asked_s = loop.time()
                self._timer = loop.call_at(asked_s + self._answers_after_s(), self._end, asked_s)
            else:
                self._timer = loop.call_at(self._next_s, self._begin)

    def _end(self, asked_s: float) -> None:
        loop = asyncio.get_running_loop()
        try:
            self._collect_all(asked_s, loop.time())
        finally:
            self._timer = loop.call_at(self._next_s, self._begin)

    def _ask_all(self) -> None:
        for slot in self._places:
            if not slot.is_away and slot.ask():
                self._asked.append(slot)

    def _answers_after_s(self) -> float:
        return max(slot.answers_after_s for slot in self._asked)

    def _collect_all(self, asked_s: float, heard_s: float) -> None:
        while self._asked:
            self._asked.pop().collect(asked_s, heard_s)


class Slot:
    """One reader's slot in the round; away from it while its poll goes on in a task, and once it has failed.

    Attributes:
        failed: how its taking part ends.
        is_away: whether it is.
        answers_after_s: how long after it was asked the answer is in.
    """

    def __init__(
        self, reader: Reader, found: OnPoll, failed: asyncio.Future[NoReturn], to_loop: Callable[..., object]
    ) -> None:
        self.failed = failed
        self.is_away = False
        self._reader = reader
        self._asking = reader if isinstance(reader, AskingReader) else None
        self.answers_after_s = 0.0 if self._asking is None else self._asking.answers_after_s
        self._found = found
        self._to_loop = to_loop
        self._is_new = True
        self._silence: Silence | None = None
        self._task: asyncio.Task[None] | None = None

    def suspect(self) -> None:
        if self._asking is not None:
            self._asking.suspect()

    def ask(self) -> bool:
        """Begin a poll; False if there will be nothing to hear at the round's second moment."""
        try:
            if self._silence is not None:
                self._silence[0]()
                return True
            if self._asking is not None and not self._is_new and self._asking.ask():
                return True
        except Exception as fault:  # noqa: BLE001  # the reader's or our own: taking part ends with it
            self._fail(fault)
        else:
            self._continue_in_task(self._reader.poll)
        return False

    def collect(self, asked_s: float, heard_s: float) -> None:
        """End the poll that `ask` began, or let it go on in a task."""
        if self.is_away or self._asking is None:
            return
        heard = None
        try:
            if self._silence is not None:
                _, hear, nothing, until_s = self._silence
                heard = hear()
                if heard == nothing and heard_s < until_s:
                    self._found(None, heard_s)
                    return
            if self._asking.found_nothing(asked_s, heard):
                self._silence = self._asking.silence
                self._found(None, heard_s)
            else:
                self._continue_in_task(self._asking.finish_poll)
        except Exception as fault:  # noqa: BLE001  # as above
            self._fail(fault)

    def remove(self) -> None:
        self.is_away = True
        if self._task is not None:
            self._task.cancel()
        self.failed.cancel()

    def _continue_in_task(self, poll: Callable[[], Coroutine[Any, Any, Found]]) -> None:
        self.is_away, self._silence = True, None
        self._to_loop(self._begin_task, poll)

    def _begin_task(self, poll: Callable[[], Coroutine[Any, Any, Found]]) -> None:
        if not self.failed.done():
            self._task = asyncio.create_task(self._take(poll))

    async def _take(self, poll: Callable[[], Coroutine[Any, Any, Found]]) -> None:
        try:
            self._found(await poll(), asyncio.get_running_loop().time())
        except Exception as fault:  # noqa: BLE001  # as above
            self._fail(fault)
        else:
            self._is_new = self.is_away = False
        finally:
            self._task = None

    def _fail(self, fault: Exception) -> None:
        self.is_away, self._silence = True, None
        self._to_loop(self._set_failed, fault)

    def _set_failed(self, fault: Exception) -> None:
        if not self.failed.done():
            self.failed.set_exception(fault)


def _call(callback: Callable[..., object], *args: object) -> None:
    callback(*args)


class PollThread(PollRound):
    """As `PollRound`, for real ports in real time; ``found`` is told of empty fields in the thread."""

    def __init__(self, every_s: float = POLL_EVERY_S) -> None:
        super().__init__(every_s)
        self._in_round = Lock()
        self._resting = Lock()
        self._resting.acquire()
        self._thread: Thread | None = None

    def set_pace(self, every_s: float) -> None:
        self._suspect(every_s)
        self.every_s = every_s
        self._wake()

    def _loop_caller(self, loop: asyncio.AbstractEventLoop) -> Callable[..., object]:
        return loop.call_soon_threadsafe

    def _add(self, slot: Slot, _loop: asyncio.AbstractEventLoop) -> None:
        with self._in_round:
            self._places += (slot,)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="polls", daemon=True)
                self._thread.start()

    def _remove(self, slot: Slot) -> None:
        with self._in_round:
            super()._remove(slot)
        if not self._places:
            self._wake()

    def _wake(self) -> None:
        if self._resting.locked():
            self._resting.release()

    def _run(self) -> None:
        due_s = time.monotonic()
        while self._go_round():
            due_s = max(due_s + self.every_s, time.monotonic() + LEAST_APART_S)
            while (rest_s := due_s - time.monotonic()) > 0:
                if (
                    self.every_s <= POLL_EVERY_S
                ):  # too short to be called from; to sleep costs less than to be ready for it
                    time.sleep(rest_s)
                elif self._resting.acquire(timeout=rest_s):  # the pace is another, or nobody is left
                    due_s = min(due_s, time.monotonic() + self.every_s) if self._places else 0.0

    def _go_round(self) -> bool:
        """One round; False once nobody takes part."""
        with self._in_round:
            if not self._places:
                self._thread = None
                return False
            self._ask_all()
            if self._asked:
                asked_s = time.monotonic()
                time.sleep(self._answers_after_s())
                self._collect_all(asked_s, time.monotonic())
            return True
