"""What `read`, `teach` and `census` share: a table's readers, real or simulated, without a game."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from controller.cli.table_files import nobody_plays_on
from controller.cli.where import config_option
from controller.daemon import config, simulated_box
from controller.daemon.archive import TableFiles
from controller.daemon.config import ConfigError, TableConfig, load
from controller.daemon.devices import Devices
from controller.daemon.hardware import Hardware, machine, twins
from controller.daemon.stickers import StickerReader
from controller.games.tumult_royale.edition import standard
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
class Bench:
    """The readers of a table that does not play.

    Attributes:
        name: the castle whose gate is used.
        folder: where the table's files are.
        bring: on a simulated table: a hand brings these tiles to that gate, one after the other.
    """

    settings: TableConfig
    clock: Clock
    readers: Mapping[ReaderId, StickerReader]
    name: ReaderId
    folder: Path
    bring: Callable[[Sequence[str]], None]

    @property
    def reader(self) -> StickerReader:
        """The reader of the castle whose gate is used."""
        return self.readers[self.name]


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
    deed: Callable[[Bench], Awaitable[None]],
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
async def _open(settings: TableConfig, config_file: Path, *, sim: bool, castle: str | None) -> AsyncIterator[Bench]:
    clock = LoopClock()
    ports = twins(settings, clock) if sim else machine(settings, clock)
    hardware = Hardware(settings, ports, clock)
    name = ReaderId(castle or settings.castle[0].color)
    hand: list[asyncio.Task[None]] = []

    try:
        hardware.open_readers(Devices(lambda _device: None))
        readers = hardware.sticker_readers
        if name not in readers:
            raise click.ClickException(
                f"the reader of {name} is not open (`royaltable serve` says why), or has a driver that reads UIDs only."
            )
        await readers[name].start()
        yield Bench(settings, clock, readers, name, config_file.parent, bring_to(ports, name, clock, hand))
    finally:
        for task in hand:
            task.cancel()
        hardware.off()


def bring_to(
    ports: Ports, name: ReaderId, clock: Clock, hand: list[asyncio.Task[None]]
) -> Callable[[Sequence[str]], None]:
    """On a simulated table a hand that carries tiles to the gate, else nobody: people do it."""

    def bring(tiles: Sequence[str]) -> None:
        if isinstance(ports, TwinTable):
            hand.append(asyncio.get_running_loop().create_task(_bring(ports, name, clock, tiles)))

    return bring


async def _bring(table: TwinTable, name: ReaderId, clock: Clock, tiles: Sequence[str]) -> None:
    for tile in tiles:
        await table.pass_tile(name, simulated_box.uid_of(tile), HELD_S)
        await clock.sleep_until(clock.now_s() + HELD_S)


def box() -> list[str]:
    """The tiles of the shipped edition, in order."""
    return [tile.id for tile in standard().tiles]
