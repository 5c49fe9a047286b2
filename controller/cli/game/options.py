"""`royaltable options`: what the one to act may build after a game log."""

from typing import BinaryIO

import click
import msgspec

from controller.cli.shared.game_logs import LOG, lines, play_all
from controller.games.tumult_royale.rules.game_log import GameLog
from controller.games.tumult_royale.rules.options import to_mappings


@click.command()
@LOG
def options(log: BinaryIO) -> None:
    """List what the player to act may build after LOG (a file, or -), one JSON object a line.

    When no statues are being placed, it prints nothing.
    """
    play = GameLog()
    play_all(lines(log), play)
    for option in to_mappings(play.state) if play.state is not None else ():
        click.echo(msgspec.json.encode(option))
