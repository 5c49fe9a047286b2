"""`royaltable options`: what the one to act may build after a game log."""

from typing import BinaryIO

import click
import msgspec

from controller.cli.game.game_logs import LOG, replayed
from controller.games.tumult_royale.rules.options import to_mappings


@click.command()
@LOG
def options(log: BinaryIO) -> None:
    """List what the one to act in `statues` may do after LOG (a file, or -), one JSON a line; else nothing."""
    state = replayed(log).state
    for option in to_mappings(state) if state is not None else ():
        click.echo(msgspec.json.encode(option))
