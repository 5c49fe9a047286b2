"""What `read`, `teach` and `census` share: a table's readers, real or simulated, without a game."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from controller.cli.parts.board_reader import BoardReader
from controller.cli.parts.device_session import with_devices
from controller.cli.shared.settings import config_option, settings_in
from controller.config import TableConfig
from controller.devices import simulated_box
from controller.devices.hardware import Hardware
from controller.devices.health import DeviceHealth
from controller.devices.sticker_io import StickerReader
from hw.bus.ports import Ports
from hw.clock import Clock, LoopClock
from hw.poll import Reader
from hw.testing.table import TwinTable
from hw.values import ReaderId

F = TypeVar("F", bound=Callable[..., Any])


def which_gate(command: F) -> F:
    """Options of a command that uses a table's readers."""
    command = click.option("--castle", help="The castle whose gate you use.  [default: the first]")(command)
    simulated = click.option("--sim", is_flag=True, help="Use a simulated table, where a hand brings the pieces.")
    return config_option(simulated(command))


@dataclass(frozen=True, slots=True)
class ReaderSession:
    """The readers of a table that does not play.

    Attributes:
        readers: those of the Pi's own SPI and those of castle boards.
        talkers: those of them that can also talk with one sticker.
        name: the castle whose gate is used.
        bring: at a simulated table, a hand brings these pieces to that gate, one after the other.
    """

    clock: Clock
    readers: Mapping[ReaderId, Reader]
    talkers: Mapping[ReaderId, StickerReader]
    name: ReaderId
    bring: Callable[[Iterable[str]], None]

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


def settings_at(config_file: Path, *, sim: bool, castle: str | None) -> TableConfig:
    """The table's settings, checked for the castle that is asked for.

    Raises:
        click.ClickException: what was seen and what to do.
    """
    settings = settings_in(config_file, sim=sim)
    castles = [each.color for each in settings.castle]
    if castle is not None and castle not in castles:
        raise click.ClickException(f"--castle: saw {castle!r}, expected one of {', '.join(castles)}.")
    return settings


def at_a_reader(
    settings: TableConfig,
    config_file: Path,
    use: Callable[[ReaderSession], Awaitable[None]],
    *,
    sim: bool,
    castle: str | None,
) -> None:
    """Open the readers and let ``use`` have them.

    Raises:
        click.ClickException: a reader failed, or a table plays; the message says what to do.
    """
    name = ReaderId(castle or settings.castle[0].color)
    boards = {ReaderId(gate): BoardReader() for gate in settings.boards}

    async def with_readers(hardware: Hardware, ports: Ports) -> None:
        async with _opened(hardware, ports, boards, name) as session:
            await use(session)

    with_devices(settings, config_file, with_readers, sim=sim)


@asynccontextmanager
async def _opened(
    hardware: Hardware, ports: Ports, boards: Mapping[ReaderId, BoardReader], name: ReaderId
) -> AsyncIterator[ReaderSession]:
    tasks: list[asyncio.Task[None]] = []
    lost: dict[str, str | None] = {}
    hardware.boards.heard.listen(lambda news: boards[news[0]].heard(news[1]))

    def bring(pieces: Iterable[str]) -> None:
        if isinstance(ports, TwinTable) and name in ports.readers:
            tasks.append(asyncio.create_task(simulated_box.bring(ports, name, pieces)))

    try:
        health = DeviceHealth()
        health.changed.listen(lambda device: lost.update({device.name: device.fault}))
        hardware.readers.open_all(health)
        readers: dict[ReaderId, Reader] = {**hardware.readers.chips, **boards}
        if name not in readers:
            raise click.ClickException(f"{name}: {lost.get(name)}")
        if (link := hardware.boards.open()) is not None:
            tasks.append(asyncio.create_task(link.run()))
        await readers[name].start()
        yield ReaderSession(LoopClock(), readers, hardware.readers.for_stickers, name, bring)
    finally:
        for task in tasks:
            task.cancel()
