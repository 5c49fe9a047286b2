"""`royaltable advise`: the best plan for a castle, and why."""

from typing import BinaryIO

import click

from controller.cli.shared.game_logs import LOG, lines, play_all
from controller.cli.shared.languages import language_option
from controller.games.sentences import sentence
from controller.games.tumult_royale.bots import advice
from controller.games.tumult_royale.rules.game_log import GameLog
from controller.games.tumult_royale.rules.refusal import Refusal


@click.command()
@LOG
@click.option("--castle", metavar="COLOR", help="The castle to advise.  [default: whose turn it is]")
@language_option
def advise(log: BinaryIO, castle: str | None, language: str) -> None:
    """Name the best plan for a castle after LOG (a file, or -), and say why: most statues, then most supporters.

    It does not look ahead at the fields that others may take.
    """
    play = GameLog()
    play_all(lines(log), play)
    state = play.state
    if state is None:
        raise click.ClickException("The log is empty: no game has begun.")
    acting = state.king if state.to_act is None else state.to_act
    try:
        found = advice.advise(state, castle or state.color(acting))
    except Refusal as refusal:
        raise click.ClickException(f"{refusal.code}: {sentence(refusal.text, language)}") from None
    for line in advice.told(found):
        click.echo(sentence(line, language))
