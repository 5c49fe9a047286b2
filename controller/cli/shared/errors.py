"""Faults whose message a person can act on: the command ends with it, and without a traceback."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click


@contextmanager
def told(*faults: type[Exception]) -> Iterator[None]:
    """End the command with the sentence of any of these ``faults``.

    Raises:
        click.ClickException: the sentence.
    """
    try:
        yield
    except faults as fault:
        raise click.ClickException(str(fault)) from None


@contextmanager
def told_of(path: Path, cure: str) -> Iterator[None]:
    """End the command with what the system says of ``path``, and the cure, if it cannot be read or written.

    Raises:
        click.ClickException: both.
    """
    try:
        yield
    except BrokenPipeError:
        raise  # whoever read along has left, of which click makes no fuss
    except OSError as fault:
        raise click.ClickException(f"{path}: {fault.strerror}. {cure}") from None
