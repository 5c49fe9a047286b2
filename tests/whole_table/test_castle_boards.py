"""A whole game of four, its tiles carried over castle boards: twins in Python, or the real firmware.

A short run has the firmware once, with a tray as the fifth board, and twins whose readers nap; ``make soak`` has the
four boards alone, too, and twins that poll.
"""

import json
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.games.tumult_royale.bots.bots import deal, greedy_bot, play_game
from controller.games.tumult_royale.rules.actions import to_mapping
from tests.hw.castle_link.boards import maker
from tests.soak import SOAK
from tests.whole_table.carrying import Game, played

WRITTEN = Path(__file__).parents[1] / "games" / "tumult_royale" / "playthroughs"
ROUGH = [("cpython", seed) for seed in range(10 if SOAK else 1)] + [("micropython", seed) for seed in range(3 * SOAK)]


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (WRITTEN / name).read_text(encoding="utf-8").splitlines()]


REFUSED = {line.get("line") for line in lines("four_classic_tracked.expected.jsonl")}
GAME = [action for number, action in enumerate(lines("four_classic_tracked.jsonl"), 1) if number not in REFUSED]


def bots_game(seed: int) -> Game:
    """A long game with full castles."""
    chance = Random(seed)
    return [to_mapping(action) for action in play_game(deal(chance, 4), greedy_bot, chance).actions]


def in_any_order_of_a_rush(game: Game) -> Game:
    """Over bad lines the tiles of one rush come in an order of their own."""
    rushes = groupby(game, key=lambda action: action["do"] == "rob")
    return [
        action
        for rush, actions in rushes
        for action in (sorted(actions, key=lambda each: each["tile"]) if rush else actions)
    ]


def test_a_written_game_carried_over_boards_in_python_is_that_game(tmp_path: Path) -> None:
    assert played(GAME, tmp_path, maker("cpython"))[0] == GAME


@pytest.mark.parametrize("tray", [True, False] if SOAK else [True], ids={True: "tray", False: "four boards"}.get)
def test_the_same_game_over_the_real_firmware_in_a_real_micropython_is_that_game(tmp_path: Path, *, tray: bool) -> None:
    assert played(GAME, tmp_path, maker("micropython"), tray=tray)[0] == GAME


@pytest.mark.parametrize(("nodes", "seed"), ROUGH)
def test_over_noise_and_pulled_cables_each_tile_of_a_whole_game_counts_once(
    tmp_path: Path, nodes: str, seed: int
) -> None:
    """13 games with ROYALTABLE_SOAK=1, three of them in MicroPython, every other one with a tray; else one."""
    game = bots_game(seed)
    actions, pulls = played(game, tmp_path, maker(nodes), tray=seed % 2 == 1, rough=seed)
    assert pulls > 20
    assert in_any_order_of_a_rush(actions) == in_any_order_of_a_rush(game)
