"""Whole games in which six different faults strike: each named fault is in a hundred of them in the soak."""

import logging
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from hw.testing.clock import run_virtual
from hw.testing.faults import FAULTS
from hw.testing.part_faults import PART_FAULTS
from tests.whole_table.breaking import Break, BreakingGame, check_log
from tests.whole_table.napping import NappingBoard, NappingTable

SOAK = os.environ.get("ROYALTABLE_SOAK") == "1"
EACH = 100
"""Games with each fault in the soak."""

AT_ONCE = 6
GAME_S = 240.0
"""How long the shortest games of two hands take."""

LONGEST_S = 30.0
OF_THE_ARROW = {name for name in PART_FAULTS if not name.startswith("oled")}


def games() -> Iterator[tuple[str, ...]]:
    """Which faults are in which game: each is in as many, and beside ever others."""
    names, chance = list(FAULTS), Random(7)
    drawn: list[str] = []
    for _ in range(EACH):
        chance.shuffle(names)
        drawn += names
    for number in range(0, len(drawn), AT_ONCE):
        yield tuple(drawn[number : number + AT_ONCE])


@pytest.mark.parametrize("faults", list(islice(games(), None if SOAK else 2)), ids="-".join)
def test_a_whole_game_in_which_several_things_break_comes_to_its_right_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, faults: tuple[str, ...]
) -> None:
    """The arrow turns where it is to break, and is left out where it would only take its time."""
    caplog.set_level(logging.INFO)
    chance = Random("-".join(faults))
    breaks = [Break(fault, chance.uniform(0.0, GAME_S), chance.uniform(0.5, LONGEST_S)) for fault in faults]
    game = BreakingGame(
        breaks,
        chance,
        tmp_path,
        None,
        arrow=bool(OF_THE_ARROW & set(faults)),
        make_table=NappingTable,
        make_board=NappingBoard,
    )
    run_virtual(game.play())
    game.check()
    check_log(caplog.records)
    assert game.struck == AT_ONCE
