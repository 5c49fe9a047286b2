"""`royaltable options`: what the one to act may do after a game log."""

from typing import BinaryIO

import click
import msgspec

from controller.cli.shared.chosen_game import named
from controller.cli.shared.game_logs import LOG, opened, play_all
from controller.cli.shared.game_tools import tools_of
from controller.games.contract.tools.tools import Offering


@click.command()
@LOG
def options(log: BinaryIO) -> None:
    """List what the player to act may do after LOG (a file, or -), one JSON object a line.

    Of Tumult Royale that is what may be built: when no statues are being placed, it prints nothing.
    """
    name, lines = opened(log)
    game = named(name)
    play = game.new_log()
    play_all(lines, play)
    for option in tools_of(game, Offering).options(play.state) if play.state is not None else ():
        click.echo(msgspec.json.encode(option))
