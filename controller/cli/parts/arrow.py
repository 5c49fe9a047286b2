"""`royaltable spin` and `calibrate`: test and calibrate the arrow."""

from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import click

from controller.cli.game.game_logs import select_game
from controller.cli.options import check_table_not_running, config_option, exit_on_error, load_settings
from controller.config.schema import SpinnerSection, TableConfig
from controller.devices.hardware import Hardware
from controller.devices.part_or_twin import make_ports, make_twin_table
from controller.play.draws import Chance
from controller.store.privileges import acting_as_owner_of
from controller.store.settings_file import Change, write_changes
from controller.store.table_files import TableFiles
from hw.bus.ports import Ports
from hw.clock import LoopClock, run_on_fine_timer_loop
from hw.errors import HardwareError

run: Callable[[Coroutine[Any, Any, None]], None] = run_on_fine_timer_loop
"""Runs a command's coroutine; tests replace it by a loop in virtual time."""


def run_with_devices(
    settings: TableConfig, config_file: Path, use: Callable[[Hardware, Ports], Awaitable[None]], *, sim: bool
) -> None:
    """Run ``use`` with the devices of a real or simulated table, then switch them off."""
    if not sim:
        check_table_not_running(TableFiles.from_settings(settings, config_file))

    async def main() -> None:
        clock = LoopClock()
        ports = make_twin_table(settings, clock) if sim else make_ports(settings, clock)
        hardware = Hardware(settings, ports, clock)
        try:
            await use(hardware, ports)
        finally:
            hardware.switch_off()

    with exit_on_error(HardwareError):
        run(main())


def run_with_arrow(config_file: Path, use: Callable[[Hardware, SpinnerSection], Awaitable[None]], *, sim: bool) -> None:
    settings = load_settings(config_file, sim=sim)
    spinner = settings.spinner
    if spinner is None:
        raise click.ClickException(f"{config_file} has no [spinner]. Add it with coil_pins and home_pin.")

    async def with_arrow(hardware: Hardware, _ports: Ports) -> None:
        hardware.arrow.open()
        await use(hardware, spinner)

    run_with_devices(settings, config_file, with_arrow, sim=sim)


@click.command()
@config_option
@click.option("--sim", is_flag=True, help="Use a simulated table.")
@click.option("--times", type=click.IntRange(1), default=1, show_default=True, help="Number of spins.")
@click.option("--seed", type=int, help="The same seed gives the same numbers.")
def spin(config_file: Path, times: int, seed: int | None, *, sim: bool) -> None:
    """Test the arrow: find its home mark, then point to drawn numbers.

    Stop when the mark is not where it should be: the motor has lost steps.
    """
    _, game = select_game(None, load_settings(config_file, sim=sim))

    async def show(hardware: Hardware, _spinner: SpinnerSection) -> None:
        chance, sectors = Chance(seed), game.sectors()
        click.echo("Looking for the home mark.")
        await hardware.arrow.home()
        for _ in range(times):
            stop = chance.draw_trial_arrow_stop(sectors)
            await hardware.arrow.turn_to(stop.angle_deg)
            click.echo(f"{stop.value} at {stop.angle_deg:.1f} degrees")
        click.echo(f"{times} of {times} spins passed the home mark at the right position.")

    run_with_arrow(config_file, show, sim=sim)


FULL_TURN_DEG = 360.0


@click.group("calibrate")
def calibrate_group() -> None:
    """Measure the position of the arrow's home mark."""


@calibrate_group.command("spinner")
@config_option
@click.option("--sim", is_flag=True, help="Use a simulated table, whose mark is at 0 degrees.")
def calibrate_arrow(config_file: Path, *, sim: bool) -> None:
    """Measure the position of the arrow's home mark on the dial.

    The arrow moves to its mark; enter where it points. Then it moves to the dial's zero line for you to check.
    """

    async def calibrate_it(hardware: Hardware, wiring: SpinnerSection) -> None:
        click.echo("Looking for the home mark.")
        await hardware.arrow.home()
        points_at_deg = click.prompt(
            "Where does the arrow point, in degrees clockwise from the start of the first sector?",
            type=click.FloatRange(0, FULL_TURN_DEG, max_open=True),
        )
        mark_deg = await hardware.arrow.calibrate(wiring, points_at_deg)
        if not click.confirm("Does the arrow now point at the start of the first sector?"):
            raise click.ClickException(
                "the angle was misread, or the arrow slips on its axle. Fasten the arrow and run the command again."
            )
        change = Change("spinner", {"mark_deg": mark_deg})
        if sim:
            click.echo(f"Measured: {change}.")
        elif click.confirm(f"Write {change} into {config_file}?"):
            with exit_on_error(OSError, ValueError), acting_as_owner_of(config_file):
                write_changes(config_file, [change])

    run_with_arrow(config_file, calibrate_it, sim=sim)
