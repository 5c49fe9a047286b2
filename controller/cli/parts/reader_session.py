"""What `read`, `teach` and `census` share: a table's readers, real or simulated, without a game."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from controller import config
from controller.cli.shared.config_option import config_option
from controller.cli.shared.table_files import nobody_plays_on
from controller.config import ConfigError, TableConfig, load
from controller.devices import simulated_box
from controller.devices.board_reader import BoardReader
from controller.devices.hardware import Hardware, machine, twins
from controller.devices.health import DeviceHealth
from controller.devices.sensing_loop import Reader
from controller.devices.sticker_io import StickerReader
from controller.games.tumult_royale.box.edition import standard
from controller.store.table_files import TableFiles
from hw.bus.ports import Ports
from hw.clock import Clock, LoopClock
from hw.errors import HardwareError
from hw.testing.table import TwinTable
from hw.units import ReaderId

F = TypeVar("F", bound=Callable[..., Any])

run: Callable[[Coroutine[Any, Any, None]], None] = asyncio.run
"""Tests put a loop in virtual time here."""

HELD_S = 0.6
"""How long a simulated hand holds a sticker, and how long it takes for the next one."""


def where(command: F) -> F:
    """Options of a command that uses a table's readers."""
    command = click.option("--castle", help="Whose gate to use.  [default: the first castle]")(command)
    command = click.option("--sim", is_flag=True, help="A simulated table, whose hand brings the tiles in order.")(
        command
    )
    return config_option(command)


@dataclass(frozen=True, slots=True)
class ReaderSession:
    """The readers of a table that does not play.

    Attributes:
        readers: those of the Pi's own SPI and those of castle boards.
        talkers: those of them that can also talk with one sticker.
        name: the castle whose gate is used.
        folder: where the table's files are.
        bring: where that gate is simulated: a hand brings these tiles to it, one after the other.
    """

    settings: TableConfig
    clock: Clock
    readers: Mapping[ReaderId, Reader]
    talkers: Mapping[ReaderId, StickerReader]
    name: ReaderId
    folder: Path
    bring: Callable[[Sequence[str]], None]

    @property
    def reader(self) -> Reader:
        """The reader of the castle whose gate is used."""
        return self.readers[self.name]

    @property
    def talker(self) -> StickerReader:
        """The same, if it can talk with a sticker.

        Raises:
            click.ClickException: it cannot.
        """
        if self.name not in self.talkers:
            raise click.ClickException(
                f"the reader of {self.name} tells UIDs alone, expected one on the Pi's own SPI, with the driver 'own'."
            )
        return self.talkers[self.name]


def settings_of(config_file: Path, *, sim: bool, castle: str | None) -> TableConfig:
    """The table's wiring, checked for the castle that is asked for.

    Raises:
        click.ClickException: what was seen and what to do.
    """
    try:
        settings = config.simulator() if sim else load(config_file)
    except ConfigError as fault:
        raise click.ClickException(str(fault)) from None
    castles = [each.color for each in settings.castle]
    if castle is not None and castle not in castles:
        raise click.ClickException(f"--castle: saw {castle!r}, expected one of {', '.join(castles)}.")
    return settings


def at_a_reader(
    settings: TableConfig,
    config_file: Path,
    deed: Callable[[ReaderSession], Awaitable[None]],
    *,
    sim: bool,
    castle: str | None,
) -> None:
    """Open the readers, do ``deed``, and switch everything off.

    Raises:
        click.ClickException: a reader failed, or a table plays; the message says what to do.
    """
    if not sim:
        nobody_plays_on(TableFiles.named_by(settings, config_file))

    async def main() -> None:
        async with _open(settings, config_file, sim=sim, castle=castle) as bench:
            await deed(bench)

    try:
        run(main())
    except HardwareError as fault:
        raise click.ClickException(str(fault)) from None
    except KeyboardInterrupt:
        raise click.Abort from None


@asynccontextmanager
async def _open(
    settings: TableConfig, config_file: Path, *, sim: bool, castle: str | None
) -> AsyncIterator[ReaderSession]:
    clock = LoopClock()
    ports = twins(settings, clock) if sim else machine(settings, clock)
    hardware = Hardware(settings, ports, clock)
    name = ReaderId(castle or settings.castle[0].color)
    tasks: list[asyncio.Task[None]] = []
    lost: dict[str, str | None] = {}
    boards = {ReaderId(gate): BoardReader() for gate in settings.boards}
    hardware.on_news = lambda gate, news: boards[gate].heard(news)
    try:
        hardware.open_readers(DeviceHealth(lambda device: lost.update({device.name: device.fault})))
        readers: dict[ReaderId, Reader] = {**hardware.chips, **boards}
        if name not in readers:
            raise click.ClickException(f"{name}: {lost.get(name)}")
        if (link := hardware.open_link()) is not None:
            tasks.append(asyncio.create_task(link.run()))
        await readers[name].start()
        bring = bring_to(ports, name, clock, tasks)
        yield ReaderSession(settings, clock, readers, hardware.sticker_readers, name, config_file.parent, bring)
    finally:
        for task in tasks:
            task.cancel()
        hardware.off()


def bring_to(
    ports: Ports, name: ReaderId, clock: Clock, hand: list[asyncio.Task[None]]
) -> Callable[[Sequence[str]], None]:
    """Where the gate is simulated a hand that carries tiles to it, else nobody: people do it."""

    def bring(tiles: Sequence[str]) -> None:
        if isinstance(ports, TwinTable) and name in ports.readers:
            hand.append(asyncio.get_running_loop().create_task(_bring(ports, name, clock, tiles)))

    return bring


async def _bring(table: TwinTable, name: ReaderId, clock: Clock, tiles: Sequence[str]) -> None:
    for tile in tiles:
        await table.pass_tile(name, simulated_box.uid_of(tile), HELD_S)
        await clock.sleep_until(clock.now_s() + HELD_S)


def box() -> list[str]:
    """The tiles of the shipped edition, in order."""
    return [tile.id for tile in standard().tiles]
