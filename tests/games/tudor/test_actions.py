"""Paths, actions A to H with their enhancements, rings and fingers, offices (TU-1, TU-2, TU-7 to TU-10)."""

from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.tudor.rules.engine import GameLog, invariant_violations
from controller.games.tudor.rules.state import State
from tests.games.tudor.playing import (
    Action,
    act,
    acting,
    after_hands,
    after_rings,
    cards,
    do,
    drawn,
    hand,
    holding,
    in_office,
    in_turn,
    player,
    refused,
    seen,
    standing,
    start,
    steps,
    walk,
    wearing,
    with_player,
    with_tokens,
)


def climb(start: str, *path: str, **how: Any) -> Action:
    return walk("E", *path, start=start, **how)


ALL = {"red": 2, "grey": 2, "brown": 2, "blue": 2, "yellow": 2, "green": 2, "purple": 2}


def freely(*spaces: str, scenario: int = 4) -> State:
    state = wearing(acting(lord=2, scenario=scenario), "yellow", index=["q01"], middle=["q16"])
    return standing(holding(state, "yellow", **ALL), "yellow", *spaces)


def climbing(*spaces: str, scenario: int = 4) -> State:
    return standing(holding(acting(scenario=scenario), "yellow", **ALL), "yellow", *spaces)


@pytest.mark.parametrize(
    ("path", "cards"),
    [(["A1", "B2"], ["grey", "blue"]), (["A1", "A3"], ["grey", "blue"]), (["F1", "A1"], ["purple", "grey"])],
)
def test_tu_7_1_a_step_goes_up_down_left_or_right(path: list[str], cards: list[str]) -> None:
    assert refused(freely(), walk("C", *path, cards=cards)) == "TU-7.1"


def test_tu_7_2_it_is_a_courtier_of_his_own_in_the_throne_room() -> None:
    assert refused(standing(climbing(), "blue", "A1"), climb("A1", "A2", cards=["brown"])) == "TU-7.2"
    assert refused(in_office(climbing(), "yellow", "A"), climb("A6", "A5", cards=["brown"])) == "TU-7.2"


def test_tu_7_3_a_move_ends_on_an_open_space_but_passes_through() -> None:
    state = standing(climbing("A1"), "blue", "A2")
    assert refused(state, climb("A1", "A2", cards=["red"])) == "TU-7.3"
    state = do(state, climb("A1", "A2", "A3", cards=["red", "blue"]))
    assert player(state, "yellow")["tokens"] == ["f061"]
    assert steps(state) == ["draw A1"]


def test_tu_7_4_the_first_step_may_enter_an_open_space_of_row_1() -> None:
    assert refused(climbing(), climb("supply", "A2", cards=["brown"])) == "TU-7.4"
    assert refused(standing(climbing(), "blue", "A1"), climb("supply", "A1", "A2", cards=["red", "brown"])) == "TU-7.4"
    none_left = with_player(climbing(), "yellow", supply=0, ambassadors=14)
    assert refused(none_left, climb("supply", "A1", cards=["grey"])) == "TU-7.4"
    assert player(do(climbing(), climb("supply", "A1", cards=["grey"])), "yellow")["supply"] == 13


def test_tu_7_5_no_space_is_entered_twice_nor_the_one_it_began_on() -> None:
    assert refused(freely(), walk("C", "A1", "A2", "A1", start="supply", cards=["grey", "brown", "grey"])) == "TU-7.5"
    assert refused(freely("A1"), walk("C", "A2", "A1", start="A1", cards=["brown", "grey"])) == "TU-7.5"
    assert refused(freely("A1"), walk("C", "A1", start="A1", cards=["grey"])) == "TU-7.5"


def test_tu_7_6_entering_a_top_ends_the_move() -> None:
    assert refused(freely("A5"), walk("C", "A6", "B6", start="A5", cards=["purple", "red"])) == "TU-7.6"


def test_tu_7_7_no_top_of_the_players_own_office() -> None:
    state = in_office(climbing("B5"), "yellow", "B")
    assert refused(state, climb("B5", "B6", cards=["red"])) == "TU-7.7"
    assert (
        seen(do(in_office(climbing("B5"), "blue", "B"), climb("B5", "B6", cards=["red"])))["offices"]["B"] == "yellow"
    )


def test_tu_7_8_all_tokens_of_the_spaces_entered_are_taken() -> None:
    state = do(climbing(), climb("supply", "C1", "C2", "C3", cards=["blue", "yellow", "green"]))
    assert player(state, "yellow")["tokens"] == ["f063", "f083", "f103"]


def test_tu_7_9_of_round_tokens_only_that_of_the_end_space() -> None:
    state = do(climbing(), climb("supply", "C1", "C2", "C3", cards=["blue", "yellow", "green"]))
    assert (player(state, "yellow")["influence"], player(state, "yellow")["intrigue"]) == (1, 0)
    rounds = [seen(state)["spaces"][name]["round"] for name in ("C1", "C2", "C3")]
    assert rounds == ["influence", "intrigue", None]


def test_tu_7_10_spaces_are_restocked_from_the_top_row_and_the_left() -> None:
    state = do(freely("A2"), walk("C", "B2", "B1", "C1", start="A2", cards=["blue", "brown", "blue"]))
    assert steps(state) == ["draw A2", "draw B2", "draw B1"]
    assert refused(state, {"do": "decline", "player": "yellow"}) == "TU-12.7"
    state = do(state, {"do": "draw", "token": "f140"})
    assert seen(state)["spaces"]["A2"]["token"] == "f140"
    assert refused(drawn(state), {"do": "draw", "token": "f120"}) == "TU-7.10"


def with_bag(state: State, *ids: str) -> State:
    pieces = state.table.pieces
    left = sum(1 << pieces.token_numbers[id_] for id_ in ids)
    bag = [sum(pieces.token_factions[pieces.token_numbers[id_]] == faction for id_ in ids) for faction in range(7)]
    return replace(state, bag=tuple(bag), unseen=left, gone=state.gone | (state.unseen & ~left))


def test_tu_7_11_when_the_bag_is_empty_the_rest_stays_empty() -> None:
    state = with_bag(climbing(), "f140")
    state = do(state, climb("supply", "A1", "A2", "A3", cards=["grey", "brown", "blue"]))
    assert steps(state) == ["draw A2"]
    state = do(state, {"do": "draw", "token": "f140"})
    assert seen(state)["spaces"]["A1"]["token"] is None
    assert refused(with_bag(climbing("A1"), "f140"), {"do": "draw", "token": "f140"}) == "TU-7.10"


def test_tu_7_11_a_drawn_token_is_new_and_its_faction_is_in_the_bag() -> None:
    state = do(climbing("A1"), climb("A1", "A2", cards=["brown"]))
    assert refused(state, {"do": "draw", "token": "f061"}) == "TU-7.11"  # it lies on A3
    assert refused(replace(state, bag=(15, 15, 15, 15, 15, 15, 0)), {"do": "draw", "token": "f140"}) == "TU-7.11"


def test_tu_7_12_a_space_without_a_token_costs_any_card() -> None:
    state = do(with_bag(climbing("A1")), climb("A1", "A2", cards=["brown"]))
    state = replace(state, done="", figure=(2, -1))
    assert seen(state)["spaces"]["A1"]["token"] is None
    again = do(standing(state, "yellow"), climb("supply", "A1", cards=["purple"]))
    assert player(again, "yellow")["tokens"] == ["f041"]
    assert player(again, "yellow")["influence"] == 0  # the round token had been taken when yellow stood there


def test_tu_7_12_with_a_it_takes_any_ring() -> None:
    state = with_bag(wearing(acting(1), "yellow", thumb=["q01"], ring=["q16"]))
    space = state.table.board.numbers["C1"]
    bare = replace(state, tokens=(*state.tokens[:space], -1, *state.tokens[space + 1 :]))
    step = {"do": "act", "player": "yellow", "action": "A", "from": "supply", "path": ["C1"]}
    assert refused(state, step) == "TU-9.1"
    assert player(do(bare, step), "yellow")["influence"] == 1


def test_tu_7_13_without_supply_a_courtier_may_be_recalled() -> None:
    recall = {"do": "recall", "player": "yellow", "space": "A1"}
    assert refused(standing(in_turn(), "yellow", "A1"), recall) == "TU-7.13"
    state = with_player(standing(in_turn(), "yellow", "A1"), "yellow", supply=0, ambassadors=13)
    assert refused(state, {**recall, "space": "A2"}) == "TU-7.2"
    assert refused(state, {**recall, "player": "blue"}) == "TU-7.13"
    assert refused(standing(state, "blue", "A2"), {**recall, "space": "A2"}) == "TU-7.2"
    state = do(state, recall)
    assert (steps(state), player(state, "yellow")["supply"]) == (["draw A1"], 1)


def to_the_top(scenario: int = 2) -> State:
    return drawn(do(climbing("B5", scenario=scenario), climb("B5", "B6", cards=["red"])))


def take(taken: str, color: str = "yellow", **fingers: list[str]) -> Action:
    return {"do": "take_ring", "player": color, "ring": taken, "hand": hand(**fingers)}


def test_tu_8_1_entering_a_top_takes_the_office_and_restocks_the_top() -> None:
    state = do(climbing("B5", scenario=2), climb("B5", "B6", cards=["red"]))
    assert seen(state)["offices"]["B"] == "yellow"
    assert seen(state)["spaces"]["B6"]["courtier"] is None
    assert steps(state) == ["draw B6", "draw B5", "ring B stand", "token influence"]
    assert player(state, "yellow")["tokens"] == ["f001"]


def test_tu_8_2_an_empty_office_brings_a_ring_of_the_stand() -> None:
    state = to_the_top()
    assert refused(state, take("q04", thumb=["q04"], index=["q16"], ring=["q01"])) == "TU-8.2"  # blue wears it
    assert refused(state, take("q03", thumb=["q03"], index=["q16"])) == "TU-2.1"
    assert refused(state, take("q02", color="blue", thumb=["q02"], index=["q16"], ring=["q01"])) == "TU-8.2"
    state = do(state, take("q02", thumb=["q02"], index=["q16"], ring=["q01"]))
    assert player(state, "yellow")["hand"] == hand(thumb=["q02"], index=["q16"], ring=["q01"])
    assert seen(state)["stand"]["red"] == 0
    assert refused(in_turn(), take("q02", thumb=["q02"])) == "TU-8.2"


def robbery(scenario: int = 2) -> State:
    state = in_office(climbing("B5", scenario=scenario), "blue", "B")
    state = wearing(state, "blue", thumb=["q04"], index=["q07"], middle=["q17"])
    return drawn(do(state, climb("B5", "B6", cards=["red"])))


def test_tu_8_3_an_office_that_was_held_brings_a_ring_of_that_hand() -> None:
    state = robbery()
    assert steps(state) == ["ring B blue", "token influence"]
    assert player(state, "blue")["supply"] == 12  # two are in chambers
    assert refused(state, take("q02", thumb=["q02"], index=["q16"], ring=["q01"])) == "TU-8.3"
    state = do(state, take("q17", thumb=["q01"], index=["q16"], ring=["q17"]))
    assert (steps(state), seen(state)["to_act"]) == (["wear blue", "token influence"], "blue")
    assert player(state, "blue")["hand"] == hand(thumb=["q04"], index=["q07"])
    wear = {"do": "wear", "player": "blue", "hand": hand(pinky=["q04"], ring=["q07"])}
    assert refused(state, {"do": "wear", "player": "yellow", "hand": hand(thumb=["q01"])}) == "TU-2.3"
    assert refused(state, {"do": "decline", "player": "yellow"}) == "TU-12.7"
    state = do(state, wear)
    assert (player(state, "blue")["hand"], steps(state)) == (wear["hand"], ["token influence"])


def test_tu_8_4_an_unchanged_layout_is_given_too() -> None:
    state = do(robbery(), take("q17", thumb=["q01"], index=["q16"], ring=["q17"]))
    assert refused(state, {"do": "end_turn", "player": "yellow"}) == "TU-6.6"
    unchanged = {"do": "wear", "player": "blue", "hand": hand(thumb=["q04"], index=["q07"])}
    assert steps(do(state, unchanged)) == ["token influence"]


def test_tu_8_5_an_office_holder_never_moves() -> None:
    state = in_office(climbing(), "yellow", "B")
    state = with_player(state, "yellow", supply=0, ambassadors=13)
    assert refused(state, {"do": "recall", "player": "yellow", "space": "B6"}) == "TU-7.2"
    assert refused(state, climb("B6", "B5", cards=["purple"])) == "TU-7.2"


def test_tu_8_6_the_order_after_a_move() -> None:
    state = in_office(climbing("B5", scenario=4), "blue", "B")
    state = wearing(state, "blue", thumb=["q04"], index=["q07"], middle=["q17"])
    state = do(state, climb("B5", "B6", cards=["red"]))
    assert steps(state) == ["draw B6", "draw B5", "ring B blue", "office_action"]
    assert player(state, "yellow")["prestige"] == 8
    assert player(state, "yellow")["cards"] == {**cards(**ALL), "red": 1}


def test_a_useless_round_token_makes_no_step_due() -> None:
    state = with_tokens(climbing(scenario=3), "yellow", "f020")
    assert steps(do(state, climb("supply", "A1", cards=["grey"]))) == []


def wearing_ring_and_pinky(state: State) -> State:
    return wearing(state, "yellow", ring=["q01"], pinky=["q16"])


PLAIN = {"thumb": ["q01"], "pinky": ["q16"]}
"""A hand that enhances nothing."""


def test_tu_9_1_a_one_step_onto_a_token_that_matches_a_ring() -> None:
    state = standing(wearing(acting(1), "yellow", **PLAIN), "yellow", "B5")
    assert refused(state, act("A", start="supply", path=["A1"])) == "TU-9.1"
    assert refused(state, act("A", start="B5", path=["B6", "A6"])) == "TU-9.1"
    state = do(state, act("A", start="B5", path=["B6"]))
    assert player(state, "yellow")["tokens"] == ["f001"]
    assert seen(state)["turn"]["done"] == ["A"]


def swap(*swaps: tuple[str, str], card: str | None = None) -> Action:
    fields = {} if card is None else {"card": card}
    return act("B", swaps=[{"take": take, "give": give} for take, give in swaps], **fields)


def test_tu_9_2_b_a_ring_of_the_stand_in_the_very_place_and_its_card() -> None:
    state = wearing(acting(1), "yellow", **PLAIN)
    state = do(state, swap(("q05", "q16"), card="grey"))
    assert player(state, "yellow")["hand"] == hand(thumb=["q01"], pinky=["q05"])
    assert player(state, "yellow")["cards"] == cards(red=1, grey=1, green=1)
    assert (seen(state)["stand"]["green"], seen(state)["stand"]["grey"]) == (2, 0)


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (swap(("q04", "q16"), card="grey"), "TU-9.2"),  # blue wears q04
        (swap(("q01", "q16"), card="red"), "TU-9.2"),
        (swap(("q05", "q04"), card="grey"), "TU-9.2"),
        (swap(("q05", "q16")), "TU-9.2"),
        (swap(("q05", "q16"), card="green"), "TU-9.2"),
        (swap(("q05", "q16"), ("q02", "q01"), card="grey"), "TU-10.2"),
    ],
)
def test_tu_9_2_what_b_refuses(action: Action, rule: str) -> None:
    assert refused(wearing(acting(1), "yellow", **PLAIN), action) == rule


def test_tu_9_2_without_a_card_only_if_the_stack_is_empty() -> None:
    state = holding(wearing(acting(1), "yellow", **PLAIN), "blue", grey=10)
    assert refused(state, swap(("q05", "q16"), card="grey")) == "TU-9.9"
    assert player(do(state, swap(("q05", "q16"))), "yellow")["cards"] == cards(red=1, green=1)


def test_tu_9_3_c_one_or_two_spaces_straight_up_for_a_card_each() -> None:
    state = holding(wearing(acting(2), "yellow", **PLAIN), "yellow", grey=1, brown=1, blue=1)
    assert refused(state, walk("C", "A1", "A2", "A3", cards=["grey", "brown", "blue"])) == "TU-9.3"
    assert refused(state, walk("C", "A1", "B1", cards=["grey", "brown"])) == "TU-9.3"
    assert refused(state, walk("C", "A1", cards=["grey", "brown"])) == "TU-9.3"
    assert refused(state, walk("C", "A1", "A2", cards=["brown", "grey"])) == "TU-9.3"
    assert refused(state, walk("C", "C1", "C2", cards=["blue", "yellow"])) == "TU-9.3"
    state = do(state, walk("C", "A1", "A2", cards=["grey", "brown"]))
    assert player(state, "yellow")["cards"] == cards(blue=1)
    assert seen(state)["stacks"]["brown"] == 9  # blue got one with his ring


def test_tu_9_4_d_two_cards_matching_two_rings() -> None:
    state = wearing(acting(2), "yellow", **PLAIN)
    assert refused(state, act("D", cards=["red", "green", "red"])) == "TU-9.4"
    assert refused(state, act("D", cards=["red", "blue"])) == "TU-9.4"
    assert refused(state, act("D", cards=["red", "red"])) == "TU-9.4"
    assert refused(state, act("D", cards=["red"])) == "TU-9.4"
    assert player(do(state, act("D", cards=["green", "red"])), "yellow")["cards"] == cards(red=2, green=2)
    alike = wearing(state, "yellow", thumb=["q01"], pinky=["q02"])
    assert player(do(alike, act("D", cards=["red", "red"])), "yellow")["cards"] == cards(red=3, green=1)


def test_tu_9_4_one_card_only_when_there_is_no_pair() -> None:
    state = holding(wearing(acting(2), "yellow", **PLAIN), "blue", green=9)
    assert refused(state, act("D", cards=["red", "green"])) == "TU-9.9"
    assert player(do(state, act("D", cards=["red"])), "yellow")["cards"] == cards(red=2, green=1)


def test_tu_9_5_e_up_to_seven_spaces_straight_up() -> None:
    many = {"red": 2, "grey": 2, "brown": 2, "blue": 2, "yellow": 2, "green": 2, "purple": 2}
    state = holding(wearing(acting(3), "yellow", **PLAIN), "yellow", **many)
    assert refused(state, walk("E", *["A1"] * 8, cards=["grey"])) == "TU-9.5"
    assert refused(state, walk("E", "A1", "B1", cards=["grey", "brown"])) == "TU-9.5"
    assert refused(state, walk("E", "A1", "A2", cards=["grey"])) == "TU-9.5"
    assert refused(holding(state, "yellow", grey=1), walk("E", "A1", "A2", cards=["grey", "brown"])) == "TU-9.5"
    path = ["A1", "A2", "A3", "A4", "A5", "A6"]
    six = walk("E", *path, cards=["grey", "brown", "blue", "yellow", "green", "purple"])
    assert seen(do(state, six))["offices"]["A"] == "yellow"


def test_tu_9_6_f_one_card_of_any_faction() -> None:
    state = wearing(acting(3), "yellow", **PLAIN)
    assert refused(state, act("F", cards=["red", "blue", "grey"], back="red")) == "TU-9.6"
    assert refused(state, act("F", cards=["red", "blue"])) == "TU-9.6"
    assert refused(state, act("F", cards=["red"], back="green")) == "TU-9.6"
    assert refused(state, act("F", cards=["red", "blue"], back="green")) == "TU-10.6"
    assert player(do(state, act("F", cards=["purple"])), "yellow")["cards"] == cards(red=1, green=1, purple=1)


def test_tu_9_7_g_one_space_up_or_a_placement_for_a_card() -> None:
    state = holding(wearing(acting(3), "yellow", **PLAIN), "yellow", grey=1, brown=1)
    assert refused(state, walk("G", "A1", "A2", cards=["grey", "brown"])) == "TU-9.7"
    assert refused(state, walk("G", "A1", cards=["brown"])) == "TU-9.7"
    assert refused(standing(state, "yellow", "A2"), walk("G", "B2", cards=["blue"], start="A2")) == "TU-9.7"
    assert steps(do(standing(state, "yellow", "A1"), walk("G", "A2", cards=["brown"], start="A1"))) == ["draw A1"]
    assert player(do(state, walk("G", "A1", cards=["grey"])), "yellow")["tokens"] == ["f021"]


def test_tu_9_8_h_one_card_matching_a_ring() -> None:
    state = wearing(acting(3), "yellow", **PLAIN)
    assert refused(state, act("H", card="blue")) == "TU-9.8"
    assert player(do(state, act("H", card="green")), "yellow")["cards"] == cards(red=1, green=2)


def test_tu_9_9_cards_come_only_from_a_stack_that_has_one() -> None:
    state = holding(wearing(acting(3), "yellow", **PLAIN), "blue", green=9, purple=10)
    assert refused(state, act("H", card="green")) == "TU-9.9"
    assert refused(state, act("F", cards=["purple"])) == "TU-9.9"


def test_tu_9_9_cards_paid_in_the_same_action_are_there_already() -> None:
    state = holding(in_turn(), "yellow", purple=9)
    state = replace(state, stacks=(9, 9, 9, 9, 9, 10, 0))
    state = holding(holding(in_turn(), "yellow", purple=10), "blue")
    assert seen(state)["stacks"]["purple"] == 0
    given = {"do": "exchange", "player": "yellow", "give": ["purple", "purple"], "take": "purple"}
    assert player(do(state, given), "yellow")["cards"] == cards(purple=9)


def test_tu_10_1_a_enhanced_onto_any_token() -> None:
    state = wearing(acting(1), "yellow", thumb=["q01"], index=["q16"])
    assert player(do(state, act("A", start="supply", path=["A1"])), "yellow")["tokens"] == ["f021"]


def test_tu_10_2_b_enhanced_two_exchanges_one_after_the_other() -> None:
    state = wearing_ring_and_pinky(acting(1))
    there_and_back = swap(("q05", "q01"), ("q01", "q05"), card="red")
    assert player(do(state, there_and_back), "yellow")["hand"] == hand(ring=["q01"], pinky=["q16"])
    state = do(state, swap(("q05", "q01"), ("q02", "q16"), card="red"))
    assert player(state, "yellow")["hand"] == hand(ring=["q05"], pinky=["q02"])
    assert player(state, "yellow")["cards"] == cards(red=2, green=1)
    assert refused(wearing_ring_and_pinky(acting(1)), swap(("q05", "q01"), ("q02", "q01"), card="red")) == "TU-9.2"


def test_tu_10_3_c_enhanced_three_spaces_in_any_direction() -> None:
    state = holding(wearing(acting(2), "yellow", index=["q01"], middle=["q16"]), "yellow", grey=1, brown=2, blue=1)
    state = do(state, walk("C", "A1", "B1", "B2", cards=["grey", "brown", "blue"]))
    assert player(state, "yellow")["tokens"] == ["f021", "f042", "f062"]


def test_tu_10_4_d_enhanced_both_cards_for_one_ring() -> None:
    state = wearing(acting(2), "yellow", middle=["q01"], ring=["q16"])
    assert player(do(state, act("D", cards=["red", "red"])), "yellow")["cards"] == cards(red=3, green=1)


def test_tu_10_5_e_enhanced_brings_a_card_that_was_paid() -> None:
    state = holding(acting(3), "yellow", grey=1, brown=1, blue=1)
    three = ["A1", "A2", "A3"]
    paid = ["grey", "brown", "blue"]
    assert refused(wearing(state, "yellow", **PLAIN), walk("E", *three, cards=paid, card="grey")) == "TU-10.5"
    state = wearing(state, "yellow", thumb=["q01"], middle=["q16"])
    assert refused(state, walk("E", "A1", "A2", cards=paid[:2], card="grey")) == "TU-10.5"
    assert refused(state, walk("E", *three, cards=paid, card="red")) == "TU-10.5"
    assert player(do(state, walk("E", *three, cards=paid)), "yellow")["cards"] == cards()
    assert player(do(state, walk("E", *three, cards=paid, card="blue")), "yellow")["cards"] == cards(blue=1)


def test_tu_10_5_occupied_spaces_count() -> None:
    state = wearing(holding(acting(3), "yellow", red=1, grey=1, blue=1), "yellow", thumb=["q01"], middle=["q16"])
    state = standing(state, "blue", "A2")
    path = walk("E", "A1", "A2", "A3", cards=["grey", "red", "blue"], card="red")
    assert player(do(state, path), "yellow")["cards"] == cards(red=1)


def test_tu_10_6_f_enhanced_two_cards_and_one_back() -> None:
    state = wearing(acting(3), "yellow", index=["q01"], pinky=["q16"])
    assert refused(state, act("F", cards=["blue", "grey"], back="purple")) == "TU-10.6"
    taken = do(state, act("F", cards=["blue", "blue"], back="red"))
    assert player(taken, "yellow")["cards"] == cards(blue=2, green=1)
    back = do(state, act("F", cards=["blue", "grey"], back="grey"))
    assert player(back, "yellow")["cards"] == cards(red=1, blue=1, green=1)


def bonus(*path: str, tokens: tuple[str, str] = ("f020", "f040"), start: str = "supply") -> Action:
    return {"do": "move", "player": "yellow", "from": start, "path": list(path), "tokens": list(tokens)}


EXCHANGE = {"do": "exchange", "player": "yellow", "give": ["red", "green"], "take": "blue"}


def test_tu_11_1_bonus_actions_stand_before_and_after_the_figures_action() -> None:
    state = do(with_tokens(in_turn(), "yellow", "f020", "f040"), bonus("A1"), EXCHANGE)
    assert player(state, "yellow")["cards"] == cards(blue=1)
    state = do(state, {"do": "activate", "player": "yellow", "chamber": 3, "chair": "lord"})
    assert seen(state)["turn"]["done"] == []
    assert refused(in_turn(), {**EXCHANGE, "player": "blue"}) == "TU-11.3"


def test_tu_11_2_once_a_round_a_step_for_two_tokens() -> None:
    state = with_tokens(in_turn(), "yellow", "f020", "f040", "f060", "f080")
    assert refused(state, bonus("A1", "A2")) == "TU-11.2"
    assert refused(state, bonus("A1", tokens=("f020", "f020"))) == "TU-11.2"
    assert refused(state, bonus("A1", tokens=("f020", "f021"))) == "TU-11.2"
    assert refused(state, {**bonus("A1"), "player": "blue"}) == "TU-11.2"
    assert refused(state, bonus("A2")) == "TU-7.4"
    state = do(state, bonus("A1"))
    assert player(state, "yellow")["spent"] == ["f020", "f040"]
    assert player(state, "yellow")["tokens"] == ["f021", "f060", "f080"]
    assert player(state, "yellow")["moved"] is True
    assert refused(state, bonus("B1", tokens=("f060", "f080"))) == "TU-11.2"


def test_tu_11_3_two_cards_against_one_any_number_of_times() -> None:
    state = holding(in_turn(), "yellow", red=3)
    assert refused(state, {**EXCHANGE, "give": ["red", "green"]}) == "TU-11.3"
    state = do(state, {**EXCHANGE, "give": ["red", "red"]}, {**EXCHANGE, "give": ["red", "blue"], "take": "purple"})
    assert player(state, "yellow")["cards"] == cards(purple=1)
    assert refused(holding(in_turn(), "blue", blue=9), EXCHANGE) == "TU-9.9"


def choose(color: str, ring: str) -> Action:
    return {"do": "choose_ring", "player": color, "ring": ring}


def wear(color: str, **fingers: list[str]) -> Action:
    return {"do": "wear", "player": color, "hand": hand(**fingers)}


def begun(count: int = 3) -> State:
    play = GameLog()
    play.submit(start(count))
    assert play.state is not None
    return play.state


def worn_out() -> State:
    state = after_rings().state
    assert state is not None
    return state


def test_tu_1_1_rings_are_chosen_clockwise_and_back() -> None:
    state = begun()
    for color, ring in (("yellow", "q01"), ("blue", "q02"), ("red", "q04"), ("red", "q05"), ("blue", "q07")):
        assert seen(state)["to_act"] == color
        state = do(state, choose(color, ring))
    assert (seen(state)["phase"], seen(state)["to_act"]) == ("rings", "yellow")
    state = do(state, choose("yellow", "q10"))
    assert (seen(state)["phase"], seen(state)["to_act"]) == ("hands", "yellow")
    assert player(state, "red")["unworn"] == ["q04", "q05"]
    assert seen(state)["stand"]["red"] == 0


def test_tu_1_1_a_choice_out_of_turn_or_too_late_is_refused() -> None:
    assert refused(begun(), choose("blue", "q01")) == "TU-1.1"
    assert refused(in_turn(), choose("yellow", "q02")) == "TU-1.1"


def test_tu_1_2_a_chosen_ring_must_be_in_the_stand() -> None:
    state = do(begun(), choose("yellow", "q01"))
    assert refused(state, choose("blue", "q01")) == "TU-1.2"
    state = do(state, choose("blue", "q02"))
    assert refused(state, choose("red", "q03")) == "TU-1.2"  # two red ones were in the stand


def test_tu_1_3_hands_are_laid_in_turn_order_and_bring_cards() -> None:
    state = worn_out()
    assert refused(state, wear("blue", thumb=["q04"], index=["q07"])) == "TU-2.3"
    state = do(state, wear("yellow", pinky=["q01"], ring=["q16"]))
    assert player(state, "yellow")["cards"] == cards(red=1, green=1)
    assert player(state, "yellow")["unworn"] == []
    assert player(state, "yellow")["hand"] == hand(pinky=["q01"], ring=["q16"])
    assert seen(state)["stacks"]["red"] == 9
    assert seen(state)["to_act"] == "blue"


def test_tu_1_3_an_amended_stack_may_have_no_card_left() -> None:
    state = do(worn_out(), {"do": "amend", "cards": {"blue": {"red": 10}}}, wear("yellow", pinky=["q01"], ring=["q16"]))
    assert player(state, "yellow")["cards"] == cards(green=1)


@pytest.mark.parametrize(
    "fingers",
    [
        {"thumb": ["q01"]},
        {"thumb": ["q01"], "index": ["q04"]},
        {"thumb": ["q01"], "index": ["q16"], "ring": ["q02"]},
        {"thumb": ["q01"], "index": ["q01"]},
        {"thumb": ["q01", "q16"]},
        {},
    ],
)
def test_tu_2_1_a_layout_holds_exactly_the_rings_one_a_finger(fingers: dict[str, list[str]]) -> None:
    assert refused(worn_out(), wear("yellow", **fingers)) == "TU-2.1"


def six_rings() -> State:
    state = in_office(acting(scenario=2), "yellow", "A", "B", "C")
    state = wearing(state, "yellow", thumb=["q01"], index=["q16"], middle=["q02"], ring=["q17"], pinky=["q05"])
    state = holding(standing(state, "yellow", "D5"), "yellow", red=1, blue=1, yellow=1, purple=1, grey=1, brown=1)
    taken = {"do": "act", "player": "yellow", "action": "E", "from": "D5", "path": ["D6"], "cards": ["brown"]}
    return do(state, taken, {"do": "draw", "token": "f140"}, {"do": "draw", "token": "f020"})


def test_tu_2_2_with_six_rings_no_finger_is_bare_and_fingers_wear_several() -> None:
    state = six_rings()
    bare = take("q08", thumb=["q01", "q08"], index=["q16"], middle=["q02", "q17"], ring=["q05"])
    assert refused(state, bare) == "TU-2.2"
    state = do(state, take("q08", thumb=["q01", "q08"], index=["q16"], middle=["q02"], ring=["q17"], pinky=["q05"]))
    assert player(state, "yellow")["hand"]["thumb"] == ["q01", "q08"]
    assert invariant_violations(state) == ()


def test_tu_2_3_rings_are_laid_again_only_when_due() -> None:
    assert refused(in_turn(), wear("yellow", thumb=["q16"], index=["q01"])) == "TU-2.3"
    assert refused(begun(), wear("yellow", thumb=["q16"], index=["q01"])) == "TU-2.3"


def test_tu_2_4_an_enhancement_holds_while_its_fingers_wear_any_ring() -> None:
    first = {"do": "act", "player": "yellow", "action": "A", "from": "supply", "path": ["A1"]}  # grey
    assert refused(wearing(acting(1), "yellow", thumb=["q01"], middle=["q16"]), first) == "TU-9.1"
    enhanced = wearing(acting(1), "yellow", thumb=["q01"], index=["q16"])
    assert player(do(enhanced, first), "yellow")["tokens"] == ["f021"]


def test_tu_2_5_two_rings_and_one_for_each_office() -> None:
    state = after_hands().state
    assert state is not None
    assert invariant_violations(state) == ()
    assert invariant_violations(in_office(in_turn(), "yellow", "A")) == ("yellow has 2 rings and 1 offices",)
