"""TU-6 and TU-14: turns, what is open in them, and the ends of rounds."""

import pytest
from msgspec.structs import replace

from controller.games.tudor.rules.state import State
from tests.games.tudor.playing import (
    Action,
    acting,
    cards,
    do,
    hand,
    holding,
    in_turn,
    player,
    refused,
    seen,
    standing,
    with_player,
    with_tokens,
)

END = {"do": "end_turn", "player": "yellow"}


def activate(color: str, chamber: int, chair: int | str = "lord") -> Action:
    return {"do": "activate", "player": color, "chamber": chamber, "chair": chair}


def own_card(color: str, card: str) -> Action:
    return {"do": "act", "player": color, "action": "H", "card": card}


def any_card(card: str) -> Action:
    return {"do": "act", "player": "yellow", "action": "F", "cards": [card]}


def up(letter: str, *path: str, cards: list[str], start: str = "supply") -> Action:
    return {"do": "act", "player": "yellow", "action": letter, "from": start, "path": list(path), "cards": cards}


def ended(color: str) -> Action:
    return {"do": "end_turn", "player": color}


def all_used() -> State:
    turns = (("yellow", 3), ("blue", 3), ("red", 1))
    return do(in_turn(), *(each for color, chamber in turns[:2] for each in (activate(color, chamber), ended(color))))


def test_tu_6_1_turns_go_round_clockwise() -> None:
    state = do(in_turn(), activate("yellow", 3), END)
    assert seen(state)["to_act"] == "blue"
    assert seen(state)["turn"] == {"figure": None, "done": [], "scenario": []}
    assert refused(state, activate("yellow", 3)) == "TU-6.2"


def test_tu_6_2_one_unused_figure_of_his_own() -> None:
    state = in_turn(scenario=2)
    assert refused(state, activate("yellow", 1)) == "TU-6.2"
    assert refused(state, activate("yellow", 3, 4)) == "TU-6.2"
    assert refused(state, activate("yellow", 1, 3)) == "TU-6.2"
    assert refused(state, activate("blue", 3)) == "TU-6.2"
    state = do(state, activate("yellow", 1, 2))
    assert refused(state, activate("yellow", 3)) == "TU-6.2"
    assert seen(state)["turn"]["figure"] == {"chamber": 1, "chair": 2}
    assert seen(state)["chambers"][0]["chairs"][:2] == [
        {"color": "yellow", "used": False},
        {"color": "yellow", "used": True},
    ]


def test_tu_6_2_other_steps_come_first() -> None:
    state = standing(with_tokens(in_turn(), "yellow", "f020", "f040"), "yellow", "A1")
    moved = {"do": "move", "player": "yellow", "from": "A1", "path": ["B1"], "tokens": ["f020", "f040"]}
    assert refused(do(state, moved), activate("yellow", 3)) == "TU-6.2"


def test_tu_6_3_a_lord_may_take_both_actions_each_once() -> None:
    state = holding(acting(), "yellow", grey=1)
    assert refused(state, up("C", "A1", cards=["grey"])) == "TU-6.3"
    state = do(state, any_card("blue"))
    assert seen(state)["turn"]["done"] == ["F"]
    assert refused(state, any_card("blue")) == "TU-6.3"
    state = do(state, up("E", "A1", cards=["grey"]))
    assert seen(state)["turn"]["done"] == ["F", "E"]
    assert refused(state, any_card("blue")) == "TU-6.3"


def courtier_active() -> State:
    state = in_turn(scenario=2)
    state = do(state, activate("yellow", 3), END, activate("blue", 3), ended("blue"), activate("red", 1), ended("red"))
    return do(state, activate("yellow", 1, 1))


def test_tu_6_3_a_courtier_takes_one_action() -> None:
    state = holding(courtier_active(), "yellow", red=1)
    swap = {"do": "act", "player": "yellow", "action": "B", "swaps": [{"take": "q05", "give": "q01"}], "card": "grey"}
    state = do(state, swap)
    step = {"do": "act", "player": "yellow", "action": "A", "from": "supply", "path": ["B1"]}
    assert refused(state, step) == "TU-6.3"
    assert refused(state, own_card("yellow", "green")) == "TU-6.4"


def test_tu_6_3_nothing_is_open_before_a_figure_is_activated() -> None:
    assert refused(in_turn(), any_card("red")) == "TU-6.3"
    assert refused(in_turn(), own_card("yellow", "red")) == "TU-6.4"
    assert refused(acting(), {**any_card("red"), "player": "blue"}) == "TU-6.3"


def test_tu_6_3_nobody_must_act() -> None:
    assert seen(do(acting(), END))["to_act"] == "blue"


def test_tu_6_4_g_or_h_is_the_whole_action() -> None:
    state = do(acting(), own_card("yellow", "red"))
    assert player(state, "yellow")["cards"] == cards(red=2, green=1)
    assert refused(state, any_card("red")) == "TU-6.3"
    assert refused(state, own_card("yellow", "red")) == "TU-6.4"
    assert refused(do(acting(), any_card("red")), own_card("yellow", "red")) == "TU-6.4"


def test_tu_6_5_without_an_unused_figure_one_g_or_h() -> None:
    play = in_turn(scenario=2, lord=1)
    lords = (("yellow", 1), ("blue", 1), ("red", 2))
    state = do(play, *(each for color, chamber in lords for each in (activate(color, chamber), ended(color))))
    used = [[-1 if chair < 0 else chair | (chair >> 1 == 0) for chair in row] for row in state.chairs]
    state = replace(state, chairs=tuple(tuple(row) for row in used))
    assert refused(state, any_card("red")) == "TU-6.3"
    state = do(state, own_card("yellow", "red"))
    assert seen(state)["turn"] == {"figure": None, "done": ["H"], "scenario": []}
    assert refused(state, own_card("yellow", "red")) == "TU-6.4"
    assert seen(do(state, END))["to_act"] == "blue"


def test_tu_6_6_a_turn_ends_only_after_an_unused_figure_was_activated() -> None:
    assert refused(in_turn(), END) == "TU-6.6"
    assert refused(acting(), ended("blue")) == "TU-6.6"
    state = do(holding(acting(), "yellow", grey=1, brown=1), up("E", "A1", "A2", cards=["grey", "brown"]))
    assert refused(state, END) == "TU-6.6"


def test_tu_6_7_the_round_ends_after_the_last_player_when_all_are_used() -> None:
    state = do(all_used(), activate("red", 1))
    assert seen(state)["round"] == 1
    state = do(state, ended("red"))
    assert (seen(state)["round"], seen(state)["phase"], seen(state)["first"]) == (2, "assignment", "blue")
    assert seen(state)["turn"] is None


def test_tu_14_1_lords_go_home_figures_are_fresh_and_spent_tokens_are_gone() -> None:
    state = standing(with_tokens(in_turn(scenario=2), "yellow", "f020", "f040"), "yellow", "A1")
    move = {"do": "move", "player": "yellow", "from": "A1", "path": ["B1"], "tokens": ["f020", "f040"]}
    state = do(state, move, {"do": "draw", "token": "f140"})
    for step in seen(state)["due"]:
        state = do(state, {"do": "decline", "player": "yellow"}) if step["step"] == "token" else state
    assert player(state, "yellow")["spent"] == ["f020", "f040"]
    while seen(state)["round"] == 1:
        color = seen(state)["to_act"]
        for number, chamber in enumerate(seen(state)["chambers"], start=1):
            if {"color": color, "used": False} in chamber["lords"] and seen(state)["turn"]["figure"] is None:
                state = do(state, activate(color, number))
            for chair, figure in enumerate(chamber["chairs"], start=1):
                if figure == {"color": color, "used": False} and seen(state)["turn"]["figure"] is None:
                    state = do(state, activate(color, number, chair))
        state = do(state, ended(color))
    assert {"f020", "f040"} <= set(seen(state)["gone"])
    assert player(state, "yellow")["spent"] == []
    assert player(state, "yellow")["moved"] is False
    assert [chamber["lords"] for chamber in seen(state)["chambers"]] == [[], [], []]
    assert not any(chair["used"] for chamber in seen(state)["chambers"] for chair in chamber["chairs"] if chair)


def test_tu_14_2_the_next_player_clockwise_starts_the_next_round() -> None:
    state = do(all_used(), activate("red", 1), ended("red"))
    assert (seen(state)["first"], seen(state)["to_act"], seen(state)["round"]) == ("blue", "blue", 2)
    assert [each["to_place"] for each in seen(state)["players"]] == [2, 2, 2]


@pytest.mark.parametrize("letter", ["G", "H"])
def test_tu_6_4_a_lord_who_takes_g_or_h_takes_nothing_else(letter: str) -> None:
    state = holding(acting(), "yellow", grey=1)
    action = up("G", "A1", cards=["grey"]) if letter == "G" else own_card("yellow", "green")
    state = do(state, action)
    assert seen(state)["turn"]["done"] == [letter]
    assert refused(state, any_card("red")) == "TU-6.3"


def test_a_hand_has_five_fingers() -> None:
    assert list(hand()) == ["thumb", "index", "middle", "ring", "pinky"]


def test_a_player_without_courtiers_may_recall_in_his_turn() -> None:
    state = with_player(standing(in_turn(), "yellow", "A1"), "yellow", supply=0, ambassadors=13)
    state = do(state, {"do": "recall", "player": "yellow", "space": "A1"})
    assert player(state, "yellow")["supply"] == 1
