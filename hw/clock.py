"""The monotonic clock of the drivers, in seconds, with absolute waits."""

import asyncio
import selectors
from collections.abc import Coroutine, Generator
from typing import Any, Protocol, TypeVar

ResultT = TypeVar("ResultT")


class Clock(Protocol):
    """A monotonic clock with waits; tests use one that jumps."""

    def now_s(self) -> float:
        """Return seconds since an arbitrary start."""
        ...

    async def sleep_until(self, at_s: float) -> None:
        """Wait until ``at_s``; return at once if it is past."""
        ...

    async def run_steps(self, moments: Generator[float, None, ResultT]) -> ResultT:
        """Resume the generator at each moment that it yields; return its result.

        Suitable for hundreds of steps a second. Cancelling the call ends the steps.
        """
        ...


class LoopClock:
    """The clock of the event loop, in real or virtual time.

    It is bound to the loop of its first reading, and can be read after that loop has ended.
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
        timer = loop.call_at(at_s, _wake_sleeper, wakes)
        try:
            await wakes
        except BaseException:
            timer.cancel()
            raise

    async def run_steps(self, moments: Generator[float, None, ResultT]) -> ResultT:
        """Set one timer per step; wake no task before the end."""
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[ResultT] = loop.create_future()
        timer: asyncio.TimerHandle | None = None

        def run_next_step() -> None:
            nonlocal timer
            if ended.done():
                return
            try:
                timer = loop.call_at(next(moments), run_next_step)
            except StopIteration as end:
                ended.set_result(end.value)
            except Exception as fault:  # noqa: BLE001  # the waiting task gets it
                ended.set_exception(fault)

        run_next_step()
        try:
            return await ended
        finally:
            if timer is not None:
                timer.cancel()


def _wake_sleeper(sleeper: "asyncio.Future[None]") -> None:
    if not sleeper.done():
        sleeper.set_result(None)


def make_fine_timer_loop() -> asyncio.AbstractEventLoop:
    """Return a loop whose timers are fine enough for half-steps of a millisecond.

    asyncio's default loop waits with epoll, which rounds up to milliseconds; ``select`` takes microseconds. It is
    limited to file descriptors up to 1023, enough for a table.
    """
    return asyncio.SelectorEventLoop(selectors.SelectSelector())


def run_on_fine_timer_loop(main: Coroutine[Any, Any, ResultT]) -> ResultT:
    """For commands that move the arrow or poll a reader."""
    with asyncio.Runner(loop_factory=make_fine_timer_loop) as runner:
        return runner.run(main)
