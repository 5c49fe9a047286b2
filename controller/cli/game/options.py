"""`royaltable options`: what the one to act may build after a game log."""

from typing import BinaryIO

import click
import msgspec

from controller.cli.shared.game_logs import LOG, play_all
from controller.games.tumult_royale.rules.game_log import Play
from controller.games.tumult_royale.rules.options import to_mappings


@click.command()
@LOG
def options(log: BinaryIO) -> None:
    """List what the one to act in `statues` may do after LOG (a file, or -), one JSON a line; else nothing."""
    play = Play()
    play_all(log, play)
    for option in to_mappings(play.state) if play.state is not None else ():
        click.echo(msgspec.json.encode(option))
