"""Time as the drivers see it: seconds of one monotonic clock, and waiting until a moment of it."""

import asyncio
import selectors
from collections.abc import Coroutine, Generator
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Clock(Protocol):
    """A monotonic clock that one can wait on; tests pass one that jumps."""

    def now_s(self) -> float:
        """Seconds since an arbitrary start."""
        ...

    async def sleep_until(self, at_s: float) -> None:
        """Return at ``at_s`` or as soon after as the loop comes round; at once if it is past."""
        ...

    async def run_timed(self, moments: Generator[float, None, T]) -> T:
        """Go on with ``moments`` at each moment that it gives, to its end; returns what it returns.

        For what is due hundreds of times a second. Cancelled, it goes on no more.
        """
        ...


class LoopClock:
    """The clock of an event loop: real time, or virtual time under a virtual loop.

    It belongs to the loop that runs when it is first read, and can still be read when that loop has ended.
    """

    _loop: asyncio.AbstractEventLoop | None = None

    def now_s(self) -> float:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        return self._loop.time()

    async def sleep_until(self, at_s: float) -> None:
        """Wait for an absolute deadline, so that delays do not add up."""
        if at_s <= self.now_s():
            await asyncio.sleep(0)
            return
        loop = asyncio.get_running_loop()
        wakes = loop.create_future()
        timer = loop.call_at(at_s, _wake, wakes)
        try:
            await wakes
        except BaseException:
            timer.cancel()
            raise

    async def run_timed(self, moments: Generator[float, None, T]) -> T:
        """Each moment costs a timer; no task is woken before the end."""
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[T] = loop.create_future()
        timer: asyncio.TimerHandle | None = None

        def go_on() -> None:
            nonlocal timer
            if ended.done():
                return
            try:
                timer = loop.call_at(next(moments), go_on)
            except StopIteration as end:
                ended.set_result(end.value)
            except Exception as fault:  # noqa: BLE001  # it belongs to whoever waits
                ended.set_exception(fault)

        go_on()
        try:
            return await ended
        finally:
            if timer is not None:
                timer.cancel()


def _wake(sleeper: "asyncio.Future[None]") -> None:
    if not sleeper.done():
        sleeper.set_result(None)


def fine_loop() -> asyncio.AbstractEventLoop:
    """A loop whose timers are fine enough for half-steps of a millisecond.

    asyncio's usual loop waits with epoll, which takes whole milliseconds and rounds them up; ``select`` takes
    microseconds. It watches no file descriptor beyond 1023, which is plenty for one table.
    """
    return asyncio.SelectorEventLoop(selectors.SelectSelector())


def run_fine(main: Coroutine[Any, Any, T]) -> T:
    """As `asyncio.run`, on such a loop: what moves the arrow or polls a reader runs at the daemon's pace."""
    with asyncio.Runner(loop_factory=fine_loop) as runner:
        return runner.run(main)
