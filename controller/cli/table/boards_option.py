"""``--nodes`` and ``--tray``: castle boards of their own at a simulated table, and what runs on them."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from controller import config
from controller.cli.shared.errors import told
from controller.config import TableConfig
from hw.castle_link.twin import MakeBoard
from hw.errors import HardwareError
from hw.testing.pico.process import interpreter
from hw.testing.wiring import MAKERS

F = TypeVar("F", bound=Callable[..., Any])


def boards_option(command: F) -> F:
    """The options themselves."""
    nodes = click.option(
        "--nodes",
        type=click.Choice(tuple(MAKERS)),
        help="Give each castle a board of its own: simulated in Python, or running the real firmware.",
    )
    tray = click.option("--tray", is_flag=True, help="With --nodes: one more board in the middle, to pay at.")
    return nodes(tray(command))


def with_boards(settings: TableConfig, nodes: str | None, *, tray: bool) -> tuple[TableConfig, MakeBoard]:
    """The table with such boards, and what makes them.

    Raises:
        click.UsageError: a tray without boards.
        click.ClickException: there is no MicroPython to run the firmware in.
    """
    if tray and nodes is None:
        raise click.UsageError(f"--tray is a board of its own: say --nodes, too ({' or '.join(MAKERS)}).")
    if nodes == "micropython":
        with told(HardwareError):
            interpreter()
    made = settings if nodes is None else config.on_boards(settings, tray=tray)
    return made, MAKERS[nodes or "cpython"]
