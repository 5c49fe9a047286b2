"""How much memory a game's code may take in one call: over it, the game itself gets a MemoryError.

The kernel refuses it, so that C code is held to it, too. What a game keeps from call to call is counted by the limit of
the service alone. While a game is at work, other threads are held to the same sum: they ask for kilobytes.
"""

import os
import resource
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from controller import limits

STATUS: Final = "/proc/self/statm"
_DATA_FIELD: Final = 5
"""Of ``statm``: pages of data and stack, of which the kernel counts what may be written."""


class MemoryLimit:
    """Owner of the process's limit of data; without a ``/proc`` there is none.

    Args:
        octets: more than there is at the moment of the call.
    """

    def __init__(self, octets: int = limits.GAME_CALL_OCTETS) -> None:
        self._octets = octets
        self._status: int | None = None
        with suppress(OSError):
            self._status = os.open(STATUS, os.O_RDONLY | os.O_CLOEXEC)

    def limited(self, method: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Call ``method``, which gets a MemoryError where it asks for too much."""
        if self._status is None:
            return method(*args, **named)
        before, hard = resource.getrlimit(resource.RLIMIT_DATA)
        pages = int(os.pread(self._status, 128, 0).split()[_DATA_FIELD])
        most = pages * resource.getpagesize() + self._octets
        least = min(each for each in (before, hard, most) if each != resource.RLIM_INFINITY)
        resource.setrlimit(resource.RLIMIT_DATA, (least, hard))
        try:
            return method(*args, **named)
        finally:
            resource.setrlimit(resource.RLIMIT_DATA, (before, hard))


MEMORY: Final = MemoryLimit()
"""A process has one limit."""
