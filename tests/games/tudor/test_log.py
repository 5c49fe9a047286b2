"""Lines of a log: their shape, worked examples, amendments, undo and refusals."""

import json
from random import Random
from typing import Any

import pytest

from controller.games.contract.values import Text
from controller.games.naming import translate_text
from controller.games.tudor.bots.selfplay import BOTS, play_game
from controller.games.tudor.rules import actions, engine, moves
from controller.games.undoable_log import struct_to_mapping
from tests.games.tudor.playing import (
    Action,
    acting,
    after_hands,
    cards,
    changed,
    climb,
    do,
    holding,
    in_turn,
    player,
    refused,
    seen,
    start,
)

STEP: Action = {"do": "act", "player": "yellow", "action": "A", "from": "supply", "path": ["A1"]}
OF_SIDES = [line for line in actions.example_lines() if line["do"] == "scenario"]
LINES = [
    *((2, line) for line in actions.example_lines() if line["do"] != "scenario"),
    *((card, line) for (card, _), line in zip(actions.SCENARIO_FORMATS, OF_SIDES, strict=True)),
]
"""A line of each type, with a scenario card that allows it."""


@pytest.mark.parametrize(("scenario", "line"), LINES, ids=lambda value: value["do"] if isinstance(value, dict) else "")
def test_each_field_of_a_line_is_there_and_names_something(scenario: int, line: Action) -> None:
    state = in_turn(scenario=scenario)
    if line["do"] != "undo":
        actions.line_to_move(state, actions.parse_action(line))
    for key, value in line.items():
        for wrong in (None, True, 3.5, 0, 99, "pink", "Z9", [], ["pink"], {}, {"thumb": ["q01"]}):
            assert refused(state, changed(line, **{key: wrong})) == "LOG", (key, wrong)
        if isinstance(value, list):
            assert refused(state, changed(line, **{key: [*value, *value, *value, "pink"]})) == "LOG"
        if key not in {"card", "back"} or line["do"] == "scenario" or line.get("action") == "H":
            assert refused(state, {name: line[name] for name in line if name != key}) == "LOG"
    assert refused(state, changed(line, extra=1)) == "LOG"


def code(play: engine.GameLog, action: Any) -> str:
    with pytest.raises(moves.Refusal) as caught:
        play.submit(action)
    return caught.value.code


def test_nothing_comes_before_the_start_and_no_second_one_after() -> None:
    assert code(engine.GameLog(), STEP) == "LOG"
    assert code(engine.GameLog(), "{") == "LOG"
    assert code(after_hands(), []) == "LOG"
    assert code(engine.GameLog(), "[" * 100_000) == "LOG"
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
    assert code(engine.GameLog(), changed(start(), **changes)) == "LOG"


@pytest.mark.parametrize("key", sorted(start()))
def test_a_start_has_all_its_keys(key: str) -> None:
    action = start()
    del action[key]
    assert code(engine.GameLog(), action) == "LOG"


@pytest.mark.parametrize("action", [*actions.example_lines(), start()])
def test_a_typed_action_is_the_line_it_was_made_of(action: dict[str, Any]) -> None:
    assert struct_to_mapping(actions.parse_action(json.loads(json.dumps(action)))) == action


def amend(**what: Any) -> dict[str, Any]:
    return {"do": "amend", **what}


def test_cards_change_against_the_stacks() -> None:
    state = do(in_turn(), amend(cards={"yellow": {"red": -1, "blue": 2}, "blue": {"blue": 1}}))
    assert player(state, "yellow")["cards"] == cards(blue=2, green=1)
    assert player(state, "blue")["cards"] == cards(grey=1, brown=1, blue=1)
    assert (seen(state)["stacks"]["red"], seen(state)["stacks"]["blue"]) == (10, 6)


def test_of_several_changes_only_the_result_counts() -> None:
    state = holding(in_turn(), "blue", red=9)
    state = do(state, amend(cards={"yellow": {"red": 3}, "blue": {"red": -3}}))
    assert player(state, "yellow")["cards"]["red"] == 4


def test_prestige_changes_and_tokens_lie_the_other_way_round() -> None:
    state = do(in_turn(), amend(prestige={"red": 7, "blue": 0}), amend(swap=["A1", "F6"]))
    assert player(state, "red")["prestige"] == 7
    assert (seen(state)["spaces"]["A1"]["token"], seen(state)["spaces"]["F6"]["token"]) == ("f085", "f021")


@pytest.mark.parametrize(
    "action",
    [
        amend(),
        amend(cards={}),
        amend(cards={"yellow": {}}),
        amend(cards={"green": {"red": 1}}),
        amend(cards={"yellow": {"pink": 1}}),
        amend(cards={"yellow": {"red": -2}}),
        amend(cards={"yellow": {"red": 10}}),
        amend(cards={"yellow": {"red": True}}),
        amend(cards={"yellow": {"red": 1}}, prestige={"yellow": 1}),
        amend(prestige={}),
        amend(prestige={"yellow": -1}),
        amend(prestige={"pink": 1}),
        amend(prestige={"yellow": 1_000_001}),
        amend(prestige=None, swap=["A1", "A2"]),
        amend(swap=["A1", "A1"]),
        amend(swap=["A1"]),
        amend(swap=["A1", "B1", "C1"]),
        amend(swap=["A1", "Z9"]),
    ],
)
def test_all_faults_of_an_amend_are_faults_of_the_log(action: dict[str, Any]) -> None:
    assert refused(in_turn(), action) == "LOG"


def test_a_swap_needs_a_token_on_each_space_but_may_come_between_steps() -> None:
    state = do(holding(acting(), "yellow", grey=1, brown=1), climb("supply", "A1", "A2", cards=["grey", "brown"]))
    assert refused(state, amend(swap=["A1", "B1"])) == "LOG"
    assert seen(do(state, amend(swap=["B1", "B2"])))["spaces"]["B1"]["token"] == "f062"


def test_after_the_end_only_undo_is_left() -> None:
    play = engine.GameLog()
    for action in play_game(start(2), BOTS["random"], Random(1)).actions:
        play.submit(action)
    for action in (amend(prestige={"yellow": 1}), start(), {"do": "end_turn", "player": "red"}, {"do": "dance"}):
        assert code(play, action) == "LOG"
    play.submit({"do": "undo"})
    assert play.state is not None
    assert play.state.phase == "actions"


def test_a_refusal_says_what_was_seen_and_what_to_do() -> None:
    refusal = moves.Refusal("TU-7.3", "occupied", space="A2")
    assert (refusal.code, str(refusal)) == ("TU-7.3", "A2 is occupied; a move ends on an open space.")


def test_colours_in_refusals_are_translated() -> None:
    refusal = moves.Refusal("TU-6.6", "turn", do="end_turn", seen="red", due="grey")
    assert refusal.text.values["seen"] == Text("tudor-red")
    assert translate_text(refusal.text, "de") == "Jetzt ist Grau dran, nicht Rot."
