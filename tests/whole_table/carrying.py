"""Carry the tiles of a recorded game over castle boards, and read the resulting journal."""

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from controller import config
from controller.config.schema import TableConfig
from controller.devices import stickers
from controller.games.contract.values import TRAY
from controller.play.table import Table
from controller.store.journal import JournalReader
from hw.castle_link.twin import MakeBoard
from hw.values import ReaderId
from tests.whole_table.playing import Playing, playing

COLORS = ("blue", "yellow", "purple", "grey")
Game = list[dict[str, Any]]

SOON_S = 20.0
"""A board whose cable is pulled comes back within a few seconds."""

ANEW_S = 1.3
"""A tile counts again at a gate after a second of clean polls in a row; one that leaves amid a poll garbles it."""

NOISE = 0.01
AWAY_S = (0.1, 3.0)
BETWEEN_PULLS_S = 0.5


class Carrier:
    """Carries the tiles of a game; what no gate can see is said on the page.

    Attributes:
        done: how many actions the table must have when all tiles have counted.
    """

    def __init__(self, play: Playing, *, tray: bool) -> None:
        self.play = play
        self.tray = tray
        self.done = 0
        self.aside: Counter[str] = Counter()
        self.carried: set[tuple[str, str]] = set()
        self.left_s: dict[str, float] = {}

    async def do(self, action: dict[str, Any], *, patient: bool) -> None:
        """One action; a patient one waits until the tile has counted, another one only for those before a rush."""
        if patient or action["do"] != "rob":
            await self.all_counted()
        match action:
            case {"do": "set_aside", "tile": tile}:
                color = min(COLORS, key=lambda each: self.aside[each])
                self.aside[color] += 1
                await self.carry(color, tile)
            case {"do": "rob", "player": color, "tile": tile}:
                self.aside.clear()
                await self.carry(color, tile)
            case {"do": "build", "player": color, "tiles": tiles}:
                for tile in tiles:
                    await self.pay(TRAY if self.tray else color, tile)
                await self.say(action)
            case _:
                await self.say(action)
        self.done += 1

    async def pay(self, gate: str, tile: str) -> None:
        before = self.play.table.loop.memory.tapped
        await self.carry(gate, tile)
        await self.until(lambda: self.play.table.loop.memory.tapped != before)

    async def all_counted(self) -> None:
        await self.until(lambda: self.play.table.loop.seq >= self.done)
        assert self.play.table.loop.seq == self.done

    async def carry(self, gate: str, tile: str) -> None:
        play = self.play
        if (gate, tile) in self.carried:
            await play.wait(max(0.0, self.left_s[gate] + ANEW_S - play.now_s()))
        await play.twins.pass_tile(ReaderId(gate), stickers.simulated_uid(tile), 0.06)
        self.carried.add((gate, tile))
        self.left_s[gate] = play.now_s()

    async def say(self, action: dict[str, Any]) -> None:
        answer = await self.play.table.loop.propose(action, "test")
        assert answer.refusal is None, (action, answer.refusal)

    async def until(self, come: Callable[[], bool]) -> None:
        until_s = self.play.now_s() + SOON_S
        while not come():
            assert self.play.now_s() < until_s, "a tile that was carried over a gate did not count"
            await self.play.wait(0.01)


async def pull_cables(play: Playing, chance: Random) -> None:
    while True:
        await play.wait(chance.expovariate(1 / BETWEEN_PULLS_S))
        cable = chance.choice(list(play.twins.cables.values()))
        cable.pull()
        await play.wait(chance.uniform(*AWAY_S))
        cable.plug()


async def played(
    game: Game, folder: Path, make_board: MakeBoard, *, tray: bool = False, rough: int | None = None
) -> tuple[Game, int]:
    """The actions of the journal after ``game`` was carried over the gates, and how often a cable was pulled.

    Args:
        rough: the seed of bad lines: noise, and cables pulled all the time; None for good ones. Then a rush does not
            wait until a tile has counted.
    """

    def of_boards(_: TableConfig) -> TableConfig:
        full = config.on_boards(config.simulator(), tray=tray)
        return replace(full, oled=None, spinner=None, table=replace(full.table, hourglass_s=60))

    async with playing(folder, make_table=Table, make_board=make_board, settings_of=of_boards) as play:
        await play.wait(1.5)
        cables = play.twins.cables.values()
        pulling = None
        if rough is not None:
            for cable in cables:
                cable.noise = NOISE
            pulling = asyncio.create_task(pull_cables(play, Random(rough)))
        carrier = Carrier(play, tray=tray)
        for action in game:
            await carrier.do(action, patient=rough is None)
        await carrier.all_counted()
        if pulling is not None:
            pulling.cancel()
        else:
            devices = {state.name: state.fault for state in play.table.health}
            assert {color: devices[f"{color} board"] for color in COLORS} == dict.fromkeys(COLORS)
    with JournalReader(play.journal.path) as reader:
        return [dict(entry.action) for entry in reader.entries(1)], sum(cable.pulls for cable in cables)
