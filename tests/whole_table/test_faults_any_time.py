"""Each named fault at random moments of games of two rounds, on octet twins: the game is played to its right end."""

import logging
from pathlib import Path
from random import Random

import pytest

from controller.play.table import Table
from hw.testing.faults import FAULTS
from tests.hw.castle_link.boards import IN_PYTHON
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
