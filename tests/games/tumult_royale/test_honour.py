"""Maps that the table knows, and maps on the players' honour (TR-11)."""

from typing import Any

import pytest

from controller.games.tumult_royale.rules.events import Consoled
from controller.games.tumult_royale.rules.state import to_mapping
from tests.games.tumult_royale.playing import (
    TWO,
    TWO_PLAYER_LAND,
    about_to_build,
    castle_ids,
    colors,
    do,
    placing_colors,
    player,
    refused,
    started,
    state_of,
)


def build_on_honour(tiles: list[str], kind: str, *, adjacent: bool) -> dict[str, Any]:
    return {"do": "build", "player": "blue", "tiles": tiles, "kind": kind, "adjacent": adjacent}


def test_tr_11_1_a_table_that_knows_the_map_wants_fields() -> None:
    play = started(TWO, map_mode="tracked", slots=TWO_PLAYER_LAND)
    refused(play.state, {"do": "place_first", "player": "yellow"}, "LOG")
    refused(play.state, {"do": "place_first", "player": "blue"}, "LOG")
    state = about_to_build(["b1", "m1"])
    tiles = castle_ids(state, "blue", ["b1", "m1"])
    refused(state, build_on_honour(tiles, "pasture", adjacent=True), "LOG")
    refused(state, {"do": "pass", "player": "blue", "stuck": True}, "LOG")
    refused(state, {"do": "pass", "player": "blue", "stuck": False}, "LOG")


def test_tr_11_2_a_table_that_does_not_know_the_map_wants_none() -> None:
    play = started(TWO)
    refused(play.state, {"do": "place_first", "player": "yellow", "field": "A1"}, "LOG")
    mapping = to_mapping(state_of(play), 1)
    assert (mapping["fields"], mapping["regions"]) == ({}, [])
    state = about_to_build(["b1", "m1"], map_mode="honour")
    refused(state, {"do": "build", "player": "blue", "tiles": [], "field": "A1"}, "LOG")


@pytest.mark.parametrize(
    ("kind", "tiles", "statues", "gained"),
    [
        ("pasture", ["b3", "m3"], 1, 4),
        ("forest", ["b3", "m3", "t3"], 1, 6),
        ("mountain", ["b3", "m3", "t3"], 1, 5),
        ("village", ["b3", "m3"], 2, 2),
        ("palace", ["m3", "t3"], 3, 1),
    ],
)
def test_tr_11_2_any_kind_that_touches_can_be_built(kind: str, tiles: list[str], statues: int, gained: int) -> None:
    state = about_to_build(["b3", "m3", "t3"], map_mode="honour")
    after = do(state, build_on_honour(castle_ids(state, "blue", tiles), kind, adjacent=True)).state
    assert player(after, "blue").placed == 1 + statues
    assert colors(after)["blue"] == 30 + gained
    assert to_mapping(after, 0)["fields"] == {}


def test_tr_11_2_pasture_and_forest_also_at_double_cost_and_the_others_not() -> None:
    state = about_to_build(["b2", "m2", "t2", "m3", "t3"], map_mode="honour")
    short = castle_ids(state, "blue", ["b2", "m2", "t2"])
    refused(state, build_on_honour(short[:1], "forest", adjacent=False), "TR-4.5")
    after = do(state, build_on_honour(short, "forest", adjacent=False)).state
    assert colors(after)["blue"] == 30
    for kind in ("mountain", "village", "palace"):
        refused(state, build_on_honour(short, kind, adjacent=False), "TR-4.2")
    refused(state, build_on_honour(short, "castle", adjacent=True), "TR-4.1")


def test_tr_11_2_legal_is_what_the_castle_can_pay() -> None:
    """Yellow has two bread only: passed over, and blue is asked again."""
    state = about_to_build(["b1", "m1", "b1", "m1"], others_castle=["b2", "b3"], map_mode="honour")
    after = do(state, build_on_honour(castle_ids(state, "blue", ["b1", "m1"]), "pasture", adjacent=True)).state
    assert placing_colors(after) == "blue"


@pytest.mark.parametrize(("stuck", "consoled"), [({"stuck": True}, ["blue"]), ({"stuck": False}, []), ({}, [])])
def test_tr_11_2_a_stuck_pass_counts_as_a_turn_without_a_legal_build(
    stuck: dict[str, bool], consoled: list[str]
) -> None:
    state = about_to_build(["b1", "m1"], others_castle=["b1", "m1"], map_mode="honour")
    state = do(state, {"do": "pass", "player": "blue", **stuck}).state
    events = do(state, {"do": "pass", "player": "yellow"}).events
    assert [event.player for event in events if isinstance(event, Consoled)] == consoled


def test_tr_4_10_once_able_is_able_for_the_whole_phase() -> None:
    state = about_to_build(["b1", "m1"], others_castle=["b1", "m1"], map_mode="honour")
    state = do(state, {"do": "pass", "player": "blue"}).state
    yellows = castle_ids(state, "yellow", ["b1", "m1"])
    state = do(state, {"do": "build", "player": "yellow", "tiles": yellows, "kind": "pasture", "adjacent": True}).state
    events = do(state, {"do": "pass", "player": "blue", "stuck": True}).events
    assert not [event for event in events if isinstance(event, Consoled)]
