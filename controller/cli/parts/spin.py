"""`royaltable spin`: the arrow shows drawn numbers, and its home mark is checked on every turn."""

from pathlib import Path

import click

from controller.cli.parts.spinner_session import at_the_spinner
from controller.cli.shared.chosen_game import chosen
from controller.cli.shared.settings import config_option, settings_in
from controller.config import SpinnerSection
from controller.devices.hardware import Hardware
from controller.play.draws.chance import Chance


@click.command()
@config_option
@click.option("--sim", is_flag=True, help="Use a simulated table.")
@click.option("--times", type=click.IntRange(1), default=1, show_default=True, help="How many spins.")
@click.option("--seed", type=int, help="The same seed draws the same numbers.")
def spin(config_file: Path, times: int, seed: int | None, *, sim: bool) -> None:
    """Try the arrow: it finds its home mark, then shows a number that is drawn.

    It stops as soon as the mark is not where it should be: then the motor has lost steps.
    """
    _, game = chosen(None, settings_in(config_file, sim=sim))

    async def show(hardware: Hardware, _spinner: SpinnerSection) -> None:
        chance, sectors = Chance(seed), game.sectors()
        click.echo("Looking for the home mark.")
        await hardware.arrow.home()
        for _ in range(times):
            stop = chance.spin(sectors)
            await hardware.arrow.turn_to(stop.angle_deg)
            click.echo(f"{stop.value} at {stop.angle_deg:.1f} degrees")
        click.echo(f"{times} of {times} spins came past the home mark where it belongs.")

    at_the_spinner(config_file, show, sim=sim)
