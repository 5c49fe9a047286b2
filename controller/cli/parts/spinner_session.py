"""What `spin` and `calibrate spinner` share: a table's arrow, real or simulated, without a game."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import click

from controller.cli.parts import reader_session
from controller.cli.shared.table_files import nobody_plays_on
from controller.config import SpinnerSection
from controller.devices.hardware import Hardware, machine, twins
from controller.store.table_files import TableFiles
from hw.clock import LoopClock
from hw.errors import HardwareError

Deed = Callable[[Hardware, SpinnerSection], Awaitable[None]]


def at_the_spinner(config_file: Path, deed: Deed, *, sim: bool) -> None:
    """Open the arrow, do ``deed`` with the table's devices and the arrow's wiring, and switch everything off.

    Raises:
        click.ClickException: there is no arrow, it failed, or a table plays; the message says what to do.
    """
    settings = reader_session.settings_of(config_file, sim=sim, castle=None)
    spinner = settings.spinner
    if spinner is None:
        raise click.ClickException(f"{config_file}: no [spinner]; name its coil_pins and home_pin there.")
    if not sim:
        nobody_plays_on(TableFiles.named_by(settings, config_file))

    async def main() -> None:
        clock = LoopClock()
        hardware = Hardware(settings, twins(settings, clock) if sim else machine(settings, clock), clock)
        try:
            hardware.open_spinner(spinner)
            await deed(hardware, spinner)
        finally:
            hardware.off()

    try:
        reader_session.run(main())
    except HardwareError as fault:
        raise click.ClickException(str(fault)) from None
    except KeyboardInterrupt:
        raise click.Abort from None
