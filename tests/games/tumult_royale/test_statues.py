"""Placing statues: sites, payments, and the map on honour (TR-4, TR-11)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.games.naming import translate_text
from controller.games.tumult_royale.box.words import KINDS, Color, Cost, Kind, MapMode
from controller.games.tumult_royale.rules import options
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.country import TileSet
from controller.games.tumult_royale.rules.engine import apply
from controller.games.tumult_royale.rules.payments import (
    Payment,
    PaymentJudgement,
    judge_payment,
    list_accepted_payments,
)
from controller.games.tumult_royale.rules.state import State, Tumult, state_to_mapping
from tests.games.tumult_royale.playing import (
    TWO,
    TWO_PLAYER_LAND,
    about_to_build,
    about_to_count,
    acting_color,
    castle_ids,
    colors,
    do,
    events_of,
    ids_of,
    in_round_one,
    refused,
    started,
    state_of,
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
    assert acting_color(state) == "yellow"
    state = do(state, build(state, "D4", "b1", "m1", color="yellow")).state
    assert acting_color(state) == "blue"


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
def test_tr_4_2_a_field_is_open_free_and_touches_but_pasture_or_forest(field: str, why: str) -> None:
    state = about_to_build(["m3", "t3", "b3"])
    assert refused(state, build(state, field, "m3"), "TR-4.2").reason == why


def test_tr_4_2_diagonal_is_not_touching_and_the_chronicle_touches_nothing() -> None:
    state = about_to_build(["b3", "m3", "t3"], fields=("A2",))
    refused(state, build(state, "C1", "b3", "m3"), "TR-4.2")
    assert do(state, build(state, "B2", "b3", "m3", "t3")).state.players[0].placed == 2


def test_tr_4_3_the_last_statues_are_placed_at_full_cost() -> None:
    state = about_to_build(["m2", "t3"], fields=("A2",), placed=24)
    refused(state, build(state, "A3", "t3"), "TR-4.5")
    after = do(state, build(state, "A3", "m2", "t3")).state
    assert state_to_mapping(after, 0)["fields"]["A3"] == {"owner": "blue", "statues": 1}
    assert state_to_mapping(after, 0)["winner"] == "blue"


def test_worked_example_5_tr_4_4_a_forest_elsewhere_costs_2_2_2() -> None:
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
        ("en", "This does not pay for the pasture; still due: marble 1."),
        ("de", "Wiese: Das reicht nicht; es fehlt noch Marmor 1."),
        ("es", "pasto: no basta; aún falta: mármol 1."),
    ],
)
def test_tr_4_5_a_payment_that_is_short_names_only_what_is_due(language: str, said: str) -> None:
    state = about_to_build(["b2", "m1"])
    assert translate_text(refused(state, build(state, "A2", "b2", "m1"), "TR-4.5").text, language) == said


def test_tr_4_5_tiles_of_others_and_tiles_named_twice_are_refused() -> None:
    state = about_to_build(["b1", "m1"], fields=("B2",))
    theirs = castle_ids(state, "yellow", ["b1", "m1"])
    mine = castle_ids(state, "blue", ["b1", "m1"])
    free = state.table.pool.tile_ids(state.people_tiles)[0]
    for tiles in (theirs, [mine[0], theirs[1]], [free, mine[1]], [mine[0], mine[0], mine[1]]):
        refused(state, {"do": "build", "player": "blue", "field": "A2", "tiles": tiles}, "TR-4.5")


def test_worked_example_3_tr_4_7_marble_3_and_bread_2_for_a_pasture_gain_3() -> None:
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


def test_worked_example_4_tr_4_7_a_mountain_for_three_3s_gains_5() -> None:
    state = about_to_build(["b3", "m3", "t3"])
    paid = castle_ids(state, "blue", ["b3", "m3", "t3"])
    after = do(state, build(state, "B2", "b3", "m3", "t3"))
    assert colors(after.state)["blue"] == 35
    assert set(paid) <= set(after.state.table.pool.tile_ids(after.state.people_tiles))


def test_tr_4_11_supporters_are_gained_even_by_the_build_that_wins() -> None:
    state = about_to_build(["b3", "m3", "t3"], placed=24)
    after = do(state, build(state, "B2", "b3", "m3", "t3")).state
    assert colors(after)["blue"] == 35
    assert state_to_mapping(after, 0)["ending"] == "25th statue"


def test_tr_4_8_who_has_no_legal_build_is_passed_over() -> None:
    state = about_to_build(["b1", "m1", "b1", "m1"], others_castle=["b1", "t3"], fields=("B2",))
    step = do(state, build(state, "A2", "b1", "m1"))
    assert events_of(step, "passed-over") == [{"colors": ("yellow",), "count": 1}]
    assert acting_color(step.state) == "blue"


def test_tr_4_8_to_be_able_to_pay_is_no_legal_build_without_a_field() -> None:
    """Blue can pay a mountain but not a forest or pasture anywhere, and touches no mountain."""
    state = about_to_build(["m2", "t3"], fields=("C3",))
    step = do(replace(state, phase=replace(state.phase, rank=2)), build(state, "D4", "b1", "m1", color="yellow"))
    assert events_of(step, "passed-over") == [{"colors": ("blue", "yellow"), "count": 2}]


def test_tr_4_9_the_phase_ends_after_a_placement_round_without_a_build() -> None:
    state = about_to_build(["b1", "m1"], fields=("B2",))
    state = do(state, build(state, "A2", "b1", "m1")).state
    state = do(state, passing("yellow")).state
    assert acting_color(state) == "yellow", "blue has nothing left and is passed over; yellow is asked again"
    after = do(state, passing("yellow")).state
    assert after.round == 2
    assert after.people_tiles == after.table.pool.all
    assert colors(after) == {"blue": 25, "yellow": 30}, "left-over tiles give no supporters; king blue paid 5"


def count_down(able: str, greedy: str) -> list[dict[str, Any]]:
    """Consolations when the phase ends with nobody having built."""
    state = about_to_build(["b1", "m1"] if able == "blue" else [], others_castle=[] if able == "blue" else ["b1", "m1"])
    tumult = Tumult("bread", 0, 2, Color(greedy), 0, None, ())
    phase = replace(state.phase, rank=1 if able == "blue" else 2)
    step = do(replace(state, phase=phase, tumults=(tumult,) if greedy else ()), passing(able))
    return events_of(step, "consolation")


def test_tr_4_10_who_could_not_build_and_was_not_greediest_gains_2() -> None:
    assert count_down("blue", "") == [{"color": "yellow", "gained": 2}]
    assert count_down("yellow", "yellow") == [{"color": "blue", "gained": 2}]


def test_tr_4_10_neither_the_greediest_nor_a_voluntary_passer_is_consoled() -> None:
    assert count_down("blue", "yellow") == []


def test_tr_4_10_in_the_order_of_ranks_when_the_supply_runs_out() -> None:
    before = about_to_count(
        {"blue": 2, "yellow": 1}, {}, ["b3", "m3", "t3"], (2, 2, 2), supporters={"blue": 52, "yellow": 53}
    )
    step = do(before, {"do": "count"})
    keys = [event.key for event in step.events]
    assert keys.index("gathered") > keys.index("consolation")
    assert [each["color"] for each in events_of(step, "consolation")] == ["yellow", "blue"]


MAPS: tuple[MapMode, ...] = ("tracked", "honour")


def test_a_payment_check_names_what_is_foreign_missing_and_needless() -> None:
    pasture, palace = (1, 1, 0), (0, 2, 3)
    pool = state_of(in_round_one({"blue": 1, "yellow": 2})).table.pool

    def checked(cost: Cost, *words: str) -> PaymentJudgement:
        return judge_payment(pool, tiles(*words), cost)

    def tiles(*words: str) -> TileSet:
        return ids_of(pool, words, pool.all)[1]

    assert checked(pasture) == PaymentJudgement(0, (1, 1, 0), 0, 0)
    assert checked(pasture, "m3", "b2") == PaymentJudgement(0, (0, 0, 0), 0, 3)
    assert checked(pasture, "m3", "b2").is_accepted
    assert checked(pasture, "b1", "b1", "m1").needless == tiles("b1", "b1")
    assert checked(palace, "b1", "m1", "t2") == PaymentJudgement(tiles("b1"), (0, 1, 1), 0, 0)
    assert checked(palace, "m2", "t3", "t1") == PaymentJudgement(0, (0, 0, 0), tiles("t1"), 1)
    assert checked(palace, "m2", "t2", "t2", "t2").needless == tiles("t2", "t2", "t2")
    assert checked(palace, "m3", "t2", "t2") == PaymentJudgement(0, (0, 0, 0), 0, 2)


@given(chosen=st.sets(st.integers(0, 20)), kind=st.sampled_from(KINDS))
def test_tr_4_6_a_payment_is_accepted_if_and_only_if_it_is_listed(chosen: set[int], kind: Kind) -> None:
    table = state_of(in_round_one({"blue": 1, "yellow": 2})).table
    tiles = sum(1 << number for number in chosen)
    cost = table.edition.cost_of_kind(kind)
    values = [
        tuple(sorted(table.pool.tiles[each].value for each in chosen if commodity >> each & 1))
        for commodity in table.pool.of
    ]
    listed = list_accepted_payments(table.pool.counts_by_value(tiles), cost)
    found = judge_payment(table.pool, tiles, cost)
    bread, marble, tools = values
    assert found.is_accepted == (Payment(bread, marble, tools, found.gains) in listed)


def test_a_choice_leads_where_its_action_does_and_is_judged_elsewhere() -> None:
    state = about_to_build(["b1", "m1", "m3"], fields=("B2", "D6"), others_fields=("F4",))
    for option in options.build_options(state):
        for payment in option.payments:
            choice = options.choose_build(state, option, payment)
            assert apply(state, choice) == apply(state, choice.build)
            again = apply(state, choice).state
            with pytest.raises(Refusal) as refused:
                apply(again, choice)
            assert refused.value.rule == "TR-4.1"


def test_options_and_payments_are_the_same_by_number_and_in_order() -> None:
    for map_mode in MAPS:
        state = about_to_build(["b1", "b2", "m1", "m2", "m3", "t1", "t2", "t3"], map_mode=map_mode)
        found = options.build_options(state)
        assert [found[number] for number in range(len(found))] == list(found)
        for option in found:
            payments = option.payments
            assert [payments[number] for number in range(len(payments))] == list(payments)
            assert payments.least_wasteful == min(payments, key=lambda each: each.gains)


def test_an_option_has_its_keys_in_contract_order() -> None:
    state = about_to_build(["b1", "m1"], fields=("B2",))
    assert list(options.options_to_mappings(state)[0]) == ["field", "kind", "adjacent", "payments"]


def test_in_any_other_phase_there_are_no_options() -> None:
    state = state_of(in_round_one({"blue": 1, "yellow": 2}))
    assert tuple(options.build_options(state)) == ()
    assert options.options_to_mappings(state) == []


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
    mapping = state_to_mapping(state_of(play), 1)
    assert (mapping["fields"], mapping["regions"]) == ({}, [])
    state = about_to_build(["b1", "m1"], map_mode="honour")
    refused(state, {"do": "build", "player": "blue", "tiles": [], "field": "A1"}, "LOG")


def test_tr_11_2_pasture_and_forest_also_at_double_cost_and_the_others_not() -> None:
    state = about_to_build(["b2", "m2", "t2", "m3", "t3"], map_mode="honour")
    short = castle_ids(state, "blue", ["b2", "m2", "t2"])
    refused(state, build_on_honour(short[:1], "forest", adjacent=False), "TR-4.5")
    after = do(state, build_on_honour(short, "forest", adjacent=False)).state
    assert colors(after)["blue"] == 30
    for kind in ("mountain", "village", "palace"):
        refused(state, build_on_honour(short, kind, adjacent=False), "TR-4.2")
    refused(state, build_on_honour(short, "castle", adjacent=True), "TR-4.1")


@pytest.mark.parametrize(("stuck", "consoled"), [({"stuck": True}, ["blue"]), ({"stuck": False}, []), ({}, [])])
def test_tr_11_2_a_stuck_pass_counts_as_a_turn_without_a_legal_build(
    stuck: dict[str, bool], consoled: list[str]
) -> None:
    state = about_to_build(["b1", "m1"], others_castle=["b1", "m1"], map_mode="honour")
    state = do(state, {"do": "pass", "player": "blue", **stuck}).state
    step = do(state, {"do": "pass", "player": "yellow"})
    assert [each["color"] for each in events_of(step, "consolation")] == consoled
