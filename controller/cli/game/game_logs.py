"""Reading a game log: a file or `-`, line by line, and playing it."""

from collections.abc import Iterator
from typing import BinaryIO, Final

import click

from controller.games.tumult_royale.rules import actions
from controller.games.tumult_royale.rules.game_log import Play
from controller.games.tumult_royale.rules.refusal import Refusal

LOG = click.argument("log", type=click.File("rb"))
"""A command's argument: the log's file, or `-` for standard input."""

_JSON_BLANKS: Final = b" \t\r\n"


def played(log: BinaryIO, play: Play) -> Iterator[tuple[int, Refusal | None]]:
    """Play ``log`` line by line; gives each line's number, from 1, and its refusal.

    Only a line feed ends a line. A line of blanks holds no action: it is passed over, but has its number.
    """
    for number, line in _lines(log):
        try:
            play.submit(_text(line))
        except Refusal as refusal:
            yield number, refusal
        else:
            yield number, None


def decoded(log: BinaryIO) -> Iterator[tuple[int, object]]:
    """Each line's number and its JSON value, or why it is none."""
    for number, line in _lines(log):
        try:
            yield number, actions.decode(_text(line))
        except Refusal as refusal:
            yield number, refusal


def _lines(log: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Lines with their numbers, those of blanks left out."""
    return ((number, line) for number, line in enumerate(log, start=1) if line.strip(_JSON_BLANKS))


def replayed(log: BinaryIO) -> Play:
    """The game after the whole ``log``.

    Raises:
        click.ClickException: a line is refused.
    """
    play = Play()
    for line, refusal in played(log, play):
        if refusal is not None:
            raise click.ClickException(f"line {line} is refused ({refusal.rule}): {refusal}")
    return play


def _text(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refusal("LOG", "not-json", detail=f"octet {error.start + 1} is not UTF-8") from None
