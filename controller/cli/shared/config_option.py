"""The option ``--config`` of every command that needs a table.toml, and where the file is without it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from controller.config import find
from controller.config.loading import PLACES

F = TypeVar("F", bound=Callable[..., Any])


def config_option(command: F) -> F:
    """``--config``, given on as ``config_file``: the file that is named, else the one that counts."""
    return click.option(
        "--config",
        "config_file",
        type=click.Path(dir_okay=False, path_type=Path),
        callback=lambda _context, _option, named: find(named),
        help=f"The table's settings.  [default: the first there is of {', '.join(map(str, PLACES))}]",
    )(command)
