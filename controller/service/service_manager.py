"""What the service manager is told, its watchdog, and how little memory the process keeps.

Each loop counts its rounds (``Table.rounds``), a turning arrow its half-steps. Game and effects wait for something to
happen, so they are nudged. A device that fails does not stop a round, so the watchdog is still fed; a loop that hangs
does, and systemd restarts the service.
"""

import asyncio
import contextlib
import ctypes
import os
import socket
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from controller import log
from hw.clock import Clock

if TYPE_CHECKING:
    from controller.play.table import Table


class ServiceManager(Struct, frozen=True):
    """The line to the service manager, if there is one.

    Attributes:
        address: of its socket; None if whoever started us does not want to be told.
        watchdog_s: how long it waits for a sign of life before it kills us; None if it does not watch.
    """

    address: str | None = None
    watchdog_s: float | None = None

    def tell(self, **notices: str | int) -> None:
        """Say ``READY=1`` and the like; a socket that fails does no harm."""
        if self.address is None:
            return
        text = "".join(f"{name}={value}\n" for name, value in notices.items())
        where = self.address.replace("@", "\0", 1) if self.address.startswith("@") else self.address
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.settimeout(0)
            line.sendto(text.encode(), where)


NO_SERVICE_MANAGER: Final = ServiceManager()
"""Nobody listens."""


def from_environment(environment: Mapping[str, str] = os.environ) -> ServiceManager:
    """What the environment says; a watchdog meant for another process is not ours."""
    for_us = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    microseconds = environment.get("WATCHDOG_USEC", "")
    watchdog_s = int(microseconds) / 1e6 if microseconds.isdecimal() and for_us else None
    return ServiceManager(environment.get("NOTIFY_SOCKET") or None, watchdog_s)


LOOKS: Final = 10
"""How many times we look in the time that systemd waits."""

USUAL_S: Final = 20.0
"""Without a watchdog; the status is told all the same."""


class Watchdog:
    """Owner of the rounds that each loop had made when it was last fed."""

    def __init__(self, table: "Table", notices: ServiceManager, clock: Clock, status: Callable[[], str]) -> None:
        self._table = table
        self._notices = notices
        self._clock = clock
        self._status = status
        self._fed_at: Mapping[str, int] = {}
        self._missed = 0

    async def run(self) -> None:
        """Look again and again; never ends."""
        every_s = (self._notices.watchdog_s or USUAL_S) / LOOKS
        while True:
            self._table.nudge()
            await self._clock.sleep_until(self._clock.now_s() + every_s)
            self.look()

    def look(self) -> None:
        """Feed it if all loops have advanced; the log names those that have not for half of its time."""
        rounds = self._table.progress()
        hanging = sorted(name for name, count in rounds.items() if count == self._fed_at.get(name))
        if not hanging:
            self._fed_at = dict(rounds)
            self._missed = 0
            self._notices.tell(WATCHDOG=1, STATUS=self._status())
            return
        self._missed += 1
        if self._missed == LOOKS // 2:
            log.warning("loops_hang", loops=",".join(hanging))


SETTLED_S: Final = 2.0
"""After the devices are open: the first pictures are drawn by then, and what they needed is imported."""

M_ARENA_MAX: Final = -8
"""How many pools there are (mallopt(3), malloc.h of glibc)."""


def limit_malloc_arenas() -> None:
    """Let all threads that begin from now on take from one pool, as only glibc can be told.

    Each would have one of its own, half of which is never used; they seldom meet, since one at a time runs Python.
    """
    set_option = getattr(ctypes.CDLL(None), "mallopt", None)
    if set_option is not None:
        set_option(M_ARENA_MAX, 1)


async def trim_after_start(clock: Clock) -> None:
    """Give it back once: 5 MB where Python has to compile all modules at each start, next to nothing elsewhere."""
    await clock.sleep_until(clock.now_s() + SETTLED_S)
    await asyncio.to_thread(trim_malloc)


def trim_malloc() -> None:
    """Let the C library hand its free pages to the system, as only glibc can (malloc_trim(3)); others keep them."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
