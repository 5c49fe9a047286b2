"""Options that commands share, the files of the table that they mean, and faults as sentences."""

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from controller import config
from controller.config import ConfigError, TableConfig
from controller.config.checking import PLACES
from controller.reading import read_file
from controller.store.privileges import as_owner_of
from controller.store.table_files import TableFiles, is_unreadable, lock_holder
from controller.texts.translation import LANGUAGES

F = TypeVar("F", bound=Callable[..., Any])

FILE: Final = click.Path(dir_okay=False, path_type=Path)
FOLDER: Final = click.Path(file_okay=False, path_type=Path)


@contextmanager
def exit_on(*faults: type[Exception]) -> Iterator[None]:
    """End the command with the sentence of one of these faults."""
    try:
        yield
    except faults as fault:
        raise click.ClickException(str(fault)) from None


@contextmanager
def exit_on_os_error(path: Path, cure: str) -> Iterator[None]:
    """End the command with what the system says of ``path``, and the cure, if it cannot be read or written."""
    try:
        yield
    except BrokenPipeError:
        raise  # the reader of our output has left, of which click makes no fuss
    except OSError as fault:
        raise click.ClickException(f"{path}: {fault.strerror}. {cure}") from None


class InputFile(click.File):
    """What is in the file of a command line, or in standard input for `-`: it is read at once, within a bound."""

    def __init__(self, most: int) -> None:
        super().__init__("rb")
        self._most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # click's
        if value == "-" or not isinstance(value, str | os.PathLike):
            return super().convert(value, param, ctx)
        try:
            content = io.BytesIO(read_file(Path(value), self._most))
        except (OSError, ValueError) as fault:
            self.fail(f"'{click.format_filename(value)}': {getattr(fault, 'strerror', None) or fault}", param, ctx)
        content.name = str(value)  # as an open file has
        return content


def new_file_argument(metavar: str = "FILE") -> Callable[[F], F]:
    """A command's argument ``to``: a file to write, never over another."""

    def new(_context: click.Context, _parameter: click.Parameter, named: Path) -> Path:
        with exit_on_os_error(named, "Name another file"):
            there = os.path.lexists(named)
        if there:
            raise click.ClickException(f"{named}: is there already. Name a new file.")
        return named

    return click.argument("to", metavar=metavar, type=FILE, callback=new)


language_option: Final = click.option(
    "--language", "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True
)

config_option: Final = click.option(
    "--config",
    "config_file",
    type=FILE,
    callback=lambda _context, _option, named: config.find(named),
    help=f"The table's settings.  [default: {' or '.join(map(str, PLACES))}]",
)
"""Given on as ``config_file``: the file that is named, else the one that counts."""


def table_options(command: F) -> F:
    command = click.option("--sim", is_flag=True, help="Use the simulated table.")(command)
    command = click.option("--journal", type=FILE, help="With --sim: its journal, if it is not the usual one.")(command)
    return config_option(command)


def load_settings(config_file: Path, *, sim: bool = False) -> TableConfig:
    with exit_on(ConfigError), as_owner_of(None if sim else config_file):
        return config.simulator() if sim else config.load(config_file)


def simulated_files(journal: Path | None) -> TableFiles:
    """The files of a simulated table, in the user's state folder unless named (XDG base directories)."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return TableFiles(journal or Path(state) / "royaltable" / "sim.journal")


def table_files(config_file: Path, journal: Path | None, *, sim: bool) -> TableFiles:
    if sim:
        return simulated_files(journal)
    files = TableFiles.from_settings(load_settings(config_file), config_file)
    _check_readable(files)
    return files


def check_not_running(files: TableFiles) -> None:
    _check_readable(files)
    with as_owner_of(files.config, files.journal):
        pid = lock_holder(files.journal)
    if pid is not None:
        raise click.ClickException(f"process {pid} plays on this table. Stop it first: sudo systemctl stop royaltable")


def _check_readable(files: TableFiles) -> None:
    if is_unreadable(files.journal):
        raise click.ClickException(f"{files.journal.parent}: you may not look into it. Say sudo before the command.")
