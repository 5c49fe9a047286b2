"""The machine's health is checked once a minute and logged when it changes."""

import asyncio
from pathlib import Path

import pytest

from controller.care.doctor.host import Host
from controller.service.fleet.table_state import MACHINE_CHECK_EVERY_S, MachineMonitor


async def test_low_power_and_a_full_disk_are_reported_once_and_cleared(tmp_path: Path) -> None:
    file = tmp_path / "sys/devices/platform/soc/soc:firmware/get_throttled"
    file.parent.mkdir(parents=True)
    file.write_text("0x0\n")
    free, reports = [1 << 30], list[tuple[str, ...]]()
    watch = MachineMonitor(tmp_path, lambda: reports.append(watch.codes), Host(tmp_path, free_bytes=lambda _: free[0]))
    running = asyncio.create_task(watch.run())
    await asyncio.sleep(MACHINE_CHECK_EVERY_S * 2.5)
    assert reports == []
    file.write_text("0x50001\n")
    free[0] = 0
    await asyncio.sleep(MACHINE_CHECK_EVERY_S * 2)
    assert reports == [("RT-DISK-FULL", "RT-POWER-LOW")]
    file.write_text("0x50000\n")
    free[0] = 1 << 30
    await asyncio.sleep(MACHINE_CHECK_EVERY_S)
    assert reports[1:] == [()]
    running.cancel()


@pytest.mark.parametrize("fault", [OSError("gone"), PermissionError("no")])
async def test_an_unresponsive_disk_counts_as_faulty(tmp_path: Path, fault: OSError) -> None:
    def free(_: Path) -> int:
        raise fault

    reports: list[tuple[str, ...]] = []
    watch = MachineMonitor(tmp_path, lambda: reports.append(watch.codes), Host(tmp_path, free_bytes=free))
    running = asyncio.create_task(watch.run())
    await asyncio.sleep(1)
    running.cancel()
    assert reports == [("RT-DISK-ERRORS",)]
