"""Whole games over castle boards: twins in Python, or the real firmware; tiles in time when a board is away.

A short run has the firmware once, with a tray as the fifth board, and twins whose readers nap; ``make soak`` has the
four boards alone, too, and twins that poll.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from controller import config
from controller.config.schema import TableConfig
from controller.devices import stickers
from controller.games.contract.values import TRAY
from controller.games.tumult_royale.bots.bots import deal, greedy_bot, play_game
from controller.games.tumult_royale.rules.actions import to_mapping
from controller.play.table import Table
from controller.store.journal import JournalReader
from hw.castle_link.twin import MakeBoard
from hw.values import ReaderId
from tests.hw.castle_link.boards import maker
from tests.soak import SOAK
from tests.whole_table.playing import Playing, playing, pull_cables

COLORS = ("blue", "yellow", "purple", "grey")
Game = list[dict[str, Any]]

SOON_S = 20.0
"""A board whose cable is pulled comes back within a few seconds."""

ANEW_S = 1.3
"""A tile counts again at a gate after a second of clean polls in a row; one that leaves amid a poll garbles it."""

NOISE = 0.01


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


WRITTEN = Path(__file__).parents[1] / "games" / "tumult_royale" / "playthroughs"
ROUGH = [("cpython", seed) for seed in range(10 if SOAK else 1)] + [("micropython", seed) for seed in range(3 * SOAK)]


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (WRITTEN / name).read_text(encoding="utf-8").splitlines()]


REFUSED = {line.get("line") for line in lines("four_classic_tracked.expected.jsonl")}
GAME = [action for number, action in enumerate(lines("four_classic_tracked.jsonl"), 1) if number not in REFUSED]
if not SOAK:
    del GAME[60:]


def bots_game(seed: int) -> Game:
    chance = Random(seed)
    return [to_mapping(action) for action in play_game(deal(chance, 4), greedy_bot, chance).actions]


def in_any_order_of_a_rush(game: Game) -> Game:
    rushes = groupby(game, key=lambda action: action["do"] == "rob")
    return [
        action
        for rush, actions in rushes
        for action in (sorted(actions, key=lambda each: each["tile"]) if rush else actions)
    ]


async def test_a_recorded_game_replayed_over_boards_in_python_is_the_same(tmp_path: Path) -> None:
    assert (await played(GAME, tmp_path, maker("cpython")))[0] == GAME


@pytest.mark.parametrize("tray", [True, False] if SOAK else [True], ids={True: "tray", False: "four boards"}.get)
async def test_a_recorded_game_replayed_over_real_micropython_is_the_same(tmp_path: Path, *, tray: bool) -> None:
    assert (await played(GAME, tmp_path, maker("micropython"), tray=tray))[0] == GAME


@pytest.mark.parametrize(("nodes", "seed"), ROUGH)
async def test_each_tile_counts_once_despite_noise_and_pulled_cables(tmp_path: Path, nodes: str, seed: int) -> None:
    """13 games with ROYALTABLE_SOAK=1, three of them in MicroPython, every other one with a tray; else one."""
    game = bots_game(seed)[: None if SOAK else 120]
    actions, pulls = await played(game, tmp_path, maker(nodes), tray=seed % 2 == 1, rough=seed)
    assert pulls > (20 if SOAK else 5)
    assert in_any_order_of_a_rush(actions) == in_any_order_of_a_rush(game)


HOURGLASS_S = 20.0


def actions(play: Playing) -> list[str]:
    game = play.journal.current_game()
    assert game is not None
    return [entry.action["do"] for entry in play.journal.entries(game)]


@pytest.mark.parametrize("nodes", ["cpython", *["micropython"] * SOAK])
async def test_a_tile_in_time_counts_even_if_its_board_delivers_it_late(tmp_path: Path, nodes: str) -> None:
    async with playing(tmp_path, make_board=maker(nodes)) as play:
        await play.to_the_taxes()
        began_s = play.now_s()
        tiles = [tile.id for tile in play.state.table.pool.tiles][6:]
        await play.pass_tile("blue", tiles[0])
        play.twins.faults.switch("node_unplug", "blue", on=True)
        await play.pass_tile("yellow", tiles[1])
        await play.wait(began_s + HOURGLASS_S - 1.0 - play.now_s())
        await play.pass_tile("blue", tiles[2])  # in time, but the board cannot report it
        await play.wait(2.0)
        assert actions(play)[-1] == "stop"
        assert [castle.castle.bit_count() for castle in play.state.players] == [1, 1]
        assert any("Blue's board" in line for line in play.story)

        play.twins.faults.switch("node_unplug", "blue", on=False)
        await play.wait(7.0)
        assert actions(play)[-2:] == ["stop", "amend"]
        await play.pass_tile("blue", tiles[3])  # the one that was in the hand
        await play.wait(0.5)
        assert actions(play)[-3:] == ["stop", "amend", "rob"]
        await play.pass_tile("blue", tiles[4])
        await play.wait(0.5)
        assert actions(play)[-3:] == ["stop", "amend", "rob"]
        assert [castle.castle.bit_count() for castle in play.state.players] == [3, 1]


async def test_a_tile_on_a_restarting_board_counts_once(tmp_path: Path) -> None:
    async with playing(tmp_path, make_board=maker("cpython")) as play:
        await play.to_the_taxes()
        tile = play.state.table.pool.tiles[10].id
        restart = asyncio.get_running_loop().call_later(0.1, play.twins.boards[ReaderId("blue")].reboot)
        await play.pass_tile("blue", tile, dwell_s=0.5)
        await play.wait(0.5)
        assert restart.when() < play.now_s()
        assert actions(play)[-2:] == ["collect", "rob"]
        assert play.complaints == {}
