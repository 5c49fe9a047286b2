"""`royaltable calibrate`: find out where the arrow's home mark is, and say what to write into table.toml."""

from pathlib import Path

import click
from msgspec.structs import replace

from controller.cli.parts.spinner_session import at_the_spinner
from controller.cli.shared.settings import config_option
from controller.config import SpinnerSection
from controller.devices.hardware import Hardware

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

    at_the_spinner(config_file, calibrate_it, sim=sim)
