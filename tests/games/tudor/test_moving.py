"""TU-7 and TU-8: paths, what a move takes, draws, and offices."""

import pytest
from msgspec.structs import replace

from controller.games.tudor.rules.state import State
from tests.games.tudor.playing import (
    Action,
    acting,
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
    steps,
    wearing,
    with_player,
    with_tokens,
)

ALL = {"red": 2, "grey": 2, "brown": 2, "blue": 2, "yellow": 2, "green": 2, "purple": 2}


def climb(start: str, *path: str, cards: list[str], player: str = "yellow") -> Action:
    return {"do": "act", "player": player, "action": "E", "from": start, "path": list(path), "cards": cards}


def wander(start: str, *path: str, cards: list[str]) -> Action:
    return {"do": "act", "player": "yellow", "action": "C", "from": start, "path": list(path), "cards": cards}


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
    assert refused(freely(), wander("supply", *path, cards=cards)) == "TU-7.1"


def test_tu_7_2_it_is_a_courtier_of_his_own_in_the_throne_room() -> None:
    assert refused(standing(climbing(), "blue", "A1"), climb("A1", "A2", cards=["brown"])) == "TU-7.2"
    assert refused(in_office(climbing(), "yellow", "A"), climb("A6", "A5", cards=["brown"])) == "TU-7.2"


def test_tu_7_3_a_move_ends_on_an_open_space_but_passes_through() -> None:
    state = standing(climbing("A1"), "blue", "A2")
    assert refused(state, climb("A1", "A2", cards=["red"])) == "TU-7.3"
    state = do(state, climb("A1", "A2", "A3", cards=["red", "blue"]))
    assert player(state, "yellow")["tokens"] == ["f061"]
    assert steps(state) == ["draw A1"]


def test_tu_7_4_the_first_step_may_be_a_placement_on_an_open_space_of_row_1() -> None:
    assert refused(climbing(), climb("supply", "A2", cards=["brown"])) == "TU-7.4"
    assert refused(standing(climbing(), "blue", "A1"), climb("supply", "A1", "A2", cards=["red", "brown"])) == "TU-7.4"
    none_left = with_player(climbing(), "yellow", supply=0, ambassadors=14)
    assert refused(none_left, climb("supply", "A1", cards=["grey"])) == "TU-7.4"
    assert player(do(climbing(), climb("supply", "A1", cards=["grey"])), "yellow")["supply"] == 13


def test_tu_7_5_no_space_is_entered_twice_nor_the_one_it_began_on() -> None:
    assert refused(freely(), wander("supply", "A1", "A2", "A1", cards=["grey", "brown", "grey"])) == "TU-7.5"
    assert refused(freely("A1"), wander("A1", "A2", "A1", cards=["brown", "grey"])) == "TU-7.5"
    assert refused(freely("A1"), wander("A1", "A1", cards=["grey"])) == "TU-7.5"


def test_tu_7_6_entering_a_top_ends_the_move() -> None:
    assert refused(freely("A5"), wander("A5", "A6", "B6", cards=["purple", "red"])) == "TU-7.6"


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


def test_tu_7_10_spaces_are_restocked_from_the_highest_row_down_from_the_left() -> None:
    state = do(freely("A2"), wander("A2", "B2", "B1", "C1", cards=["blue", "brown", "blue"]))
    assert steps(state) == ["draw A2", "draw B2", "draw B1"]
    assert refused(state, {"do": "decline", "player": "yellow"}) == "TU-12.7"
    state = do(state, {"do": "draw", "token": "f140"})
    assert seen(state)["spaces"]["A2"]["token"] == "f140"
    assert refused(drawn(state), {"do": "draw", "token": "f120"}) == "TU-7.10"


def test_tu_7_10_the_space_where_the_courtier_stands_is_not_restocked() -> None:
    assert steps(do(climbing(), climb("supply", "A1", cards=["grey"]))) == []


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


def test_tu_8_1_whoever_enters_a_top_holds_the_office_and_the_top_is_restocked() -> None:
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


def test_a_move_onto_a_token_step_of_no_use_asks_nothing() -> None:
    state = with_tokens(climbing(scenario=3), "yellow", "f020")
    assert steps(do(state, climb("supply", "A1", cards=["grey"]))) == []
