"""Faults of the machine itself: its supply, its disk, its clock."""

from collections.abc import Mapping
from datetime import timedelta
from random import Random
from typing import Final

from hw.testing import disk
from hw.testing.disk import DiskFault
from hw.testing.faults.fault import Fault, Mend, Places, set_until_mended
from hw.testing.machine import TwinMachine

JUMPS: Final[Mapping[str, timedelta]] = {
    "+1h": timedelta(hours=1),
    "-1h": timedelta(hours=-1),
    "+1d": timedelta(days=1),
    "-1d": timedelta(days=-1),
}
"""By how much the wall clock jumps."""


def _always(_machine: TwinMachine) -> Places:
    return ()


def _jumps(_machine: TwinMachine) -> Places:
    return tuple(JUMPS)


def _has_disk(_machine: TwinMachine) -> Places:
    return () if disk.can_fail() else None


def _undervoltage(machine: TwinMachine, _place: str, _chance: Random) -> Mend:
    """The supply dips: the machine says so, readers and display have forgotten their settings."""
    machine.brown_out()
    return set_until_mended(machine, "undervolted", value=True)


def _failing_disk(fault: DiskFault) -> Fault:
    return Fault(_has_disk, lambda _machine, _place, _chance: disk.fail(fault))


def _clock_jump(machine: TwinMachine, place: str, _chance: Random) -> Mend:
    """Somebody or something sets the wall clock; the monotonic clock goes on."""
    machine.wall_ahead += JUMPS[place]

    def mend() -> None:
        machine.wall_ahead -= JUMPS[place]

    return mend


def _power_cut(machine: TwinMachine, _place: str, _chance: Random) -> Mend:
    """Somebody pulls the plug."""
    machine.cut_power()
    return machine.restore_power


MACHINE_FAULTS: Final[Mapping[str, Fault]] = {
    "undervoltage": Fault(_always, _undervoltage),
    "disk_full": _failing_disk(DiskFault.FULL),
    "disk_readonly": _failing_disk(DiskFault.READ_ONLY),
    "clock_jump": Fault(_jumps, _clock_jump),
    "power_cut": Fault(_always, _power_cut),
}
