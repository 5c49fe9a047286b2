"""The loop of the simulated Pi's twins, whose clock the scheduler moves."""

import asyncio
import selectors
from collections.abc import Callable
from contextvars import Context
from math import inf
from typing import Any, TypeVarTuple, Unpack

from hw.testing.clock import TIMER_TOLERANCE_S, VirtualLoop

ArgTs = TypeVarTuple("ArgTs")


class _IdleSelector(selectors.DefaultSelector):
    """Stops the loop once nothing is ready."""

    loop: "PiLoop"
    files = 0
    """How many the twins wait for, besides the loop's own pipe."""

    def register(self, *args: Any, **named: Any) -> selectors.SelectorKey:
        key = super().register(*args, **named)
        self.files = len(self.get_map()) - 1
        return key

    def unregister(self, *args: Any, **named: Any) -> selectors.SelectorKey:
        key = super().unregister(*args, **named)
        self.files = len(self.get_map()) - 1
        return key

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0) if self.files else []
        if timeout != 0 and not ready:
            self.loop.stop()
        return ready


class PiLoop(VirtualLoop):
    """The loop of the twins and of people's hands: runs at a moment until nothing is ready."""

    def __init__(self) -> None:
        self._files = _IdleSelector()
        self._files.loop = self
        self._has_ready = False
        super().__init__(self._files)

    def call_soon(
        self, callback: Callable[[Unpack[ArgTs]], object], *args: *ArgTs, context: Context | None = None
    ) -> asyncio.Handle:
        self._has_ready = True
        return super().call_soon(callback, *args, context=context)

    def next_s(self) -> float:
        """Return when something is to run, perhaps now; infinity if nothing is."""
        if self._has_ready or (self._files.files and self._files.select(0)):
            return self._now_s
        return self._moments[0] if self._moments else inf

    def pass_idly(self, until_s: float) -> bool:
        """Move the clock if nothing is to run until then; return whether that was so."""
        if self._has_ready or self._files.files or (self._moments and self._moments[0] <= until_s + TIMER_TOLERANCE_S):
            return False
        self._now_s = until_s
        return True

    def run_at(self, moment_s: float) -> None:
        """Move the clock and run what is due, beside the loop that the program may be running in this thread."""
        is_due = self.next_s() <= moment_s + TIMER_TOLERANCE_S
        self.advance_clock(moment_s - self._now_s)
        if not is_due:
            return
        running = asyncio._get_running_loop()  # noqa: SLF001  # for loops, says asyncio
        task = asyncio.current_task(running) if running is not None else None
        if running is not None and task is not None:
            asyncio.tasks._leave_task(running, task)  # noqa: SLF001  # as "Extending asyncio"
        asyncio._set_running_loop(None)  # noqa: SLF001
        try:
            self.run_forever()
            self._has_ready = False
        finally:
            asyncio._set_running_loop(running)  # noqa: SLF001
            if running is not None and task is not None:
                asyncio.tasks._enter_task(running, task)  # noqa: SLF001
