"""``--nodes``: castle boards of their own at a simulated table, and what runs on them."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from controller.daemon.hardware import BOARD_MAKERS
from hw.castle_link.twin import MakeBoard
from hw.errors import HardwareError
from hw.testing.micropython import interpreter

F = TypeVar("F", bound=Callable[..., Any])


def boards_option(command: F) -> F:
    """The option itself."""
    return click.option(
        "--nodes",
        type=click.Choice(tuple(BOARD_MAKERS)),
        help="A board of its own for each castle, over a serial line: a twin in Python, or the real firmware.",
    )(command)


def boards_of(nodes: str | None) -> MakeBoard:
    """What makes the boards.

    Raises:
        click.ClickException: there is no MicroPython to run the firmware in.
    """
    if nodes == "micropython":
        try:
            interpreter()
        except HardwareError as fault:
            raise click.ClickException(str(fault)) from None
    return BOARD_MAKERS[nodes or "cpython"]
