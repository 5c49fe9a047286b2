"""The gate in a rush: players throw tiles over four of them on one bus; what share does the table count?

Our readers run in virtual time, where SPI takes none; on a Pi it takes about 40 ms of each second of a rush.
"""

import asyncio
import heapq
import importlib
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from itertools import count
from random import Random
from typing import Any, Final

from controller.bench.shared.figure import Figure
from controller.devices.gate import Gate, Passage, TilePassed
from controller.devices.health import DeviceHealth
from controller.devices.sensing_loop import sense
from controller.store.tag_book import TagBook
from hw.clock import LoopClock
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.poll_round import PollRound
from hw.testing.clock import run_virtual
from hw.testing.raspberry import WireTime, simulated_pi
from hw.units import ReaderId, Uid

CASTLES: Final = 4
TILES_A_SECOND: Final = 3
RUSH_S: Final = 20.0
WINDOWS_S: Final = (0.020, 0.045, 0.100)
PROMISED_S: Final = 0.045
COUNTED_AT_LEAST_PERCENT: Final = 99.9
SEED: Final = 1
CALL_S: Final = 20e-6
"""What one SPI transfer costs a Pi 5 besides its bits."""

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


def ours(window_s: float, seed: int) -> float:
    """Share of tiles that pass our readers, gates and the daemon's own loops, each once."""
    tiles = arrivals(seed)
    book = TagBook({uid: uid.hex() for _, _, uid in tiles})
    counted: list[str] = []

    def passed(passage: Passage) -> None:
        if isinstance(passage, TilePassed):
            counted.append(passage.tile)

    async def scene() -> None:
        clock = LoopClock()
        twins = [Mfrc522Twin(clock.now_s) for _ in range(CASTLES)]
        loop = asyncio.get_running_loop()
        begins_s = loop.time() + 1.0
        for at_s, castle, uid in tiles:
            sticker = Ntag213(uid)
            loop.call_at(begins_s + at_s, twins[castle].enter, sticker)
            loop.call_at(begins_s + at_s + window_s, twins[castle].leave, sticker)
        sensing, polls = [], PollRound()
        for number, twin in enumerate(twins):
            name = ReaderId(f"castle {number}")
            driver = Mfrc522(twin, clock, name=name)
            gate = Gate(name, book)
            sensing.append(loop.create_task(sense(name, driver, gate, clock, DeviceHealth(), passed, polls=polls)))
        await asyncio.sleep(RUSH_S + 3.0)
        for task in sensing:
            task.cancel()
        await asyncio.gather(*sensing, return_exceptions=True)

    run_virtual(scene())
    if len(set(counted)) != len(counted):
        msg = f"{len(counted) - len(set(counted))} tiles were counted twice"
        raise ValueError(msg)
    return len(counted) / len(tiles)


class _RushTime(WireTime):
    """Wire time in which hands move while a package is busy."""

    def __init__(self) -> None:
        super().__init__(CALL_S)
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


def mfrc522(window_s: float, seed: int) -> float:
    """Share of tiles of which the package `mfrc522` sees at least the three octets it reads, castle by castle."""
    tiles = arrivals(seed)
    time = _RushTime()
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
    """Share of the tiles counted, for three times that a tile is in the field, and next to the package."""
    figures = []
    for window_s in WINDOWS_S:
        peer = 100 * mfrc522(window_s, SEED) if find_spec("mfrc522") else None
        figures.append(
            Figure(
                f"gate: {CASTLES} x {TILES_A_SECOND} tiles a second, {window_s * 1e3:.0f} ms in the field, counted",
                100 * ours(window_s, SEED),
                "%",
                least=COUNTED_AT_LEAST_PERCENT if window_s >= PROMISED_S else None,
                peers={"mfrc522": peer},
            )
        )
    return figures
