"""The contract's worked examples, what is told of a rule, and payments."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.games.contract.values import PieceId
from controller.games.tumult_royale.box.edition import Tile
from controller.games.tumult_royale.box.words import KINDS, Color, Cost, Kind, MapMode, Seat
from controller.games.tumult_royale.rules import actions, country, engine, options, ranks
from controller.games.tumult_royale.rules.payments import (
    Payment,
    PaymentJudgement,
    judge_payment,
    list_accepted_payments,
)
from controller.games.tumult_royale.rules.state import Tumult, state_to_mapping
from tests.games.tumult_royale import playing

COUNT = {"do": "count"}


def test_worked_example_1_tr_3_4_a_tie_after_mercy_goes_to_the_higher_rank() -> None:
    before = playing.about_to_count(
        {"purple": 1, "blue": 2, "yellow": 3, "grey": 4},
        {"blue": ["b2", "b2", "b1", "t3", "t1"], "yellow": ["b3", "b1", "t2", "t2"], "grey": ["b1", "m1"]},
        left=["b1", "b1", "m3", "m1", "t3"],
        demand=(4, 4, 4),
        merciful=["blue"],
    )
    after = playing.do(before, COUNT).state
    bread, tools = after.tumults
    assert (bread.commodity, bread.left, bread.greediest, bread.greed) == ("bread", 2, "blue", 4)
    assert ([bread.kept], len(bread.returned)) == (playing.castle_ids(before, "blue", ["b1"]), 2)
    assert (tools.commodity, tools.left, tools.greediest, tools.greed) == ("tools", 3, "yellow", 4)
    assert len(tools.returned) == 1
    assert playing.colors(after) == {"purple": 15, "blue": 12, "yellow": 12, "grey": 15}


def test_worked_example_2_tr_3_4_without_a_greedy_player_the_king_pays() -> None:
    before = playing.about_to_count(
        {"blue": 2, "yellow": 1}, {"blue": ["b1", "m1"]}, ["m3", "t3"], (3, 3, 3), merciful=["blue"]
    )
    after = playing.do(before, COUNT).state
    assert after.tumults == (Tumult("bread", 0, 3, Color("yellow"), 0, None, ()),)
    assert playing.colors(after) == {"blue": 30, "yellow": 27}


def test_worked_example_3_tr_4_7_marble_3_and_bread_2_for_a_pasture_gain_3() -> None:
    state = playing.about_to_build(["m3", "b2"], fields=("B2",))
    assert playing.colors(playing.do(state, playing.build(state, "A2", "m3", "b2")).state)["blue"] == 33


def test_worked_example_3_tr_4_6_a_tile_that_could_be_left_out_is_refused() -> None:
    state = playing.about_to_build(["m1", "b1", "b1"], fields=("B2",))
    playing.refused(state, playing.build(state, "A2", "m1", "b1", "b1"), "TR-4.6")


def test_worked_example_4_tr_4_7_a_mountain_for_three_3s_gains_5() -> None:
    state = playing.about_to_build(["b3", "m3", "t3"])
    paid = playing.castle_ids(state, "blue", ["b3", "m3", "t3"])
    after = playing.do(state, playing.build(state, "B2", "b3", "m3", "t3")).state
    assert playing.colors(after)["blue"] == 35
    assert set(paid) <= set(after.table.pool.tile_ids(after.people_tiles))


def test_worked_example_5_tr_4_4_a_forest_elsewhere_costs_2_2_2() -> None:
    state = playing.about_to_build(["b1", "b1", "m2", "t3", "b2"])
    playing.refused(state, playing.build(state, "F5", "b1", "m2", "t3"), "TR-4.5")
    playing.refused(state, playing.build(state, "F5", "b1", "b1", "m2"), "TR-4.5")
    assert playing.colors(playing.do(state, playing.build(state, "F5", "b1", "b1", "m2", "t3")).state) == {
        "blue": 31,
        "yellow": 30,
    }


def test_worked_example_6_tr_5_1_most_supporters_first_ties_as_before() -> None:
    ranks = {"blue": 2, "yellow": 3, "purple": 1, "grey": 4}
    before = playing.end_of_phase(ranks=ranks, supporters={"blue": 25, "yellow": 23, "purple": 21, "grey": 21})
    after = playing.do(before, COUNT).state
    assert {color: playing.rank(after, color) for color in ranks} == {"blue": 1, "yellow": 2, "purple": 3, "grey": 4}


def test_worked_example_7_tr_8_2_21_to_15_in_round_7_is_over() -> None:
    three = {"blue": 1, "yellow": 2, "purple": 3}
    after = state_to_mapping(
        playing.do(playing.end_of_phase(7, ranks=three, placed={"blue": 19, "yellow": 19, "purple": 15}), COUNT).state,
        0,
    )
    assert [each["placed"] for each in after["players"]] == [21, 19, 15]
    assert (after["winner"], after["ending"]) == ("blue", "gap")
    assert len(after["set_aside"]) == 27, "the tiles stay where they are"


def test_tr_3_6_ids_are_compared_as_characters() -> None:
    tiles = [Tile(PieceId(name), "bread", value, "plain") for name, value in (("t2", 1), ("t10", 1), ("t1", 2))]
    tile = ranks.lowest_tile_kept_by_greediest(tiles)
    assert tile is not None
    assert tile.id == "t10"


def test_tr_8_3_a_tie_goes_to_the_new_rank() -> None:
    """Crowned, yellow has 10 statues too, and the higher rank now."""
    before = playing.end_of_phase(10, placed={"blue": 10, "yellow": 8}, supporters={"blue": 20, "yellow": 30})
    assert state_to_mapping(playing.do(before, COUNT).state, 0)["winner"] == "yellow"


def test_tr_4_8_players_without_a_legal_build_are_named_as_passed_over() -> None:
    """Blue can pay a mountain in the second case, but touches none."""
    state = playing.about_to_build(["b1", "m1", "b1", "m1"], others_castle=["b1", "t3"], fields=("B2",))
    step = playing.do(state, playing.build(state, "A2", "b1", "m1"))
    assert playing.events_of(step, "passed-over") == [{"colors": ("yellow",), "count": 1}]
    assert playing.acting_color(step.state) == "blue"
    state = playing.about_to_build(["m2", "t3"], fields=("C3",))
    step = playing.do(
        replace(state, phase=replace(state.phase, rank=2)), playing.build(state, "D4", "b1", "m1", color="yellow")
    )
    assert playing.events_of(step, "passed-over") == [{"colors": ("blue", "yellow"), "count": 2}]


def test_tr_4_10_consolations_are_told_by_rank_before_the_help_of_all() -> None:
    before = playing.about_to_count(
        {"blue": 2, "yellow": 1}, {}, ["b3", "m3", "t3"], (2, 2, 2), supporters={"blue": 52, "yellow": 53}
    )
    step = playing.do(before, COUNT)
    assert [event.key for event in step.events if event.key in {"gathered", "consolation"}][:2] == [
        "consolation",
        "gathered",
    ]
    assert [each["color"] for each in playing.events_of(step, "consolation")] == ["yellow", "blue"]


def test_tr_9_1_a_payment_that_is_not_there_is_told_with_what_all_receive() -> None:
    castles, supporters = {"blue": ["b1", "m1", "t1"], "yellow": ["b1", "m1"]}, {"blue": 1, "yellow": 30}
    step = playing.do(
        playing.about_to_count(playing.TWO, castles, ["b3", "m3"], (2, 2, 2), supporters=supporters), COUNT
    )
    assert playing.colors(step.state) == {"blue": 3, "yellow": 35}
    assert [each["shares"] for each in playing.events_of(step, "shared")] == [(("blue", 5), ("yellow", 5))]


def test_tr_9_2_a_gain_larger_than_the_supply_is_told_with_what_all_return() -> None:
    state = playing.about_to_build(["b3", "m3", "t3"])
    players = [replace(each, supporters=has) for each, has in zip(state.players, (60, 43), strict=True)]
    state = replace(state, players=tuple(players))
    step = playing.do(state, playing.build(state, "B2", "b3", "m3", "t3"))
    assert [each["shares"] for each in playing.events_of(step, "gathered")] == [(("blue", 5), ("yellow", 5))]
    assert [each["gained"] for each in playing.events_of(step, "built-field")] == [5]


def test_a_payment_check_names_what_is_foreign_missing_and_needless() -> None:
    pasture, palace = (1, 1, 0), (0, 2, 3)
    pool = playing.state_of(playing.in_round_one(playing.TWO)).table.pool

    def checked(cost: Cost, *words: str) -> PaymentJudgement:
        return judge_payment(pool, tiles(*words), cost)

    def tiles(*words: str) -> country.TileSet:
        return playing.ids_of(pool, words, pool.all)[1]

    assert checked(pasture) == PaymentJudgement(0, (1, 1, 0), 0, 0)
    assert checked(pasture, "m3", "b2") == PaymentJudgement(0, (0, 0, 0), 0, 3)
    assert checked(pasture, "b1", "b1", "m1").needless == tiles("b1", "b1")
    assert checked(palace, "b1", "m1", "t2") == PaymentJudgement(tiles("b1"), (0, 1, 1), 0, 0)
    assert checked(palace, "m2", "t3", "t1") == PaymentJudgement(0, (0, 0, 0), tiles("t1"), 1)
    assert checked(palace, "m2", "t2", "t2", "t2").needless == tiles("t2", "t2", "t2")
    assert checked(palace, "m3", "t2", "t2") == PaymentJudgement(0, (0, 0, 0), 0, 2)


@given(chosen=st.sets(st.integers(0, 20)), kind=st.sampled_from(KINDS))
def test_tr_4_6_a_payment_is_accepted_if_and_only_if_it_is_listed(chosen: set[int], kind: Kind) -> None:
    table = playing.state_of(playing.in_round_one(playing.TWO)).table
    tiles = sum(1 << number for number in chosen)
    cost = table.edition.cost_of_kind(kind)
    bread, marble, tools = (
        tuple(sorted(table.pool.tiles[each].value for each in chosen if commodity >> each & 1))
        for commodity in table.pool.of
    )
    found = judge_payment(table.pool, tiles, cost)
    listed = list_accepted_payments(table.pool.counts_by_value(tiles), cost)
    assert found.is_accepted == (Payment(bread, marble, tools, found.gains) in listed)


def test_a_choice_leads_where_its_action_does_and_is_judged_elsewhere() -> None:
    state = playing.about_to_build(["b1", "m1", "m3"], fields=("B2", "D6"), others_fields=("F4",))
    for option in options.build_options(state):
        for payment in option.payments:
            choice = options.choose_build(state, option, payment)
            assert engine.apply(state, choice) == engine.apply(state, choice.build)
            with pytest.raises(actions.Refusal) as judged:
                engine.apply(engine.apply(state, choice).state, choice)
            assert judged.value.rule == "TR-4.1"


@pytest.mark.parametrize("map_mode", ["tracked", "honour"])
def test_options_and_payments_are_the_same_by_number_and_in_order(map_mode: MapMode) -> None:
    state = playing.about_to_build(["b1", "b2", "m1", "m2", "m3", "t1", "t2", "t3"], map_mode=map_mode)
    found = options.build_options(state)
    assert [found[number] for number in range(len(found))] == list(found)
    for option in found:
        payments = option.payments
        assert [payments[number] for number in range(len(payments))] == list(payments)
        assert payments.least_wasteful == min(payments, key=lambda each: each.gains)


@pytest.mark.parametrize(("stuck", "consoled"), [({"stuck": True}, ["blue"]), ({"stuck": False}, []), ({}, [])])
def test_tr_11_2_a_stuck_pass_counts_as_a_turn_without_a_legal_build(
    stuck: dict[str, bool], consoled: list[str]
) -> None:
    state = playing.about_to_build(["b1", "m1"], others_castle=["b1", "m1"], map_mode="honour")
    state = playing.do(state, {"do": "pass", "player": "blue", **stuck}).state
    step = playing.do(state, {"do": "pass", "player": "yellow"})
    assert [each["color"] for each in playing.events_of(step, "consolation")] == consoled


def test_seats_are_ranked_by_supporters_and_then_as_before() -> None:
    assert ranks.new_ranking([7, 7], (Seat(1), Seat(0))) == (1, 0)
