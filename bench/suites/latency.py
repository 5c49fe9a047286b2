"""From the end of a tag's last frame to the disk, the display's bus and a page, in real time, four castles in the rush.

All of it is the real thing but the parts: the daemon's loop, SQLite on this machine's disk, uvicorn, a page's stream
over a socket to another process. The twins cost more of the processor than parts would, and so does a machine that is
busy with other things. Of the way to the journal most is the disk's own time to make a page of the journal safe.
"""

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import uvicorn

from bench.shared.figure import Figure
from controller import config
from controller.devices import hardware, part_or_twin, stickers
from controller.games import installed, naming, requests
from controller.games.contract.inputs import Simulated
from controller.games.contract.values import CastleId, PieceId
from controller.play.draws import Chance
from controller.play.page_service import PageService
from controller.play.table import Table
from controller.service.page_app import create_app
from controller.store.house_rules import HouseRules
from controller.store.journal import Entry, Journal
from controller.web.bounded_server import open_listener
from hw.clock import LoopClock, make_fine_timer_loop
from hw.iso14443.picc import PiccState
from hw.ntag.twin import Ntag213
from hw.oled.twin import OledTwin
from hw.testing.table import TwinTable
from hw.values import ReaderId

GAMES: Final = 4
HOURGLASS_S: Final = 10
GAP_S: Final = (0.6, 1.4)
"""Between two tiles of one castle."""
DWELL_S: Final = (0.06, 0.14)
"""How long a tile is in the field."""
SYNCS: Final = 100

JOURNAL_AT_MOST_MS: Final = 5.0
"""Beside what the disk takes to sync a page (decision 54)."""
PAGE_AT_MOST_MS: Final = 25.0

PAGE: Final = """
import socket, sys, time
stream = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
stream.sendall(b"GET /api/stream HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\n\\r\\n")
rest = b""
while bytes := stream.recv(1 << 20):
    at_s = time.monotonic()
    rest += bytes
    *lines, rest = rest.split(b"\\n")
    for line in lines:
        if line.startswith(b"data: {") and b'"seq":' in line:
            print(at_s, line.split(b'"seq":')[1].split(b",")[0].decode(), flush=True)
"""
"""A page's client: when which number of actions came over the socket."""


class _TimedSticker(Ntag213):
    """A tag that knows when it was first read: ``read_s``, the end of the frame with which it was selected."""

    def __init__(self, tile: PieceId) -> None:
        self.state = PiccState.POWER_OFF
        self.read_s: float | None = None
        super().__init__(stickers.simulated_uid(tile))

    @property
    def busy_until_s(self) -> float:
        return self._busy_until_s

    @busy_until_s.setter
    def busy_until_s(self, at_s: float) -> None:
        self._busy_until_s = at_s
        if self.state is PiccState.ACTIVE:  # later polls select it out of HALT: ACTIVE_STAR
            self.read_s = at_s


class _TimedJournal(Journal):
    """A journal that notes when which entry was on the disk."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.on_disk: list[tuple[float, Entry]] = []

    def append(self, entries: Sequence[Entry]) -> None:
        super().append(entries)
        at_s = time.monotonic()
        self.on_disk += [(at_s, entry) for entry in entries]


def run() -> list[Figure]:
    """Four castles robbing for some hourglasses; p50 and p99 of the three ways."""
    with asyncio.Runner(loop_factory=make_fine_timer_loop) as runner, ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="royaltable-")))
        disk_s, bus_s, page_s = runner.run(_rush(folder))
        synced_ms = sorted(_synced_ms(folder))
    synced_p50_ms = synced_ms[len(synced_ms) // 2]
    figures = [Figure("latency: a page of the journal written and synced, p50", synced_p50_ms, "ms")]
    for name, way_s, median_at_most_ms, most_ms in (
        ("the journal", disk_s, JOURNAL_AT_MOST_MS + synced_p50_ms, None),
        ("the display's bus", bus_s, None, None),
        ("a page", page_s, None, PAGE_AT_MOST_MS),
    ):
        ms = sorted(1000 * each for each in way_s)
        figures += [
            Figure(f"latency: tag to {name}, p50 of {len(ms)}", ms[len(ms) // 2], "ms", most=median_at_most_ms),
            Figure(f"latency: tag to {name}, p99", ms[min(len(ms) - 1, len(ms) * 99 // 100)], "ms", most=most_ms),
        ]
    return figures


def _synced_ms(folder: Path) -> Iterator[float]:
    """What the disk takes for a commit at least, as often as tiles come."""
    with (folder / "synced").open("wb", buffering=0) as file:
        for _ in range(SYNCS):
            begun_s = time.perf_counter()
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
            yield 1000 * (time.perf_counter() - begun_s)
            time.sleep(0.03)


async def _rush(folder: Path) -> tuple[list[float], list[float], list[float]]:
    clock = LoopClock()
    settings = config.simulator()
    machine = part_or_twin.make_twin_table(settings, clock)
    assert machine.oled is not None
    bus_changed_s = _listen(machine.oled)
    journal = _TimedJournal(folder / "bench.journal")
    house = HouseRules(settings.table)
    house.change_and_save(hourglass_s=HOURGLASS_S)
    book = stickers.simulated_tag_map(naming.piece_ids(installed.make_game()))
    table = Table(settings, hardware.Hardware(settings, machine, clock), book, journal, Chance(1), house)
    read_s: dict[tuple[int, PieceId], float] = {}
    with open_listener("127.0.0.1", 0) as listener:
        async with table.open_and_run():
            app = create_app(PageService(table, machine))
            server = uvicorn.Server(uvicorn.Config(app, lifespan="off", log_level="warning"))
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            command = [sys.executable, "-c", PAGE, str(listener.getsockname()[1])]
            page = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603, ASYNC220  # our own
            await asyncio.sleep(1.0)
            for number in range(GAMES):
                await _one(table, machine, read_s, number)
            page.terminate()
            said, _ = await asyncio.to_thread(page.communicate)
            server.should_exit = True
            await serving
    journal.close()
    seen = [(float(at_s), int(seq)) for at_s, seq in (line.split() for line in said.splitlines())]
    return _ways(journal.on_disk, read_s, bus_changed_s, seen)


def _listen(display: OledTwin) -> list[float]:
    """When the display's memory was changed by what came over its bus."""
    changed_s: list[float] = []
    receive = display.receive

    def timed(data: bytes) -> None:
        before = display.changes
        receive(data)
        if display.changes != before:
            changed_s.append(time.monotonic())

    display.receive = timed  # type: ignore[method-assign]  # an ear on the bus
    return changed_s


async def begin_robbing(table: Table, chance: random.Random) -> list[PieceId]:
    """Enter a new game by hand up to its hourglass; return the tiles that lie at the people's, shuffled."""
    castles = [CastleId(castle.color) for castle in table.config.castle]
    await table.loop.submit(requests.NewGame(castles, {"variant": "classic", "map": "honour"}), "bench")
    for castle in sorted(castles, key=lambda castle: -_rank(table, castle)):
        await table.loop.propose_action({"do": "place_first", "player": castle}, "bench")
    await table.loop.propose_action({"do": "spin", "demand": 4}, "bench")
    assert isinstance(table.game, Simulated)
    tiles = [each.piece for each in table.game.lying_pieces(table.loop.state)]
    chance.shuffle(tiles)
    for _ in range(3 * len(castles)):
        await table.loop.propose_action({"do": "set_aside", "tile": tiles.pop()}, "bench")
    await table.loop.propose_action({"do": "collect"}, "bench")
    return tiles


async def _one(table: Table, machine: TwinTable, read_s: dict[tuple[int, PieceId], float], number: int) -> None:
    """A new game up to its hourglass; then four hands rob until it is empty."""
    chance = random.Random(number)  # noqa: S311  # hands, no secrets
    tiles = await begin_robbing(table, chance)
    castles = table.loop.castles
    game_id = table.loop.game_id
    assert game_id is not None

    async def hand(castle: CastleId) -> None:
        while tiles:
            await asyncio.sleep(chance.uniform(*GAP_S))
            if not table.hourglass.is_running or not tiles:
                return
            tile = tiles.pop()
            sticker = _TimedSticker(tile)
            chip = machine.readers[ReaderId(castle)]
            chip.enter(sticker)
            await asyncio.sleep(chance.uniform(*DWELL_S))
            chip.leave(sticker)
            if sticker.read_s is not None:
                read_s[game_id, tile] = sticker.read_s

    async with asyncio.TaskGroup() as group:
        for castle in castles:
            group.create_task(hand(castle))
    await asyncio.sleep(0.5)


def _rank(table: Table, castle: CastleId) -> int:
    view = table.game.view(table.loop.state, table.loop.memory)
    return int(next(player["rank"] for player in view["players"] if player["color"] == castle))


def _ways(
    on_disk: Sequence[tuple[float, Entry]],
    read_s: dict[tuple[int, PieceId], float],
    bus_changed_s: Sequence[float],
    seen: Sequence[tuple[float, int]],
) -> tuple[list[float], list[float], list[float]]:
    """How long each tile took to the disk, to the bus, and to the page; seconds."""
    disk_s: list[float] = []
    bus_s: list[float] = []
    page_s: list[float] = []
    for at_s, entry in on_disk:
        tag_s = read_s.get((entry.game_id, entry.action.get("tile", "")))
        if tag_s is None or entry.action["do"] != "rob":
            continue
        disk_s.append(at_s - tag_s)
        bus_s.append(min(changed_s for changed_s in bus_changed_s if changed_s >= at_s) - tag_s)
        page_s.append(min(came_s for came_s, seq in seen if came_s >= at_s and seq >= entry.seq) - tag_s)
    return disk_s, bus_s, page_s
