"""The actions of a log: their shape, what comes of them, and refusals in words."""

from typing import Any

import pytest

from controller.games.contract.values import Text
from controller.games.tumult_royale.rules.actions import NAMES, Count, Refusal, parse, to_mapping
from controller.games.tumult_royale.rules.engine import GameLog
from tests.games.tumult_royale.playing import (
    TWO,
    about_to_build,
    about_to_count,
    do,
    in_round_one,
    refused,
    start_action,
    state_of,
)


def test_the_actions_are_those_of_the_contract() -> None:
    assert NAMES == (
        "start",
        "place_first",
        "spin",
        "forget_spin",
        "set_aside",
        "collect",
        "rob",
        "stop",
        "count",
        "build",
        "pass",
        "reveal",
        "amend",
        "undo",
    )


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   ",
        "nonsense",
        "[",
        "[" * 100_000,
        "1" * 5_000,
        '{"do": "stop"',
        "{'do': 'stop'}",
        b"\xff\xfe\xff",
        "NaN",
        "1e999",
        '"stop"',
        "null",
        "[]",
        "{}",
    ],
)
def test_a_line_that_is_no_object_is_refused(line: str | bytes) -> None:
    with pytest.raises(Refusal) as caught:
        GameLog().submit(line)
    assert caught.value.code == "LOG"
    assert str(caught.value)


@pytest.mark.parametrize(
    "action",
    [
        {"do": "dance"},
        {"do": None},
        {"do": 1},
        {"do": ["stop"]},
        {"do": "STOP"},
        {"do": "\ud800"},
        {"Do": "stop"},
        {"do": "stop", "now": True},
        {"do": "stop", "": None},
        {"do": "stop", "\ud800": 1},
        {"do": "undo", "player": "blue"},
        {"do": "spin"},
        {"do": "spin", "demand": None},
        {"do": "spin", "demand": "3"},
        {"do": "spin", "demand": True},
        {"do": "spin", "demand": 3.0},
        {"do": "spin", "demand": float("nan")},
        {"do": "spin", "demand": 3, "commodity": None},
        {"do": "spin", "demand": 3, "commodity": 3},
        {"do": "forget_spin", "demand": 3},
        {"do": "set_aside"},
        {"do": "set_aside", "tile": 1},
        {"do": "set_aside", "tile": ["t01"]},
        {"do": "rob", "tile": "t01"},
        {"do": "rob", "player": "blue"},
        {"do": "rob", "player": None, "tile": "t01"},
        {"do": "place_first"},
        {"do": "place_first", "player": "blue", "field": None},
        {"do": "pass"},
        {"do": "pass", "player": "blue", "stuck": None},
        {"do": "pass", "player": "blue", "stuck": 1},
        {"do": "build", "player": "blue", "tiles": []},
        {"do": "build", "player": "blue", "field": "A1"},
        {"do": "build", "player": "blue", "field": "A1", "tiles": "t01"},
        {"do": "build", "player": "blue", "field": "A1", "tiles": [1]},
        {"do": "build", "player": "blue", "field": "A1", "tiles": [None]},
        {"do": "build", "player": "blue", "field": "A1", "tiles": [], "kind": "forest", "adjacent": True},
        {"do": "build", "player": "blue", "field": "A1", "tiles": [], "kind": None},
        {"do": "build", "player": "blue", "tiles": [], "kind": "forest"},
        {"do": "build", "player": "blue", "tiles": [], "adjacent": True},
        {"do": "build", "player": "blue", "tiles": [], "kind": "forest", "adjacent": 1},
        {"do": "reveal", "player": "blue"},
        {"do": "reveal", "player": "blue", "tiles": {}},
        {"do": "reveal", "player": "blue", "tiles": [{"slot": 0, "tile": "R1"}]},
        {"do": "reveal", "player": "blue", "tiles": [{"slot": 0, "tile": None, "turns": 0}]},
        {"do": "reveal", "player": "blue", "tiles": [{"slot": 0.0, "tile": "R1", "turns": 0}]},
    ],
)
def test_a_wrong_shape_is_log_before_any_rule_is_looked_at(action: dict[str, Any]) -> None:
    refused(state_of(in_round_one(TWO)), action, "LOG")
    refused(about_to_count(TWO, {}, [], (2, 2, 2)), action, "LOG")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("edition", None),
        ("edition", "deluxe"),
        ("edition", 3),
        ("edition", []),
        ("variant", "poker"),
        ("variant", None),
        ("map", "blank"),
        ("players", {}),
        ("players", [{"color": "blue", "rank": 1, "name": "Ann"}, {"color": "grey", "rank": 2}]),
        ("players", [{"color": "blue", "rank": "1"}, {"color": "grey", "rank": 2}]),
        ("players", [{"color": "blue", "rank": 1.0}, {"color": "grey", "rank": 2}]),
        ("players", ["blue", "grey"]),
        ("regions", None),
        ("regions", [{"slot": 0, "tile": None}]),
        ("regions", [{"slot": False, "tile": None, "turns": 0}]),
        ("seed", 7),
    ],
)
def test_a_start_of_the_wrong_shape_is_log(key: str, value: Any) -> None:
    refused(None, {**start_action(TWO), key: value}, "LOG")


def test_nothing_comes_before_start_and_no_second_one_after_it() -> None:
    for action in ({"do": "stop"}, {"do": "place_first", "player": "blue"}, {"do": "amend", "demand": {"bread": 1}}):
        refused(None, action, "LOG")
    refused(in_round_one(TWO).state, start_action(TWO), "LOG")


def test_an_action_survives_the_way_to_a_value_and_back() -> None:
    for action in (
        start_action(TWO),
        {"do": "pass", "player": "blue"},
        {"do": "pass", "player": "blue", "stuck": False},
        {"do": "build", "player": "blue", "tiles": ["t01"], "kind": "forest", "adjacent": False},
        {"do": "amend", "move": {"tile": "t01", "to": "people"}},
    ):
        assert to_mapping(parse(action)) == action


def test_of_a_key_that_stands_twice_the_last_one_counts() -> None:
    assert GameLog.typed('{"do": "stop", "do": "count"}') == Count()


def test_an_endless_number_is_refused_in_a_sentence_of_fair_length() -> None:
    state = state_of(in_round_one(TWO))
    assert len(str(refused(state, {"do": "spin", "demand": 10**4_000}, "TR-1.1"))) < 200
    assert len(str(refused(state, {"do": "set_aside", "tile": "x" * 10_000}, "TR-2.1"))) < 400
    assert do(state, {"do": "spin", "demand": 2}).state.demand == (2, 2, 2)


def test_a_refusal_says_what_was_seen_and_what_to_do() -> None:
    refusal = refused(in_round_one(TWO).state, {"do": "spin", "demand": 7}, "TR-1.1")
    assert str(refusal) == "The spinner has no 7; it shows 2, 3, 4, 5."
    assert refusal.values == {"seen": 7, "numbers": "2, 3, 4, 5"}


def test_words_of_the_game_are_texts_themselves_for_the_tables_language() -> None:
    refusal = refused(about_to_build(["b1", "m1"]), {"do": "pass", "player": "yellow"}, "TR-4.1")
    assert refusal.text == Text("refused-turn", {"do": "pass", "seen": Text("yellow"), "due": Text("blue")})


def test_what_people_wrote_is_cut_short_and_made_of_whole_characters() -> None:
    refusal = Refusal("LOG", "tile-unknown", seen="\ud800\n" + "x" * 1_000)
    assert str(refusal) == "Tile ??" + "x" * 198 + "... is not in play."
