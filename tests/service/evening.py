"""An evening at a table that is served: everything that its tasks do is done once, in virtual time."""

import asyncio
import contextlib
import json
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec.structs import replace

from controller import config
from controller.config import CastleSection
from controller.devices import stickers
from controller.devices.health import CrashGuard
from controller.devices.part_or_twin import twins
from controller.games import installed
from controller.games.naming import USUAL, ids
from controller.play import idle_game
from controller.play.draws.derivation import Chance
from controller.play.menu.menu import MenuOrder
from controller.play.table import Table
from controller.service import daemon
from controller.service.service_manager import ServiceManager
from controller.store.house_rules import HouseRules
from controller.store.journal import Journal
from controller.store.keyring import Keyring
from controller.store.table_files import TableFiles
from hw.clock import Clock
from hw.testing.clock import VirtualLoop
from hw.testing.table import TwinTable
from tests.hw.castle_link.boards import NappingBoard
from tests.service.planting import Planter
from tests.whole_table.napping import NappingTable
from tests.whole_table.playing import Playing

STEP_S: Final = 20.0
"""Longest that one thing may take that people do."""

HEALED_S: Final = 30.0
"""By then whatever failed works again."""

A_GAME: Final = {"castles": ["blue", "yellow"], "options": {"map": "honour"}, "bots": []}


@dataclass
class Evening:
    """What is there while it lasts, and what was seen of it.

    Attributes:
        lost: which devices and parts were shown as lost, with what was said.
        faults: how many were counted until the end.
        ended_by: what ended it instead.
        still_on: what had a field, current or light when it was over.
    """

    planter: Planter
    loop: VirtualLoop
    short: bool = False
    machine: TwinTable | None = None
    table: Table | None = None
    port: int = 0
    lost: dict[str, str] = field(default_factory=dict)
    fed_at_s: float = 0.0
    ended_by: BaseException | None = None
    still_on: list[str] = field(default_factory=list)
    faults: int = 0

    async def ask(self, path: str, body: Any = None, method: str = "") -> tuple[int, bytes]:
        """One request on a connection of its own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        octets = b"" if body is None else json.dumps(body).encode()
        head = [
            f"{method or ('GET' if body is None else 'POST')} {path} HTTP/1.1",
            "host: localhost",
            "connection: close",
            f"content-length: {len(octets)}",
            "content-type: application/json",
        ]
        with contextlib.closing(writer):
            writer.write("\r\n".join([*head, "", ""]).encode() + octets)
            answer = await reader.read()
        return int(answer.split(b" ", 2)[1]), answer.partition(b"\r\n\r\n")[2]

    async def looks_on(self) -> None:
        """A browser that follows the stream, and comes again when it ends."""
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                with contextlib.closing(writer):
                    writer.write(b"GET /api/stream HTTP/1.1\r\nhost: localhost\r\n\r\n")
                    while await reader.read(65536):
                        pass
            await asyncio.sleep(1)

    @property
    def play(self) -> Playing:
        assert self.table is not None
        assert self.machine is not None
        return Playing(self.table, self.machine, self.table.loop._journal)


async def lived(evening: Evening) -> None:
    """What people do; something of it may come to nothing, since something fails."""
    play, ask = evening.play, evening.ask

    async def seen() -> None:
        for path in ("/", "/oled.png", "/api/owner", "/api/owner/doctor", "/api/owner/games", "/api/owner/backup"):
            await ask(path)

    async def kept() -> None:
        await ask("/api/owner/pin", {})
        await ask("/api/owner/tokens", {"name": "scores"})

    async def taught() -> None:
        await ask("/api/owner/stickers", {"do": "teach", "tile": "t05"})
        await play.wait(3)
        await ask("/api/owner/stickers", {"do": "end"})

    async def knocked() -> None:
        await ask("/api/knock", {"role": "referee"})
        await play.wait(2)
        await play.press()

    async def began() -> None:
        await ask("/api/game", A_GAME)
        for _ in range(3):
            await play.wait(1)
            await play.press()
        await play.wait(8)

    async def taxed() -> None:
        tiles = [tile.id for tile in play.state.table.pool.tiles]
        for nth in range(6):
            await play.pass_tile(play.state.table.colors[nth % 2], tiles[nth])
            await play.wait(0.5)
        await play.press()
        await play.wait(12)

    async def menu() -> None:
        await play.press(held_s=1.2)
        await play.turn(1)
        await play.wait(1)
        await play.press(held_s=1.2)

    async def pin_at_the_knob() -> None:
        for order in (MenuOrder.NEW_PIN, MenuOrder.UNDO, MenuOrder.GO_BACK):
            play.table.console._orders.put_nowait(order)
            await play.wait(1)

    async def bots() -> None:
        await ask("/api/game", {**A_GAME, "bots": ["yellow"]})
        await play.wait(3)

    async def left_alone() -> None:
        play.table.house.set(idle_game_h=20 / idle_game.HOUR_S)
        await play.wait(60)
        play.table.house.set(idle_game_h=2)

    everything: list[Callable[[], Awaitable[None]]]
    everything = [seen, kept, taught, knocked, began, taxed, menu, pin_at_the_knob, bots, left_alone]
    for deed in [began] if evening.short else everything:
        with contextlib.suppress(Exception):
            async with asyncio.timeout(STEP_S * (4 if deed is left_alone else 1)):
                await deed()


async def playable(evening: Evening) -> None:
    """A game begins, actions and tiles count, whoever looks on sees it, the watchdog is fed."""
    play = evening.play
    begun_s, pictures = play.now_s(), play.table.display.pictures
    async with asyncio.timeout(60):
        assert (await evening.ask("/api/game", A_GAME))[0] == 204
        seq = play.table.loop.seq
        for nth in range(3):
            await play.press()
            await play.wait(0.5)
            assert play.table.loop.seq == seq + nth + 1, "a press that does not count"
        await play.until_shown()
        tiles = [tile.id for tile in play.state.table.pool.tiles]
        for nth, castle in enumerate(play.state.table.colors):
            seq = play.table.loop.seq
            await play.pass_tile(castle, tiles[nth], 0.3)
            await play.wait(0.5)
            assert play.table.loop.seq == seq + 1, f"a tile at {castle} that does not count"
        status, view = await evening.ask("/api/view")
        assert (status, json.loads(view)["view"]["seq"]) == (200, play.table.loop.seq)
        assert play.table.display.pictures > pictures
        await play.wait(5)
    assert evening.fed_at_s > begun_s, "nobody has fed the watchdog"


def an_evening(
    folder: Path,
    planter: Planter,
    monkeypatch: pytest.MonkeyPatch,
    *,
    short: bool = False,
    make_loop: Callable[[], VirtualLoop] = VirtualLoop,
) -> Evening:
    """Live one evening, or only a game's beginning, with faults in it; unless it was ended, all works again then."""
    monkeypatch.setattr(idle_game, "PATIENCE_S", 5.0)
    loop = make_loop()
    loop.leaps = False  # a fault can only be planted where somebody waits
    evening = Evening(planter, loop, short)
    journal = Journal(folder / "evening.journal")

    class SeenTable(NappingTable):
        def __init__(self, *args: Any, **named: Any) -> None:
            super().__init__(*args, **named)
            evening.table = self
            self.health.changed.listen(
                lambda device: evening.lost.setdefault(device.name, device.fault) if device.fault else None
            )

    monkeypatch.setattr(daemon, "Table", SeenTable)
    try:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(_lived(evening, folder, journal))
    finally:
        journal.close()
    assert evening.machine is not None
    if evening.table is not None:
        evening.faults = sum(evening.table.guard.faults.values())
    evening.still_on = evening.machine.still_on()
    return evening


async def _lived(evening: Evening, folder: Path, journal: Journal) -> None:
    settings = config.simulator()
    castles = (settings.castle[0], CastleSection(settings.castle[1].color, node=settings.castle[1].color))
    settings = replace(
        settings,
        table=replace(settings.table, map="honour", hourglass_s=10),
        castle=castles,
        page=replace(settings.page, host="127.0.0.1", port=0),
    )
    files = TableFiles(folder / "evening.journal")

    def machine(clock: Clock) -> TwinTable:
        evening.machine = twins(settings, clock, NappingBoard)
        return evening.machine

    with _notices(evening) as address:
        ready = asyncio.get_running_loop().create_future()
        evening.loop.set_task_factory(evening.planter.factory)
        serving = asyncio.create_task(
            daemon.serve(
                settings,
                machine,
                stickers.book(ids(installed.game(USUAL))),
                journal,
                chance=Chance(1),
                house=HouseRules(settings.table, files.house_rules),
                keyring=Keyring(files.keys),
                files=files,
                starts=CrashGuard(files.failed_starts),
                notices=ServiceManager(address, 10.0),
                ready=ready.set_result,
            ),
            name="serve",
        )
        await asyncio.wait([serving, ready], return_when=asyncio.FIRST_COMPLETED)
        if ready.done():
            evening.port = int(ready.result().rstrip("/").rpartition(":")[2])
            await _while_it_serves(evening, serving)
        try:
            async with asyncio.timeout(HEALED_S):
                await serving
        except TimeoutError:
            raise AssertionError("it does not end") from None
        except BaseException as fault:  # noqa: BLE001  # whatever ended it is looked at
            evening.ended_by = fault


async def _while_it_serves(evening: Evening, serving: "asyncio.Task[bool]") -> None:
    looking = asyncio.create_task(evening.looks_on())
    living = asyncio.create_task(_living(evening))
    await asyncio.wait([serving, living], return_when=asyncio.FIRST_COMPLETED)
    if living.done():
        living.result()
        evening.planter.ending = True
        signal.raise_signal(signal.SIGTERM)
    for task in (living, looking):
        task.cancel()
    await asyncio.wait([living, looking])


async def _living(evening: Evening) -> None:
    table = evening.play.table
    await lived(evening)
    await asyncio.sleep(HEALED_S)
    lost = {device.name for device in table.health if device.fault is not None}
    assert lost == set(), f"is still lost: {lost}"
    await playable(evening)


@contextlib.contextmanager
def _notices(evening: Evening) -> Iterator[str]:
    """The service manager's end of the line."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind("")  # an abstract address of the kernel's choice
        line.setblocking(False)

        def said() -> None:
            if b"WATCHDOG=1" in line.recv(4096):
                evening.fed_at_s = evening.loop.time()

        evening.loop.add_reader(line.fileno(), said)
        try:
            address: bytes = line.getsockname()
            yield "@" + address[1:].decode()
        finally:
            evening.loop.remove_reader(line.fileno())
