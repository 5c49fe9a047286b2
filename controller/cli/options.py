"""`royaltable options`: what the one to act may build after a game log."""

from typing import BinaryIO

import click
import msgspec

from controller.cli.loglines import LOG, played
from controller.games.tumult_royale.log import Play
from controller.games.tumult_royale.options import to_mappings


@click.command()
@LOG
def options(log: BinaryIO) -> None:
    """List what the one to act in `statues` may do after LOG (a file, or -), one JSON a line; else nothing."""
    play = Play()
    for line, refusal in played(log, play):
        if refusal is not None:
            raise click.ClickException(f"line {line} is refused ({refusal.rule}): {refusal}")
    for option in to_mappings(play.state) if play.state is not None else ():
        click.echo(msgspec.json.encode(option))
