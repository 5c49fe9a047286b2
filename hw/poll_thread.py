"""The round of polls in a thread of its own, which wakes the event loop only when a reader hears something.

Nearly every poll is of an empty field, and to wake the loop twice for a round of them costs more than the polls. A
reader is the thread's while its field is empty, and the loop's while its poll goes on there: never both at once.
"""

import asyncio
import time
from collections.abc import Callable
from threading import Lock, Thread

from hw.poll_round import LEAST_APART_S, POLL_EVERY_S, Place, PollRound


class PollThread(PollRound):
    """As `PollRound`, for real ports in real time; ``found`` is told of empty fields in the thread."""

    def __init__(self, every_s: float = POLL_EVERY_S) -> None:
        super().__init__(every_s)
        self._in_round = Lock()
        self._resting = Lock()
        self._resting.acquire()
        self._thread: Thread | None = None

    def set_pace(self, every_s: float) -> None:
        """As `PollRound.set_pace`."""
        self._suspect(every_s)
        self.every_s = every_s
        self._wake()

    def _way_to(self, loop: asyncio.AbstractEventLoop) -> Callable[..., object]:
        return loop.call_soon_threadsafe

    def _take_in(self, place: Place, _loop: asyncio.AbstractEventLoop) -> None:
        with self._in_round:
            self._places += (place,)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="polls", daemon=True)
                self._thread.start()

    def _let_go(self, place: Place) -> None:
        """At once, or when the round has ended, half a millisecond later: then nobody asks the reader any more."""
        with self._in_round:
            super()._let_go(place)
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
                self._hear_all(asked_s, time.monotonic())
            return True
