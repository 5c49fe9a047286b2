"""The game that a command means: the option ``--game``, a game's log, or the settings."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from controller import config
from controller.cli.shared.errors import told
from controller.config import ConfigError, TableConfig
from controller.games import installed
from controller.games.contract.game import Game
from controller.games.naming import USUAL

F = TypeVar("F", bound=Callable[..., Any])


def game_option(command: F) -> F:
    """``--game``, given on as ``game_name``."""
    return click.option("--game", "game_name", metavar="NAME", help="Which game.  [default: the table's]")(command)


def chosen(name: str | None, settings: TableConfig | None = None) -> tuple[str, Game]:
    """The game of that name, else the one of the settings, and how it is called.

    Raises:
        click.ClickException: there is no such game, or it cannot be used.
    """
    settings = settings or _settings()
    found = name or (USUAL if settings is None else settings.table.game)
    options = settings.options if settings is not None and found == settings.table.game else {}
    with told(installed.GameUnusable):
        return found, installed.game(found, options)


def named(name: str) -> Game:
    """The game of that name, as it comes.

    Raises:
        click.ClickException: there is no such game, or it cannot be used.
    """
    with told(installed.GameUnusable):
        return installed.game(name)


def _settings() -> TableConfig | None:
    """Those of this machine's table, if it has one; who asks about rules needs none."""
    try:
        return config.load(config.find(None))
    except (ConfigError, OSError):
        return None
