"""The tools of a game for a command, or the sentence that it brings none for that."""

from typing import TypeVar

import click

from controller.games.contract.game import Game
from controller.games.contract.tools.tools import Tooled

T = TypeVar("T")


def tools_or_none(game: Game, part: type[T]) -> T | None:
    """The part of the game's tools that a command can use; None where the game does not bring it."""
    tools = game.tools() if isinstance(game, Tooled) else None
    return tools if isinstance(tools, part) else None


def tools_of(game: Game, part: type[T]) -> T:
    """The part of the game's tools that a command needs.

    Raises:
        click.ClickException: the game does not bring it.
    """
    tools = tools_or_none(game, part)
    if tools is None:
        raise click.ClickException(f"{game.title} does not bring what this command needs ({part.__name__}).")
    return tools
