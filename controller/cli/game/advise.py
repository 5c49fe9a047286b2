"""`royaltable advise`: the best plan for a castle, and why."""

from typing import BinaryIO

import click

from controller.cli.shared.chosen_game import named
from controller.cli.shared.game_logs import LOG, opened, play_all
from controller.cli.shared.game_tools import tools_of
from controller.cli.shared.languages import language_option
from controller.games.contract.game import Advising
from controller.games.contract.tools.tools import Offering
from controller.games.contract.values import CastleId, RefusedError
from controller.games.naming import sentence


@click.command()
@LOG
@click.option("--castle", metavar="COLOR", help="The castle to advise.  [default: whose turn it is]")
@language_option
def advise(log: BinaryIO, castle: str | None, language: str) -> None:
    """Name the best plan for a castle after LOG (a file, or -), and say why.

    It does not look ahead at what others may do.
    """
    name, lines = opened(log)
    game = named(name)
    play = game.new_log()
    play_all(lines, play)
    if play.state is None:
        raise click.ClickException("The log is empty: no game has begun.")
    advising = game if isinstance(game, Advising) else tools_of(game, Advising)
    adviser = castle or tools_of(game, Offering).acting(play.state)
    try:
        advised = advising.advise(play.state, CastleId(adviser))
    except RefusedError as refusal:
        raise click.ClickException(f"{refusal.code}: {sentence(refusal.text, language)}") from None
    for line in advised.lines:
        click.echo(sentence(line, language))
