"""Ranks anew, the crown, region tiles turned up, mercy, the end of the game (TR-5 to TR-8)."""

from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.tumult_royale.box.words import Seat
from controller.games.tumult_royale.rules.events import EndChecked, RevealDue
from controller.games.tumult_royale.rules.ranks import dealt_anew, shown_mercy, winner
from controller.games.tumult_royale.rules.state import Coronation, State, to_mapping
from tests.games.tumult_royale.playing import (
    TWO,
    about_to_build,
    about_to_count,
    castle_ids,
    colors,
    do,
    faced,
    player,
    rank,
    refused,
)

FOUR = {"blue": 2, "yellow": 3, "purple": 1, "grey": 4}


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
    return to_mapping(do(state, {"do": "count"}).state, 0)


def test_worked_example_6_tr_5_1_most_supporters_first_ties_as_before() -> None:
    before = end_of_phase(ranks=FOUR, supporters={"blue": 25, "yellow": 23, "purple": 21, "grey": 21})
    after = do(before, {"do": "count"}).state
    assert {color: rank(after, color) for color in FOUR} == {"blue": 1, "yellow": 2, "purple": 3, "grey": 4}


def test_tr_5_1_ranks_are_a_function_of_numbers() -> None:
    assert dealt_anew([21, 25, 21, 23], (Seat(2), Seat(0), Seat(1), Seat(3))) == (1, 3, 2, 0)
    assert dealt_anew([7, 7], (Seat(1), Seat(0))) == (1, 0)


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


def test_tr_6_2_one_if_only_one_is_left() -> None:
    after = counted(end_of_phase(7, placed={"blue": 24, "yellow": 20}))
    assert after["players"][0]["placed"] == 25
    assert (after["winner"], after["ending"]) == ("blue", "25th statue")


def test_tr_6_2_chronicle_statues_make_no_field_adjacent() -> None:
    state = about_to_build(["b1", "m1"], others_castle=[], placed=5, supporters=40)
    after = do(do(state, {"do": "pass", "player": "blue"}).state, {"do": "spin", "demand": 2}).state
    assert player(after, "blue").placed == 6
    assert player(after, "blue").fields == player(state, "blue").fields


@pytest.mark.parametrize(
    ("ranks", "round_number", "due"),
    [
        (TWO, 3, 1),
        ({"blue": 1, "yellow": 2, "grey": 3}, 3, 1),
        (FOUR, 3, 2),
        (TWO, 2, None),
        (TWO, 4, None),
    ],
)
def test_tr_6_3_in_round_3_one_region_tile_is_turned_up_two_with_four_players(
    ranks: dict[str, int], round_number: int, due: int | None
) -> None:
    step = do(end_of_phase(round_number, ranks=ranks), {"do": "count"})
    assert [event.tiles for event in step.events if isinstance(event, RevealDue)] == ([] if due is None else [due])
    assert (step.state.phase.name == "coronation") is (due is not None)


def test_tr_6_3_in_round_5_all_that_are_left_even_if_the_table_does_not_know_the_map() -> None:
    state = end_of_phase(3, ranks=FOUR)
    state = do(state, {"do": "count"}).state
    king = to_mapping(state, 0)["to_act"]
    assert king == "purple"
    refused(state, {"do": "reveal", "player": "blue", "tiles": []}, "TR-6.3")
    refused(state, {"do": "reveal", "player": king, "tiles": [{"slot": 0, "tile": "R1", "turns": 0}]}, "TR-6.3")
    state = do(state, {"do": "reveal", "player": king, "tiles": []}).state
    assert (state.round, state.land.face_down) == (4, 2)
    refused(state, {"do": "reveal", "player": king, "tiles": []}, "TR-6.3")
    state = replace(end_of_phase(5, ranks=FOUR), land=state.land)
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
def test_tr_6_3_a_reveal_turns_up_what_is_due_on_face_down_slots_with_tiles_out_of_play(
    tiles: list[tuple[int, str, int]],
) -> None:
    refused(about_to_reveal(), reveal(*tiles), "TR-6.3")


def test_tr_6_3_a_tile_turned_up_can_be_built_on_in_the_following_rounds() -> None:
    state = about_to_reveal()
    after = do(state, reveal((2, "R2", 1))).state
    assert to_mapping(after, 0)["regions"][2] == {"slot": 2, "tile": "R2", "turns": 1}
    assert after.round == 4
    assert [fields.bit_count() for fields in faced(after).kinds] == [
        4 + 4 + 4,
        2 + 2 + 2,
        1 + 2 + 1,
        1 + 1 + 2,
        1,
    ]


def test_tr_6_3_in_round_5_every_slot_once() -> None:
    state = replace(about_to_build(["b1", "m1"], others_castle=[]), round=5)
    state = do(state, {"do": "pass", "player": "blue"}).state
    refused(state, reveal((1, "R2", 0)), "TR-6.3")
    refused(state, reveal((1, "R2", 0), (1, "R3", 0)), "TR-6.3")
    refused(state, reveal((1, "R2", 0), (2, "R2", 0)), "TR-6.3")
    assert faced(do(state, reveal((2, "R2", 0), (1, "R3", 3))).state).face_down == 0


@pytest.mark.parametrize("round_number", [5, 6])
def test_tr_6_4_the_end_is_checked_from_round_6_on(round_number: int) -> None:
    step = do(end_of_phase(round_number, placed={"blue": 15, "yellow": 1}), {"do": "count"})
    checks = [event for event in step.events if isinstance(event, EndChecked)]
    assert len(checks) == (round_number >= 6)
    assert (step.state.phase.name == "over") is (round_number >= 6)


def test_tr_6_5_pay_then_place_then_the_25th_statue_and_nothing_is_revealed() -> None:
    after = counted(end_of_phase(3, placed={"blue": 24, "yellow": 3}))
    assert after["players"][0]["supporters"] == 27
    assert after["phase"] == "over"
    assert (after["ending"], after["to_act"], after["chronicle"]) == ("25th statue", None, ["blue"])
    assert not any(each["mercy"] for each in after["players"])


@pytest.mark.parametrize(
    ("placed", "merciful"),
    [([3, 2], {1}), ([2, 2], set()), ([4, 2, 2, 3], {1, 2}), ([4, 4, 4, 4], set()), ([1, 4, 4, 4], {0})],
)
def test_tr_7_1_mercy_goes_to_the_fewest_statues_and_to_nobody_if_all_have_as_many(
    placed: list[int], merciful: set[int]
) -> None:
    assert {seat for seat, shown in enumerate(shown_mercy(placed)) if shown} == merciful


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
    after = to_mapping(do(state, {"do": "build", "player": "blue", "field": "A2", "tiles": paid}).state, 0)
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
    assert winner([20, 22, 22], (Seat(0), Seat(2), Seat(1))) == 2
    before = end_of_phase(10, placed={"blue": 10, "yellow": 8}, supporters={"blue": 20, "yellow": 30})
    assert counted(before)["winner"] == "yellow", "crowned, yellow has 10 too, and the higher rank now"
