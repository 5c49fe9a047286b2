"""A whole written game of four, its tiles carried over castle boards: twins in Python, or the real firmware."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from controller.daemon import config, games, simulated_box
from controller.daemon.chance import Chance
from controller.daemon.hardware import Hardware, twins
from controller.daemon.house import House
from controller.daemon.journal import Journal
from controller.daemon.table import Table
from controller.games.contract import TRAY
from hw.castle_link.twin import MakeBoard
from hw.clock import LoopClock
from hw.testing.clock import run_virtual
from hw.units import ReaderId
from tests.hw.castle_link.boards import maker
from tests.whole_table.playing import Playing

WRITTEN = Path(__file__).parents[1] / "games" / "tumult_royale" / "playthroughs"


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (WRITTEN / name).read_text(encoding="utf-8").splitlines()]


REFUSED = {line.get("line") for line in lines("four_classic_tracked.expected.jsonl")}
GAME = [action for number, action in enumerate(lines("four_classic_tracked.jsonl"), 1) if number not in REFUSED]
COLORS = [player["color"] for player in GAME[0]["players"]]
SOON_S = 2.0
ANEW_S = 1.3
"""A tile must have left a gate for a second before it counts there again."""


class Carrier:
    """Carries the tiles of a written game; what no gate can see is said on the page."""

    def __init__(self, play: Playing, *, tray: bool) -> None:
        self.play = play
        self.tray = tray
        self.aside: Counter[str] = Counter()
        self.left_s: dict[tuple[str, str], float] = {}

    async def do(self, action: dict[str, Any]) -> None:
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
                    await self.carry(TRAY if self.tray else color, tile)
                await self.until(lambda: self.play.table.loop.desk.tapped.bit_count() == len(tiles))
                await self.say(action)
            case _:
                await self.say(action)

    async def carry(self, gate: str, tile: str) -> None:
        play, key = self.play, (gate, tile)
        await play.wait(max(0.0, self.left_s.get(key, -ANEW_S) + ANEW_S - play.now_s()))
        before = (play.table.loop.seq, play.table.loop.desk)
        await play.twins.pass_tile(ReaderId(gate), simulated_box.uid_of(tile), 0.06)
        self.left_s[key] = play.now_s()
        await self.until(lambda: (play.table.loop.seq, play.table.loop.desk) != before)

    async def say(self, action: dict[str, Any]) -> None:
        answer = await self.play.table.loop.propose(action, "test")
        assert answer.refusal is None, action

    async def until(self, come: Any) -> None:
        until_s = self.play.now_s() + SOON_S
        while not come():
            assert self.play.now_s() < until_s, "a tile that was carried over a gate did not count"
            await self.play.wait(0.01)


def played(folder: Path, make_board: MakeBoard, *, tray: bool = False) -> list[dict[str, Any]]:
    """The actions of the journal, after the written game was carried over the gates."""

    async def scene() -> list[dict[str, Any]]:
        full = config.on_boards(config.simulator(), tray=tray)
        settings = replace(full, oled=None, spinner=None)
        clock = LoopClock()
        machine = twins(settings, clock, make_board)
        journal = Journal(folder / "game.journal")
        book = simulated_box.book(games.game("tracked").tiles())
        table = Table(settings, Hardware(settings, machine, clock), book, journal, Chance(1), House(settings.table))
        table.resumption.begin()
        async with table.running():
            play = Playing(table, machine, journal)
            await play.wait(1.5)
            carrier = Carrier(play, tray=tray)
            for action in GAME:
                await carrier.do(action)
            devices = {state.name: state.fault for state in table.devices}
            assert {color: devices[f"{color} board"] for color in COLORS} == dict.fromkeys(COLORS)
        game = journal.current_game()
        assert game is not None
        actions = [dict(entry.action) for entry in journal.entries(game)]
        journal.close()
        return actions

    return run_virtual(scene())


def test_a_written_game_carried_over_boards_in_python_is_that_game(tmp_path: Path) -> None:
    assert played(tmp_path, maker("cpython")) == GAME


def test_the_same_game_over_the_real_firmware_in_a_real_micropython_is_that_game(tmp_path: Path) -> None:
    assert played(tmp_path, maker("micropython")) == GAME


def test_the_same_game_with_a_tray_as_the_fifth_board_is_that_game(tmp_path: Path) -> None:
    assert played(tmp_path, maker("micropython"), tray=True) == GAME
