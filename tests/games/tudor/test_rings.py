"""TU-1 and TU-2: rings at the start, and how fingers wear them."""

import pytest

from controller.games.tudor.rules.engine import GameLog, faults
from controller.games.tudor.rules.state import State
from tests.games.tudor.playing import (
    Action,
    acting,
    after_hands,
    after_rings,
    cards,
    do,
    hand,
    holding,
    in_office,
    in_turn,
    player,
    refused,
    seen,
    standing,
    start,
    wearing,
)


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


def test_tu_1_1_nobody_chooses_out_of_turn_or_too_late() -> None:
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


def take(**fingers: list[str]) -> Action:
    return {"do": "take_ring", "player": "yellow", "ring": "q08", "hand": hand(**fingers)}


def test_tu_2_2_with_six_rings_no_finger_is_bare_and_fingers_wear_several() -> None:
    state = six_rings()
    bare = take(thumb=["q01", "q08"], index=["q16"], middle=["q02", "q17"], ring=["q05"])
    assert refused(state, bare) == "TU-2.2"
    state = do(state, take(thumb=["q01", "q08"], index=["q16"], middle=["q02"], ring=["q17"], pinky=["q05"]))
    assert player(state, "yellow")["hand"]["thumb"] == ["q01", "q08"]
    assert faults(state) == ()


def test_tu_2_3_nobody_lays_rings_anew_without_a_reason() -> None:
    assert refused(in_turn(), wear("yellow", thumb=["q16"], index=["q01"])) == "TU-2.3"
    assert refused(begun(), wear("yellow", thumb=["q16"], index=["q01"])) == "TU-2.3"


def test_tu_2_4_an_enhancement_holds_while_its_fingers_wear_any_ring() -> None:
    first = {"do": "act", "player": "yellow", "action": "A", "from": "supply", "path": ["A1"]}  # grey
    assert refused(wearing(acting(1), "yellow", thumb=["q01"], middle=["q16"]), first) == "TU-9.1"
    enhanced = wearing(acting(1), "yellow", thumb=["q01"], index=["q16"])
    assert player(do(enhanced, first), "yellow")["tokens"] == ["f021"]


def test_tu_2_4_the_hand_counts_as_it_was_when_the_action_began() -> None:
    state = wearing(acting(1), "yellow", ring=["q01"], pinky=["q16"])
    swaps = [{"take": "q05", "give": "q01"}, {"take": "q08", "give": "q16"}]
    state = do(state, {"do": "act", "player": "yellow", "action": "B", "swaps": swaps, "card": "brown"})
    assert player(state, "yellow")["hand"] == hand(ring=["q05"], pinky=["q08"])


def test_tu_2_5_two_rings_and_one_for_each_office() -> None:
    state = after_hands().state
    assert state is not None
    assert faults(state) == ()
    assert faults(in_office(in_turn(), "yellow", "A")) == ("yellow has 2 rings and 1 offices",)
