"""Loops and clocks of tests: one that jumps, one moved by hand, one that runs faster than the wall clock."""

import asyncio
import selectors
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from concurrent.futures import Executor
from contextvars import Context
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Any, Final, TypeVar, TypeVarTuple, Unpack

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


PATIENCE_S: Final = 60.0
"""Longest that virtual time may stand still, in real seconds; after that something is stuck."""


MANY_TIMERS: Final = 100
"""As in asyncio: of more than these the cancelled ones are sought out."""

MOST_ROUNDS: Final = 1_000_000
"""At one moment of virtual time, while nothing real can come; after that something wakes itself for ever."""

LOOKS_EVERY: Final = 64
"""Jumps after which the system is asked all the same: a signal may have come."""


class _JumpingSelector(selectors.DefaultSelector):
    """Instead of waiting for the next timer it moves the loop's clock there; real I/O still comes first.

    As long as the loop watches nothing but its own pipe, nothing real can come but a signal, and the system is asked
    now and then only: it would take a sixth of a simulated game.
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

    def can_leap(self) -> bool:
        """Whether nothing real can come; now and then the system is asked all the same."""
        self._jumps += 1
        return self._watched == 1 and self._jumps % LOOKS_EVERY != 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and self._watched == 1 and not self.loop.outside_work:
            self._jumps += 1
            self._rounds = 0 if timeout > 0 else self._rounds + 1
            if self._rounds > MOST_ROUNDS:
                self._rounds = 0  # what is told of it takes rounds, too
                raise TimeoutError(f"virtual time has stood still for {MOST_ROUNDS} rounds: {self.loop.due()}")
            if self._jumps % LOOKS_EVERY:
                if timeout > 0:
                    self.loop.jump(timeout)
                return []
        else:
            self._rounds = 0
        # While a thread is at work (or nothing is timed) virtual time stands still, and the wait is a real one.
        waits = timeout is None or (timeout > 0 and self.loop.outside_work)
        ready: list[tuple[selectors.SelectorKey, int]] = super().select(PATIENCE_S if waits else 0)
        if waits and not ready:
            at_work = "a thread or a simulated board is at work"
            why = at_work if self.loop.outside_work else "nothing is timed, and nobody is at work"
            raise TimeoutError(f"virtual time has stood still for {PATIENCE_S:.0f} s without a word: {why}")
        if timeout and not waits and not ready:
            self.loop.jump(timeout)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """An asyncio loop in virtual time. Time passes only while nothing can run, and then at once.

    Timers are half of all that a simulated game does, so they lie beside their moments, which are compared without
    Python; they run in the same order as in asyncio's own loop.

    Attributes:
        leaps: whether who waits for a moment before which nothing else is due goes on at once, without waiting.
    """

    leaps = True

    if TYPE_CHECKING:  # asyncio's own, of which its stubs say nothing
        _ready: deque[asyncio.Handle]
        _selector: selectors.BaseSelector
        _stopping: bool
        _clock_resolution: float
        _timer_cancelled_count: int
        _process_events: Callable[[object], None]

    def __init__(self, selector: selectors.BaseSelector | None = None) -> None:
        if selector is None:
            selector = _JumpingSelector()
            selector.loop = self
        self._now_s = 0.0
        self.outside_work = 0
        self._work: deque[Callable[[], None]] = deque()  # which a loop without threads does itself
        self._timers: list[tuple[float, asyncio.TimerHandle]] = []
        super().__init__(selector)

    def time(self) -> float:
        """Virtual seconds since the loop was made."""
        return self._now_s

    def jump(self, seconds: float) -> None:
        """Move the clock, to the next timer's moment as that is if it leads there; called by the selector only."""
        now_s = self._now_s + seconds
        moment_s = self._timers[0][0] if self._timers else now_s
        self._now_s = moment_s if abs(moment_s - now_s) < self._clock_resolution else now_s

    def leap_to(self, moment_s: float) -> bool:
        """Move the clock to a moment yet to come if nothing else comes before or then; else whoever asks has to wait.

        An arrow's half-steps are most of what a simulated table waits for, and in between nothing else is due.
        """
        if self._ready or self._work or self.outside_work or self._stopping or not self.leaps:
            return False
        if self._timers and self._timers[0][0] <= moment_s:
            return False
        if not (isinstance(self._selector, _JumpingSelector) and self._selector.can_leap()):
            return False
        self._now_s = moment_s
        return True

    def due(self) -> str:
        """What is about to run: coroutines of tasks by their names, and handles."""
        tasks = [task for task in asyncio.all_tasks(self) if getattr(task, "_fut_waiter", None) is None]
        return ", ".join([*(str(task.get_coro()) for task in tasks), *map(repr, self._ready)])

    def call_at(
        self, when: float, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        heappush(self._timers, (when, timer))
        timer._scheduled = True  # type: ignore[attr-defined]  # noqa: SLF001  # asyncio counts those that are cancelled
        return timer

    def _run_once(self) -> None:
        if self._work:
            self._do_work()
        timers, ready = self._timers, self._ready
        if timers and (timers[0][1]._cancelled or len(timers) > MANY_TIMERS):  # noqa: SLF001  # a hundred thousand times a game
            self._drop_cancelled()
        if ready or self._stopping:
            timeout: float | None = 0.0
        else:
            timeout = max(0.0, timers[0][0] - self.time()) if timers else None
        events = self._selector.select(timeout)
        if events:
            self._process_events(events)
        now_s = self.time()  # none is early, as in asyncio: two who wait for moments so near would wait for ever
        while timers and timers[0][0] <= now_s:
            timer = heappop(timers)[1]
            timer._scheduled = False  # type: ignore[attr-defined]  # noqa: SLF001  # as above
            ready.append(timer)
        for _ in range(len(ready)):
            handle = ready.popleft()
            if not handle._cancelled:  # noqa: SLF001  # as above
                handle._run()  # noqa: SLF001  # as above

    def _do_work(self) -> None:
        """What is due comes first, as while a thread is at work."""
        self._drop_cancelled()
        while self._work and not (self._ready or (self._timers and self._timers[0][0] <= self._now_s)):
            self._work.popleft()()

    def _drop_cancelled(self) -> None:
        """Forget timers that were cancelled, if they are next or more than half."""
        timers = self._timers
        if len(timers) > MANY_TIMERS and self._timer_cancelled_count > len(timers) / 2:
            timers[:] = [timer for timer in timers if not timer[1].cancelled()]
            heapify(timers)
            self._timer_cancelled_count = 0
        while timers and timers[0][1].cancelled():
            heappop(timers)
            self._timer_cancelled_count -= 1

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> "asyncio.Future[T]":
        """As always, but the clock stands still until the thread is done."""
        self.outside_work += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._outside_work_done)
        return future

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:  # noqa: ASYNC109  # asyncio's own
        """As always, but without ``timeout``, which Python has from 3.12 on: the clock would jump to its end."""
        self.outside_work += 1
        try:
            await super().shutdown_default_executor()
        finally:
            self.outside_work -= 1

    def _outside_work_done(self, _future: "asyncio.Future[Any]") -> None:
        self.outside_work -= 1


class LoneLoop(VirtualLoop):
    """A virtual loop without threads: it does their work itself, as soon as it would stand still for them.

    Work that waits for something of the loop would never end here.
    """

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> "asyncio.Future[T]":
        done: asyncio.Future[T] = self.create_future()

        def work() -> None:
            try:
                result = func(*args)
            except Exception as fault:  # noqa: BLE001  # it belongs to whoever waits
                if not done.cancelled():
                    done.set_exception(fault)
            else:
                if not done.cancelled():
                    done.set_result(result)

        self._work.append(work)
        return done

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:  # noqa: ASYNC109  # asyncio's own
        """What nobody waits for any more is done, too, as a thread would."""
        while self._work:
            self._work.popleft()()


def run_virtual(main: Coroutine[Any, Any, T], loop: Callable[[], VirtualLoop] = VirtualLoop) -> T:
    """Run ``main`` to its end in virtual time, as ``asyncio.run`` does in real time."""
    with asyncio.Runner(loop_factory=loop) as runner:
        return runner.run(main)


class ManualClock:
    """A ``Clock`` whose waits are over at once.

    Args:
        lateness_s: called at each wait: by how many seconds it ends late.
    """

    def __init__(self, lateness_s: Callable[[], float] = lambda: 0.0) -> None:
        self.lateness_s = lateness_s
        self._at_s = 0.0

    def now_s(self) -> float:
        """Seconds since it was made."""
        return self._at_s

    async def sleep_until(self, at_s: float) -> None:
        self._at_s = max(self._at_s, at_s) + self.lateness_s()

    async def keep_to(self, moments: Generator[float, None, T]) -> T:
        """Move on to each of the moments in turn, and the lateness beyond it."""
        while True:
            try:
                at_s = next(moments)
            except StopIteration as end:
                ended: T = end.value
                return ended
            await self.sleep_until(at_s)


def finish(coroutine: Awaitable[object]) -> None:
    """Run to its end a coroutine that waits for nothing but a ``ManualClock``.

    Raises:
        ValueError: it waits for something else.
    """
    for _ in coroutine.__await__():
        raise ValueError("this waits for more than its clock; it needs an event loop")


FASTEST: Final = 100.0
"""Beyond this nothing is gained: computing takes longer than the waits that remain."""


_WORTH_WAITING_S: Final = 0.002
"""Shorter waits are saved up: asking the system for each would take longer than the wait itself."""

_LATE_S: Final = 0.1
"""Time lost to slow computing beyond this is not made up for."""


class _ScaledSelector(selectors.SelectSelector):
    """Waits for the next timer a ``speed``-th of the time, and moves the loop's clock by what that stands for."""

    loop: "ScaledLoop"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        loop = self.loop
        if timeout is None or timeout <= 0 or loop.speed == 1:
            return super().select(timeout)
        if loop.outside_work:  # a thread is at work: time stands still until it is done
            return super().select(None)
        wait_s = loop.early_s(timeout)
        ready: list[tuple[selectors.SelectorKey, int]] = super().select(wait_s if wait_s > _WORTH_WAITING_S else 0)
        loop.jump(max(0.0, timeout - loop.early_s(timeout) * loop.speed) if ready else timeout)
        return ready


class ScaledLoop(VirtualLoop):
    """At speed 1 the machine's own monotonic clock; faster, time passes only while nothing can run.

    So a table that is played at 100 times the speed misses nothing that it would see at its own.
    Its timers are as fine as those of ``hw.fine_loop``.
    """

    def __init__(self) -> None:
        selector = _ScaledSelector()
        selector.loop = self
        self.speed = 1.0
        self._ahead_s = 0.0
        super().__init__(selector)

    def time(self) -> float:
        """Seconds that never go back, whatever the speed was."""
        return time.monotonic() + self._ahead_s if self.speed == 1 else super().time()

    def set_speed(self, speed: float) -> None:
        """From now on time passes ``speed`` times as fast, 1 to ``FASTEST``.

        Raises:
            ValueError: another speed.
        """
        if not 1 <= speed <= FASTEST:
            raise ValueError(f"saw the speed {speed}, expected 1 to {FASTEST:.0f}")
        now_s = self.time()
        self.speed = speed
        self._now_s = self._anchor_now_s = now_s
        self._anchor_wall_s = time.monotonic()
        self._ahead_s = now_s - self._anchor_wall_s

    def early_s(self, seconds: float) -> float:
        """How long the wall clock still has to run until ``seconds`` from now have passed at this speed."""
        due_s = self._anchor_wall_s + (self._now_s + seconds - self._anchor_now_s) / self.speed
        wait_s = due_s - time.monotonic()
        if wait_s < -_LATE_S:
            self._anchor_wall_s -= wait_s
        return max(0.0, wait_s)
