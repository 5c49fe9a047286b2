"""A table's devices for one command, without a game; however it ends, all of them are off."""

from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

from controller.cli.shared.errors import told
from controller.cli.shared.table_files import nobody_plays_on
from controller.config import TableConfig
from controller.devices.hardware import Hardware
from controller.devices.part_or_twin import machine, twins
from controller.store.table_files import TableFiles
from hw import fine_loop
from hw.bus.ports import Ports
from hw.clock import LoopClock
from hw.errors import HardwareError

run: Callable[[Coroutine[Any, Any, None]], None] = fine_loop.run
"""Tests put a loop in virtual time here."""


def with_devices(
    settings: TableConfig, config_file: Path, use: Callable[[Hardware, Ports], Awaitable[None]], *, sim: bool
) -> None:
    """Let ``use`` have the devices of a real or simulated table, and switch all of them off.

    Raises:
        click.ClickException: a device failed, or a table plays; the message says what to do.
    """
    if not sim:
        nobody_plays_on(TableFiles.named_by(settings, config_file))

    async def main() -> None:
        clock = LoopClock()
        ports = twins(settings, clock) if sim else machine(settings, clock)
        hardware = Hardware(settings, ports, clock)
        try:
            await use(hardware, ports)
        finally:
            hardware.off()

    with told(HardwareError):
        run(main())
