"""A loop whose clock jumps: twenty seconds of hourglass pass in a millisecond."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, Final, TypeVar, TypeVarTuple, Unpack

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


PATIENCE_S: Final = 60.0
"""Longest that virtual time may stand still, in real seconds; after that something is stuck."""


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

    def register(self, *args: Any, **named: Any) -> selectors.SelectorKey:
        key = super().register(*args, **named)
        self._watched = len(self.get_map())
        return key

    def unregister(self, *args: Any, **named: Any) -> selectors.SelectorKey:
        key = super().unregister(*args, **named)
        self._watched = len(self.get_map())
        return key

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and self._watched == 1 and not self.loop.outside_work:
            self._jumps += 1
            if self._jumps % LOOKS_EVERY:
                if timeout > 0:
                    self.loop.jump(timeout)
                return []
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
    """An asyncio loop in virtual time. Time passes only while nothing can run, and then at once."""

    def __init__(self, selector: selectors.BaseSelector | None = None) -> None:
        if selector is None:
            selector = _JumpingSelector()
            selector.loop = self
        self._now_s = 0.0
        self.outside_work = 0
        super().__init__(selector)

    def time(self) -> float:
        """Virtual seconds since the loop was made."""
        return self._now_s

    def jump(self, seconds: float) -> None:
        """Move the clock; called by the selector only."""
        self._now_s += seconds

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


def run_virtual(main: Coroutine[Any, Any, T]) -> T:
    """Run ``main`` to its end in virtual time, as ``asyncio.run`` does in real time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)
