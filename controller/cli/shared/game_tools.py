"""The tools of a game for a command, or the sentence that it brings none for that."""

from typing import TypeVar

import click

from controller.games.contract.game import Game
from controller.games.contract.tools.tooled import Tooled

T = TypeVar("T")


def tools_of(game: Game, part: type[T]) -> T:
    """The part of the game's tools that a command needs.

    Raises:
        click.ClickException: the game does not bring it.
    """
    tools = game.tools() if isinstance(game, Tooled) else None
    if not isinstance(tools, part):
        raise click.ClickException(f"{game.title} does not bring what this command needs ({part.__name__}).")
    return tools
