"""The engine and a naive second reading of the rules agree on every action of games drawn by chance."""

import functools
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from controller.games.tumult_royale.box import reading
from controller.games.tumult_royale.rules import options
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import to_mapping
from tests.games.tumult_royale.oracle.logs import Writer
from tests.games.tumult_royale.oracle.model import Model, copied
from tests.soak import SOAK

SAMPLE = (*range(9), 18, 29, 31, 40, 61, 84, 93, 112, 116, 119)
"""A short run's logs: of the first 120 some, those in which the rarest of ``IN_THE_LOGS`` occur, and two that find
planted faults of the rules which no other of these finds."""

LOGS = range(10_000) if SOAK else SAMPLE
BATCHES = 20 if SOAK else 1
"""Together they have all that ``IN_THE_LOGS`` names."""

LONGEST = 400
AFTER_THE_END = 12


def engine_submits(play: GameLog, action: Any) -> tuple[str, Any]:
    try:
        play.submit(action)
    except Refusal as refusal:
        return "refused", refusal.code
    assert play.state is not None
    return "accepted", to_mapping(play.state, play.seq)


def same(ours: Any, theirs: Any) -> bool:
    """As JSON: ``true`` is not 1."""
    return as_json(ours) == as_json(theirs)


as_json = msgspec.json.Encoder(order="deterministic").encode


def differing(ours: Any, theirs: Any) -> dict[str, Any]:
    """What stands at each key that differs, ours first."""
    keys = sorted({*ours, *theirs})
    return {key: (ours.get(key), theirs.get(key)) for key in keys if not same(ours.get(key), theirs.get(key))}


@functools.cache
def standard() -> Any:
    return reading.standard().to_mapping()


def play_log(seed: int) -> Counter[str]:
    """Plays one log through both; says what occurred in it."""
    writer = Writer(Random(seed), standard())
    model, play = Model(standard()), GameLog()
    refusals = Counter[str]()
    standing = None
    after_the_end = 0
    for number in range(LONGEST):
        action = writer.next(model)
        where = f"log {seed}, action {number}: {action!r:.2000}"
        handed_over = copied(action)
        expected, told = model.submit(action)
        seen, answer = engine_submits(play, handed_over)
        assert repr(action) == repr(handed_over), f"{where}: the engine changed its argument"
        if expected == "refused":
            assert seen == "refused", f"{where}: accepted, not refused with {set(told)}"
            assert answer in told, f"{where}: refused with {answer}, not {set(told)}"
            refusals[f"refused {answer}"] += 1
            after = None if play.state is None else to_mapping(play.state, play.seq)
            assert same(after, standing), f"{where}: refused, but the state has changed"
        else:
            assert seen == "accepted", f"{where}: refused with {answer}, not accepted"
            assert same(answer, told), f"{where}: engine and oracle differ in {differing(answer, told)}"
            standing = told
        if play.state is not None:
            offered = options.to_mappings(play.state)
            assert same(offered, model.options()), f"{where}: options are {offered}, not {model.options()}"
        if model.state is not None and model.state["phase"] == "over":
            after_the_end += 1
            if after_the_end == AFTER_THE_END:
                break
    if any(what.startswith("undo") for what in model.happened):
        assert same(played_again(model), model.shown()), f"log {seed}: taking back differs from never having done it"
    return model.happened + refusals


def played_again(model: Model) -> Any:
    """The oracle's state after the actions that stand, and no other."""
    again = Model(standard())
    for action in model.standing:
        assert again.submit(action)[0] == "accepted"
    again.seq = model.seq
    return again.shown()


PLAYED: dict[int, Counter[str]] = {}
"""What has occurred in each batch."""

IN_THE_LOGS = (
    *(f"refused {rule}" for rule in ("LOG", "TR-0.1", "TR-0.3", "TR-0.6", "TR-1.1", "TR-1.3", "TR-2.1", "TR-2.2")),
    *(f"refused {rule}" for rule in ("TR-2.3", "TR-2.4", "TR-2.5", "TR-2.6", "TR-4.1", "TR-4.2", "TR-4.5", "TR-4.6")),
    "refused TR-6.3",
    *(f"ending {ending}" for ending in ("25th statue", "gap", "tenth round")),
    *(f"TR-9.1 {what}" for what in ("shortage", "supply too small", "pays all he has")),
    "TR-9.2 shortage",
    "TR-4.3 fewer statues left",
    "TR-4.10 consolation",
    "TR-6.2 only one left",
    "built for double cost",
    "passed over",
    "stuck",
    "forget_spin with a previous number",
    "reveal in round 3",
    "reveal in round 5",
    "tumult while someone has mercy",
    *(f"tumult, {tiles} tiles or more robbed" for tiles in (0, 1, 2)),
    *(f"amend supporters in {phase}" for phase in ("first_statues", "sentiment", "set_aside", "taxes", "statues")),
    *(f"amend {what} in {phase}" for what in ("move", "demand") for phase in ("set_aside", "taxes")),
    *(f"undo of {what}" for what in ("amend", "place_first", "spin", "forget_spin", "set_aside", "collect", "rob")),
    *(f"undo of {what}" for what in ("stop", "count", "build", "pass", "reveal")),
)
"""What the compared games are for. TR-0.2, TR-0.4 and TR-10.1 are left out: the contract has another id as right."""


@pytest.mark.parametrize("batch", range(BATCHES), ids=lambda batch: f"{len(LOGS[batch::BATCHES])} logs from {batch}")
def test_they_agree_on_every_action_of_logs(batch: int) -> None:
    PLAYED[batch] = sum((play_log(seed) for seed in LOGS[batch::BATCHES]), Counter[str]())


def test_in_these_logs_is_every_ending_refusal_shortage_and_correction() -> None:
    if len(PLAYED) < BATCHES:
        pytest.skip("not all logs were played before")
    occurred = sum(PLAYED.values(), Counter[str]())
    assert [what for what in IN_THE_LOGS if what not in occurred] == []
