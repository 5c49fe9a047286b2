"""Whole games in which twelve things break at random moments: each named fault is in a hundred of them in the soak."""

import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from hw.testing.faults import FAULTS
from tests.hw.castle_link.boards import NappingBoard
from tests.soak import SOAK
from tests.virtual import run_virtual
from tests.whole_table.breaking import Break, BreakingGame, check_log
from tests.whole_table.napping import NappingTable

EACH = 100
"""Games with each fault."""

AT_ONCE = 12
OF_THE_ARROW = ("spinner_stall", "home_sensor_stuck", "home_sensor_never")
"""They are in the same games: an arrow that turns is half of what a game costs."""

GAME_S = 240.0
"""How long the shortest games of two hands take."""

LONGEST_S = 30.0


def games() -> Iterator[tuple[str, ...]]:
    """Which faults are in which game, ever others together."""
    others, chance = [name for name in FAULTS if name not in OF_THE_ARROW], Random(7)
    drawn: list[str] = []
    for _ in range(EACH):
        chance.shuffle(others)
        drawn += others
    for _ in range(EACH):
        beside = AT_ONCE - len(OF_THE_ARROW)
        yield (*OF_THE_ARROW, *drawn[:beside])
        del drawn[:beside]
    for first in range(0, len(drawn), AT_ONCE):
        yield tuple(drawn[first : first + AT_ONCE])


ALL = list(games())
SAMPLE = ALL[:1]


def test_each_fault_is_in_a_hundred_games() -> None:
    assert {name: sum(faults.count(name) for faults in ALL) for name in FAULTS} == dict.fromkeys(FAULTS, EACH)


@pytest.mark.parametrize(("number", "faults"), list(enumerate(ALL if SOAK else SAMPLE)))
def test_a_whole_game_in_which_several_things_break_comes_to_its_right_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, number: int, faults: tuple[str, ...]
) -> None:
    """From the tag in a reader's field to the end of the game; only polls of empty fields are left out."""
    caplog.set_level(logging.INFO)
    chance = Random(f"{number} {faults}")
    breaks = [Break(fault, chance.uniform(0.0, GAME_S), chance.uniform(0.5, LONGEST_S)) for fault in faults]
    game = BreakingGame(
        breaks,
        chance,
        tmp_path,
        None,
        arrow=not set(OF_THE_ARROW).isdisjoint(faults),
        make_table=NappingTable,
        make_board=NappingBoard,
    )
    run_virtual(game.play())
    game.check()
    check_log(caplog.records)
    assert game.struck == len(faults)
