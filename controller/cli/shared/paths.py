"""What the command line takes as a file, as a folder, and as a file that is not there yet."""

from pathlib import Path
from typing import Final

import click

FILE: Final = click.Path(dir_okay=False, path_type=Path)
FOLDER: Final = click.Path(file_okay=False, path_type=Path)


def _new(_context: click.Context, _parameter: click.Parameter, named: Path) -> Path:
    if named.exists():
        raise click.ClickException(f"{named}: is there already. Name a new file.")
    return named


NEW_FILE: Final = click.argument("to", metavar="FILE", type=FILE, callback=_new)
"""A command's argument: a file to write, never over another."""
