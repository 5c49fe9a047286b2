"""An event loop whose timers are fine enough for half-steps of a millisecond.

asyncio's usual loop waits with epoll, which takes whole milliseconds and rounds them up; ``select`` takes microseconds.
It watches no file descriptor beyond 1023, which is plenty for one table.
"""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def fine_loop() -> asyncio.AbstractEventLoop:
    return asyncio.SelectorEventLoop(selectors.SelectSelector())


def run(main: Coroutine[Any, Any, T]) -> T:
    """As `asyncio.run`, on such a loop: what moves the arrow or polls a reader runs at the daemon's pace."""
    with asyncio.Runner(loop_factory=fine_loop) as runner:
        return runner.run(main)
