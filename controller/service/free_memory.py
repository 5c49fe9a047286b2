"""How little memory of the C library a table keeps: one pool for all threads, what only a start needed given back."""

import asyncio
import ctypes
from typing import Final

from hw.clock import Clock

SETTLED_S: Final = 2.0
"""After the devices are open: the first pictures are drawn by then, and what they needed is imported."""

M_ARENA_MAX: Final = -8
"""How many pools there are (mallopt(3), malloc.h of glibc)."""


def one_pool() -> None:
    """Let all threads that begin from now on take from one pool, as only glibc can be told.

    Each would have one of its own, half of which is never used; they seldom meet, since one at a time runs Python.
    """
    set_option = getattr(ctypes.CDLL(None), "mallopt", None)
    if set_option is not None:
        set_option(M_ARENA_MAX, 1)


async def free_after_the_start(clock: Clock) -> None:
    """Give it back once: 5 MB where Python has to compile all modules at each start, next to nothing elsewhere."""
    await clock.sleep_until(clock.now_s() + SETTLED_S)
    await asyncio.to_thread(give_back)


def give_back() -> None:
    """Let the C library hand its free pages to the system, as only glibc can (malloc_trim(3)); others keep them."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
