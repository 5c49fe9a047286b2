"""Corrections by hand and undo: what they change, what they may not, and what is left as it was."""

from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.tumult_royale.box.words import Seat
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.events import Undone
from controller.games.tumult_royale.rules.state import Coronation, Over, canonical, to_mapping
from tests.games.tumult_royale.playing import (
    TWO,
    about_to_build,
    about_to_count,
    colors,
    do,
    in_round_one,
    refused,
    start_action,
    started,
    state_of,
)


def amend(**what: Any) -> dict[str, Any]:
    return {"do": "amend", **what}


def in_taxes() -> GameLog:
    play = in_round_one(TWO)
    play.submit({"do": "spin", "demand": 4})
    for tile in ("t01", "t02", "t03", "t04", "t05", "t06"):
        play.submit({"do": "set_aside", "tile": tile})
    play.submit({"do": "collect"})
    return play


def test_supporters_are_corrected_against_the_supply_and_only_the_result_counts() -> None:
    state = do(started(TWO).state, amend(supporters={"blue": 60, "yellow": -20})).state
    assert colors(state) == {"blue": 90, "yellow": 10}
    assert state.supply == 5
    state = do(state, amend(supporters={"blue": -90, "yellow": 95})).state
    assert (colors(state), state.supply) == ({"blue": 0, "yellow": 105}, 0)


@pytest.mark.parametrize(
    "changes",
    [
        {"blue": -31},
        {"blue": 46},
        {"blue": 30, "yellow": 16},
        {"purple": 1},
        {"red": 0},
        {"blue": 10**30},
        {"blue": -(10**30)},
        {},
        None,
        {"blue": 1.0},
        {"blue": True},
        {"blue": "1"},
        [],
    ],
)
def test_nothing_goes_below_nothing_and_only_players_own_supporters(changes: Any) -> None:
    refused(started(TWO).state, amend(supporters=changes), "LOG")


def test_supporters_can_be_corrected_in_every_phase_but_over() -> None:
    building = about_to_build(["b1", "m1"])
    set_aside = do(in_round_one(TWO).state, {"do": "spin", "demand": 4}).state
    counting = about_to_count(TWO, {}, ["b1"], (2, 2, 2))
    revealing = replace(building, phase=Coronation(due=1))
    for state in (
        started(TWO).state,
        in_round_one(TWO).state,
        set_aside,
        in_taxes().state,
        counting,
        building,
        revealing,
    ):
        assert colors(do(state, amend(supporters={"blue": 1})).state)["blue"] == 31
    for state in (None, replace(building, phase=Over(winner=Seat(0), ending="gap"))):
        refused(state, amend(supporters={"blue": 1}), "LOG")


def test_tiles_are_moved_anywhere_and_to_where_they_lie() -> None:
    play = in_taxes()
    for tile, to in (("t01", "blue"), ("t07", "set_aside"), ("t08", "yellow"), ("t08", "yellow"), ("t09", "people")):
        play.submit(amend(move={"tile": tile, "to": to}))
    mapping = to_mapping(state_of(play), play.seq)
    assert [each["castle"] for each in mapping["players"]] == [["t01"], ["t08"]]
    assert mapping["set_aside"] == ["t02", "t03", "t04", "t05", "t06", "t07"]
    play.submit(amend(move={"tile": "t01", "to": "people"}))
    assert "t01" in to_mapping(state_of(play), play.seq)["people"]


@pytest.mark.parametrize(
    "move",
    [
        {"tile": "t99", "to": "blue"},
        {"tile": "t39", "to": "blue"},
        {"tile": "t01", "to": "purple"},
        {"tile": "t01", "to": "supply"},
        {"tile": "t01", "to": ""},
        {"tile": "t01"},
        {"tile": "t01", "to": "blue", "from": "people"},
        {"tile": None, "to": "blue"},
        None,
        "t01",
    ],
)
def test_tiles_out_of_play_and_places_that_are_none_are_refused(move: Any) -> None:
    refused(in_taxes().state, amend(move=move), "LOG")


def test_tiles_and_demand_are_corrected_only_in_set_aside_and_taxes() -> None:
    for state in (started(TWO).state, in_round_one(TWO).state, about_to_build(["b1", "m1"])):
        refused(state, amend(move={"tile": "t01", "to": "blue"}), "LOG")
        refused(state, amend(demand={"bread": 2}), "LOG")


def test_the_demand_is_corrected_to_1_to_9_for_the_commodities_named() -> None:
    state = do(in_taxes().state, amend(demand={"tools": 9, "bread": 1})).state
    assert state.demand == (1, 4, 9)


@pytest.mark.parametrize(
    "demand",
    [{"bread": 0}, {"bread": 10}, {"cheese": 3}, {}, {"bread": None}, {"bread": True}, {"bread": 2, "tools": 10}],
)
def test_other_demands_are_refused(demand: Any) -> None:
    refused(in_taxes().state, amend(demand=demand), "LOG")


def test_an_amend_holds_exactly_one_correction() -> None:
    play = in_taxes()
    refused(play.state, amend(), "LOG")
    refused(play.state, amend(demand={"bread": 3}, supporters={"blue": 1}), "LOG")
    refused(play.state, amend(demand={"bread": 3}, move=None), "LOG")


def test_undo_takes_back_the_latest_action_that_still_stands_again_and_again() -> None:
    play = in_taxes()
    before = canonical(state_of(play), 0)
    play.submit({"do": "rob", "player": "blue", "tile": "t10"})
    between = canonical(state_of(play), 0)
    play.submit(amend(supporters={"blue": 1}))
    seq = play.seq
    assert play.submit({"do": "undo"}) == (Undone(do="amend", seq=seq),)
    assert canonical(state_of(play), 0) == between
    assert play.submit({"do": "undo"}) == (Undone(do="rob", seq=seq - 1),)
    assert canonical(state_of(play), 0) == before
    assert play.seq == seq + 2
    play.submit({"do": "rob", "player": "blue", "tile": "t11"})
    assert play.submit({"do": "undo"}) == (Undone(do="rob", seq=seq + 3),)


def test_undo_goes_back_to_the_start_and_no_further() -> None:
    play = GameLog()
    with pytest.raises(Refusal, match="start"):
        play.submit({"do": "undo"})
    play.submit(start_action(TWO))
    start = canonical(state_of(play), 0)
    play.submit({"do": "place_first", "player": "yellow"})
    play.submit({"do": "undo"})
    assert canonical(state_of(play), 0) == start
    with pytest.raises(Refusal) as caught:
        play.submit({"do": "undo"})
    assert caught.value.code == "LOG"
    assert play.seq == 3


def test_undo_takes_back_the_end_of_a_game() -> None:
    play = in_round_one(TWO)
    for _ in range(10):
        play.submit({"do": "spin", "demand": 2})
        for tile in ("t01", "t02", "t03", "t04", "t05", "t06"):
            play.submit({"do": "set_aside", "tile": tile})
        for action in ("collect", "stop", "count"):
            play.submit({"do": action})
        if state_of(play).phase.name == "coronation":
            color = to_mapping(state_of(play), 0)["to_act"]
            play.submit({"do": "reveal", "player": color, "tiles": []})
        if state_of(play).phase.name == "over":
            break
    with pytest.raises(Refusal, match="undo"):
        play.submit({"do": "spin", "demand": 2})
    play.submit({"do": "undo"})
    assert to_mapping(state_of(play), play.seq)["hourglass"] == "stopped"


def test_what_was_checked_is_accepted_once_and_not_after_another_action() -> None:
    play = in_round_one(TWO)
    pending = play.check({"do": "spin", "demand": 2})
    assert play.seq == 3, "checking does nothing"
    play.accept(pending)
    assert play.actions[-1] == {"do": "spin", "demand": 2}
    with pytest.raises(ValueError, match="check it again"):
        play.accept(pending)


def test_the_log_keeps_a_copy_of_each_action() -> None:
    action = start_action(TWO)
    play = GameLog()
    play.submit(action)
    action["players"].clear()
    assert len(play.actions[0]["players"]) == 2
