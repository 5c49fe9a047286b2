"""`royaltable sim`: the daemon on simulated parts, with the page to play on."""

import asyncio
import os
import signal
import socket
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import click

from controller import config
from controller.cli.shared.paths import FILE
from controller.cli.shared.table_files import simulated
from controller.cli.table.boards_option import boards_option, with_boards
from controller.cli.table.daemon_run import run_daemon
from controller.config import TableConfig
from controller.devices import simulated_box
from controller.devices.part_or_twin import twins
from controller.games.at_work import AT_WORK
from controller.games.shelf import GameShelf
from controller.store.pending_restore import restore_pending
from hw.castle_link.twin import MakeBoard
from hw.clock import Clock
from hw.testing.clock import ScaledLoop
from hw.testing.faults import LINK_FAULTS, Faults, UnknownFault
from hw.testing.table import TwinTable


@click.command()
@click.option("--host", help="Address of the page.  [default: 127.0.0.1]")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Port of the page; 0 takes any that is free.  [default: 8080 if free]"
)
@click.option("--journal", "journal_file", type=FILE, help="Keep the games here.")
@click.option("--seed", type=int, help="The same seed spins the same numbers.")
@boards_option
@click.option(
    "--fault",
    "faults",
    multiple=True,
    metavar="NAME[=VALUE][@SECONDS]",
    help="Break this at the start, or after so many seconds; repeatable. `royaltable faults` lists them.",
)
def sim(
    host: str | None,
    port: int | None,
    journal_file: Path | None,
    seed: int | None,
    nodes: str | None,
    faults: tuple[str, ...],
    *,
    tray: bool,
) -> None:
    """Play on a simulated table: all is as on a Raspberry Pi, but for its parts."""
    settings, make_board = with_boards(config.simulator(), nodes, tray=tray)
    if port is None and not _is_free(host or settings.page.host, settings.page.port):
        port = 0  # a second simulated table, or another program: the address is printed anyway
    files = simulated(journal_file)
    with AT_WORK.kept_in(files.at_work):
        book = simulated_box.book(GameShelf(settings.table.game, settings.options).stickers())
        make = partial(_broken_twins, settings, make_board, faults)
        restore_pending(files)
        try:
            run_daemon(settings, make, book, files, host=host, port=port, seed=seed, loop_factory=ScaledLoop)
        except UnknownFault as fault:
            boards = " Castle boards of their own come with --nodes." if nodes is None and _of_boards(faults) else ""
            raise click.ClickException(f"--fault {fault}.{boards}") from None


def _broken_twins(settings: TableConfig, make_board: MakeBoard, faults: tuple[str, ...], clock: Clock) -> TwinTable:
    machine = twins(settings, clock, make_board)
    machine.on_power_cut = partial(os.kill, os.getpid(), signal.SIGKILL)
    for fault in faults:
        _break(machine.faults, fault)
    return machine


def _break(faults: Faults, fault: str) -> None:
    """Break what ``NAME[=VALUE][@SECONDS]`` names, now or later.

    Raises:
        UnknownFault: no such fault, value or time.
    """
    named, at, seconds = fault.partition("@")
    name, _, place = named.partition("=")
    place = faults.place(name, place)
    if at and not seconds.isdecimal():
        raise UnknownFault(f"{fault}: saw the time {seconds!r}, expected whole seconds after the start")
    if at:
        asyncio.get_running_loop().call_later(int(seconds), partial(faults.switch, name, place, on=True))
    else:
        faults.switch(name, place, on=True)


def _of_boards(faults: Iterable[str]) -> bool:
    return any(fault.partition("@")[0].partition("=")[0] in LINK_FAULTS for fault in faults)


def _is_free(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError:
            return False
        return True
