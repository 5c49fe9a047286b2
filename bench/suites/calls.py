"""How many of our functions one tile calls, from its release by the gate's rule until its effects are handed out.

Counts need no quiet machine: they are the same in every run, in virtual time. Twins, which stand for parts, are left
out.
"""

import asyncio
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any, Final

from bench.shared.figure import Figure
from bench.suites.latency import begin_robbing
from controller import config
from controller.devices import stickers
from controller.devices.hardware import Hardware
from controller.devices.part_or_twin import make_twin_table
from controller.games import installed
from controller.games.naming import piece_ids
from controller.play.draws import Chance
from controller.play.table import Table
from controller.store.house_rules import HouseRules
from controller.store.journal import Journal
from hw.clock import LoopClock
from hw.ntag.twin import Ntag213
from hw.testing import clock as virtual
from hw.values import ReaderId

TILES: Final = 8
APART_S: Final = 1.3
"""More than a second, so that the lamps' answer to the tile before is over."""

ROOT: Final = Path(__file__).parents[2]
OURS: Final = tuple(f"{ROOT / top}/" for top in ("controller", "hw", "firmware"))
TWINS: Final = ("/hw/testing/", "/hw/bus/mock_pins.py", "/twin.py")

FIRST: Final = ("controller/play/inputs.py", "_take")
LAST: Final = ("controller/play/game_loop.py", "show_effects")
GUARD: Final = ("controller/games/game_guard.py", "call_or_raise_fault")
WAITING: Final = ("controller/games/tumult_royale/show/waiting.py", "waiting")


class _Counter:
    """Counts calls of our functions between ``FIRST`` and the end of ``LAST``."""

    def __init__(self) -> None:
        self.calls: list[Counter[tuple[str, str]]] = []
        self.held_ms = 0.0
        self._counts = False

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> None:
        code = frame.f_code
        if not code.co_filename.startswith(OURS):
            return
        place = code.co_filename.removeprefix(f"{ROOT}/"), code.co_name
        if event == "call" and place == FIRST:
            self.calls.append(Counter())
            self.held_ms = 1e3 * (asyncio.get_running_loop().time() - frame.f_locals["passage"].at_s)
            self._counts = True
        if self._counts and event == "call" and not any(twin in code.co_filename for twin in TWINS):
            self.calls[-1][place] += 1
        elif event == "return" and place == LAST:
            self._counts = False


def run() -> list[Figure]:
    """Throw some tiles one after the other while the hourglass runs; give the counts of the last."""
    counter = _Counter()
    with tempfile.TemporaryDirectory(prefix="royaltable-") as folder:
        virtual.run_virtual(_throw(Path(folder), counter), virtual.ThreadlessLoop)
    (last,) = counter.calls
    return [
        Figure(
            "calls: functions a tile calls, from its release to its effects",
            last.total(),
            "calls",
            most=250,
            counted=True,
        ),
        Figure("calls: files that these functions stand in", len({file for file, _ in last}), "files", counted=True),
        Figure("calls: crossings of the guard around a game's code", last[GUARD], "calls", most=8, counted=True),
        Figure("calls: virtual time from its reading to its release", counter.held_ms, "ms", most=0.0, counted=True),
        Figure("calls: computations of what the table waits for", last[WAITING], "calls", most=1, counted=True),
    ]


async def _throw(folder: Path, counter: _Counter) -> None:
    clock = LoopClock()
    settings = config.simulator()
    machine = make_twin_table(settings, clock)
    tags = stickers.simulated_tag_map(piece_ids(installed.make_game()))
    hardware = Hardware(settings, machine, clock)
    with Journal(folder / "bench.journal") as journal:
        table = Table(settings, hardware, tags, journal, Chance(1), HouseRules(settings.table))
        async with table.open_and_run():
            tiles = await begin_robbing(table, random.Random(1))  # noqa: S311  # hands, no secrets
            try:
                for number in range(TILES):
                    if number == TILES - 1:
                        sys.setprofile(counter)
                    sticker = Ntag213(stickers.simulated_uid(tiles.pop()))
                    chip = machine.readers[ReaderId(table.loop.castles[number % len(table.loop.castles)])]
                    chip.enter(sticker)
                    await asyncio.sleep(0.1)
                    chip.leave(sticker)
                    await asyncio.sleep(APART_S)
            finally:
                sys.setprofile(None)
