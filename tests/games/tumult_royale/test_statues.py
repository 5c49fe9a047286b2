"""Placing statues: turns, fields, costs, payments, the end of the phase (TR-4)."""

from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.naming import sentence
from controller.games.tumult_royale.box.words import Color, RegionId
from controller.games.tumult_royale.rules.country import Placement
from controller.games.tumult_royale.rules.events import Consoled, PassedOver
from controller.games.tumult_royale.rules.state import State, Tumult, to_mapping
from tests.games.tumult_royale.playing import (
    about_to_build,
    about_to_count,
    castle_ids,
    colors,
    do,
    placing_colors,
    player,
    refused,
)


def build(state: State, field: str, *tiles: str, color: str = "blue") -> dict[str, Any]:
    return {"do": "build", "player": color, "field": field, "tiles": castle_ids(state, color, tiles)}


def passing(color: str) -> dict[str, Any]:
    return {"do": "pass", "player": color}


def test_tr_4_1_placement_rounds_go_by_rank_from_the_king() -> None:
    state = about_to_build(["b1", "m1", "b1", "m1"], fields=("B2",))
    refused(state, build(state, "D4", "b1", "m1", color="yellow"), "TR-4.1")
    refused(state, passing("yellow"), "TR-4.1")
    refused(state, passing("nobody"), "TR-4.1")
    state = do(state, build(state, "A2", "b1", "m1")).state
    assert placing_colors(state) == "yellow"
    state = do(state, build(state, "D4", "b1", "m1", color="yellow")).state
    assert placing_colors(state) == "blue"


def test_tr_4_1_nobody_builds_in_another_phase() -> None:
    before = about_to_count({"blue": 1, "yellow": 2}, {"blue": ["b1", "m1"]}, [], (2, 2, 2))
    refused(before, {"do": "build", "player": "blue", "tiles": [], "kind": "pasture", "adjacent": True}, "TR-4.1")
    refused(before, passing("blue"), "TR-4.1")


def test_tr_4_1_unknown_names_come_before_a_wrong_field() -> None:
    state = about_to_build(["b1", "m1"])
    for field, tiles in (("Z9", []), ("G1", []), ("", []), ("A4", ["t99"]), ("B1", ["t39"])):
        action = {"do": "build", "player": "blue", "field": field, "tiles": tiles}
        refused(state, action, "TR-4.1")


@pytest.mark.parametrize(
    ("field", "why"),
    [
        ("A4", "field-face-down"),
        ("D1", "field-face-down"),
        ("B1", "field-occupied"),
        ("E4", "field-occupied"),
        ("A3", "field-not-touching"),
        ("F4", "field-not-touching"),
        ("D5", "field-not-touching"),
    ],
)
def test_tr_4_2_a_field_is_face_up_free_and_touches_unless_it_is_pasture_or_forest(field: str, why: str) -> None:
    state = about_to_build(["m3", "t3", "b3"])
    assert refused(state, build(state, field, "m3"), "TR-4.2").reason == why


def test_tr_4_2_diagonal_is_not_touching_and_the_chronicle_touches_nothing() -> None:
    state = about_to_build(["b3", "m3", "t3"], fields=("A2",))
    refused(state, build(state, "C1", "b3", "m3"), "TR-4.2")
    assert do(state, build(state, "B2", "b3", "m3", "t3")).state.players[0].placed == 2


def test_tr_4_2_fields_touch_across_region_tiles() -> None:
    slots = (Placement(RegionId("R1"), 0), Placement(RegionId("R0"), 0), Placement(None, 0), Placement(None, 0))
    state = about_to_build(["b3", "m3", "t3"], fields=("C2",), others_fields=("F1",), slots=slots)
    after = do(state, build(state, "D2", "b3", "m3")).state
    assert to_mapping(after, 0)["fields"]["D2"] == {"owner": "blue", "statues": 2}


def test_tr_4_3_a_village_takes_two_statues_and_a_palace_three() -> None:
    state = about_to_build(["b3", "m3", "m2", "t3"], fields=("B1", "A2"))
    state = do(state, build(state, "C1", "b3", "m3")).state
    state = do(state, passing("yellow")).state
    state = do(state, build(state, "A3", "m2", "t3")).state
    assert to_mapping(state, 0)["fields"] == {
        "A2": {"owner": "blue", "statues": 1},
        "A3": {"owner": "blue", "statues": 3},
        "B1": {"owner": "blue", "statues": 1},
        "C1": {"owner": "blue", "statues": 2},
        "E4": {"owner": "yellow", "statues": 1},
    }
    assert player(state, "blue").placed == 7


def test_tr_4_3_with_fewer_statues_left_all_that_are_left_are_placed_at_full_cost() -> None:
    state = about_to_build(["m2", "t3"], fields=("A2",), placed=24)
    refused(state, build(state, "A3", "t3"), "TR-4.5")
    after = do(state, build(state, "A3", "m2", "t3")).state
    assert to_mapping(after, 0)["fields"]["A3"] == {"owner": "blue", "statues": 1}
    assert to_mapping(after, 0)["winner"] == "blue"


def test_worked_example_5_tr_4_4_a_forest_that_does_not_touch_costs_twice_2_2_2() -> None:
    state = about_to_build(["b1", "b1", "m2", "t3", "b2"])
    refused(state, build(state, "F5", "b1", "m2", "t3"), "TR-4.5")
    refused(state, build(state, "F5", "b1", "b1", "m2"), "TR-4.5")
    after = do(state, build(state, "F5", "b1", "b1", "m2", "t3")).state
    assert colors(after) == {"blue": 31, "yellow": 30}


def test_tr_4_4_a_field_that_touches_costs_the_printed_cost() -> None:
    state = about_to_build(["b2", "m2"])
    after = do(state, build(state, "A2", "b2", "m2")).state
    assert colors(after)["blue"] == 30, "A2 does not touch B1: 2 bread and 2 marble, nothing beyond"
    after = do(state := about_to_build(["b2", "m2"], fields=("B2",)), build(state, "A2", "b2", "m2")).state
    assert colors(after)["blue"] == 32


@pytest.mark.parametrize(
    ("tiles", "why"),
    [
        ([], "payment-short"),
        (["m2"], "payment-short"),
        (["b2", "m1"], "payment-short"),
        (["b2", "m2", "t1"], "tile-foreign"),
        (["t1"], "tile-foreign"),
    ],
)
def test_tr_4_5_whole_tiles_pay_each_commodity_and_no_other(tiles: list[str], why: str) -> None:
    state = about_to_build(["b2", "m1", "m2", "t1"])
    assert refused(state, build(state, "A2", *tiles), "TR-4.5").reason == why


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The pasture is not paid; still due: marble 1."),
        ("de", "Wiese: nicht bezahlt; es fehlt noch Marmor 1."),
        ("es", "pasto: no está pagado; aún falta: mármol 1."),
    ],
)
def test_tr_4_5_a_payment_that_is_short_names_only_what_is_due(language: str, said: str) -> None:
    state = about_to_build(["b2", "m1"])
    assert sentence(refused(state, build(state, "A2", "b2", "m1"), "TR-4.5").text, language) == said


def test_tr_4_5_tiles_of_others_of_the_people_and_tiles_named_twice_are_refused() -> None:
    state = about_to_build(["b1", "m1"], fields=("B2",))
    theirs = castle_ids(state, "yellow", ["b1", "m1"])
    mine = castle_ids(state, "blue", ["b1", "m1"])
    free = state.table.pool.ids(state.people)[0]
    for tiles in (theirs, [mine[0], theirs[1]], [free, mine[1]], [mine[0], mine[0], mine[1]]):
        refused(state, {"do": "build", "player": "blue", "field": "A2", "tiles": tiles}, "TR-4.5")


def test_worked_example_3_tr_4_7_a_marble_3_and_a_bread_2_for_a_pasture_gain_3() -> None:
    state = about_to_build(["m3", "b2"], fields=("B2",))
    assert colors(do(state, build(state, "A2", "m3", "b2")).state)["blue"] == 33


def test_worked_example_3_tr_4_6_a_tile_that_could_be_left_out_is_refused() -> None:
    state = about_to_build(["m1", "b1", "b1"], fields=("B2",))
    refused(state, build(state, "A2", "m1", "b1", "b1"), "TR-4.6")


@pytest.mark.parametrize(
    ("tools", "pays"),
    [(["t1", "t1"], True), (["t2"], True), (["t3"], True), (["t1", "t2"], False), (["t1", "t3"], False)],
)
def test_tr_4_6_two_tools_are_paid_by_11_2_or_3_but_not_by_12_or_13(tools: list[str], *, pays: bool) -> None:
    state = about_to_build(["b1", "m1", "t1", "t1", "t2", "t3"])
    action = build(state, "B2", "b1", "m1", *tools)
    if pays:
        assert do(state, action).state.players[0].placed == 2
    else:
        refused(state, action, "TR-4.6")


def test_worked_example_4_tr_4_7_a_mountain_for_three_3s_gains_5_and_the_tiles_are_the_peoples() -> None:
    state = about_to_build(["b3", "m3", "t3"])
    paid = castle_ids(state, "blue", ["b3", "m3", "t3"])
    after = do(state, build(state, "B2", "b3", "m3", "t3"))
    assert colors(after.state)["blue"] == 35
    assert set(paid) <= set(after.state.table.pool.ids(after.state.people))


def test_tr_4_11_supporters_are_gained_even_by_the_build_that_wins() -> None:
    state = about_to_build(["b3", "m3", "t3"], placed=24)
    after = do(state, build(state, "B2", "b3", "m3", "t3")).state
    assert colors(after)["blue"] == 35
    assert to_mapping(after, 0)["ending"] == "25th statue"


def test_tr_4_8_who_has_no_legal_build_is_passed_over() -> None:
    state = about_to_build(["b1", "m1", "b1", "m1"], others_castle=["b1", "t3"], fields=("B2",))
    step = do(state, build(state, "A2", "b1", "m1"))
    assert PassedOver(player=Color("yellow")) in step.events
    assert placing_colors(step.state) == "blue"


def test_tr_4_8_who_passes_is_asked_again_in_the_next_placement_round() -> None:
    state = about_to_build(["b1", "m1"], fields=("B2",))
    state = do(state, passing("blue")).state
    state = do(state, build(state, "D4", "b1", "m1", color="yellow")).state
    assert placing_colors(state) == "blue"


def test_tr_4_8_a_castle_that_could_pay_is_no_legal_build_without_a_field_for_it() -> None:
    """Blue can pay a mountain but not a forest or pasture anywhere, and touches no mountain."""
    state = about_to_build(["m2", "t3"], fields=("C3",))
    step = do(replace(state, phase=replace(state.phase, rank=2)), build(state, "D4", "b1", "m1", color="yellow"))
    assert PassedOver(player=Color("blue")) in step.events


def test_tr_4_9_the_phase_ends_after_a_placement_round_in_which_nobody_built() -> None:
    state = about_to_build(["b1", "m1"], fields=("B2",))
    state = do(state, build(state, "A2", "b1", "m1")).state
    state = do(state, passing("yellow")).state
    assert placing_colors(state) == "yellow", "blue has nothing left and is passed over; yellow is asked again"
    after = do(state, passing("yellow")).state
    assert after.round == 2
    assert after.people == after.table.pool.all
    assert colors(after) == {"blue": 25, "yellow": 30}, "left-over tiles give no supporters; king blue paid 5"


def count_down(able: str, greedy: str) -> list[Consoled]:
    """Consolations when the phase ends with nobody having built."""
    state = about_to_build(["b1", "m1"] if able == "blue" else [], others_castle=[] if able == "blue" else ["b1", "m1"])
    tumult = Tumult("bread", 0, 2, Color(greedy), 0, None, ())
    phase = replace(state.phase, rank=1 if able == "blue" else 2)
    step = do(replace(state, phase=phase, tumults=(tumult,) if greedy else ()), passing(able))
    return [event for event in step.events if isinstance(event, Consoled)]


def test_tr_4_10_who_could_build_nothing_and_was_never_the_greediest_gains_2() -> None:
    assert [(event.player, event.gained) for event in count_down("blue", "")] == [("yellow", 2)]
    assert [(event.player, event.gained) for event in count_down("yellow", "yellow")] == [("blue", 2)]


def test_tr_4_10_neither_the_greediest_nor_who_passed_of_his_own_will_is_consoled() -> None:
    assert count_down("blue", "yellow") == []


def test_tr_4_10_consolation_comes_before_the_ranks() -> None:
    before = about_to_count({"blue": 2, "yellow": 1}, {}, ["b3", "m3", "t3"], (2, 2, 2))
    after = do(before, {"do": "count"}).state
    assert colors(after) == {"blue": 32, "yellow": 27}, "both gain 2, then yellow pays 5 for the crown"
    assert after.round == 2


def test_tr_4_10_in_the_order_of_ranks_when_the_supply_runs_out() -> None:
    before = about_to_count(
        {"blue": 2, "yellow": 1}, {}, ["b3", "m3", "t3"], (2, 2, 2), supporters={"blue": 52, "yellow": 53}
    )
    events = do(before, {"do": "count"}).events
    names = [type(event).__name__ for event in events]
    assert names.index("SupportersReturned") > names.index("Consoled")
    assert [event.player for event in events if isinstance(event, Consoled)] == ["yellow", "blue"]
