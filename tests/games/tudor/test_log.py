"""The shape of actions: what carries ``LOG``, whatever the phase."""

import json
from typing import Any

import pytest

from controller.games.tudor.rules.actions import Refusal, parse
from controller.games.tudor.rules.engine import GameLog
from controller.games.undoable_log import as_line
from tests.games.tudor.playing import Action, after_hands, changed, hand, in_turn, refused, start

STEP: Action = {"do": "act", "player": "yellow", "action": "A", "from": "supply", "path": ["A1"]}
PAID: Action = {"do": "act", "player": "yellow", "action": "E", "from": "supply", "path": ["A1"], "cards": ["grey"]}
SWAPS = [{"take": "q05", "give": "q01"}]
SWAP: Action = {"do": "act", "player": "yellow", "action": "B", "swaps": SWAPS, "card": "grey"}
ANY: Action = {"do": "act", "player": "yellow", "action": "F", "cards": ["red"]}
WEAR: Action = {"do": "wear", "player": "yellow", "hand": hand(thumb=["q01"], index=["q16"])}
MOVE: Action = {"do": "move", "player": "yellow", "from": "A1", "path": ["A2"], "tokens": ["f001", "f002"]}
ACTIVATE: Action = {"do": "activate", "player": "yellow", "chamber": 3, "chair": "lord"}


@pytest.mark.parametrize(
    "action",
    [
        None,
        [],
        "act",
        {},
        {"do": "dance"},
        {"do": ["act"]},
        {"do": 5},
        {"do": "act", "player": "yellow"},
        changed(STEP, action="I"),
        changed(STEP, action=None),
        changed(STEP, action=["A"]),
        changed(STEP, cards=["grey"]),
        changed(STEP, path=[]),
        changed(STEP, path="A1"),
        changed(STEP, path=["A7"]),
        changed(STEP, path=["a1"]),
        changed(STEP, player="green"),
        changed(STEP, player=None),
        changed(STEP, **{"from": "stand"}),
        changed(PAID, cards=[]),
        changed(PAID, cards=["pink"]),
        changed(PAID, card=None),
        changed(PAID, card="pink"),
        changed(PAID, action="C", card="grey"),
        changed(SWAP, swaps=[]),
        changed(SWAP, swaps=SWAPS * 3),
        changed(SWAP, swaps=[{"take": "q05"}]),
        changed(SWAP, swaps=[{"take": "q05", "give": "q99"}]),
        changed(ANY, back="pink"),
        changed(ANY, card="red"),
        {"do": "act", "player": "yellow", "action": "H", "cards": ["red"]},
        changed(WEAR, hand={"thumb": ["q01"]}),
        changed(WEAR, hand=changed(WEAR["hand"], toe=[])),
        changed(WEAR, hand=changed(WEAR["hand"], ring=["q99"])),
        changed(WEAR, hand=changed(WEAR["hand"], ring="q01")),
        changed(MOVE, tokens=["f001"]),
        changed(MOVE, tokens=["f001", "f002", "f003"]),
        changed(MOVE, tokens=["f001", "f999"]),
        changed(MOVE, path=[]),
        changed(ACTIVATE, chamber=0),
        changed(ACTIVATE, chamber=4),
        changed(ACTIVATE, chamber="3"),
        changed(ACTIVATE, chamber=True),
        changed(ACTIVATE, chamber=3.0),
        changed(ACTIVATE, chair=0),
        changed(ACTIVATE, chair=5),
        changed(ACTIVATE, chair="king"),
        changed(ACTIVATE, chair=None),
        changed(ACTIVATE, extra=1),
        {"do": "exchange", "player": "yellow", "give": ["red"], "take": "blue"},
        {"do": "exchange", "player": "yellow", "give": ["red", "red"], "take": "pink"},
        {"do": "recall", "player": "yellow", "space": "supply"},
        {"do": "draw", "token": "f999"},
        {"do": "draw", "token": "f001", "player": "yellow"},
        {"do": "assign", "player": "yellow", "chamber": 9},
        {"do": "choose_ring", "player": "yellow", "ring": "f001"},
        start(),
    ],
)
def test_faults_of_shape_and_names_that_name_nothing(action: Any) -> None:
    assert refused(in_turn(), action) == "LOG"


def use(side: Any, **fields: Any) -> dict[str, Any]:
    return {"do": "scenario", "player": "yellow", "side": side, **fields}


@pytest.mark.parametrize(
    ("scenario", "action"),
    [
        (1, use("middle")),
        (1, use("left")),
        (1, use("left", chamber=1, chair="lord", to=2)),
        (1, use("left", chamber=1, chair=1, to="A1")),
        (1, use("left", chamber=1, chair=1, to=4)),
        (1, use("left", chamber=1, chair=9, to=1)),
        (1, use("right", spaces=["A1"])),
        (1, use("right", spaces=["A1", "Z1"])),
        (1, use("right", card="red")),
        (2, use("left", card="pink")),
        (2, use("right", chamber=1, chairs=[1])),
        (2, use("right", chamber=1, chairs=[1, 9])),
        (3, use("right", **{"from": "supply"}, to="A1")),
        (3, use("right", **{"from": "A1"}, to=3)),
        (4, use("right", mine="q01", theirs="q04")),
        (4, use("left", mine="q01")),
        (5, use("left", **{"from": "A1"}, path=[])),
        (5, use("right", space="supply")),
        (5, use("right", space="A1", card=None)),
    ],
)
def test_a_scenario_action_has_the_fields_of_its_side(scenario: int, action: dict[str, Any]) -> None:
    assert refused(in_turn(scenario=scenario), action) == "LOG"


def code(play: GameLog, action: Any) -> str:
    with pytest.raises(Refusal) as caught:
        play.submit(action)
    return caught.value.code


def test_nothing_comes_before_the_start_and_no_second_one_after() -> None:
    assert code(GameLog(), STEP) == "LOG"
    assert code(GameLog(), "{") == "LOG"
    assert code(GameLog(), "[" * 100_000) == "LOG"
    assert code(after_hands(), start()) == "LOG"


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "tumult_royale"},
        {"game": None},
        {"edition": 5},
        {"edition": "house"},
        {"edition": []},
        {"scoring": [True, 2]},
        {"scoring": "12"},
        {"scenario": 2.0},
        {"scenario": "2"},
        {"players": [{"color": "yellow", "gate": ""}, {"color": "blue", "gate": "b"}]},
        {"players": [{"color": "yellow", "gate": "\ud800"}, {"color": "blue", "gate": "b"}]},
        {"players": [{"color": "yellow"}, {"color": "blue", "gate": "b"}]},
        {"spaces": {"A1": {"round": "fame", "token": "f001"}}},
        {"spaces": {"A1": {"round": "influence"}}},
        {"spaces": []},
        {"more": 1},
    ],
)
def test_faults_of_shape_of_a_start(changes: dict[str, Any]) -> None:
    assert code(GameLog(), changed(start(), **changes)) == "LOG"


@pytest.mark.parametrize("key", sorted(start()))
def test_a_start_has_all_its_keys(key: str) -> None:
    action = start()
    del action[key]
    assert code(GameLog(), action) == "LOG"


@pytest.mark.parametrize("action", [STEP, PAID, SWAP, ANY, WEAR, MOVE, ACTIVATE, start()])
def test_a_typed_action_is_the_line_it_was_made_of(action: dict[str, Any]) -> None:
    assert as_line(parse(json.loads(json.dumps(action)))) == action
