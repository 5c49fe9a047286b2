"""Poll all readers in rounds; on a Pi, in a thread.

A round has two steps: all readers send a request, then their answers are read. A reader without an answer is done. One
with an answer, or a card in its field, leaves the rounds until a task has finished its poll.

Nearly all polls find an empty field, and waking the loop twice a round would cost more than they do. So the thread
polls empty fields, and the loop runs the tasks.

How fast a tile can pass, with four readers at 2 MHz and 60 us a system call: a WUPA and its ATQA take 0.36 ms on air
(ISO/IEC 14443-3: ten and twenty bits of 9.44 us, 70 us between them), once for all readers, since one's frame is on air
while the next one's is on the bus. With two messages to each reader (0.16 and 0.1 ms) a round of empty fields takes
1.4 ms. From the WUPA to the last SAK a UID of seven bytes takes five exchanges: 4.4 ms on air, 1.4 ms on the bus. A
sticker starts within 1 ms, any card within 5 ms. So a tile that is in the field for 20 ms can wait 13 ms for its poll,
the slowest card 9 ms: shorter intervals than `RUSH_POLL_EVERY_S` would read hardly more tiles.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine
from math import inf
from threading import Lock, Thread
from typing import Any, Final, NoReturn, Protocol, runtime_checkable

from msgspec import Struct

from hw.values import Uid

POLL_EVERY_S: Final = 0.020
"""Interval while tiles may come; a ramp keeps a tile in the field for 45 ms or more, so two polls see it."""

RUSH_POLL_EVERY_S: Final = 0.010
"""Interval while tiles are thrown: one that is in the field for 20 ms is read."""

IDLE_POLL_EVERY_S: Final = 0.100
"""Interval while no tile can come, at a seventh of the load; failing readers are noticed soon."""

MIN_POLL_INTERVAL_S: Final = 0.002
"""Shortest interval, enough for each chip to finish. A late round delays all later ones."""


class PollResult(Struct, frozen=True):
    """Result of a poll.

    Attributes:
        uids: UIDs confirmed by checksums.
        garbled: whether an answer led to no UID; the field may hold more cards than ``uids``.
    """

    uids: frozenset[Uid]
    garbled: bool = False


CLEAR_POLLS: Final = 3
"""How often a reader must miss a tag before it is taken not to hear it: an exchange can fail without a trace."""

EMPTY_FIELD: Final = PollResult(frozenset())


class Reader(Protocol):
    """A reader, whichever package drives it."""

    async def start(self) -> object:
        """Reset and configure the reader, and switch its antenna on."""
        ...

    async def poll(self) -> PollResult: ...


class SilentPollPath(Struct, frozen=True):
    """Fast path for polls of a silent field, past the reader's own methods.

    Attributes:
        silent_status: the status of a silent field.
        until_s: end of the path's validity, in the loop's time.
    """

    send_request: Callable[[], object]
    read_status: Callable[[], bytes]
    silent_status: bytes
    until_s: float


@runtime_checkable
class QuickPollReader(Reader, Protocol):
    """A reader that can poll an empty field in two steps without waiting."""

    @property
    def answers_after_s(self) -> float:
        """Time from `begin_quick_poll` to the end of the answer."""
        ...

    def begin_quick_poll(self) -> bool:
        """Send the request, at least `MIN_POLL_INTERVAL_S` after the last; or return False: a full poll is needed."""
        ...

    def reset_at_next_poll(self) -> None:
        """Reset the chip at the next poll, in case its receiver failed unnoticed in an empty field."""
        ...

    def is_quick_poll_unanswered(self, asked_s: float, status: bytes | None = None) -> bool:
        """Return whether the request sent at ``asked_s`` or before got no answer.

        ``status`` is the chip's status, if already read.
        """
        ...

    @property
    def silent_field_fast_path(self) -> SilentPollPath | None:
        """Fast path until anything answers; None unless the last poll got no answer."""
        ...

    async def finish_answered_poll(self) -> PollResult:
        """Finish a poll that was answered."""
        ...


OnPoll = Callable[[PollResult | None, float], None]
"""Called with the result of each poll, None for an empty field, and its time."""


class _Wait(Struct, frozen=True):
    """A reading that another reader may repeat; see `PollScheduler.call_when_others_clear`."""

    reader: str
    uid: Uid
    at_s: float
    until_s: float
    then: Callable[[str | None], object]


class PollScheduler:
    """Rounds of polls, one each ``every_s``, timed by the loop."""

    def __init__(self, every_s: float = POLL_EVERY_S) -> None:
        self.every_s = every_s
        self._next_s = 0.0
        self._places: tuple[ReaderSlot, ...] = ()
        self._asked: list[ReaderSlot] = []
        self._begun_s = 0.0
        self._waits: list[_Wait] = []
        self._timer: asyncio.TimerHandle | None = None

    async def poll_until_failure(self, reader: Reader, found: OnPoll, name: str = "") -> NoReturn:
        """Poll ``reader`` until it fails with a HardwareError or ``found``, called after each poll, raises.

        The first poll is full: its result is a `PollResult` even for an empty field.
        """
        loop = asyncio.get_running_loop()
        slot = ReaderSlot(reader, found, loop.create_future(), self._make_loop_caller(loop), name)
        self._add_slot_and_start_rounds(slot, loop)
        try:
            await slot.failed
        finally:
            self._remove_slot(slot)
            slot.cancel_polling()
        raise AssertionError("unreachable: polling ends by failing")

    def set_interval(self, every_s: float) -> None:
        """Change the interval, also while waiting for the next round.

        With a longer interval no tile can come, so the next poll resets readers of silent fields.
        """
        self._reset_all_if_slower(every_s)
        self.every_s = every_s
        if self._timer is None:
            return
        loop = asyncio.get_running_loop()
        self._begin_next_round_by(loop.time() + every_s)

    def call_when_others_clear(
        self, reader: str, uid: Uid, at_s: float, until_s: float, then: Callable[[str | None], object]
    ) -> None:
        """Call ``then`` once all others have been polled `CLEAR_POLLS` times since ``reader`` read a tag at ``at_s``.

        A garbled poll does not count. ``then`` gets the name of a reader that has had one or read the tag since, else
        None; it is called at ``until_s`` at the latest, and not by this call itself. Polls follow each other at once
        meanwhile. Call it on the loop.
        """
        self._waits.append(_Wait(reader, uid, at_s, until_s, then))
        self._hurry()

    def _hurry(self) -> None:
        if self._timer is None:
            asyncio.get_running_loop().call_soon(self._end_waits)
        else:
            self._begin_next_round_by(self._begun_s + MIN_POLL_INTERVAL_S)

    def _begin_next_round_by(self, at_s: float) -> None:
        self._next_s = min(self._next_s, at_s)
        if self._timer is not None and not self._asked:
            self._timer.cancel()
            self._timer = asyncio.get_running_loop().call_at(self._next_s, self._begin_round)

    def _end_waits(self) -> None:
        """Call back for readings that no other reader repeats."""
        loop, waits, self._waits = asyncio.get_running_loop(), self._waits, []
        for wait in waits:
            others = [slot for slot in self._places if slot.name != wait.reader]
            if loop.time() >= wait.until_s or all(slot.is_clear_since(wait.at_s) for slot in others):
                hearing = (slot.name for slot in others if slot.may_have_heard(wait.uid, wait.at_s))
                loop.call_soon(wait.then, next(hearing, None))
            else:
                self._waits.append(wait)

    @property
    def _interval_s(self) -> float:
        return MIN_POLL_INTERVAL_S if self._waits else self.every_s

    def _reset_all_if_slower(self, every_s: float) -> None:
        if every_s > self.every_s:
            for slot in self._places:
                slot.reset_at_next_poll()

    def _make_loop_caller(self, _loop: asyncio.AbstractEventLoop) -> Callable[..., object]:
        """A slot's timers run on the loop already."""
        return _call_directly

    def _add_slot_and_start_rounds(self, slot: "ReaderSlot", loop: asyncio.AbstractEventLoop) -> None:
        self._places += (slot,)
        if self._timer is None:
            self._next_s = loop.time()
            self._timer = loop.call_at(self._next_s, self._begin_round)

    def _remove_slot(self, slot: "ReaderSlot") -> None:
        self._places = tuple(other for other in self._places if other is not slot)

    def _begin_round(self) -> None:
        if self._waits:
            self._end_waits()
        if not self._places:
            self._timer = None
            return
        loop = asyncio.get_running_loop()
        self._begun_s = loop.time()
        self._next_s = max(self._next_s + self._interval_s, self._begun_s + MIN_POLL_INTERVAL_S)
        try:
            self._begin_polls()
        finally:  # set the next timer in any case
            if self._asked:
                asked_s = loop.time()
                self._timer = loop.call_at(asked_s + self._longest_answer_wait_s(), self._end_round, asked_s)
            else:
                self._timer = loop.call_at(self._next_s, self._begin_round)

    def _end_round(self, asked_s: float) -> None:
        loop = asyncio.get_running_loop()
        try:
            self._end_polls(asked_s, loop.time())
            if self._waits:
                self._end_waits()
        finally:
            self._timer = loop.call_at(self._next_s, self._begin_round)

    def _begin_polls(self) -> None:
        for slot in self._places:
            if not slot.is_away and slot.begin_poll():
                self._asked.append(slot)

    def _longest_answer_wait_s(self) -> float:
        return max(slot.answers_after_s for slot in self._asked)

    def _end_polls(self, asked_s: float, read_s: float) -> None:
        while self._asked:
            self._asked.pop().read_poll_answer(asked_s, read_s)


class ReaderSlot:
    """A reader in the rounds. It is away while a task polls it, and after a failure.

    Attributes:
        failed: gets the reader's error.
        name: its name in `PollScheduler.call_when_others_clear`.
        is_away: whether rounds skip it.
        answers_after_s: time from the request to the end of the answer.
    """

    def __init__(
        self,
        reader: Reader,
        found: OnPoll,
        failed: asyncio.Future[NoReturn],
        to_loop: Callable[..., object],
        name: str,
    ) -> None:
        self.failed = failed
        self.name = name
        self.is_away = False
        self._reader = reader
        self._asking = reader if isinstance(reader, QuickPollReader) else None
        self.answers_after_s = 0.0 if self._asking is None else self._asking.answers_after_s
        self._found = found
        self._to_loop = to_loop
        self._is_new = True
        self._silence: SilentPollPath | None = None
        self._answer, self._answered_s = EMPTY_FIELD, -inf
        self._clear_s = deque([-inf] * CLEAR_POLLS, CLEAR_POLLS)
        self._task: asyncio.Task[None] | None = None

    def is_clear_since(self, at_s: float) -> bool:
        """Return whether the latest `CLEAR_POLLS` polls without a garbled answer began after ``at_s``."""
        return self._clear_s[0] > at_s

    def may_have_heard(self, uid: Uid, since_s: float) -> bool:
        """Return whether the latest poll with an answer ended after ``since_s``, and read ``uid`` or was garbled."""
        return self._answered_s >= since_s and (self._answer.garbled or uid in self._answer.uids)

    def reset_at_next_poll(self) -> None:
        if self._asking is not None:
            self._asking.reset_at_next_poll()

    def begin_poll(self) -> bool:
        """Begin a poll; return whether to read its answer in the round's second step."""
        try:
            if self._silence is not None:
                self._silence.send_request()
                return True
            if self._asking is not None and not self._is_new and self._asking.begin_quick_poll():
                return True
        except Exception as fault:  # noqa: BLE001  # any error ends the polling
            self._end_with_failure(fault)
        else:
            self._continue_in_task(self._reader.poll)
        return False

    def read_poll_answer(self, asked_s: float, read_s: float) -> None:
        """End the poll that `begin_quick_poll` began, or continue it in a task."""
        if self.is_away or self._asking is None:
            return
        status = None
        try:
            if self._silence is not None:
                status = self._silence.read_status()
                if status == self._silence.silent_status and read_s < self._silence.until_s:
                    self._found(None, read_s)
                    self._clear_s.append(asked_s)
                    return
            if self._asking.is_quick_poll_unanswered(asked_s, status):
                self._silence = self._asking.silent_field_fast_path
                self._found(None, read_s)
                self._clear_s.append(asked_s)
            else:
                self._continue_in_task(self._asking.finish_answered_poll, asked_s)
        except Exception as fault:  # noqa: BLE001  # as above
            self._end_with_failure(fault)

    def cancel_polling(self) -> None:
        self.is_away = True
        if self._task is not None:
            self._task.cancel()
        self.failed.cancel()

    def _continue_in_task(
        self, poll: Callable[[], Coroutine[Any, Any, PollResult]], asked_s: float | None = None
    ) -> None:
        self.is_away, self._silence = True, None
        self._to_loop(self._begin_task, poll, asked_s)

    def _begin_task(self, poll: Callable[[], Coroutine[Any, Any, PollResult]], asked_s: float | None) -> None:
        if not self.failed.done():
            self._task = asyncio.create_task(self._poll_once_in_task(poll, asked_s))

    async def _poll_once_in_task(
        self, poll: Callable[[], Coroutine[Any, Any, PollResult]], asked_s: float | None
    ) -> None:
        loop = asyncio.get_running_loop()
        begun_s = loop.time() if asked_s is None else asked_s
        try:
            result = await poll()
            self._found(result, loop.time())
            if not result.garbled:
                self._clear_s.append(begun_s)
            if result != EMPTY_FIELD:
                self._answer, self._answered_s = result, loop.time()
        except Exception as fault:  # noqa: BLE001  # as above
            self._end_with_failure(fault)
        else:
            self._is_new = self.is_away = False
        finally:
            self._task = None

    def _end_with_failure(self, fault: Exception) -> None:
        self.is_away, self._silence = True, None
        self._to_loop(self._set_failed, fault)

    def _set_failed(self, fault: Exception) -> None:
        if not self.failed.done():
            self.failed.set_exception(fault)


def _call_directly(callback: Callable[..., object], *args: object) -> None:
    callback(*args)


class PollThread(PollScheduler):
    """A `PollScheduler` in a thread, for real ports; ``found`` runs in it for empty fields, else on the loop."""

    def __init__(self, every_s: float = POLL_EVERY_S) -> None:
        super().__init__(every_s)
        self._in_round = Lock()
        self._resting = Lock()
        self._resting.acquire()
        self._thread: Thread | None = None
        self._loop: asyncio.AbstractEventLoop

    def set_interval(self, every_s: float) -> None:
        self._reset_all_if_slower(every_s)
        self.every_s = every_s
        self._wake_thread()

    def _hurry(self) -> None:
        if self._thread is None:
            super()._hurry()
        self._wake_thread()

    def _make_loop_caller(self, loop: asyncio.AbstractEventLoop) -> Callable[..., object]:
        return loop.call_soon_threadsafe

    def _add_slot_and_start_rounds(self, slot: ReaderSlot, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        with self._in_round:
            self._places += (slot,)
            if self._thread is None:
                self._thread = Thread(target=self._run_rounds, name="polls", daemon=True)
                self._thread.start()

    def _remove_slot(self, slot: ReaderSlot) -> None:
        with self._in_round:
            super()._remove_slot(slot)
        if not self._places:
            self._wake_thread()

    def _wake_thread(self) -> None:
        if self._resting.locked():
            self._resting.release()

    def _run_rounds(self) -> None:
        due_s = time.monotonic()
        while self._run_round_if_any():
            allowed_s = time.monotonic() + MIN_POLL_INTERVAL_S
            due_s = max(due_s + self._interval_s, allowed_s)
            while (rest_s := due_s - time.monotonic()) > 0:
                if self._resting.acquire(timeout=rest_s):  # a reading waits, another interval, or no reader left
                    due_s = min(due_s, allowed_s if self._waits else time.monotonic() + self.every_s)
                    due_s = due_s if self._places else 0.0

    def _run_round_if_any(self) -> bool:
        """Run a round; return False without readers."""
        with self._in_round:
            if self._places:
                self._poll_all()
            else:
                self._thread = None
            if self._waits:
                self._loop.call_soon_threadsafe(self._end_waits)
            return self._thread is not None

    def _poll_all(self) -> None:
        self._begin_polls()
        if self._asked:
            asked_s = time.monotonic()
            time.sleep(self._longest_answer_wait_s())
            self._end_polls(asked_s, time.monotonic())
