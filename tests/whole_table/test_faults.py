"""Games in which named faults strike at random moments: each is played to its right end."""

import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from controller.play.table import Table
from hw.testing.faults import FAULTS
from tests.hw.castle_link.boards import IN_PYTHON, NappingBoard
from tests.soak import SOAK
from tests.virtual import run_virtual
from tests.whole_table.breaking import Break, BreakingGame, check_log
from tests.whole_table.napping import NappingTable

GAMES = 4 if SOAK else 1
MOMENTS = 5
ROUNDS = 2
GAME_S = 75.0
"""How long two rounds of two hands take at least."""

LONGEST_S = 12.0
STAYS = 0.3
"""In how many games the last fault stays to the end."""


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("fault", list(FAULTS)[:: 1 if SOAK else 3])
def test_whatever_breaks_and_whenever_the_game_comes_to_its_right_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, fault: str, number: int
) -> None:
    """Five moments a game; the quick run has every third fault, and readers nap while nothing is near them."""
    caplog.set_level(logging.INFO)
    chance = Random(f"{fault} {number}")
    moments = sorted(chance.uniform(0.0, GAME_S) for _ in range(MOMENTS))
    stays = chance.random() < STAYS
    breaks = [Break(fault, at_s, chance.uniform(0.5, LONGEST_S)) for at_s in moments[:-1]]
    breaks.append(Break(fault, moments[-1], None if stays else chance.uniform(0.5, LONGEST_S)))
    game = BreakingGame(
        breaks,
        chance,
        tmp_path,
        ROUNDS,
        arrow=True,
        make_table=Table if SOAK else NappingTable,
        make_board=IN_PYTHON,
    )
    run_virtual(game.play())
    game.check()
    check_log(caplog.records)
    assert game.struck == MOMENTS


EACH = 100
"""Games with each fault."""

AT_ONCE = 12
OF_THE_ARROW = ("spinner_stall", "home_sensor_stuck", "home_sensor_never")
"""They are in the same games: an arrow that turns is half of what a game costs."""

WHOLE_GAME_S = 240.0
"""How long the shortest games of two hands take."""

LONGEST_OF_A_WHOLE_GAME_S = 30.0


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
    breaks = [
        Break(
            fault,
            chance.uniform(0.0, WHOLE_GAME_S),
            chance.uniform(0.5, LONGEST_OF_A_WHOLE_GAME_S),
        )
        for fault in faults
    ]
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
