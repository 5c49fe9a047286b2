"""`royaltable sim` and `faults`: run a simulated table with its page."""

import asyncio
import os
import signal
import socket
import textwrap
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from msgspec.structs import replace

from controller import config
from controller.cli.options import FILE_PATH, exit_on_error, language_option, simulated_table_files
from controller.cli.serve import run_daemon
from controller.config.schema import TableConfig
from controller.devices import stickers
from controller.devices.part_or_twin import make_twin_table
from controller.games.shelf import GameShelf
from controller.store.table_backup import restore_queued_backup
from controller.texts.translation import translate
from hw.castle_link.twin import MakeBoard
from hw.clock import Clock
from hw.errors import HardwareError
from hw.testing.clock import ScaledLoop
from hw.testing.faults import FAULTS, LINK_FAULTS, Faults, UnknownFault
from hw.testing.pico.process import find_micropython
from hw.testing.table import TwinTable
from hw.testing.wiring import BOARD_MAKERS

SHORT_GEAR: Final = 1200.0
"""Half-steps a turn of the simulated arrow, a third of a real one's: people wait four seconds instead of nine."""

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


def board_options(command: CommandT) -> CommandT:
    nodes = click.option(
        "--nodes",
        type=click.Choice(tuple(BOARD_MAKERS)),
        help="Give each castle its own board: simulated in Python, or running the real firmware.",
    )
    tray = click.option("--tray", is_flag=True, help="With --nodes: add a board in the middle for payments.")
    return nodes(tray(command))


def apply_board_options(settings: TableConfig, nodes: str | None, *, tray: bool) -> tuple[TableConfig, MakeBoard]:
    if tray and nodes is None:
        raise click.UsageError(f"--tray needs --nodes ({' or '.join(BOARD_MAKERS)}).")
    if nodes == "micropython":
        with exit_on_error(HardwareError):
            find_micropython()
    made = settings if nodes is None else config.replace_gates_by_boards(settings, tray=tray)
    return made, BOARD_MAKERS[nodes or "cpython"]


@click.command()
@click.option("--host", help="Address of the page.  [default: 127.0.0.1]")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Port of the page; 0 picks a free one.  [default: 8080 if free]"
)
@click.option("--journal", "journal_file", type=FILE_PATH, help="Save the games to this journal.")
@click.option("--seed", type=int, help="The same seed gives the same draws.")
@board_options
@click.option(
    "--fault",
    "faults",
    multiple=True,
    metavar="NAME[=VALUE][@SECONDS]",
    help="Simulate a fault, at once or after SECONDS; repeatable. `royaltable faults` lists them.",
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
    """Play on a simulated table: the code of a real one on simulated hardware."""
    settings, make_board = apply_board_options(with_short_gear(config.simulator()), nodes, tray=tray)
    if port is None and not _is_port_free(host or settings.page.host, settings.page.port):
        port = 0  # the default is in use
    files = simulated_table_files(journal_file)
    book = stickers.simulated_tag_map(GameShelf(settings.table.game, settings.game).all_sticker_names())
    make = partial(_make_faulty_twins, settings, make_board, faults)
    restore_queued_backup(files)
    try:
        run_daemon(settings, make, book, files, host=host, port=port, seed=seed, loop_factory=ScaledLoop)
    except UnknownFault as fault:
        of_boards = any(each.partition("@")[0].partition("=")[0] in LINK_FAULTS for each in faults)
        boards = " For castle boards, add --nodes." if nodes is None and of_boards else ""
        raise click.ClickException(f"--fault {fault}.{boards}") from None


def with_short_gear(settings: TableConfig) -> TableConfig:
    assert settings.spinner is not None
    return replace(settings, spinner=replace(settings.spinner, half_steps_a_turn=SHORT_GEAR))


def _make_faulty_twins(
    settings: TableConfig, make_board: MakeBoard, faults: tuple[str, ...], clock: Clock
) -> TwinTable:
    machine = make_twin_table(settings, clock, make_board)
    machine.on_power_cut = partial(os.kill, os.getpid(), signal.SIGKILL)
    for fault in faults:
        _apply_or_schedule_fault(machine.faults, fault)
    return machine


def _apply_or_schedule_fault(faults: Faults, fault: str) -> None:
    named, at, seconds = fault.partition("@")
    name, _, place = named.partition("=")
    place = faults.check_and_complete_place(name, place)
    if at and not seconds.isdecimal():
        raise UnknownFault(f"{fault}: saw the time {seconds!r}, expected whole seconds")
    if at:
        asyncio.get_running_loop().call_later(int(seconds), partial(faults.switch, name, place, on=True))
    else:
        faults.switch(name, place, on=True)


def _is_port_free(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError:
            return False
        return True


TEXT_WIDTH = 100

FAULTS_PAGE_HEAD = """# Faults

Each fault has the same name on the page of the simulated table (*Break something*), on the command line
(`royaltable sim --fault NAME[=VALUE][@SECONDS]`) and in tests, where the pytest plugin `royaltable_pytest` comes with
the package: `@pytest.mark.fault(NAME, VALUE)` applies a fault to the fixture `twin_table`. Where a fault can
be in several places, VALUE is a reader or a label of the page's buttons. Faults of boards and links need castle boards:
`royaltable sim --nodes cpython`. `royaltable faults --markdown` prints this page.

| name | what happens | what the table does |
| --- | --- | --- |
"""


@click.command("faults")
@language_option
@click.option("--markdown", is_flag=True, help="Print the page docs/faults.md.")
def list_faults(language: str, markdown: bool) -> None:  # noqa: FBT001  # click's way
    """List faults that can be simulated, and how the table reacts.

    To simulate one: `royaltable sim --fault NAME`, or the page of the simulated table.
    """
    click.echo(FAULTS_PAGE_HEAD if markdown else "", nl=False)
    for name in FAULTS:
        what, does = (translate(language, f"fault-{name}-{end}") for end in ("what", "does"))
        if markdown:
            click.echo(f"| `{name}` | {what} | {does} |")
            continue
        click.echo(f"{name}: {translate(language, f'fault-{name}')}")
        for text in (what, does):
            click.echo(textwrap.fill(text, TEXT_WIDTH, initial_indent="    ", subsequent_indent="    "))
