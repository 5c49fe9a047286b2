"""`royaltable hub draw`: a tournament's rounds drawn again by whoever has its file."""

from pathlib import Path

import click

from controller import limits
from controller.cli.room.hub_folder import folder_option
from controller.cli.shared.errors import told, told_of
from controller.cli.shared.paths import FILE
from controller.reading import read_file
from hub.tournament import record


@click.command()
@folder_option
@click.option("--verify", "file", type=FILE, required=True, help="A tournament's file, as its page gives it.")
def draw(file: Path) -> None:
    """Draw each round of a tournament again, and compare; no hub need run.

    What is named first was published before anybody had entered. At a round that does not follow from its seed it says
    what was seen and what was expected; exit status 1 then.
    """
    with told_of(file, "Name the file that the tournament's page gives"):
        octets = read_file(file, limits.TOURNAMENT_RECORD_OCTETS)
    wrong = 0
    with told(record.RecordError):
        begun, acts = record.read(octets)
        click.echo(f"{begun.name}: published at the beginning was {begun.commitment}")
        for each in record.proved(begun, acts):
            wrong += bool(each.wrong)
            click.echo(f"draw {each.draw}, a {each.stage} of {each.people}: {each.wrong or 'as it was published'}")
    if wrong:
        raise click.ClickException(f"draws that do not follow from their seeds: {wrong}.")
