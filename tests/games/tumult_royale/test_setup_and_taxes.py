"""Set-up, spin and taxes (TR-0 to TR-2)."""

from typing import Any

import pytest

from controller.games.tumult_royale.box import reading
from controller.games.tumult_royale.box.words import RegionId
from controller.games.tumult_royale.rules import state
from controller.games.tumult_royale.rules.country import RegionInSlot
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import state_to_mapping
from tests.games.tumult_royale.playing import (
    TWO,
    TWO_PLAYER_LAND,
    about_to_count,
    after_spin,
    colors,
    do,
    events_of,
    in_round_one,
    rank,
    refused,
    robbing,
    start_action,
    started,
    state_of,
)

YELLOW_FIRST = {"blue": 2, "yellow": 1}
THREE = {"blue": 2, "yellow": 1, "grey": 3}
FOUR = {"blue": 2, "yellow": 1, "grey": 3, "purple": 4}


@pytest.mark.parametrize("ranks", [YELLOW_FIRST, THREE, FOUR])
def test_tr_0_1_two_to_four_players_sit_as_named_with_ranks_as_dealt(ranks: dict[str, int]) -> None:
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
def test_tr_0_1_other_numbers_other_colours_and_wrong_ranks_are_refused(
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
    assert begun.people_tiles == pool.all


def regions(*slots: dict[str, Any]) -> dict[str, Any]:
    return {**start_action(YELLOW_FIRST, map_mode="tracked", slots=TWO_PLAYER_LAND), "regions": list(slots)}


def up(slot: int, tile: str, turns: int = 0) -> dict[str, Any]:
    return {"slot": slot, "tile": tile, "turns": turns}


def down(slot: int) -> dict[str, Any]:
    return {"slot": slot, "tile": None, "turns": 0}


def test_tr_0_3_slots_come_in_any_order_and_any_half_lies_face_down() -> None:
    begun = do(None, regions(up(3, "R0", 2), down(0), up(1, "R4"), down(2))).state
    assert state.state_to_mapping(begun, 1)["regions"] == [
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
    assert begun.supporters_in_supply == supply
    assert [player.placed for player in begun.players] == [0] * len(ranks)


def test_tr_0_5_nobody_is_shown_mercy_at_first() -> None:
    assert not any(player.mercy for player in state_of(in_round_one(FOUR)).players)


def test_tr_0_6_first_statues_go_from_the_lowest_rank_to_the_king() -> None:
    play = started(FOUR)
    for color in ("purple", "grey", "blue", "yellow"):
        refused(play.state, {"do": "place_first", "player": "red"}, "TR-0.6")
        assert state.state_to_mapping(state_of(play), 0)["to_act"] == color
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
    assert state.state_to_mapping(state_of(play), 3)["fields"] == {
        "B1": {"owner": "yellow", "statues": 1},
        "D4": {"owner": "blue", "statues": 1},
    }


def bare_edition(pastures: int) -> dict[str, Any]:
    """The shipped edition with pastures only on the first region tile."""
    house = reading.standard_edition().to_mapping()
    for region in house["regions"]:
        region["fields"] = ["mountain"] * 9
    house["regions"][0]["fields"] = ["pasture"] * pastures + ["forest"] * (9 - pastures)
    return house


def test_tr_0_6_with_fewer_pastures_than_players_the_set_up_is_refused() -> None:
    slots = (
        RegionInSlot(RegionId("R0"), 0),
        RegionInSlot(RegionId("R1"), 0),
        RegionInSlot(None, 0),
        RegionInSlot(None, 0),
    )
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
    return start_action(YELLOW_FIRST, edition={**reading.standard_edition().to_mapping(), **changes})


def test_a_faulty_edition_carries_the_rule_of_the_part_that_is_wrong() -> None:
    standard = reading.standard_edition().to_mapping()
    refused(None, edition_with(tiles=standard["tiles"][:5]), "TR-0.2")
    refused(None, edition_with(regions=standard["regions"][:7]), "TR-0.3")
    refused(None, edition_with(supporters={"total": 59, "start": {"2": 30, "3": 19, "4": 14}}), "TR-0.4")
    refused(None, edition_with(colour="red"), "LOG")
    refused(None, start_action(YELLOW_FIRST, edition={}), "LOG")


def demand_of(play: GameLog) -> Any:
    return state_to_mapping(state_of(play), play.seq)["demand"]


def test_tr_1_1_the_number_spun_is_the_demand_for_all_three() -> None:
    play = in_round_one(TWO)
    assert demand_of(play) == {"bread": None, "marble": None, "tools": None}
    play.submit({"do": "spin", "demand": 5})
    assert demand_of(play) == {"bread": 5, "marble": 5, "tools": 5}
    assert state_of(play).phase.name == "set_aside"
    refused(play.state, {"do": "spin", "demand": 5}, "TR-1.1")


@pytest.mark.parametrize("number", [1, 6, 0, -2, 10**30])
def test_tr_1_1_only_numbers_of_the_spinner_can_be_spun(number: int) -> None:
    refused(in_round_one(TWO).state, {"do": "spin", "demand": number}, "TR-1.1")


def test_tr_1_2_an_arrow_between_sectors_comes_in_as_the_smaller_number() -> None:
    """The engine sees the number that was read off (TR-1.2 is settled where the arrow is drawn)."""
    after = do(in_round_one(TWO).state, {"do": "spin", "demand": 2}).state
    assert after.demand == (2, 2, 2)


def test_tr_1_3_a_spin_forgotten_in_round_1_counts_as_3() -> None:
    play = in_round_one(TWO)
    play.submit({"do": "forget_spin"})
    assert demand_of(play) == {"bread": 3, "marble": 3, "tools": 3}
    refused(play.state, {"do": "forget_spin"}, "TR-1.3")


def test_tr_1_3_a_forgotten_spin_takes_the_previous_amended_numbers() -> None:
    play = in_round_one(TWO)
    play.submit({"do": "spin", "demand": 2})
    play.submit({"do": "amend", "demand": {"marble": 9}})
    set_aside(play, 6)
    for action in ("collect", "stop", "count"):
        play.submit({"do": action})
    play.submit({"do": "forget_spin"})
    assert demand_of(play) == {"bread": 2, "marble": 9, "tools": 2}


def test_a_spin_names_a_commodity_in_a_gambler_game_only() -> None:
    refused(in_round_one(TWO).state, {"do": "spin", "demand": 2, "commodity": "bread"}, "LOG")
    gambler = about_to_count(TWO, {}, [], (None, None, None), variant="gambler")
    refused(gambler, {"do": "spin", "demand": 2}, "LOG")


def gambler_after_count() -> GameLog:
    play = robbing(variant="gambler")
    for action in ("stop", "count"):
        play.submit({"do": action})
    return play


def test_tr_10_1_three_spins_follow_the_count_and_none_comes_before_it() -> None:
    play = in_round_one(TWO, variant="gambler")
    assert state_of(play).phase.name == "set_aside"
    refused(play.state, {"do": "spin", "demand": 2, "commodity": "bread"}, "TR-1.1")
    refused(play.state, {"do": "forget_spin"}, "TR-1.3")
    play = gambler_after_count()
    assert state_to_mapping(state_of(play), 0)["phase"] == "sentiment"
    assert state_to_mapping(state_of(play), 0)["hourglass"] == "idle"
    refused(play.state, {"do": "set_aside", "tile": "t01"}, "TR-2.1")
    for commodity, number in (("bread", 2), ("marble", 5)):
        play.submit({"do": "spin", "commodity": commodity, "demand": number})
    assert demand_of(play) == {"bread": 2, "marble": 5, "tools": None}
    play.submit({"do": "spin", "commodity": "tools", "demand": 3})
    assert state_of(play).round == 2, "nobody can build: the third spin ends the round"


def test_tr_10_1_the_order_of_the_spins_is_fixed() -> None:
    play = gambler_after_count()
    refused(play.state, {"do": "spin", "commodity": "marble", "demand": 2}, "TR-10.1")
    refused(play.state, {"do": "spin", "commodity": "cheese", "demand": 2}, "TR-1.1")
    refused(play.state, {"do": "spin", "commodity": "bread", "demand": 7}, "TR-1.1")
    play.submit({"do": "spin", "commodity": "bread", "demand": 2})
    refused(play.state, {"do": "spin", "commodity": "bread", "demand": 2}, "TR-10.1")


def test_tr_10_1_the_demand_of_a_gambler_is_never_amended() -> None:
    play = in_round_one(TWO, variant="gambler")
    refused(play.state, {"do": "amend", "demand": {"bread": 3}}, "LOG")
    refused(gambler_after_count().state, {"do": "amend", "demand": {"bread": 3}}, "LOG")


def set_aside(play: GameLog, number: int) -> None:
    for tile in state_of(play).table.pool.tile_ids(state_of(play).people_tiles)[:number]:
        play.submit({"do": "set_aside", "tile": tile})


def test_tr_2_1_three_tiles_a_player_are_set_aside_and_are_not_the_peoples() -> None:
    play = after_spin()
    set_aside(play, 6)
    mapping = state_to_mapping(state_of(play), play.seq)
    assert mapping["set_aside"] == ["t01", "t02", "t03", "t04", "t05", "t06"]
    assert len(mapping["people"]) == 15
    assert mapping["phase"] == "set_aside"
    refused(play.state, {"do": "set_aside", "tile": "t07"}, "TR-2.1")


@pytest.mark.parametrize("tile", ["t01", "t39", "", "nonsense", "t1"])
def test_tr_2_1_only_tiles_of_the_people_are_set_aside(tile: str) -> None:
    play = after_spin()
    play.submit({"do": "set_aside", "tile": "t01"})
    refused(play.state, {"do": "set_aside", "tile": tile}, "TR-2.1")


def test_tr_2_1_a_tile_moved_to_a_castle_cannot_be_set_aside() -> None:
    play = after_spin()
    play.submit({"do": "amend", "move": {"tile": "t01", "to": "blue"}})
    refused(play.state, {"do": "set_aside", "tile": "t01"}, "TR-2.1")


def test_tr_2_1_in_a_classic_game_tiles_may_be_set_aside_before_the_spin() -> None:
    play = in_round_one(TWO)
    set_aside(play, 6)
    assert state_of(play).phase.name == "sentiment"
    refused(play.state, {"do": "set_aside", "tile": "t07"}, "TR-2.1")
    refused(play.state, {"do": "collect"}, "TR-2.2")
    play.submit({"do": "spin", "demand": 2})
    play.submit({"do": "collect"})
    assert state_of(play).phase.name == "taxes"
    refused(play.state, {"do": "set_aside", "tile": "t07"}, "TR-2.1")


def test_tr_2_2_the_hourglass_starts_with_exactly_3n_tiles_set_aside() -> None:
    play = after_spin()
    set_aside(play, 5)
    refused(play.state, {"do": "collect"}, "TR-2.2")
    set_aside(play, 1)
    play.submit({"do": "amend", "move": {"tile": "t21", "to": "set_aside"}})
    refused(play.state, {"do": "collect"}, "TR-2.2")
    play.submit({"do": "amend", "move": {"tile": "t21", "to": "people"}})
    play.submit({"do": "collect"})
    assert state_to_mapping(state_of(play), play.seq)["hourglass"] == "running"
    refused(play.state, {"do": "collect"}, "TR-2.2")


@pytest.mark.parametrize(
    ("color", "tile"), [("purple", "t10"), ("red", "t10"), ("", "t10"), ("blue", "t99"), ("blue", "t39")]
)
def test_tr_2_3_only_players_and_tiles_of_the_game_rob_and_are_robbed(color: str, tile: str) -> None:
    refused(robbing().state, {"do": "rob", "player": color, "tile": tile}, "TR-2.3")


def test_tr_2_3_nobody_robs_before_the_hourglass_runs() -> None:
    refused(after_spin().state, {"do": "rob", "player": "blue", "tile": "t10"}, "TR-2.3")


def test_tr_2_1_tiles_set_aside_are_not_robbed() -> None:
    refused(robbing().state, {"do": "rob", "player": "blue", "tile": "t01"}, "TR-2.1")


@pytest.mark.parametrize("color", ["blue", "yellow"])
def test_tr_2_4_a_robbed_tile_stays_where_it_is(color: str) -> None:
    play = robbing()
    play.submit({"do": "rob", "player": "blue", "tile": "t10"})
    refused(play.state, {"do": "rob", "player": color, "tile": "t10"}, "TR-2.4")


def test_tr_2_5_after_the_hourglass_each_player_puts_down_one_tile_more() -> None:
    play = robbing()
    play.submit({"do": "rob", "player": "blue", "tile": "t10"})
    play.submit({"do": "stop"})
    assert state_to_mapping(state_of(play), play.seq)["hourglass"] == "stopped"
    play.submit({"do": "rob", "player": "blue", "tile": "t11"})
    refused(play.state, {"do": "rob", "player": "blue", "tile": "t12"}, "TR-2.5")
    play.submit({"do": "rob", "player": "yellow", "tile": "t12"})
    refused(play.state, {"do": "rob", "player": "yellow", "tile": "t13"}, "TR-2.5")
    refused(play.state, {"do": "stop"}, "TR-2.5")


def test_tr_2_5_a_tile_moved_by_hand_is_not_the_tile_in_hand() -> None:
    play = robbing()
    play.submit({"do": "stop"})
    play.submit({"do": "amend", "move": {"tile": "t10", "to": "blue"}})
    play.submit({"do": "rob", "player": "blue", "tile": "t11"})
    play.submit({"do": "amend", "move": {"tile": "t11", "to": "people"}})
    refused(play.state, {"do": "rob", "player": "blue", "tile": "t11"}, "TR-2.5")


def test_tr_2_6_tiles_are_counted_after_the_hourglass_has_run_out() -> None:
    play = robbing()
    refused(play.state, {"do": "count"}, "TR-2.6")
    play.submit({"do": "stop"})
    play.submit({"do": "count"})
    assert state_to_mapping(state_of(play), play.seq)["hourglass"] == "idle"
    refused(play.state, {"do": "count"}, "TR-2.6")
    refused(play.state, {"do": "stop"}, "TR-2.5")


def test_tr_2_6_the_count_tells_what_is_left_of_each_commodity() -> None:
    state = about_to_count(TWO, {"blue": ["b1", "m1"]}, ["b2", "b3", "t1"], (2, 2, 2))
    step = do(state, {"do": "count"})
    assert events_of(step, "left") == [{"bread": 5, "marble": 0, "tools": 1}]
    assert events_of(step, "castle")[0] == {"color": "blue", "bread": 1, "marble": 1, "tools": 0}
