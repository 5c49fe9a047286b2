"""Faults of the machine itself: its supply, its disk, its clock."""

from collections.abc import Mapping
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Final

from hw.testing import disk
from hw.testing.disk import DiskFault
from hw.testing.faults.fault import Fault, Mend

if TYPE_CHECKING:
    from hw.testing.table import TwinTable

JUMPS: Final[Mapping[str, timedelta]] = {
    "+1h": timedelta(hours=1),
    "-1h": timedelta(hours=-1),
    "+1d": timedelta(days=1),
    "-1d": timedelta(days=-1),
}
"""By how much the wall clock jumps."""


def _always(_table: "TwinTable") -> tuple[str, ...] | None:
    return ()


def _jumps(_table: "TwinTable") -> tuple[str, ...] | None:
    return tuple(JUMPS)


def _has_disk(_table: "TwinTable") -> tuple[str, ...] | None:
    return () if disk.can_fail() else None


def _undervoltage(table: "TwinTable", _place: str, _chance: Random) -> Mend:
    """The supply dips: the machine says so, readers and display have forgotten their settings."""
    table.sag()

    def mend() -> None:
        table.undervolted = False

    return mend


def _failing_disk(fault: DiskFault) -> Fault:
    return Fault(_has_disk, lambda _table, _place, _chance: disk.fail(fault))


def _clock_jump(table: "TwinTable", place: str, _chance: Random) -> Mend:
    """Somebody or something sets the wall clock; the monotonic clock goes on."""
    table.wall_ahead += JUMPS[place]

    def mend() -> None:
        table.wall_ahead -= JUMPS[place]

    return mend


def _power_cut(table: "TwinTable", _place: str, _chance: Random) -> Mend:
    """Somebody pulls the plug."""
    table.cut_power()
    return table.restore_power


MACHINE_FAULTS: Final[Mapping[str, Fault]] = {
    "undervoltage": Fault(_always, _undervoltage),
    "disk_full": _failing_disk(DiskFault.FULL),
    "disk_readonly": _failing_disk(DiskFault.READ_ONLY),
    "clock_jump": Fault(_jumps, _clock_jump),
    "power_cut": Fault(_always, _power_cut),
}
"""Names as the page, the command line and tests use them."""
