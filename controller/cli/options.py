"""Options, file lookup and error messages shared by commands."""

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from controller import config
from controller.config import ConfigError, checking, schema
from controller.reading import read_file
from controller.store.privileges import acting_as_owner_of
from controller.store.table_files import TableFiles, is_journal_folder_unreadable, lock_holder_pid
from controller.texts.translation import LANGUAGES

CommandT = TypeVar("CommandT", bound=Callable[..., Any])

FILE_PATH: Final = click.Path(dir_okay=False, path_type=Path)
FOLDER_PATH: Final = click.Path(file_okay=False, path_type=Path)


@contextmanager
def exit_on_error(*faults: type[Exception]) -> Iterator[None]:
    try:
        yield
    except faults as fault:
        raise click.ClickException(str(fault)) from None


@contextmanager
def exit_on_os_error(path: Path, cure: str) -> Iterator[None]:
    """Turn an `OSError` at ``path`` into a command-line error with a ``cure``."""
    try:
        yield
    except BrokenPipeError:
        raise  # the reader of our output has exited; click handles this
    except OSError as fault:
        raise click.ClickException(
            f"{path}: {fault.strerror}. {cure}{' Or run it with sudo.' if _needs_root(fault) else ''}"
        ) from None


def _needs_root(fault: Exception) -> bool:
    return isinstance(fault, PermissionError) and os.geteuid() != 0


class InputFile(click.File):
    """An input file, or `-` for standard input, read whole; more than ``max_bytes`` is an error."""

    def __init__(self, max_bytes: int) -> None:
        super().__init__("rb")
        self._max_bytes = max_bytes

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # click's signature
        if value == "-" or not isinstance(value, str | os.PathLike):
            return super().convert(value, param, ctx)
        try:
            content = io.BytesIO(read_file(Path(value), self._max_bytes))
        except (OSError, ValueError) as fault:
            seen = getattr(fault, "strerror", None) or fault
            how = ". Run it with sudo, or copy the file" if _needs_root(fault) else ""
            self.fail(f"'{click.format_filename(value)}': {seen}{how}", param, ctx)
        content.name = str(value)  # an open file has a name, too
        return content


def new_file_argument(metavar: str = "FILE", *, required: bool = True) -> Callable[[CommandT], CommandT]:
    """Return a decorator for the argument ``to``: a file to create, which must not exist; None if not ``required``."""

    def new(_context: click.Context, _parameter: click.Parameter, named: Path | None) -> Path | None:
        if named is None:
            return None
        with exit_on_os_error(named, "Choose another file."):
            there = os.path.lexists(named)
        if there:
            raise click.ClickException(f"{named} already exists. Name a new file.")
        return named

    return click.argument("to", metavar=metavar, type=FILE_PATH, callback=new, required=required)


language_option: Final = click.option(
    "--language", "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True
)

config_option: Final = click.option(
    "--config",
    "config_file",
    type=FILE_PATH,
    callback=lambda _context, _option, named: config.find_config_file(named),
    help=f"The table's settings.  [default: {' or '.join(map(str, checking.DEFAULT_CONFIG_FILES))}]",
)
"""Passed as ``config_file``: the named or the default file."""


def table_options(command: CommandT) -> CommandT:
    command = click.option("--sim", is_flag=True, help="Use the simulated table.")(command)
    command = click.option("--journal", type=FILE_PATH, help="With --sim: its journal, instead of the default one.")(
        command
    )
    return config_option(command)


def load_settings(config_file: Path, *, sim: bool = False) -> schema.TableConfig:
    with exit_on_error(ConfigError), acting_as_owner_of(None if sim else config_file):
        return config.simulator() if sim else config.load_config(config_file)


def simulated_table_files(journal: Path | None) -> TableFiles:
    """By default they are in the user's state folder (XDG base directories)."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return TableFiles(journal or Path(state) / "royaltable" / "sim.journal")


def table_files(config_file: Path, journal: Path | None, *, sim: bool) -> TableFiles:
    if sim:
        return simulated_table_files(journal)
    files = TableFiles.from_settings(load_settings(config_file), config_file)
    _check_journal_readable(files)
    return files


def check_table_not_running(files: TableFiles) -> None:
    _check_journal_readable(files)
    with acting_as_owner_of(files.config, files.journal):
        pid = lock_holder_pid(files.journal)
    if pid is not None:
        raise click.ClickException(
            f"process {pid} is running this table. Stop it first: sudo systemctl stop royaltable"
        )


def _check_journal_readable(files: TableFiles) -> None:
    if is_journal_folder_unreadable(files.journal):
        raise click.ClickException(f"{files.journal.parent}: permission denied. Use sudo.")
