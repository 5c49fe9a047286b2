"""Games with named faults at random moments, each played to its right end."""

import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from hw.testing.faults import FAULTS
from tests.hw.castle_link.boards import IN_PYTHON, napping
from tests.soak import SOAK
from tests.virtual import run_virtual
from tests.whole_table.breaking import Break, BreakingGame, check_log
from tests.whole_table.napping import NappingTable
from tests.whole_table.playing import QUICK


@pytest.mark.parametrize("number", range(4) if SOAK else range(1))
@pytest.mark.parametrize("fault", list(FAULTS)[:: 1 if SOAK else 3])
def test_a_game_ends_correctly_despite_one_repeated_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, fault: str, number: int
) -> None:
    """Five moments a game; the quick run has every third fault, and readers nap while nothing is near them."""
    caplog.set_level(logging.INFO)
    chance = Random(f"{fault} {number}")
    moments = sorted(chance.uniform(0.0, 75.0) for _ in range(5))  # two rounds of two hands take longer
    stays = chance.random() < 0.3
    breaks = [Break(fault, at_s, chance.uniform(0.5, 12.0)) for at_s in moments[:-1]]
    breaks.append(Break(fault, moments[-1], None if stays else chance.uniform(0.5, 12.0)))
    game = BreakingGame(breaks, chance, tmp_path, 2, arrow=True, make_table=QUICK, make_board=IN_PYTHON)
    run_virtual(game.play())
    game.check()
    check_log(caplog.records)
    assert game.struck == len(moments)


EACH = 100
"""Games with each fault."""

AT_ONCE = 12
OF_THE_ARROW = ("spinner_stall", "home_sensor_stuck", "home_sensor_never")
"""They are in the same games: an arrow that turns is half of what a game costs."""


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


def test_each_fault_occurs_in_a_hundred_games() -> None:
    assert {name: sum(faults.count(name) for faults in ALL) for name in FAULTS} == dict.fromkeys(FAULTS, EACH)


@pytest.mark.parametrize(("number", "faults"), list(enumerate(ALL if SOAK else ())))
def test_a_whole_game_ends_correctly_despite_several_faults(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, number: int, faults: tuple[str, ...]
) -> None:
    """In the soak: from the tag in a reader's field to the end of the game; only polls of empty fields are left out."""
    caplog.set_level(logging.INFO)
    chance = Random(f"{number} {faults}")
    # in so many seconds the shortest games of two hands are played
    breaks = [Break(fault, chance.uniform(0.0, 240.0), chance.uniform(0.5, 30.0)) for fault in faults]
    arrow = not set(OF_THE_ARROW).isdisjoint(faults)
    game = BreakingGame(breaks, chance, tmp_path, None, arrow=arrow, make_table=NappingTable, make_board=napping)
    run_virtual(game.play())
    game.check()
    check_log(caplog.records)
    assert game.struck == len(faults)
