"""The set-up and the first statues (TR-0)."""

from typing import Any

import pytest

from controller.games.tumult_royale.box import reading
from controller.games.tumult_royale.box.words import RegionId
from controller.games.tumult_royale.rules import state
from controller.games.tumult_royale.rules.country import Placement
from tests.games.tumult_royale.playing import (
    TWO_PLAYER_LAND,
    colors,
    do,
    in_round_one,
    rank,
    refused,
    start_action,
    started,
    state_of,
)

YELLOW_FIRST = {"blue": 2, "yellow": 1}
THREE = {"blue": 2, "yellow": 1, "grey": 3}
FOUR = {"blue": 2, "yellow": 1, "grey": 3, "purple": 4}


@pytest.mark.parametrize("ranks", [YELLOW_FIRST, THREE, FOUR])
def test_tr_0_1_two_to_four_players_sit_in_the_order_named_with_the_ranks_dealt(ranks: dict[str, int]) -> None:
    begun = state_of(started(ranks))
    assert list(begun.table.colors) == list(ranks)
    assert {color: rank(begun, color) for color in ranks} == ranks


@pytest.mark.parametrize(
    "ranks",
    [
        {"blue": 1},
        {},
        {"blue": 1, "red": 2},
        {"blue": 1, "yellow": 1},
        {"blue": 0, "yellow": 1},
        {"blue": 2, "yellow": 3},
        {"blue": 1, "yellow": 10**30},
    ],
)
def test_tr_0_1_other_numbers_of_players_other_colours_and_ranks_dealt_wrongly_are_refused(
    ranks: dict[str, int],
) -> None:
    refused(None, start_action(ranks), "TR-0.1")


def test_tr_0_1_a_colour_named_twice_or_a_fifth_player_is_refused() -> None:
    action = start_action(YELLOW_FIRST)
    action["players"] = [{"color": "blue", "rank": 1}, {"color": "blue", "rank": 2}]
    refused(None, action, "TR-0.1")
    action["players"] = [{"color": "blue", "rank": rank} for rank in range(1, 6)]
    refused(None, action, "TR-0.1")


@pytest.mark.parametrize(
    ("ranks", "frames", "number"),
    [(YELLOW_FIRST, {"plain"}, 21), (THREE, {"plain", "grey"}, 30), (FOUR, {"plain", "grey", "black"}, 39)],
)
def test_tr_0_2_the_number_of_players_decides_which_tiles_are_in_play(
    ranks: dict[str, int], frames: set[str], number: int
) -> None:
    begun = state_of(started(ranks))
    pool = begun.table.pool
    assert len(pool.tiles) == number
    assert {tile.frame for tile in pool.tiles} == frames
    assert begun.people == pool.all


def regions(*slots: dict[str, Any]) -> dict[str, Any]:
    return {**start_action(YELLOW_FIRST, map_mode="tracked", slots=TWO_PLAYER_LAND), "regions": list(slots)}


def up(slot: int, tile: str, turns: int = 0) -> dict[str, Any]:
    return {"slot": slot, "tile": tile, "turns": turns}


def down(slot: int) -> dict[str, Any]:
    return {"slot": slot, "tile": None, "turns": 0}


def test_tr_0_3_slots_may_be_named_in_any_order_and_any_half_may_lie_face_down() -> None:
    begun = do(None, regions(up(3, "R0", 2), down(0), up(1, "R4"), down(2))).state
    assert state.to_mapping(begun, 1)["regions"] == [
        {"slot": 0, "tile": None, "turns": 0},
        {"slot": 1, "tile": "R4", "turns": 0},
        {"slot": 2, "tile": None, "turns": 0},
        {"slot": 3, "tile": "R0", "turns": 2},
    ]


@pytest.mark.parametrize(
    "slots",
    [
        [],
        [up(0, "R0"), up(1, "R1"), down(2)],
        [up(0, "R0"), up(1, "R1"), down(2), down(2)],
        [up(0, "R0"), up(1, "R1"), down(2), down(4)],
        [up(0, "R0"), up(1, "R1"), down(2), down(-1)],
        [up(0, "R0"), up(1, "R1"), down(2), down(3), down(4)],
        [up(0, "R0"), up(1, "R0"), down(2), down(3)],
        [up(0, "R0"), up(1, "R99"), down(2), down(3)],
        [up(0, "R0"), up(1, "R1"), up(2, "R2"), down(3)],
        [up(0, "R0"), down(1), down(2), down(3)],
    ],
)
def test_tr_0_3_every_slot_once_half_of_them_face_up_with_different_tiles(slots: list[dict[str, Any]]) -> None:
    refused(None, regions(*slots), "TR-0.3")


def test_tr_0_3_with_the_map_on_honour_no_region_is_named() -> None:
    refused(None, {**start_action(YELLOW_FIRST), "regions": [down(0)]}, "TR-0.3")


@pytest.mark.parametrize(("ranks", "each", "supply"), [(YELLOW_FIRST, 30, 45), (THREE, 20, 45), (FOUR, 15, 45)])
def test_tr_0_4_supporters_are_dealt_out_and_the_rest_is_the_supply(
    ranks: dict[str, int], each: int, supply: int
) -> None:
    begun = state_of(started(ranks))
    assert set(colors(begun).values()) == {each}
    assert begun.supply == supply
    assert [player.placed for player in begun.players] == [0] * len(ranks)


def test_tr_0_5_nobody_is_shown_mercy_at_first() -> None:
    assert not any(player.mercy for player in state_of(in_round_one(FOUR)).players)


def test_tr_0_6_first_statues_go_from_the_lowest_rank_to_the_king() -> None:
    play = started(FOUR)
    for color in ("purple", "grey", "blue", "yellow"):
        refused(play.state, {"do": "place_first", "player": "red"}, "TR-0.6")
        assert state.to_mapping(state_of(play), 0)["to_act"] == color
        play.submit({"do": "place_first", "player": color})
    refused(play.state, {"do": "place_first", "player": "purple"}, "TR-0.6")
    assert state_of(play).phase.name == "sentiment"
    assert [player.placed for player in state_of(play).players] == [1, 1, 1, 1]


@pytest.mark.parametrize("field", ["A1", "A4", "D4", "Z9", "", "a1", "B01", "G1"])
def test_tr_0_6_first_statues_stand_on_free_pastures_that_lie_face_up(field: str) -> None:
    play = started(YELLOW_FIRST, map_mode="tracked", slots=TWO_PLAYER_LAND)
    play.submit({"do": "place_first", "player": "blue", "field": "D4"})
    refused(play.state, {"do": "place_first", "player": "yellow", "field": field}, "TR-0.6")
    play.submit({"do": "place_first", "player": "yellow", "field": "B1"})
    assert state.to_mapping(state_of(play), 3)["fields"] == {
        "B1": {"owner": "yellow", "statues": 1},
        "D4": {"owner": "blue", "statues": 1},
    }


def bare_edition(pastures: int) -> dict[str, Any]:
    """The shipped edition with pastures only on the first region tile."""
    house = reading.standard().to_mapping()
    for region in house["regions"]:
        region["fields"] = ["mountain"] * 9
    house["regions"][0]["fields"] = ["pasture"] * pastures + ["forest"] * (9 - pastures)
    return house


def test_tr_0_6_with_fewer_pastures_than_players_the_set_up_is_refused() -> None:
    slots = (Placement(RegionId("R0"), 0), Placement(RegionId("R1"), 0), Placement(None, 0), Placement(None, 0))
    few = start_action(YELLOW_FIRST, map_mode="tracked", slots=slots, edition=bare_edition(1))
    enough = start_action(YELLOW_FIRST, map_mode="tracked", slots=slots, edition=bare_edition(2))
    refused(None, few, "TR-0.6")
    assert do(None, enough).state.phase.name == "first_statues"


@pytest.mark.parametrize("turns", [-1, 4, 10**30])
def test_tr_0_7_turns_are_quarter_turns_0_to_3(turns: int) -> None:
    refused(None, regions(up(0, "R0", turns), up(1, "R1"), down(2), down(3)), "TR-0.7")


def test_tr_0_7_a_face_down_tile_has_no_turns() -> None:
    refused(None, regions(up(0, "R0"), up(1, "R1"), down(2), {**down(3), "turns": 1}), "TR-0.7")


def edition_with(**changes: Any) -> dict[str, Any]:
    return start_action(YELLOW_FIRST, edition={**reading.standard().to_mapping(), **changes})


def test_a_faulty_edition_carries_the_rule_of_the_part_that_is_wrong() -> None:
    standard = reading.standard().to_mapping()
    refused(None, edition_with(tiles=standard["tiles"][:5]), "TR-0.2")
    refused(None, edition_with(regions=standard["regions"][:7]), "TR-0.3")
    refused(None, edition_with(supporters={"total": 59, "start": {"2": 30, "3": 19, "4": 14}}), "TR-0.4")
    refused(None, edition_with(colour="red"), "LOG")
    refused(None, start_action(YELLOW_FIRST, edition={}), "LOG")


def test_a_house_edition_plays_with_its_own_numbers() -> None:
    begun = do(None, edition_with(supporters={"total": 61, "start": {"2": 30, "3": 20, "4": 15}})).state
    assert begun.supply == 1
