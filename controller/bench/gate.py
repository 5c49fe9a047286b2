"""The gate in a rush: players throw tiles over four of them; what share does the table count?

Our readers and the package `mfrc522` run in the same virtual time: each system call to a bus costs what it costs a Pi,
besides its bits. Ours are charged for late timers and for each wake of the processor, too, the package is not: it never
sleeps. The display is written meanwhile, whole, more often than the table ever does.
"""

import asyncio
import heapq
import importlib
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from msgspec.structs import replace
from PIL import Image

from controller.bench.shared.figure import Figure
from controller.config import OledSection
from controller.devices.gate import Gate, Passage, TilePassed
from controller.devices.health import DeviceHealth
from controller.devices.screen import ConsoleScreen
from controller.devices.sensing_loop import sense
from controller.store.tag_book import TagBook
from hw.bus.twin_i2c import TwinI2cBus
from hw.clock import LoopClock
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.oled.twin import Ssd1306Twin
from hw.poll_round import PollRound
from hw.testing.busy_loop import FREE, BusyLoop, ChargedI2c, ChargedSpi, Charges
from hw.testing.raspberry import WireTime, simulated_pi
from hw.units import ReaderId, Uid

CASTLES: Final = 4
TILES_A_SECOND: Final = 3
RUSH_S: Final = 20.0
WINDOWS_S: Final = (0.020, 0.045, 0.100)
PROMISED_S: Final = 0.045
COUNTED_AT_LEAST_PERCENT: Final = 99.9
SEEDS: Final = range(1, 6)
CALLS_US: Final = (20, 40, 60)
"""What one system call to a bus costs a Pi besides its bits: a Pi 5, and up to the smallest."""

SMALLEST: Final = Charges(call_s=60e-6, late_s=100e-6, wake_s=300e-6)
"""A Zero 2 W under load."""

FRAME_EVERY_S: Final = 0.7

Arrival = tuple[float, int, Uid]
"""When, at which castle, which tile."""


def arrivals(seed: int) -> list[Arrival]:
    """Tiles at random moments at every castle; no two stickers start alike."""
    chance = Random(seed)  # noqa: S311  # a repeatable rush, no secret
    drawn: list[Arrival] = []
    for castle in range(CASTLES):
        at_s = chance.expovariate(TILES_A_SECOND)
        while at_s < RUSH_S:
            number = len(drawn)
            drawn.append((at_s, castle, Uid(bytes((4, 1 + number // 100, 1 + number % 100)) + chance.randbytes(4))))
            at_s += chance.expovariate(TILES_A_SECOND)
    return sorted(drawn)


def ours(window_s: float, seed: int, charges: Charges = FREE, *, frames: bool = False) -> float:
    """Share of tiles that pass our readers, gates and the table's own round, each once.

    With ``frames`` a whole picture goes to the display every `FRAME_EVERY_S`.
    """
    tiles = arrivals(seed)
    book = TagBook({uid: uid.hex() for _, _, uid in tiles})
    counted: list[str] = []

    def passed(passage: Passage) -> None:
        if isinstance(passage, TilePassed):
            counted.append(passage.tile)

    async def scene() -> None:
        clock, polls = LoopClock(), PollRound()
        twins = [Mfrc522Twin(clock.now_s) for _ in range(CASTLES)]
        loop = asyncio.get_running_loop()
        assert isinstance(loop, BusyLoop)
        begins_s = loop.time() + 1.0
        for at_s, castle, uid in tiles:
            sticker = Ntag213(uid)
            loop.at(begins_s + at_s, partial(twins[castle].enter, sticker))
            loop.at(begins_s + at_s + window_s, partial(twins[castle].leave, sticker))
        tasks = []
        for number, twin in enumerate(twins):
            name = ReaderId(f"castle {number}")
            driver = Mfrc522(ChargedSpi(twin, loop), clock, name=name)
            sensing = sense(name, driver, Gate(name, book), clock, DeviceHealth(), passed, polls=polls)
            tasks.append(loop.create_task(sensing))
        if frames:
            tasks.append(loop.create_task(_draw(loop)))
        await asyncio.sleep(RUSH_S + 3.0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    with asyncio.Runner(loop_factory=partial(BusyLoop, charges)) as runner:
        runner.run(scene())
    if len(set(counted)) != len(counted):
        msg = f"{len(counted) - len(set(counted))} tiles were counted twice"
        raise ValueError(msg)
    return len(counted) / len(tiles)


async def _draw(loop: BusyLoop) -> None:
    """Whole pictures, for ever."""
    bus = TwinI2cBus()
    bus.attach(OledSection().address, Ssd1306Twin())
    ports: Any = SimpleNamespace(i2c=lambda _: ChargedI2c(bus, loop))
    screen = ConsoleScreen(OledSection(), ports)
    while True:
        screen.renew()
        await screen.draw(Image.new("1", (128, 64)))
        await asyncio.sleep(FRAME_EVERY_S)


class _RushTime(WireTime):
    """Wire time in which hands move while a package is busy."""

    def __init__(self, call_s: float) -> None:
        super().__init__(call_s)
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()

    def at(self, at_s: float, act: Callable[[], None]) -> None:
        """Let something happen at ``at_s``."""
        heapq.heappush(self._due, (at_s, next(self._order), act))

    def clocked(self, octets: int, hertz: int) -> None:
        """As `WireTime.clocked`; whatever is due by then happens."""
        super().clocked(octets, hertz)
        while self._due and self._due[0][0] <= self.now_s():
            heapq.heappop(self._due)[2]()


def mfrc522(window_s: float, seed: int, call_s: float) -> float:
    """Share of tiles of which the package `mfrc522` sees at least the three octets it reads, castle by castle."""
    tiles = arrivals(seed)
    time = _RushTime(call_s)
    where = [(0, 0), (0, 1), (1, 0), (1, 1)]
    twins = {place: Mfrc522Twin(time.now_s) for place in where}
    seen: set[bytes] = set()
    with simulated_pi(twins, time):
        package: Any = importlib.import_module("mfrc522")  # it has no types
        readers = []
        for bus, device in where:
            reader = package.SimpleMFRC522.__new__(package.SimpleMFRC522)  # its own constructor knows one reader only
            reader.READER = package.MFRC522(bus=bus, device=device)
            readers.append(reader)
        for at_s, castle, uid in tiles:
            sticker, twin = Ntag213(uid), twins[where[castle]]
            time.at(at_s, partial(twin.enter, sticker))
            time.at(at_s + window_s, partial(twin.leave, sticker))
        while time.now_s() < RUSH_S + 1.0:
            for reader in readers:
                number = reader.read_id_no_block() or 0
                seen.add(number.to_bytes(5, "big")[1:4])
    return sum(uid[:3] in seen for _, _, uid in tiles) / len(tiles)


def run() -> list[Figure]:
    """Share of the tiles counted, for three times in the field, next to the package; then the smallest Pi's."""
    figures = []
    for window_s in WINDOWS_S:
        for call_us in CALLS_US:
            call_s = call_us / 1e6
            peer = 100 * mfrc522(window_s, SEEDS[0], call_s) if find_spec("mfrc522") else None
            figures.append(
                Figure(
                    f"gate: {CASTLES} x {TILES_A_SECOND} tiles a second, {window_s * 1e3:.0f} ms in the field, "
                    f"{call_us} us a call, counted",
                    100 * ours(window_s, SEEDS[0], Charges(call_s=call_s)),
                    "%",
                    least=COUNTED_AT_LEAST_PERCENT if window_s >= PROMISED_S else None,
                    peers={"mfrc522": peer},
                )
            )
    return figures + list(_smallest())


def _smallest() -> Iterator[Figure]:
    """The worst seed of a rush on the smallest Pi, and with whole pictures on a display at either clock of I2C."""
    late = f"{1e6 * SMALLEST.call_s:.0f} us a call, wakes {1e6 * SMALLEST.late_s:.0f} us late for "
    rush = f"gate: rush of 45 ms, {late}{1e6 * SMALLEST.wake_s:.0f} us each"
    for i2c_hz in (None, 400_000, 100_000):
        charges = SMALLEST if i2c_hz is None else replace(SMALLEST, i2c_hz=i2c_hz)
        shares = [100 * ours(PROMISED_S, seed, charges, frames=i2c_hz is not None) for seed in SEEDS]
        shown = "" if i2c_hz is None else f", a whole picture at {i2c_hz // 1000} kHz every {FRAME_EVERY_S} s"
        name = f"{rush}{shown}, worst of {len(SEEDS)} seeds"
        yield Figure(name, min(shares), "%", least=COUNTED_AT_LEAST_PERCENT)
