"""The engine and a naive second reading of the rules agree on every line of games drawn by chance, refusals included."""

import copy
from collections import Counter
from random import Random
from typing import Any

import pytest

from controller.games.tudor.rules.canonical import to_mapping
from controller.games.tudor.rules.game_log import GameLog
from controller.games.tudor.rules.invariants import faults
from controller.games.tudor.rules.refusal import Refusal
from tests.games.tudor.oracle.model import Oracle
from tests.games.tudor.oracle.random_logs import Writer
from tests.soak import SOAK

LOGS = 10_000 if SOAK else 8
BATCHES = 4
LONGEST = 6_000
AFTER_THE_END = 6


def submitted(play: GameLog, line: Any) -> str | None:
    """The rule that refuses the line, or None."""
    try:
        play.submit(line)
    except Refusal as refusal:
        return refusal.code
    return None


def play_log(seed: int) -> Counter[str]:
    """Plays one log through both; says which rules refused."""
    writer, oracle, play = Writer(Random(seed)), Oracle(), GameLog()
    refusals = Counter[str]()
    after_the_end = 0
    for number in range(LONGEST):
        line = writer.next(oracle)
        where = f"log {seed}, line {number}: {line!r:.2000}"
        handed_over = copy.deepcopy(line)
        before = play.state
        expected = oracle.play(line)
        assert submitted(play, handed_over) == expected, where
        assert handed_over == line, f"{where}: the engine changed its argument"
        if expected is not None:
            refusals[expected] += 1
            assert play.state is before, f"{where}: refused, but the state has changed"
        else:
            assert play.state is not None
            assert to_mapping(play.state, play.seq) == oracle.state(), where
            assert faults(play.state) == (), where
        if oracle.standing and oracle.standing[-1]["phase"] == "over":
            after_the_end += 1
            if after_the_end == AFTER_THE_END:
                return refusals
    pytest.fail(f"log {seed} goes on after {LONGEST} lines")


@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_line_of_a_random_log_is_answered_alike(batch: int) -> None:
    refusals = Counter[str]()
    for seed in range(batch * LOGS // BATCHES, (batch + 1) * LOGS // BATCHES):
        refusals += play_log(seed)
    assert sum(refusals.values()) > 0
