"""What `backup`, `restore` and `report` share: which files belong to the table that is meant."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from controller.cli.sim import default_journal
from controller.cli.where import config_option
from controller.daemon.archive import TableFiles
from controller.daemon.config import ConfigError, load

F = TypeVar("F", bound=Callable[..., Any])


def whose(command: F) -> F:
    """Options that name a table."""
    command = click.option("--sim", is_flag=True, help="The simulated table's.")(command)
    command = click.option(
        "--journal", type=click.Path(dir_okay=False, path_type=Path), help="With --sim: its journal, if not the usual."
    )(command)
    return config_option(command)


def simulated(journal: Path | None) -> TableFiles:
    """The files of a simulated table."""
    return TableFiles(None, None, journal or default_journal())


def files_of(config_file: Path, journal: Path | None, *, sim: bool) -> TableFiles:
    """The files of the table that the options name.

    Raises:
        click.ClickException: its settings cannot be read.
    """
    if sim:
        return simulated(journal)
    try:
        return TableFiles.named_by(load(config_file), config_file)
    except ConfigError as fault:
        raise click.ClickException(str(fault)) from None
