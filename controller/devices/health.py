"""Which devices work: health, retries, and a guard against devices that crash the table whenever it starts.

Without the guard, a motor that pulls the supply down, or a driver that crashes the kernel, would end every start.
"""

import asyncio
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
from hw.errors import HardwareError, PositionLost

PANEL_SUFFIX: Final = " panel"
"""Device name of a castle's panel: its colour with this suffix; the colour alone is its reader's."""

BOARD_SUFFIX: Final = " board"
"""Device name of a castle board: its gate's name with this suffix."""


BEAMS_SUFFIX: Final = " beams"
"""Device name of a gate's light beams: the gate's name with this suffix."""


class DeviceState(Struct, frozen=True):
    """A device and its fault, None while it works."""

    name: str
    fault: str | None


class DeviceHealth:
    """The latest state of each device.

    Attributes:
        changed: emits a device when it fails and when it works again.
        updated: emitted on each change, also the first report of a working device, and a different fault.
    """

    def __init__(self) -> None:
        self.changed: Signal[DeviceState] = Signal()
        self.updated: Signal[None] = Signal()
        self._faults: dict[str, str | None] = {}
        self._pauses: dict[str, asyncio.Event] = {}

    def __iter__(self) -> Iterator[DeviceState]:
        """Iterate over all devices in the order of first use; safe from other threads."""
        return (DeviceState(name, fault) for name, fault in list(self._faults.items()))

    def is_lost(self, name: str) -> bool:
        return self._faults.get(name) is not None

    def report_lost(self, name: str, fault: str) -> None:
        self.set_fault(name, fault)

    def report_working(self, name: str) -> None:
        self.set_fault(name, None)

    def report_fault_or_recovery(self, name: str, fault: str | None) -> None:
        """Report ``fault``; None reports success, but only for a device reported before."""
        if fault is not None:
            self.report_lost(name, fault)
        elif name in self._faults:
            self.report_working(name)

    @contextmanager
    def report_outcome_of(self, name: str) -> Iterator[None]:
        try:
            yield
        except HardwareError as fault:
            self.report_lost(name, str(fault))
        else:
            self.report_working(name)

    @contextmanager
    def report_lost_position_of(self, name: str) -> Iterator[None]:
        """Report a moving part that does not find its mark, and raise that; report one that does as working."""
        try:
            yield
        except PositionLost as fault:
            self.report_lost(name, str(fault))
            raise
        self.report_working(name)

    async def pause_before_retry(self, name: str, until_s: float) -> None:
        """Wait until the loop time ``until_s``, or a call of `retry_now` for this device."""
        ended = self._pauses[name] = asyncio.Event()
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(until_s):
                    await ended.wait()
        finally:
            del self._pauses[name]

    def is_waiting_to_retry(self, name: str) -> bool:
        return name in self._pauses

    def retry_now(self, name: str) -> None:
        """End the pause before the next attempt to open or start a device, if any."""
        if name in self._pauses:
            self._pauses[name].set()

    def set_fault(self, name: str, fault: str | None) -> None:
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
"""A start counts as good once the table has run this long."""

ALL_DEVICES: Final = "devices"
"""Device name for all devices together."""

DEVICES_DISABLED_FAULT: Final = (
    f"devices: the last {MAX_FAILED_STARTS} starts each ended within {HEALTHY_AFTER_S:.0f} s. No device was opened; "
    "the game goes on by hand, on the page. Find the last device in the log (journalctl -u royaltable), repair or "
    "unplug it, then restart the table to try its devices again."
)


class CrashGuard:
    """The file that counts starts since the last good one; faults of the disk are ignored."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def count_start_and_check_safe(self) -> bool:
        """Count this start; return whether the devices may be opened."""
        before = read_failed_starts(self._file)
        try:
            write_atomically(self._file, f"{before + 1}\n")
        except OSError as fault:
            log.warning("start_not_counted", file=self._file, fault=fault.strerror)
        return before < MAX_FAILED_STARTS

    def reset(self) -> None:
        """Forget failed starts, after ``HEALTHY_AFTER_S`` of running or at a proper end."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)


def read_failed_starts(file: Path) -> int:
    try:
        return int(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0


DeviceT = TypeVar("DeviceT")

SUPPLY_DEVICE: Final = "supply"
SUPPLY_CHECK_EVERY_S: Final = 2.0
"""Interval of supply checks, that of the kernel's polls of the Pi's firmware."""

SUPPLY_FAULT: Final = (
    "supply: saw less than 4.63 V, expected 5 V. Use the Pi's own power supply and a short cable, and feed the motor "
    "from a supply of its own."
)


async def open_with_retry(
    name: str, open_device: Callable[[], DeviceT], devices: DeviceHealth, clock: Clock
) -> DeviceT:
    """Return the opened device, retrying with backoff; it may still fail in use."""
    backoff = Backoff()
    while True:
        try:
            return open_device()
        except HardwareError as fault:
            devices.report_lost(name, str(fault))
        await devices.pause_before_retry(name, clock.now_s() + backoff.pause_after_failure_s())


async def watch_supply_voltage(
    too_weak: Callable[[], bool | None], devices: DeviceHealth, clock: Clock, on_voltage_dip: Callable[[], None]
) -> None:
    """Report when the supply gets too weak or recovers, and call ``on_voltage_dip`` for both.

    Return if the machine cannot measure its supply.
    """
    was_weak = False
    while (is_weak := too_weak()) is not None:
        if is_weak != was_weak:
            was_weak = is_weak
            on_voltage_dip()
            devices.set_fault(SUPPLY_DEVICE, SUPPLY_FAULT if is_weak else None)
        await clock.sleep_until(clock.now_s() + SUPPLY_CHECK_EVERY_S)
