"""Tumults and short supporters (TR-3, TR-9), ranks, the crown, mercy and the end of the game (TR-5 to TR-8)."""

from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.contract.values import PieceId
from controller.games.tumult_royale.box.edition import Tile
from controller.games.tumult_royale.box.reading import standard_edition
from controller.games.tumult_royale.box.words import Seat
from controller.games.tumult_royale.rules.country import Country
from controller.games.tumult_royale.rules.ranks import (
    find_blame,
    greed,
    lowest_tile_kept_by_greediest,
    mercy_by_seat,
    new_ranking,
    winning_seat,
)
from controller.games.tumult_royale.rules.state import Coronation, State, Tumult, state_to_mapping
from tests.games.tumult_royale.playing import (
    TWO,
    about_to_build,
    about_to_count,
    castle_ids,
    colors,
    do,
    events_of,
    rank,
    refused,
)

THREE = {"purple": 1, "blue": 2, "yellow": 3}
FOUR = {"purple": 1, "blue": 2, "yellow": 3, "grey": 4}


def tumults_of(state: State) -> dict[str, Tumult]:
    return {tumult.commodity: tumult for tumult in state.tumults}


def test_worked_example_1_tr_3_4_a_tie_after_mercy_goes_to_the_higher_rank() -> None:
    before = about_to_count(
        FOUR,
        {"blue": ["b2", "b2", "b1", "t3", "t1"], "yellow": ["b3", "b1", "t2", "t2"], "grey": ["b1", "m1"]},
        left=["b1", "b1", "m3", "m1", "t3"],
        demand=(4, 4, 4),
        merciful=["blue"],
    )
    blue_bread_1 = castle_ids(before, "blue", ["b1"])
    after = do(before, {"do": "count"}).state
    found = tumults_of(after)
    assert set(found) == {"bread", "tools"}
    assert (found["bread"].left, found["bread"].greediest, found["bread"].greed) == (2, "blue", 4)
    assert [found["bread"].kept] == blue_bread_1
    assert len(found["bread"].returned) == 2
    assert (found["tools"].left, found["tools"].greediest, found["tools"].greed) == (3, "yellow", 4)
    assert len(found["tools"].returned) == 1
    assert colors(after) == {"purple": 15, "blue": 12, "yellow": 12, "grey": 15}


def test_worked_example_2_tr_3_4_if_nobody_was_greedy_the_king_pays() -> None:
    before = about_to_count(
        {"blue": 2, "yellow": 1}, {"blue": ["b1", "m1"]}, ["m3", "t3"], (3, 3, 3), merciful=["blue"]
    )
    after = do(before, {"do": "count"}).state
    assert state_to_mapping(after, 0)["tumults"] == [
        {
            "commodity": "bread",
            "left": 0,
            "demand": 3,
            "greediest": "yellow",
            "greed": 0,
            "kept": None,
            "returned": [],
        }
    ]
    assert colors(after) == {"blue": 30, "yellow": 27}


@pytest.mark.parametrize(("left", "breaks_out"), [(["b1", "b1", "b1"], True), (["b3", "b1"], False)])
def test_tr_3_1_a_tumult_ensues_if_less_is_left_than_demanded(left: list[str], *, breaks_out: bool) -> None:
    before = about_to_count(TWO, {"blue": ["b2", "m1"]}, [*left, "m2", "m2", "t3", "t2"], (4, 4, 4))
    assert bool(do(before, {"do": "count"}).state.tumults) is breaks_out


def test_tr_3_2_tumults_are_resolved_in_the_order_bread_marble_tools() -> None:
    before = about_to_count(TWO, {"blue": ["b1", "m1", "t1"]}, [], (2, 2, 2))
    assert [tumult.commodity for tumult in do(before, {"do": "count"}).state.tumults] == ["bread", "marble", "tools"]


@pytest.mark.parametrize(("robbed", "mercy", "counts"), [(5, True, 4), (1, True, 0), (0, True, 0), (5, False, 5)])
def test_tr_3_3_mercy_takes_one_off_the_greed_but_never_below_nothing(robbed: int, *, mercy: bool, counts: int) -> None:
    assert greed(robbed, mercy=mercy) == counts


def test_tr_3_4_the_most_greed_is_blamed_whatever_the_rank() -> None:
    ranked = (Seat(2), Seat(0), Seat(1))
    assert find_blame([3, 5, 4], frozenset(), ranked).greediest == 1
    assert find_blame([5, 5, 4], frozenset(), ranked).greediest == 0
    assert find_blame([5, 5, 5], frozenset(), ranked) == (2, 5, (0, 1))
    assert find_blame([5, 5, 5], {Seat(2)}, ranked) == (0, 5, (1,))


def test_tr_3_5_the_greediest_pays_three_for_each_tumult_anew() -> None:
    before = about_to_count(THREE, {"blue": ["b1", "m1", "t1"]}, [], (2, 2, 2))
    after = do(before, {"do": "count"}).state
    assert colors(after) == {"purple": 20, "blue": 11, "yellow": 20}
    assert after.supporters_in_supply == 54


def test_tr_3_6_ids_are_compared_as_characters() -> None:
    tiles = [Tile(PieceId(name), "bread", value, "plain") for name, value in (("t2", 1), ("t10", 1), ("t1", 2))]
    tile = lowest_tile_kept_by_greediest(tiles)
    assert tile is not None
    assert tile.id == "t10"


def test_tr_3_7_a_single_tile_is_kept_whatever_its_value() -> None:
    before = about_to_count(TWO, {"blue": ["b3", "m1"]}, ["m2", "t2"], (2, 2, 2))
    tumult = tumults_of(do(before, {"do": "count"}).state)["bread"]
    assert [tumult.kept] == castle_ids(before, "blue", ["b3"])
    assert tumult.returned == ()


GREY_FIRST = {"blue": 2, "yellow": 3, "grey": 1}


def after_a_bread_tumult_of_blue(**supporters: int) -> tuple[dict[str, int], int]:
    """Supporters and supply after blue had to pay 3; grey is the king, and blue can build, so the round goes on."""
    before = about_to_count(GREY_FIRST, {"blue": ["b1", "m1"]}, ["m3", "t3"], (2, 2, 2), supporters=supporters)
    after = do(before, {"do": "count"}).state
    assert [tumult.greediest for tumult in after.tumults] == ["blue"]
    return colors(after), after.supporters_in_supply


def test_tr_9_1_with_fewer_everybody_first_receives_5() -> None:
    assert after_a_bread_tumult_of_blue(blue=2, yellow=5, grey=7) == ({"blue": 4, "yellow": 10, "grey": 12}, 79)


def test_tr_9_1_whoever_still_has_less_pays_all() -> None:
    assert after_a_bread_tumult_of_blue(blue=1, yellow=50, grey=54) == ({"blue": 0, "yellow": 50, "grey": 54}, 1)
    assert after_a_bread_tumult_of_blue(blue=1, yellow=50, grey=48) == ({"blue": 0, "yellow": 50, "grey": 53}, 2)


def after_blue_gained_3(**supporters: int) -> tuple[dict[str, int], int]:
    """Supporters and supply after blue paid a marble 3 and a bread 2 for a pasture."""
    state = with_supporters(about_to_build(["m3", "b2"], fields=("B2",)), **supporters)
    tiles = castle_ids(state, "blue", ["m3", "b2"])
    after = do(state, {"do": "build", "player": "blue", "field": "A2", "tiles": tiles}).state
    return colors(after), after.supporters_in_supply


def test_tr_9_2_with_fewer_everybody_first_returns_5_or_all() -> None:
    assert after_blue_gained_3(blue=4, yellow=99) == ({"blue": 3, "yellow": 94}, 8)


def test_tr_9_2_whoever_gains_more_than_there_is_gains_all() -> None:
    """Only a house edition has so few supporters."""
    house = {**standard_edition().to_mapping(), "supporters": {"total": 2, "start": {"2": 1, "3": 0, "4": 0}}}
    before = about_to_count({"blue": 1, "yellow": 2}, {"blue": ["m3", "b3"]}, ["b2", "t2"], (2, 0, 2), edition=house)
    state = do(before, {"do": "count"}).state
    tiles = castle_ids(state, "blue", ["m3", "b3"])
    action = {"do": "build", "player": "blue", "kind": "pasture", "adjacent": True, "tiles": tiles}
    assert [each["gained"] for each in events_of(do(state, action), "built")] == [2]


def test_tr_9_1_a_tumult_of_a_player_without_supporters() -> None:
    before = about_to_count(
        {"blue": 1, "yellow": 2},
        {"blue": ["b1", "m1", "t1"], "yellow": ["b1", "m1"]},
        ["b3", "m3"],
        (2, 2, 2),
        supporters={"blue": 1, "yellow": 30},
    )
    step = do(before, {"do": "count"})
    assert colors(step.state) == {"blue": 3, "yellow": 35}
    assert step.state.supporters_in_supply == 67
    assert [each["shares"] for each in events_of(step, "shared")] == [(("blue", 5), ("yellow", 5))]


def with_supporters(state: State, **supporters: int) -> State:
    players = tuple(
        replace(player, supporters=supporters[color])
        for color, player in zip(state.table.colors, state.players, strict=True)
    )
    return replace(state, players=players)


def test_tr_9_2_a_build_that_gains_more_than_the_supply_has() -> None:
    state = with_supporters(about_to_build(["b3", "m3", "t3"]), blue=60, yellow=43)
    tiles = castle_ids(state, "blue", ["b3", "m3", "t3"])
    step = do(state, {"do": "build", "player": "blue", "field": "B2", "tiles": tiles})
    assert [each["shares"] for each in events_of(step, "gathered")] == [(("blue", 5), ("yellow", 5))]
    assert [each["gained"] for each in events_of(step, "built-field")] == [5]


FOUR_MIXED = {"blue": 2, "yellow": 3, "purple": 1, "grey": 4}


def end_of_phase(
    round_number: int = 1,
    *,
    placed: dict[str, int] | None = None,
    ranks: dict[str, int] = TWO,
    **how: Any,
) -> State:
    """A count after which nobody can build; everybody is consoled with 2."""
    state = about_to_count(ranks, {}, ["b3", "m3", "t3"], (2, 2, 2), **how)
    players = tuple(
        replace(each, placed=(placed or {}).get(color, each.placed))
        for color, each in zip(state.table.colors, state.players, strict=True)
    )
    return replace(state, round=round_number, players=players)


def counted(state: State) -> dict[str, Any]:
    return state_to_mapping(do(state, {"do": "count"}).state, 0)


def test_worked_example_6_tr_5_1_most_supporters_first_ties_as_before() -> None:
    before = end_of_phase(ranks=FOUR_MIXED, supporters={"blue": 25, "yellow": 23, "purple": 21, "grey": 21})
    after = do(before, {"do": "count"}).state
    assert {color: rank(after, color) for color in FOUR_MIXED} == {"blue": 1, "yellow": 2, "purple": 3, "grey": 4}


def test_tr_5_1_ranks_are_a_function_of_numbers() -> None:
    assert new_ranking([21, 25, 21, 23], (Seat(2), Seat(0), Seat(1), Seat(3))) == (1, 3, 2, 0)
    assert new_ranking([7, 7], (Seat(1), Seat(0))) == (1, 0)


def test_tr_6_1_the_king_new_or_not_pays_5() -> None:
    assert colors(do(end_of_phase(), {"do": "count"}).state) == {"blue": 27, "yellow": 32}
    new = end_of_phase(supporters={"blue": 20, "yellow": 21})
    after = do(new, {"do": "count"}).state
    assert colors(after) == {"blue": 22, "yellow": 18}
    assert rank(after, "yellow") == 1


@pytest.mark.parametrize(("round_number", "statues"), [(1, 1), (2, 1), (4, 1), (6, 2), (7, 2), (9, 2)])
def test_tr_6_2_one_statue_for_the_chronicle_in_rounds_1_to_5_then_two(round_number: int, statues: int) -> None:
    after = counted(end_of_phase(round_number))
    assert [each["placed"] for each in after["players"]] == [1 + statues, 1]
    assert after["chronicle"] == ["blue"]
    assert after["round"] == round_number + 1


@pytest.mark.parametrize(
    ("ranks", "round_number", "due"),
    [
        (TWO, 3, 1),
        ({"blue": 1, "yellow": 2, "grey": 3}, 3, 1),
        (FOUR_MIXED, 3, 2),
        (TWO, 2, None),
        (TWO, 4, None),
    ],
)
def test_tr_6_3_in_round_3_one_region_tile_is_due_two_with_four_players(
    ranks: dict[str, int], round_number: int, due: int | None
) -> None:
    step = do(end_of_phase(round_number, ranks=ranks), {"do": "count"})
    assert [each["count"] for each in events_of(step, "reveal-due")] == ([] if due is None else [due])
    assert (step.state.phase.name == "coronation") is (due is not None)


def test_tr_6_3_in_round_5_all_that_are_left_are_due_on_honour_too() -> None:
    state = end_of_phase(3, ranks=FOUR_MIXED)
    state = do(state, {"do": "count"}).state
    king = state_to_mapping(state, 0)["to_act"]
    assert king == "purple"
    refused(state, {"do": "reveal", "player": "blue", "tiles": []}, "TR-6.3")
    refused(state, {"do": "reveal", "player": king, "tiles": [{"slot": 0, "tile": "R1", "turns": 0}]}, "TR-6.3")
    state = do(state, {"do": "reveal", "player": king, "tiles": []}).state
    assert (state.round, state.land.face_down) == (4, 2)
    refused(state, {"do": "reveal", "player": king, "tiles": []}, "TR-6.3")
    state = replace(end_of_phase(5, ranks=FOUR_MIXED), land=state.land)
    state = do(state, {"do": "count"}).state
    assert isinstance(state.phase, Coronation)
    assert state.phase.due == 2
    assert do(state, {"do": "reveal", "player": king, "tiles": []}).state.land.face_down == 0


def about_to_reveal() -> State:
    state = replace(about_to_build(["b1", "m1"], others_castle=[]), round=3)
    return do(state, {"do": "pass", "player": "blue"}).state


def reveal(*tiles: tuple[int, str, int]) -> dict[str, Any]:
    shown = [{"slot": slot, "tile": tile, "turns": turns} for slot, tile, turns in tiles]
    return {"do": "reveal", "player": "yellow", "tiles": shown}


@pytest.mark.parametrize(
    "tiles",
    [
        [],
        [(1, "R2", 0), (2, "R3", 0)],
        [(0, "R2", 0)],
        [(1, "R1", 0)],
        [(1, "R99", 0)],
        [(4, "R2", 0)],
        [(-1, "R2", 0)],
        [(1, "R2", 4)],
        [(1, "R2", -1)],
        [(1, "R2", 0), (1, "R2", 0)],
    ],
)
def test_tr_6_3_a_reveal_turns_up_what_is_due_with_tiles_out_of_play(
    tiles: list[tuple[int, str, int]],
) -> None:
    refused(about_to_reveal(), reveal(*tiles), "TR-6.3")


def test_tr_6_3_in_round_5_every_slot_once() -> None:
    state = replace(about_to_build(["b1", "m1"], others_castle=[]), round=5)
    state = do(state, {"do": "pass", "player": "blue"}).state
    refused(state, reveal((1, "R2", 0)), "TR-6.3")
    refused(state, reveal((1, "R2", 0), (1, "R3", 0)), "TR-6.3")
    refused(state, reveal((1, "R2", 0), (2, "R2", 0)), "TR-6.3")
    land = do(state, reveal((2, "R2", 0), (1, "R3", 3))).state.land
    assert isinstance(land, Country)
    assert land.face_down == 0


@pytest.mark.parametrize("round_number", [5, 6])
def test_tr_6_4_the_end_is_checked_from_round_6_on(round_number: int) -> None:
    step = do(end_of_phase(round_number, placed={"blue": 15, "yellow": 1}), {"do": "count"})
    assert len(events_of(step, "end-checked")) == (round_number >= 6)
    assert (step.state.phase.name == "over") is (round_number >= 6)


def test_tr_6_5_nothing_is_revealed_after_the_25th_statue() -> None:
    after = counted(end_of_phase(3, placed={"blue": 24, "yellow": 3}))
    assert after["players"][0]["supporters"] == 27
    assert after["phase"] == "over"
    assert (after["ending"], after["to_act"], after["chronicle"]) == ("25th statue", None, ["blue"])
    assert not any(each["mercy"] for each in after["players"])


@pytest.mark.parametrize(
    ("placed", "merciful"),
    [([3, 2], {1}), ([2, 2], set()), ([4, 2, 2, 3], {1, 2}), ([4, 4, 4, 4], set()), ([1, 4, 4, 4], {0})],
)
def test_tr_7_1_mercy_goes_to_the_fewest_statues_unless_all_are_equal(placed: list[int], merciful: set[int]) -> None:
    assert {seat for seat, shown in enumerate(mercy_by_seat(placed)) if shown} == merciful


def test_tr_7_1_all_others_lose_it() -> None:
    after = counted(end_of_phase(placed={"blue": 2, "yellow": 9}, merciful=["yellow"]))
    assert [each["mercy"] for each in after["players"]] == [True, False]


def test_tr_7_2_all_tiles_go_back_and_the_next_round_begins() -> None:
    before = end_of_phase()
    after = counted(before)
    assert (after["round"], after["phase"], after["tumults"], after["set_aside"]) == (2, "sentiment", [], [])
    assert len(after["people"]) == 21
    assert after["demand"] == {"bread": None, "marble": None, "tools": None}


def test_tr_8_1_the_25th_statue_wins_at_once_and_the_state_stays() -> None:
    state = about_to_build(["b3", "m3", "t3", "t1"], placed=24, others_castle=["b1"], fields=("B2",))
    paid = castle_ids(state, "blue", ["b3", "m3"])
    after = state_to_mapping(do(state, {"do": "build", "player": "blue", "field": "A2", "tiles": paid}).state, 0)
    assert (after["phase"], after["winner"], after["ending"]) == ("over", "blue", "25th statue")
    assert [len(each["castle"]) for each in after["players"]] == [2, 1]
    assert after["demand"] == {"bread": 2, "marble": 2, "tools": 2}
    assert (after["chronicle"], after["round"]) == ([], 1)


def test_tr_8_1_after_the_end_nothing_but_undo() -> None:
    over = do(end_of_phase(3, placed={"blue": 24}), {"do": "count"}).state
    for action in (
        {"do": "spin", "demand": 2},
        {"do": "pass", "player": "blue"},
        {"do": "amend", "supporters": {"blue": 1}},
    ):
        refused(over, action, "LOG")


@pytest.mark.parametrize(
    ("round_number", "placed", "ending"),
    [
        (7, {"blue": 19, "yellow": 15}, "gap"),
        (7, {"blue": 18, "yellow": 15}, None),
        (6, {"blue": 10, "yellow": 5}, None),
        (6, {"blue": 11, "yellow": 5}, "gap"),
        (9, {"blue": 6, "yellow": 6}, None),
        (9, {"blue": 7, "yellow": 6}, "gap"),
        (10, {"blue": 7, "yellow": 9}, "tenth round"),
        (10, {"blue": 20, "yellow": 2}, "tenth round"),
        (10, {"blue": 23, "yellow": 2}, "25th statue"),
    ],
)
def test_tr_8_2_the_game_ends_when_the_gap_is_exceeded_or_after_round_10(
    round_number: int, placed: dict[str, int], ending: str | None
) -> None:
    """King blue adds 2 statues before the check."""
    after = counted(end_of_phase(round_number, placed=placed))
    assert after["ending"] == ending
    assert after["round"] == round_number + (ending is None)


def test_worked_example_7_tr_8_2_21_to_15_in_round_7_is_over() -> None:
    before = end_of_phase(
        7,
        ranks={"blue": 1, "yellow": 2, "purple": 3},
        placed={"blue": 19, "yellow": 19, "purple": 15},
    )
    after = counted(before)
    assert [each["placed"] for each in after["players"]] == [21, 19, 15]
    assert (after["winner"], after["ending"]) == ("blue", "gap")
    assert len(after["set_aside"]) == 27, "the tiles stay where they are"


def test_tr_8_3_most_placed_wins_and_a_tie_goes_to_the_new_rank() -> None:
    assert winning_seat([20, 22, 22], (Seat(0), Seat(2), Seat(1))) == 2
    before = end_of_phase(10, placed={"blue": 10, "yellow": 8}, supporters={"blue": 20, "yellow": 30})
    assert counted(before)["winner"] == "yellow", "crowned, yellow has 10 too, and the higher rank now"
