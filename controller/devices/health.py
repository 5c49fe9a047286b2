"""Which devices work: health, retries, and starts that failed because of a device.

A motor that pulls the supply down, or a driver that takes the kernel with it, would else end every start of the table.
"""

import contextlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from msgspec import Struct

from controller import log
from controller.backoff import Backoff
from controller.signals import Signal
from controller.store.atomic_files import write_atomically
from hw.clock import Clock
from hw.errors import HardwareError

PANEL: Final = " panel"
"""Behind a castle's colour: the name of its buttons and lamps. The colour alone is its reader."""

BOARD: Final = " board"
"""Behind the name of a gate: the Pico that it is on."""


class DeviceState(Struct, frozen=True):
    """One device as people see it: ``fault`` is None while it works."""

    name: str
    fault: str | None


class DeviceHealth:
    """Owner of what is known about the devices.

    Attributes:
        changed: told once of each loss and of each return.
        news: told that anything is known anew: also of a device that works from the first, and of another fault.
    """

    def __init__(self) -> None:
        self.changed: Signal[DeviceState] = Signal()
        self.updated: Signal[None] = Signal()
        self._faults: dict[str, str | None] = {}

    def __iter__(self) -> Iterator[DeviceState]:
        """All devices as they are now, in the order in which they were first used; other threads may ask, too."""
        return (DeviceState(name, fault) for name, fault in list(self._faults.items()))

    def is_lost(self, name: str) -> bool:
        return self._faults.get(name) is not None

    def report_lost(self, name: str, fault: str) -> None:
        self.set(name, fault)

    def report_working(self, name: str) -> None:
        self.set(name, None)

    def record(self, name: str, fault: str | None) -> None:
        """Record whether a file could be written; report success only after a failure."""
        if fault is not None:
            self.report_lost(name, fault)
        elif name in self._faults:
            self.report_working(name)

    @contextmanager
    def watch(self, name: str) -> Iterator[None]:
        try:
            yield
        except HardwareError as fault:
            self.report_lost(name, str(fault))
        else:
            self.report_working(name)

    def set(self, name: str, fault: str | None) -> None:
        known = name in self._faults
        before = self._faults.get(name)
        if known and before == fault:
            return
        self._faults[name] = fault
        self.updated.emit(None)
        if (before is None) != (fault is None) or (not known and fault is not None):
            self.changed.emit(DeviceState(name, fault))


MAX_FAILED_STARTS: Final = 3
HEALTHY_AFTER_S: Final = 20.0
"""A table that has run for so long has started well."""

DEVICES: Final = "devices"
"""All of them, where one is named."""

WHAT_TO_DO: Final = (
    f"devices: saw {MAX_FAILED_STARTS} starts in a row that ended within {HEALTHY_AFTER_S:.0f} s, expected one that "
    "lasts. None was opened; the same game goes on by hand, on the page. See in the log which device came last "
    "(journalctl -u royaltable), repair or unplug it, then restart the table: it tries its devices again."
)


class CrashGuard:
    """Owner of the file that counts the starts since the last good one; a failing disk is tolerated."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def count_start(self) -> bool:
        """Count this start; return whether the devices may be opened."""
        before = failed_starts(self._file)
        try:
            write_atomically(self._file, f"{before + 1}\n")
        except OSError as fault:
            log.warning("start_not_counted", file=self._file, fault=fault.strerror)
        return before < MAX_FAILED_STARTS

    def reset(self) -> None:
        """The table has run for a while, or ended as it should: the next start is the first again."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)


def failed_starts(file: Path) -> int:
    try:
        return int(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0


D = TypeVar("D")

SUPPLY: Final = "supply"
ASK_SUPPLY_S: Final = 2.0
"""The kernel asks the Pi's firmware as often."""

SUPPLY_FAULT: Final = (
    "supply: saw less than 4.63 V, expected 5 V. Use the Pi's own power supply and a short cable, and feed the motor "
    "from a supply of its own."
)


async def open_with_retry(name: str, open_device: Callable[[], D], devices: DeviceHealth, clock: Clock) -> D:
    """Open a device, if need be again and again; others go on meanwhile. An open one may still not work."""
    backoff = Backoff()
    while True:
        try:
            return open_device()
        except HardwareError as fault:
            devices.report_lost(name, str(fault))
        await clock.sleep_until(clock.now_s() + backoff.next_pause_s())


async def watch_supply(
    too_weak: Callable[[], bool | None], devices: DeviceHealth, clock: Clock, dipped: Callable[[], None]
) -> None:
    """Say when the supply is too weak, and when no longer; ``dipped`` is told of both. Ends where nothing measures."""
    was_weak = False
    while (is_weak := too_weak()) is not None:
        if is_weak != was_weak:
            was_weak = is_weak
            dipped()
            devices.set(SUPPLY, SUPPLY_FAULT if is_weak else None)
        await clock.sleep_until(clock.now_s() + ASK_SUPPLY_S)
