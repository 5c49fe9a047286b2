"""What only a start needed of memory goes back to the system."""

import asyncio
import ctypes
from typing import Final

from hw.clock import Clock

SETTLED_S: Final = 2.0
"""After the devices are open: the first pictures are drawn by then, and what they needed is imported."""


async def free_after_the_start(clock: Clock) -> None:
    """Give it back once: 5 MB where Python has to compile all modules at each start, next to nothing elsewhere."""
    await clock.sleep_until(clock.now_s() + SETTLED_S)
    await asyncio.to_thread(give_back)


def give_back() -> None:
    """Let the C library hand its free pages to the system, as only glibc can (malloc_trim(3)); others keep them."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
