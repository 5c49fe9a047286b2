"""What everybody may see: while tiles are taken nobody sees which, nor their values or sums (design)."""

import json
from typing import Any

import pytest

from controller.games.tumult_royale.referee.memory import EMPTY
from controller.games.tumult_royale.rules.state import State
from controller.games.tumult_royale.show.view import view
from tests.games.tumult_royale.playing import (
    TWO,
    about_to_build,
    about_to_count,
    do,
    in_round_one,
    state_of,
)


def robbing(variant: str = "classic") -> State:
    state = state_of(in_round_one(TWO, variant=variant))
    if variant == "classic":
        state = do(state, {"do": "spin", "demand": 3}).state
    for tile in ("t01", "t02", "t03", "t04", "t05", "t06"):
        state = do(state, {"do": "set_aside", "tile": tile}).state
    return do(do(state, {"do": "collect"}).state, {"do": "rob", "player": "blue", "tile": "t07"}).state


def words_of(value: Any) -> set[str]:
    """Every string in a JSON value, keys included."""
    return set(json.dumps(value).replace('"', " ").replace(",", " ").split())


@pytest.mark.parametrize("variant", ["classic", "gambler"])
def test_while_the_hourglass_runs_a_castle_shows_only_how_many_tiles_it_has(variant: str) -> None:
    seen = view(robbing(variant), EMPTY)
    blue, yellow = seen["players"]
    assert (blue["tiles"], blue["castle"]) == (1, None)
    assert (yellow["tiles"], yellow["castle"]) == (0, None)
    assert (seen["people"], seen["set_aside"]) == ({"tiles": 14, "left": None}, 6)
    assert not words_of(seen) & {f"t{n:02}" for n in range(1, 40)}


def test_while_tiles_are_set_aside_before_the_spin_sums_are_hidden_too() -> None:
    """TR-2.1: from round 2 on tiles are set aside in ``sentiment`` already."""
    state = do(state_of(in_round_one(TWO)), {"do": "set_aside", "tile": "t01"}).state
    seen = view(state, EMPTY)
    assert seen["people"] == {"tiles": 20, "left": None}
    assert not words_of(seen) & {f"t{n:02}" for n in range(1, 40)}


def test_after_the_count_all_tiles_but_those_set_aside_are_seen() -> None:
    """TR-2.6."""
    state = about_to_count(TWO, {"blue": ["b1", "m1"]}, ["b3", "b2", "m3", "t3"], (2, 2, 2))
    seen = view(do(state, {"do": "count"}).state, EMPTY)
    assert [(tile["commodity"], tile["value"]) for tile in seen["players"][0]["castle"]] == [
        ("bread", 1),
        ("marble", 1),
    ]
    assert seen["people"]["left"] == {"bread": 5, "marble": 3, "tools": 3}


def test_what_one_click_builds_is_what_wastes_least() -> None:
    seen = view(about_to_build(["b1", "b3", "m1"], map_mode="honour"), EMPTY)
    cheapest = {(way["kind"], way["adjacent"]): way["gains"] for way in seen["payable"]}
    assert cheapest == {("pasture", True): 0}
    assert "field" not in seen["payable"][0]


def test_before_a_game_there_is_a_view_too() -> None:
    assert view(None, EMPTY) == {"phase": "none", "players": [], "rounds": 10, "statues_each": 25}
