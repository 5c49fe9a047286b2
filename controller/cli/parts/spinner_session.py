"""What `spin` and `calibrate spinner` share: a table's arrow, real or simulated, without a game."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import click

from controller.cli.parts.device_session import with_devices
from controller.cli.shared.settings import settings_in
from controller.config import SpinnerSection
from controller.devices.hardware import Hardware
from hw.bus.ports import Ports


def at_the_spinner(config_file: Path, use: Callable[[Hardware, SpinnerSection], Awaitable[None]], *, sim: bool) -> None:
    """Open the arrow, and let ``use`` have the table's devices and the arrow's wiring.

    Raises:
        click.ClickException: there is no arrow, it failed, or a table plays; the message says what to do.
    """
    settings = settings_in(config_file, sim=sim)
    spinner = settings.spinner
    if spinner is None:
        raise click.ClickException(f"{config_file}: no [spinner]; name its coil_pins and home_pin there.")

    async def with_arrow(hardware: Hardware, _ports: Ports) -> None:
        hardware.arrow.open()
        await use(hardware, spinner)

    with_devices(settings, config_file, with_arrow, sim=sim)
