"""An event loop whose timers are fine enough for half-steps of a millisecond.

asyncio's usual loop waits with epoll, which takes whole milliseconds and rounds them up; ``select`` takes microseconds.
It watches no file descriptor beyond 1023, which is plenty for one table.
"""

import asyncio
import selectors


def fine_loop() -> asyncio.AbstractEventLoop:
    """For ``asyncio.Runner(loop_factory=fine_loop)``."""
    return asyncio.SelectorEventLoop(selectors.SelectSelector())
