"""The state as canonical JSON: keys, order of lists, nulls."""

import json

from controller.games.tumult_royale.rules.state import canonical, to_mapping
from tests.games.tumult_royale.playing import (
    TWO,
    about_to_build,
    about_to_count,
    castle_ids,
    do,
    in_round_one,
    state_of,
)


def test_the_keys_stand_in_the_order_of_the_contract() -> None:
    before = about_to_count(TWO, {"blue": ["b1", "b2", "m1"]}, ["m3", "t3"], (2, 2, 2))
    mapping = to_mapping(do(before, {"do": "count"}).state, 12)
    assert list(mapping) == [
        "seq",
        "round",
        "phase",
        "to_act",
        "hourglass",
        "demand",
        "supply",
        "players",
        "people",
        "set_aside",
        "fields",
        "regions",
        "chronicle",
        "tumults",
        "winner",
        "ending",
    ]
    assert list(mapping["demand"]) == ["bread", "marble", "tools"]
    assert list(mapping["players"][0]) == ["color", "rank", "mercy", "supporters", "placed", "castle"]
    assert list(mapping["tumults"][0]) == ["commodity", "left", "demand", "greediest", "greed", "kept", "returned"]
    assert (mapping["seq"], mapping["winner"], mapping["ending"]) == (12, None, None)


def test_a_state_of_a_tracked_game_is_what_was_written_out() -> None:
    state = about_to_build(["b1", "m1"], fields=("B2",), others_castle=[])
    state = do(
        state, {"do": "build", "player": "blue", "field": "A2", "tiles": castle_ids(state, "blue", ["b1", "m1"])}
    ).state
    mapping = json.loads(canonical(state, 5))
    assert mapping["fields"] == {
        "A2": {"owner": "blue", "statues": 1},
        "B2": {"owner": "blue", "statues": 1},
        "E4": {"owner": "yellow", "statues": 1},
    }
    assert mapping["regions"] == [
        {"slot": 0, "tile": "R1", "turns": 0},
        {"slot": 1, "tile": None, "turns": 0},
        {"slot": 2, "tile": None, "turns": 0},
        {"slot": 3, "tile": "R0", "turns": 0},
    ]
    assert mapping["chronicle"] == ["yellow"], "yellow was consoled and now has the most supporters"


def test_canonical_json_is_compact() -> None:
    line = canonical(state_of(in_round_one(TWO)), 3)
    assert line.startswith(
        b'{"seq":3,"round":1,"phase":"sentiment","to_act":null,"hourglass":"idle","demand":{"bread":null'
    )
    assert b"\n" not in line
    assert b": " not in line
