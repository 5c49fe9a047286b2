"""The settings that a command means: the option ``--config``, and reading what it names."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from controller import config
from controller.cli.options import FILE, told
from controller.config import ConfigError, TableConfig
from controller.config.checking import PLACES
from controller.store.privileges import as_owner_of

F = TypeVar("F", bound=Callable[..., Any])


def config_option(command: F) -> F:
    """``--config``, given on as ``config_file``: the file that is named, else the one that counts."""
    return click.option(
        "--config",
        "config_file",
        type=FILE,
        callback=lambda _context, _option, named: config.find(named),
        help=f"The table's settings.  [default: {' or '.join(map(str, PLACES))}]",
    )(command)


def settings_in(config_file: Path, *, sim: bool = False) -> TableConfig:
    with told(ConfigError), as_owner_of(None if sim else config_file):
        return config.simulator() if sim else config.load(config_file)
