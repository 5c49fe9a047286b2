"""Options and places of files that commands share, and faults as sentences."""

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from controller.reading import read_file
from controller.texts.speaking import LANGUAGES


@contextmanager
def told(*faults: type[Exception]) -> Iterator[None]:
    try:
        yield
    except faults as fault:
        raise click.ClickException(str(fault)) from None


@contextmanager
def told_of(path: Path, cure: str) -> Iterator[None]:
    """End the command with what the system says of ``path``, and the cure, if it cannot be read or written."""
    try:
        yield
    except BrokenPipeError:
        raise  # whoever read along has left, of which click makes no fuss
    except OSError as fault:
        raise click.ClickException(f"{path}: {fault.strerror}. {cure}") from None


language_option: Final = click.option(
    "--language", "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True
)


F = TypeVar("F", bound=Callable[..., Any])

FILE: Final = click.Path(dir_okay=False, path_type=Path)


class Content(click.File):
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
