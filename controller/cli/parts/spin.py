"""`royaltable spin`: the arrow shows drawn numbers, and its home mark is checked on every turn."""

from pathlib import Path

import click

from controller.cli.parts.spinner_session import at_the_spinner
from controller.cli.shared.settings import config_option
from controller.config import SpinnerSection
from controller.devices.hardware import Hardware
from controller.games import installed
from controller.play.chance import Chance


@click.command()
@config_option
@click.option("--sim", is_flag=True, help="A simulated table.")
@click.option("--times", type=click.IntRange(1), default=1, show_default=True)
@click.option("--seed", type=int, help="Make chance repeatable.")
def spin(config_file: Path, times: int, seed: int | None, *, sim: bool) -> None:
    """Find the home mark, then draw a number and let the arrow show it, some times over.

    It ends at the first spin on which the mark is not where it should be: then half-steps were lost.
    """

    async def show(hardware: Hardware, _spinner: SpinnerSection) -> None:
        chance, sectors = Chance(seed), installed.game("tracked").sectors()
        click.echo("Looking for the home mark.")
        await hardware.arrow.home()
        for _ in range(times):
            stop = chance.spin(sectors)
            await hardware.arrow.turn_to(stop.angle_deg)
            click.echo(f"{stop.value} at {stop.angle_deg:.1f} degrees")
        click.echo(f"{times} of {times} spins came past the home mark where it belongs.")

    at_the_spinner(config_file, show, sim=sim)
