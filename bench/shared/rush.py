"""A rush: players throw tiles over four gates, while buses and the processor take their time.

Our readers and the package `mfrc522` run in the same virtual time: each system call to a bus costs what it costs a Pi,
besides its bits. Ours are charged for late timers and for each wake of the processor, too, the package is not: it never
sleeps.
"""

import asyncio
import importlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from msgspec import Struct
from PIL import Image

from controller.config.schema import OledSection
from controller.devices.health import DeviceHealth
from controller.devices.readers import Passage, poll_reader
from controller.devices.screen import ConsoleScreen
from hw.bus.twin_i2c import TwinI2cBus
from hw.clock import LoopClock
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.field import WAYS_MM, way_over_coil
from hw.mfrc522.reader_twin import ReaderTwin
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.oled.twin import Ssd1306Twin
from hw.pn532.driver import Pn532
from hw.pn532.twin import Pn532Twin
from hw.poll import RUSH_POLL_EVERY_S, PollScheduler
from hw.testing.pi.machine import SimulatedPi
from hw.values import ReaderId, Uid
from tests.support.busy_loop import FREE, BusyLoop, ChargedI2c, ChargedSpi, Charges

CASTLES: Final = 4
TILES_A_SECOND: Final = 3
RUSH_S: Final = 20.0
FRAME_EVERY_S: Final = 0.7
CALLS_US: Final = (20, 40, 60)
"""What one system call to a bus costs a Pi besides its bits: a Pi 5, and up to the smallest."""

APART_S: Final = 0.06
"""Least time between two tiles of a hand. Closer ones lie on each other, which no reader reads."""

Arrival = tuple[float, int, Uid]
"""When, at which castle, which tile."""


class Rush(Struct, frozen=True):
    """What became of the tiles of a rush.

    Attributes:
        tiles: how many came.
        waits_s: of each that was counted, from its coming into the field until then.
    """

    tiles: int
    waits_s: Mapping[bytes, float]

    @property
    def share(self) -> float:
        return len(self.waits_s) / self.tiles


def arrivals(seed: int) -> list[Arrival]:
    """Tiles at random moments at every castle; no two stickers start alike."""
    chance = Random(seed)  # noqa: S311  # a repeatable rush, no secret
    drawn: list[Arrival] = []
    for castle in range(CASTLES):
        at_s = chance.expovariate(TILES_A_SECOND)
        while at_s < RUSH_S:
            number = len(drawn)
            drawn.append((at_s, castle, Uid(bytes((4, 1 + number // 100, 1 + number % 100)) + chance.randbytes(4))))
            at_s += max(APART_S, chance.expovariate(TILES_A_SECOND))
    return sorted(drawn)


def moves(twin: ReaderTwin, uid: Uid, window_s: float) -> Iterator[tuple[float, Callable[[], None]]]:
    """Yield what becomes of a tile that slides over a coil, ``window_s`` between its wires, and when."""
    sticker, at_s = Ntag213(uid), 0.0
    for seconds, aside_mm, above_mm in way_over_coil(window_s, Random(uid), WAYS_MM[:1]):  # noqa: S311  # no secret
        yield at_s, partial(twin.move, sticker, aside_mm, above_mm)
        at_s += seconds
    yield at_s, partial(twin.leave, sticker)


CHIPS: Final[Mapping[str, tuple[type[Mfrc522Twin | Pn532Twin], type[Mfrc522 | Pn532]]]] = {
    "mfrc522": (Mfrc522Twin, Mfrc522),
    "pn532": (Pn532Twin, Pn532),
}


def ours(window_s: float, seed: int, charges: Charges = FREE, *, frames: bool = False, chip: str = "mfrc522") -> Rush:
    """Tiles that are ``window_s`` between a coil's wires pass our readers, gates and the table's own round, each once.

    With ``frames`` a whole picture goes to the display every `FRAME_EVERY_S`, more than the table ever sends.
    """
    tiles = arrivals(seed)
    counted: list[tuple[Uid, float]] = []

    async def scene() -> float:
        clock, polls = LoopClock(), PollScheduler(RUSH_POLL_EVERY_S)
        make_twin, make_driver = CHIPS[chip]
        twins = [make_twin(clock.now_s) for _ in range(CASTLES)]
        loop = asyncio.get_running_loop()
        assert isinstance(loop, BusyLoop)
        begins_s = loop.time() + 1.0
        for at_s, castle, uid in tiles:
            for moves_s, move in moves(twins[castle], uid, window_s):
                loop.at(begins_s + at_s + moves_s, move)

        def passed(passage: Passage) -> None:
            if passage.uid is not None:
                counted.append((passage.uid, loop.time()))

        tasks = []
        for number, twin in enumerate(twins):
            name = ReaderId(f"castle {number}")
            driver = make_driver(ChargedSpi(twin, loop), clock, name=name)
            sensing = poll_reader(name, driver, clock, DeviceHealth(), passed, polls=polls)
            tasks.append(loop.create_task(sensing))
        if frames:
            tasks.append(loop.create_task(_draw(loop)))
        await asyncio.sleep(RUSH_S + 3.0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return begins_s

    with asyncio.Runner(loop_factory=partial(BusyLoop, charges)) as runner:
        begins_s = runner.run(scene())
    told_s = dict(counted)
    if len(told_s) != len(counted):
        msg = f"{len(counted) - len(told_s)} tiles were counted twice"
        raise ValueError(msg)
    came_s = {uid: begins_s + at_s for at_s, _, uid in tiles}
    return Rush(len(tiles), {uid: at_s - came_s[uid] for uid, at_s in told_s.items()})


async def _draw(loop: BusyLoop) -> None:
    bus = TwinI2cBus()
    bus.attach(OledSection().address, Ssd1306Twin())
    ports: Any = SimpleNamespace(i2c_port=lambda _: ChargedI2c(bus, loop))
    screen = ConsoleScreen(OledSection(), ports, LoopClock())
    while True:
        screen.set_up_at_next_picture()
        await screen.show_without_blocking(Image.new("1", (128, 64)))
        await asyncio.sleep(FRAME_EVERY_S)


def mfrc522(window_s: float, seed: int, call_s: float) -> Rush:
    """The tiles of which the package `mfrc522` sees at least the three bytes it reads, castle by castle."""
    tiles = arrivals(seed)
    where = [(0, 0), (0, 1), (1, 0), (1, 1)]
    pi = SimulatedPi({"readers": {f"castle {number}": place for number, place in enumerate(where)}}, call_s=call_s)
    pi.trace.most = 0
    twins = list(pi.table.readers.values())
    seen_s: dict[bytes, float] = {}
    with closing(pi), pi.in_use():
        package: Any = importlib.import_module("mfrc522")  # it has no types
        readers = []
        for bus, device in where:
            reader = package.SimpleMFRC522.__new__(package.SimpleMFRC522)  # its own constructor knows one reader only
            reader.READER = package.MFRC522(bus=bus, device=device)
            readers.append(reader)
        for at_s, castle, uid in tiles:
            for moves_s, move in moves(twins[castle], uid, window_s):
                pi.call_at(at_s + moves_s, move)
        while pi.now_s() < RUSH_S + 1.0:
            for reader in readers:
                number = reader.read_id_no_block() or 0
                seen_s.setdefault(number.to_bytes(5, "big")[1:4], pi.now_s())
    return Rush(len(tiles), {uid: seen_s[uid[:3]] - at_s for at_s, _, uid in tiles if uid[:3] in seen_s})
