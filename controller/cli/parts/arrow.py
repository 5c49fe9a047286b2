"""`royaltable spin` and `calibrate`: the arrow without a game."""

from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from controller.cli.game.game_logs import select_game
from controller.cli.options import check_not_running, config_option, exit_on, load_settings
from controller.config import SpinnerSection, TableConfig
from controller.devices.hardware import Hardware
from controller.devices.part_or_twin import machine, twins
from controller.play.draws import Chance
from controller.store.table_files import TableFiles
from hw.bus.ports import Ports
from hw.clock import LoopClock, run_fine
from hw.errors import HardwareError

run: Callable[[Coroutine[Any, Any, None]], None] = run_fine
"""Tests put a loop in virtual time here."""


def with_devices(
    settings: TableConfig, config_file: Path, use: Callable[[Hardware, Ports], Awaitable[None]], *, sim: bool
) -> None:
    """Let ``use`` have the devices of a real or simulated table, and switch all of them off."""
    if not sim:
        check_not_running(TableFiles.from_settings(settings, config_file))

    async def main() -> None:
        clock = LoopClock()
        ports = twins(settings, clock) if sim else machine(settings, clock)
        hardware = Hardware(settings, ports, clock)
        try:
            await use(hardware, ports)
        finally:
            hardware.switch_off()

    with exit_on(HardwareError):
        run(main())


def with_arrow(config_file: Path, use: Callable[[Hardware, SpinnerSection], Awaitable[None]], *, sim: bool) -> None:
    """Open the arrow, and let ``use`` have the table's devices and the arrow's wiring."""
    settings = load_settings(config_file, sim=sim)
    spinner = settings.spinner
    if spinner is None:
        raise click.ClickException(f"{config_file}: no [spinner]; name its coil_pins and home_pin there.")

    async def with_arrow(hardware: Hardware, _ports: Ports) -> None:
        hardware.arrow.open()
        await use(hardware, spinner)

    with_devices(settings, config_file, with_arrow, sim=sim)


@click.command()
@config_option
@click.option("--sim", is_flag=True, help="Use a simulated table.")
@click.option("--times", type=click.IntRange(1), default=1, show_default=True, help="How many spins.")
@click.option("--seed", type=int, help="The same seed draws the same numbers.")
def spin(config_file: Path, times: int, seed: int | None, *, sim: bool) -> None:
    """Try the arrow: it finds its home mark, then shows a number that is drawn.

    It stops as soon as the mark is not where it should be: then the motor has lost steps.
    """
    _, game = select_game(None, load_settings(config_file, sim=sim))

    async def show(hardware: Hardware, _spinner: SpinnerSection) -> None:
        chance, sectors = Chance(seed), game.sectors()
        click.echo("Looking for the home mark.")
        await hardware.arrow.home()
        for _ in range(times):
            stop = chance.spin(sectors)
            await hardware.arrow.turn_to(stop.angle_deg)
            click.echo(f"{stop.value} at {stop.angle_deg:.1f} degrees")
        click.echo(f"{times} of {times} spins came past the home mark where it belongs.")

    with_arrow(config_file, show, sim=sim)


FULL_TURN_DEG = 360.0


@click.group()
def calibrate() -> None:
    """Find out where the arrow's home mark is."""


@calibrate.command()
@config_option
@click.option("--sim", is_flag=True, help="Use a simulated table, whose mark is at 0 degrees.")
def spinner(config_file: Path, *, sim: bool) -> None:
    """Find out where on the dial the arrow's home mark is.

    The arrow goes to its mark, and you say where it points. Then it goes to the dial's zero line for you to check.
    """

    async def calibrate_it(hardware: Hardware, wiring: SpinnerSection) -> None:
        click.echo("Looking for the home mark.")
        await hardware.arrow.home()
        mark_deg = click.prompt(
            "Where does the arrow point, in degrees clockwise from the line where the first sector begins?",
            type=click.FloatRange(0, FULL_TURN_DEG, max_open=True),
        )
        await hardware.arrow.rewire(replace(wiring, mark_deg=mark_deg))
        await hardware.arrow.turn_to(0)
        if not click.confirm("Does the arrow point at that line now?"):
            raise click.ClickException(
                "then the angle was read wrongly, or the arrow slips on its axle. Fasten it and run this again."
            )
        click.echo(f"Write this into {config_file}:\n\n[spinner]\nmark_deg = {mark_deg:g}")

    with_arrow(config_file, calibrate_it, sim=sim)
