"""Reading a game log: a file or `-`, line by line, what is refused with its line's number."""

from collections.abc import Iterator
from typing import TextIO

import click

from controller.games.tumult_royale.log import Play
from controller.games.tumult_royale.refusal import Refusal

LOG = click.argument("log", type=click.File("r", encoding="utf-8", errors="surrogateescape"))
"""A command's argument: the log's file, or `-` for standard input."""


def played(log: TextIO, play: Play) -> Iterator[tuple[int, Refusal | None]]:
    """Play ``log`` line by line; gives each line's number and its refusal. Empty lines are passed over."""
    for number, line in enumerate(log, start=1):
        if not line.strip():
            continue
        try:
            play.submit(line)
        except Refusal as refusal:
            yield number, refusal
        else:
            yield number, None
