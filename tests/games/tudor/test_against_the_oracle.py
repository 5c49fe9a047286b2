"""Tudor's engine and a naive second reading of its rules agree on every line of random logs, refusals included."""

import functools
import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from controller.games.tudor.rules.actions import Refusal
from controller.games.tudor.rules.engine import GameLog, faults
from controller.games.tudor.rules.state import to_mapping
from tests.games.tudor.oracle.model import Oracle
from tests.games.tudor.oracle.random_logs import Writer
from tests.games.tudor.oracle.situations import seen
from tests.games.tudor.oracle.words import copied
from tests.soak import SOAK

SAMPLE = (
    38, 1066, 1045, 1015, 1043, 1040, 1014, 1010, 1008, 1047, 1061, 1006, 1038, 21, 1064, 1030, 1060,
    0, 16, 1024, 1051, 1046, 1001, 1036, 30, 1052, 25, 40, 63, 36, 1011,
)  # fmt: skip
"""Of some 150 logs the short ones that together contain all that is rare."""

SEEDS = range(10_000) if SOAK else SAMPLE
BATCHES = 20 if SOAK else 4
LONGEST = 6_000
AFTER_THE_END = 6
THOROUGH_LOGS = 1_000
"""In these every state is held to the invariants; in the others one in ``SELDOM``."""
SELDOM = 8
"""One state in so many is compared as JSON, where ``true`` is not 1; all are compared as Python does, quicker."""


def submitted(play: GameLog, line: Any) -> str | None:
    try:
        play.submit(line)
    except Refusal as refusal:
        return refusal.code
    return None


def same_json(ours: Any, theirs: Any) -> bool:
    return json.dumps(ours, sort_keys=True) == json.dumps(theirs, sort_keys=True)


@functools.lru_cache(maxsize=100)
def play_log(seed: int) -> Counter[str]:
    writer, oracle, play = Writer(Random(seed)), Oracle(), GameLog()
    occurred = Counter[str]()
    after_the_end = 0
    for number in range(LONGEST):
        line, told_before, before = writer.next(oracle, play.state), oracle.state(), play.state
        where = f"log {seed}, line {number}: {line!r:.2000}"
        handed_over = copied(line)
        expected = oracle.play(line)
        assert submitted(play, handed_over) == expected, where
        assert handed_over == line, f"{where}: the engine changed its argument"
        told = oracle.state()
        if expected is not None:
            assert play.state is before, f"{where}: refused, but the state has changed"
        else:
            assert play.state is not None
            shown = to_mapping(play.state, play.seq)
            assert shown == told, where
            assert number % SELDOM or same_json(shown, told), where
            if seed < THOROUGH_LOGS or number % SELDOM == 0:
                assert faults(play.state) == (), where
        occurred.update(seen(oracle.box, told_before, line, expected, told))
        if told is not None and told["phase"] == "over":
            after_the_end += 1
            if after_the_end == AFTER_THE_END:
                assert play.state is not None
                assert same_json(to_mapping(play.state, play.seq), told), where
                return occurred
    pytest.fail(f"log {seed} goes on after {LONGEST} lines")


@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_line_of_a_random_log_is_answered_alike(batch: int) -> None:
    seeds = SEEDS[batch::BATCHES]
    assert sum(play_log(seed).total() for seed in seeds) > 20 * len(seeds)


RULES = (
    "0.1 0.2 0.3 0.4 0.5 0.6 0.7 1.1 1.2 2.1 2.2 2.3 3.1 3.3 3.4 3.5 5.1 5.2 6.2 6.3 6.4 6.6 7.1 7.2 7.3 7.4 "
    "7.5 7.6 7.7 7.10 7.11 7.13 8.2 8.3 9.1 9.2 9.3 9.4 9.5 9.6 9.7 9.8 9.9 10.2 10.5 10.6 11.2 11.3 12.1 12.2 "
    "12.3 12.4 12.5 12.6 12.7 13.2 13.6"
)
"""All that a refusal may carry."""

STEPS = ("draw", "ring", "wear", "token", "office_action")

RARE = (
    *("office taken", "office robbed", "six rings", "a token to use", "passed a courtier", "ended on an empty space"),
    *("empty bag", "empty stack", "empty supply", "last token drawn", "pushed out", "placements lost"),
    *("recall in assignment", "recall in actions", "bench kept for the next round", "pass", "ambassador", "decline"),
    *("two exchanges", "B without a card", "D with one card", "E with a card", "F with two cards"),
    *("G without a figure", "H without a figure", "undo of the end", "amend cards while draw is due"),
    *(f"act {letter}" for letter in "ABCDEFGH"),
    *("office's action", "office after office", "one winner", "several winners"),
    "refused LOG",
    *(f"refused TU-{rule}" for rule in RULES.split()),
    *(f"scenario {card} {side}" for card in (1, 2, 3, 5) for side in ("left", "right")),
    "scenario 4 left",
    *(f"scenario {card} with {n} players" for card in range(1, 6) for n in (2, 3, 4)),
    *(f"scoring {one} and {other}" for one in range(1, 7) for other in range(one + 1, 7)),
    *(f"undo in {phase}" for phase in ("rings", "hands", "assignment", "lords", "actions")),
    *(f"amend {what} while {step} is due" for what in ("cards", "prestige", "swap") for step in STEPS),
)


def test_the_compared_logs_contain_what_is_rare() -> None:
    occurred = sum((play_log(seed) for seed in SAMPLE), Counter[str]())
    assert sorted({*RARE} - set(occurred)) == []
