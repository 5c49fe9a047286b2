"""The engine and a naive second reading of the rules agree on every action of games drawn by chance."""

import copy
import functools
import json
import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from controller.games.tumult_royale import edition, options
from controller.games.tumult_royale.log import Play
from controller.games.tumult_royale.refusal import Refusal
from controller.games.tumult_royale.state import to_mapping
from tests.games.tumult_royale.oracle.logs import Writer
from tests.games.tumult_royale.oracle.model import Model

LOGS = 10_000 if os.environ.get("ROYALTABLE_SOAK") == "1" else 120
BATCHES = 8
LONGEST = 400
AFTER_THE_END = 12


def engine_submits(play: Play, action: Any) -> tuple[str, Any]:
    try:
        play.submit(action)
    except Refusal as refusal:
        return "refused", refusal.rule
    assert play.state is not None
    return "accepted", to_mapping(play.state, play.seq)


def same(ours: Any, theirs: Any) -> bool:
    """As JSON: ``true`` is not 1."""
    return json.dumps(ours, sort_keys=True) == json.dumps(theirs, sort_keys=True)


@functools.cache
def standard() -> Any:
    return edition.standard().to_mapping()


def play_log(seed: int) -> Counter[str]:
    """Plays one log through both; says what occurred in it."""
    writer = Writer(Random(seed), standard())
    model, play = Model(standard()), Play()
    refusals = Counter[str]()
    after_the_end = 0
    for number in range(LONGEST):
        action = writer.next(model)
        where = f"log {seed}, action {number}: {action!r:.2000}"
        handed_over = copy.deepcopy(action)
        before = None if model.state is None else model.shown()
        expected, told = model.submit(action)
        seen, answer = engine_submits(play, handed_over)
        assert same(action, handed_over), f"{where}: the engine changed its argument"
        if expected == "refused":
            assert seen == "refused", f"{where}: accepted, not refused with {set(told)}"
            assert answer in told, f"{where}: refused with {answer}, not {set(told)}"
            refusals[f"refused {answer}"] += 1
            after = None if play.state is None else to_mapping(play.state, play.seq)
            assert same(after, before), f"{where}: refused, but the state has changed"
        else:
            assert seen == "accepted", f"{where}: refused with {answer}, not accepted"
            differing = {key: (answer[key], told[key]) for key in told if not same(answer[key], told[key])}
            assert same(answer, told), f"{where}: engine and oracle differ in {differing or set(answer) ^ set(told)}"
        if play.state is not None:
            offered = options.to_mappings(play.state)
            assert same(offered, model.options()), f"{where}: options are {offered}, not {model.options()}"
        if model.state is not None and model.state["phase"] == "over":
            after_the_end += 1
            if after_the_end == AFTER_THE_END:
                break
    return model.happened + refusals


@functools.cache
def play_batch(batch: int) -> Counter[str]:
    """Every ``BATCHES``-th log, once a run of the tests."""
    occurred = Counter[str]()
    for seed in range(batch, LOGS, BATCHES):
        occurred.update(play_log(seed))
    return occurred


@pytest.mark.parametrize("batch", range(BATCHES), ids=lambda batch: f"{LOGS // BATCHES} logs from {batch}")
def test_engine_and_oracle_agree_on_every_action(batch: int) -> None:
    play_batch(batch)
