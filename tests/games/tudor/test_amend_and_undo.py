"""Amendments and undo, and the log that keeps them."""

from typing import Any

import pytest

from controller.games.tudor.rules.actions import Refusal
from controller.games.tudor.rules.engine import GameLog
from tests.games.tudor.playing import acting, after_hands, cards, do, holding, in_turn, player, refused, seen, start
from tests.games.tudor.test_moving import climb


def amend(**what: Any) -> dict[str, Any]:
    return {"do": "amend", **what}


def test_cards_change_against_the_stacks() -> None:
    state = do(in_turn(), amend(cards={"yellow": {"red": -1, "blue": 2}, "blue": {"blue": 1}}))
    assert player(state, "yellow")["cards"] == cards(blue=2, green=1)
    assert player(state, "blue")["cards"] == cards(grey=1, brown=1, blue=1)
    assert (seen(state)["stacks"]["red"], seen(state)["stacks"]["blue"]) == (10, 6)


def test_of_several_changes_only_the_result_counts() -> None:
    state = holding(in_turn(), "blue", red=9)
    state = do(state, amend(cards={"yellow": {"red": 3}, "blue": {"red": -3}}))
    assert player(state, "yellow")["cards"]["red"] == 4


def test_prestige_changes_and_tokens_lie_the_other_way_round() -> None:
    state = do(in_turn(), amend(prestige={"red": 7, "blue": 0}), amend(swap=["A1", "F6"]))
    assert player(state, "red")["prestige"] == 7
    assert (seen(state)["spaces"]["A1"]["token"], seen(state)["spaces"]["F6"]["token"]) == ("f085", "f021")


@pytest.mark.parametrize(
    "action",
    [
        amend(),
        amend(cards={}),
        amend(cards={"yellow": {}}),
        amend(cards={"green": {"red": 1}}),
        amend(cards={"yellow": {"pink": 1}}),
        amend(cards={"yellow": {"red": -2}}),
        amend(cards={"yellow": {"red": 10}}),
        amend(cards={"yellow": {"red": True}}),
        amend(cards={"yellow": {"red": 1}}, prestige={"yellow": 1}),
        amend(prestige={}),
        amend(prestige={"yellow": -1}),
        amend(prestige={"pink": 1}),
        amend(prestige={"yellow": 1_000_001}),
        amend(prestige=None, swap=["A1", "A2"]),
        amend(swap=["A1", "A1"]),
        amend(swap=["A1"]),
        amend(swap=["A1", "B1", "C1"]),
        amend(swap=["A1", "Z9"]),
    ],
)
def test_all_faults_of_an_amend_are_faults_of_the_log(action: dict[str, Any]) -> None:
    assert refused(in_turn(), action) == "LOG"


def test_a_swap_needs_a_token_on_each_space_but_may_come_between_steps() -> None:
    state = do(holding(acting(), "yellow", grey=1, brown=1), climb("supply", "A1", "A2", cards=["grey", "brown"]))
    assert refused(state, amend(swap=["A1", "B1"])) == "LOG"
    assert seen(do(state, amend(swap=["B1", "B2"])))["spaces"]["B1"]["token"] == "f062"


def test_undo_takes_back_the_latest_action_that_stands() -> None:
    play = after_hands(scenario=1)
    before = seen_of(play)
    play.submit({"do": "assign", "player": "yellow", "chamber": 1})
    play.submit(amend(prestige={"yellow": 3}))
    play.submit({"do": "undo"})
    play.submit({"do": "undo"})
    assert (seen_of(play), play.seq) == (before, 14)


def seen_of(play: GameLog) -> dict[str, Any]:
    assert play.state is not None
    return seen(play.state)


def code(play: GameLog, action: Any) -> str:
    with pytest.raises(Refusal) as caught:
        play.submit(action)
    return caught.value.code


def test_the_start_is_not_taken_back() -> None:
    play = GameLog()
    assert code(play, {"do": "undo"}) == "LOG"
    play.submit(start())
    assert code(play, {"do": "undo"}) == "LOG"
    assert play.seq == 1


def test_after_the_end_only_undo_is_left() -> None:
    play = finished()
    for action in (amend(prestige={"yellow": 1}), start(), {"do": "end_turn", "player": "red"}, {"do": "dance"}):
        assert code(play, action) == "LOG"
    play.submit({"do": "undo"})
    assert seen_of(play)["phase"] == "actions"


def finished() -> GameLog:
    play = after_hands(2, scenario=4)
    while seen_of(play)["phase"] != "over":
        state = seen_of(play)
        color = state["to_act"]
        if state["phase"] == "assignment":
            room = next(number for number, each in enumerate(state["chambers"], 1) if len(each["bench"]) < 2)
            play.submit({"do": "assign", "player": color, "chamber": room})
        elif state["phase"] == "lords":
            play.submit({"do": "place_lord", "player": color, "chamber": 1})
        elif state["turn"]["figure"] is None and figure_of(state, color) is not None:
            play.submit({"do": "activate", "player": color, **(figure_of(state, color) or {})})
        else:
            play.submit({"do": "end_turn", "player": color})
    return play


def figure_of(state: dict[str, Any], color: str) -> dict[str, Any] | None:
    unused = {"color": color, "used": False}
    for number, chamber in enumerate(state["chambers"], start=1):
        if unused in chamber["lords"]:
            return {"chamber": number, "chair": "lord"}
        if unused in chamber["chairs"]:
            return {"chamber": number, "chair": chamber["chairs"].index(unused) + 1}
    return None
