"""Event loops in virtual time: jumping, or faster than the wall clock."""

import asyncio
import selectors
import time
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from contextvars import Context
from heapq import heappop, heappush
from math import inf
from typing import Any, Final, TypeVar, TypeVarTuple, Unpack

ResultT = TypeVar("ResultT")
ArgTs = TypeVarTuple("ArgTs")


JUMPS_PER_SIGNAL_CHECK: Final = 64
"""Jumps between two checks for signals."""

TIMER_TOLERANCE_S: Final = time.get_clock_info("monotonic").resolution
"""asyncio runs timers this close together in one go."""


class _JumpingSelector(selectors.DefaultSelector):
    """Moves the loop's clock to the next timer instead of waiting; real I/O comes first.

    While the loop watches only its own pipe, only signals can arrive. Then it polls the system only once in
    `JUMPS_PER_SIGNAL_CHECK` jumps, which saves a sixth of a simulated game's time.
    """

    loop: "VirtualLoop"
    _watched = 0
    _jumps = 0
    _rounds = 0

    def register(self, *args: Any, **named: Any) -> selectors.SelectorKey:
        key = super().register(*args, **named)
        self._watched = len(self.get_map())
        return key

    def unregister(self, *args: Any, **named: Any) -> selectors.SelectorKey:
        key = super().unregister(*args, **named)
        self._watched = len(self.get_map())
        return key

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        loop = self.loop
        if timeout != 0 and loop.work:
            loop.work.popleft()()
            return []
        if timeout is not None and self._watched == 1 and not loop.outside_work:
            self._jumps += 1
            self._rounds = 0 if timeout > 0 else self._rounds + 1
            if self._rounds > loop.max_rounds_per_moment:
                self._rounds = 0  # reporting takes rounds, too
                raise TimeoutError(
                    f"virtual time has stood still for {loop.max_rounds_per_moment} rounds: {loop.describe_tasks()}"
                )
            if self._jumps % JUMPS_PER_SIGNAL_CHECK:
                loop.advance_clock(timeout)
                return []
        else:
            self._rounds = 0
        # While a thread works, or without timers, virtual time stands still and the wait is real.
        waits = timeout is None or (timeout > 0 and loop.outside_work)
        ready: list[tuple[selectors.SelectorKey, int]] = super().select(loop.stuck_after_s if waits else 0)
        if waits and not ready:
            at_work = "a thread or a simulated board is busy"
            why = at_work if loop.outside_work else "there are no timers and no busy threads"
            raise TimeoutError(f"virtual time has stood still for {loop.stuck_after_s:.0f} s without progress: {why}")
        if not waits:
            loop.advance_clock(0.0 if ready else timeout or 0.0)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """An asyncio loop in virtual time, which jumps to the next timer while nothing can run.

    Attributes:
        outside_work: number of busy threads and simulated boards, which stop time.
        work: jobs that the loop runs itself instead of waiting.
        stuck_after_s: real time without progress after which the loop counts as stuck.
        max_rounds_per_moment: rounds at one virtual moment after which it counts as endless.
    """

    stuck_after_s = 60.0
    max_rounds_per_moment = 1_000_000

    def __init__(self, selector: selectors.BaseSelector | None = None) -> None:
        if selector is None:
            selector = _JumpingSelector()
            selector.loop = self
        self._now_s = 0.0
        self.outside_work = 0
        self.work: deque[Callable[[], None]] = deque()
        self._moments: list[float] = []
        super().__init__(selector)

    def time(self) -> float:
        """Return virtual seconds since the loop was created."""
        return self._now_s

    def advance_clock(self, seconds: float) -> None:
        """Advance the clock; for the selector, and up to the next timer.

        asyncio runs timers early if due within its resolution; the clock then advances to them.
        """
        began_s, now_s, moments = self._now_s, self._now_s + seconds, self._moments
        while moments and moments[0] < now_s + TIMER_TOLERANCE_S:
            moment_s = heappop(moments)
            if moment_s > began_s and moment_s > now_s - TIMER_TOLERANCE_S:
                now_s = moment_s
        self._now_s = now_s

    def next_timer_s(self) -> float:
        """Return when the next timer is due, cancelled ones included; infinity without any."""
        return self._moments[0] if self._moments else inf

    def describe_tasks(self) -> str:
        return ", ".join(str(task.get_coro()) for task in asyncio.all_tasks(self))

    def call_at(
        self, when: float, callback: Callable[[Unpack[ArgTs]], object], *args: *ArgTs, context: Context | None = None
    ) -> asyncio.TimerHandle:
        heappush(self._moments, when)
        return super().call_at(when, callback, *args, context=context)

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[ArgTs]], ResultT], *args: *ArgTs
    ) -> "asyncio.Future[ResultT]":
        """Run in a thread while the clock stands still."""
        self.outside_work += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._end_outside_work)
        return future

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:  # noqa: ASYNC109  # asyncio's own
        """Shut down without ``timeout`` (Python 3.12): the clock would jump to its end."""
        self.outside_work += 1
        try:
            await super().shutdown_default_executor()
        finally:
            self.outside_work -= 1

    def _end_outside_work(self, _future: "asyncio.Future[Any]") -> None:
        self.outside_work -= 1


class ThreadlessLoop(VirtualLoop):
    """A virtual loop that runs the jobs of its executor itself, without threads.

    A job that waits for the loop would never end.
    """

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[ArgTs]], ResultT], *args: *ArgTs
    ) -> "asyncio.Future[ResultT]":
        done: asyncio.Future[ResultT] = self.create_future()

        def run_job() -> None:
            try:
                result = func(*args)
            except Exception as fault:  # noqa: BLE001  # the waiting task gets it
                if not done.cancelled():
                    done.set_exception(fault)
            else:
                if not done.cancelled():
                    done.set_result(result)

        self.work.append(run_job)
        return done

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:  # noqa: ASYNC109  # asyncio's own
        """Run the remaining jobs, as threads would."""
        while self.work:
            self.work.popleft()()


def run_virtual(main: Coroutine[Any, Any, ResultT], loop: Callable[[], VirtualLoop] = VirtualLoop) -> ResultT:
    """Run ``main`` in virtual time, like ``asyncio.run``."""
    with asyncio.Runner(loop_factory=loop) as runner:
        return runner.run(main)


MAX_SPEED: Final = 100.0
"""Fastest useful speed: beyond it computing takes longer than the remaining waits."""


_WORTH_WAITING_S: Final = 0.002
"""Waits shorter than this are accumulated: a system call would take longer."""

_MAX_CATCH_UP_S: Final = 0.1
"""Longest delay by slow computing that is caught up."""


class _ScaledSelector(selectors.SelectSelector):
    loop: "ScaledLoop"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        loop = self.loop
        if timeout is None or timeout <= 0 or loop.speed == 1:
            if loop.speed != 1:
                loop.advance_clock(0.0)
            return super().select(timeout)
        if loop.outside_work:  # time stands still until a thread's work is done
            return super().select(None)
        wait_s = loop.wall_wait_s(timeout)
        ready: list[tuple[selectors.SelectorKey, int]] = super().select(wait_s if wait_s > _WORTH_WAITING_S else 0)
        loop.advance_clock(max(0.0, timeout - loop.wall_wait_s(timeout) * loop.speed) if ready else timeout)
        return ready


class ScaledLoop(VirtualLoop):
    """A loop on the monotonic clock at speed 1; at higher speeds time passes only while nothing can run.

    A table misses nothing at speed 100. Timers are as fine as with ``hw.clock.make_fine_timer_loop``.
    """

    def __init__(self) -> None:
        selector = _ScaledSelector()
        selector.loop = self
        self.speed = 1.0
        self._ahead_s = 0.0
        super().__init__(selector)

    def time(self) -> float:
        """Return seconds, which never go back."""
        return time.monotonic() + self._ahead_s if self.speed == 1 else super().time()

    def set_speed(self, speed: float) -> None:
        """Set the speed; raise ValueError unless it is 1 to ``MAX_SPEED``."""
        if not 1 <= speed <= MAX_SPEED:
            raise ValueError(f"saw the speed {speed}, expected 1 to {MAX_SPEED:.0f}")
        now_s = self.time()
        self.speed = speed
        self._now_s = self._anchor_now_s = now_s
        self._anchor_wall_s = time.monotonic()
        self._ahead_s = now_s - self._anchor_wall_s

    def wall_wait_s(self, seconds: float) -> float:
        """Return the wall-clock wait for ``seconds`` at this speed."""
        due_s = self._anchor_wall_s + (self._now_s + seconds - self._anchor_now_s) / self.speed
        wait_s = due_s - time.monotonic()
        if wait_s < -_MAX_CATCH_UP_S:
            self._anchor_wall_s -= wait_s
        return max(0.0, wait_s)
