"""Notify systemd, feed its watchdog, and limit the process's use of memory.

Each loop counts rounds, a turning arrow half-steps (`Table.progress_counts`); idle loops are woken. A
failing device stops no loop. If a loop hangs, systemd's unfed watchdog restarts the service.
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
    """The service manager that started this process (sd_notify(3)).

    Attributes:
        address: the address of its socket; None without a service manager.
        watchdog_s: time without ``WATCHDOG=1`` until the manager kills us; None if it does not watch.
    """

    address: str | None = None
    watchdog_s: float | None = None

    def notify(self, **notices: str | int) -> None:
        """Send ``READY=1`` and the like; ignore a socket that fails."""
        if self.address is None:
            return
        text = "".join(f"{name}={value}\n" for name, value in notices.items())
        address = self.address.replace("@", "\0", 1) if self.address.startswith("@") else self.address
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.settimeout(0)
            sender.sendto(text.encode(), address)


NO_SERVICE_MANAGER: Final = ServiceManager()


def service_manager_from_env(environment: Mapping[str, str] = os.environ) -> ServiceManager:
    """Read NOTIFY_SOCKET and WATCHDOG_USEC; ignore another process's (WATCHDOG_PID) watchdog."""
    is_ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    microseconds = environment.get("WATCHDOG_USEC", "")
    watchdog_s = int(microseconds) / 1e6 if microseconds.isdecimal() and is_ours else None
    return ServiceManager(environment.get("NOTIFY_SOCKET") or None, watchdog_s)


CHECKS: Final = 10
"""Number of checks within the timeout of systemd's watchdog."""

STATUS_EVERY_S: Final = 20.0
"""Time for ``CHECKS`` checks without a watchdog; they update the status."""


class Watchdog:
    """Feeds systemd's watchdog as long as all loops of the table advance."""

    def __init__(self, table: "Table", manager: ServiceManager, clock: Clock, status: Callable[[], str]) -> None:
        self._table = table
        self._manager = manager
        self._clock = clock
        self._status = status
        self._rounds_when_fed: Mapping[str, int] = {}
        self._missed = 0

    async def run(self) -> None:
        every_s = (self._manager.watchdog_s or STATUS_EVERY_S) / CHECKS
        while True:
            self._table.nudge_for_watchdog()
            await self._clock.sleep_until(self._clock.now_s() + every_s)
            self.feed_unless_hanging()

    def feed_unless_hanging(self) -> None:
        """Feed the watchdog if all loops advanced; log loops that hang for half its timeout."""
        rounds = self._table.progress_counts()
        hanging = sorted(name for name, count in rounds.items() if count == self._rounds_when_fed.get(name))
        if not hanging:
            self._rounds_when_fed = dict(rounds)
            self._missed = 0
            self._manager.notify(WATCHDOG=1, STATUS=self._status())
            return
        self._missed += 1
        if self._missed == CHECKS // 2:
            log.warning("loops_hang", loops=",".join(hanging))


STARTED_AFTER_S: Final = 2.0
"""Delay after opening the devices: then screens are drawn and modules imported."""

M_ARENA_MAX: Final = -8
"""Option for the number of arenas (mallopt(3), glibc's malloc.h)."""


def limit_malloc_arenas() -> None:
    """Let all later threads share one arena (glibc only).

    Separate arenas would stay half unused; threads rarely compete under Python's lock.
    """
    set_option = getattr(ctypes.CDLL(None), "mallopt", None)
    if set_option is not None:
        set_option(M_ARENA_MAX, 1)


async def trim_malloc_after_start(clock: Clock) -> None:
    """Free memory once after the start: 5 MB if Python compiled all modules, else almost none."""
    await clock.sleep_until(clock.now_s() + STARTED_AFTER_S)
    await asyncio.to_thread(trim_malloc)


def trim_malloc() -> None:
    """Return malloc's free pages to the system (malloc_trim(3), glibc only)."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
