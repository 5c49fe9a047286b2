"""Whole games over castle boards: twins in Python, or the real firmware; tiles in time when a board is away.

A short run has the firmware once, with a tray as the fifth board, and twins whose readers nap; ``make soak`` has the
four boards alone, too, and twins that poll.
"""

import asyncio
import json
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.games.tumult_royale.bots.bots import deal, greedy_bot, play_game
from controller.games.tumult_royale.rules.actions import to_mapping
from hw.values import ReaderId
from tests.hw.castle_link.boards import maker
from tests.soak import SOAK
from tests.whole_table.carrying import Game, played
from tests.whole_table.playing import Playing, playing

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
        await play.pass_tile("blue", tiles[2])  # in time, and nobody hears of it
        await play.wait(2.0)
        assert actions(play)[-1] == "stop"
        assert [castle.castle.bit_count() for castle in play.state.players] == [1, 1]
        assert any("Blue's board" in told for told in play.story)

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
