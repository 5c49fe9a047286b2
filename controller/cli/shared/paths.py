"""What the command line takes as a file, as a folder, and as a file that is not there yet."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from controller.cli.shared.errors import told_of

F = TypeVar("F", bound=Callable[..., Any])

FILE: Final = click.Path(dir_okay=False, path_type=Path)
FOLDER: Final = click.Path(file_okay=False, path_type=Path)


def _new(_context: click.Context, _parameter: click.Parameter, named: Path) -> Path:
    with told_of(named, "Name another file"):
        there = os.path.lexists(named)
    if there:
        raise click.ClickException(f"{named}: is there already. Name a new file.")
    return named


def new_file_argument(metavar: str = "FILE") -> Callable[[F], F]:
    """A command's argument ``to``: a file to write, never over another."""
    return click.argument("to", metavar=metavar, type=FILE, callback=_new)
