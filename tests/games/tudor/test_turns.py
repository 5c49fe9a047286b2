"""Rounds, chambers and turns (TU-3 to TU-6, TU-14)."""

from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.tudor.rules.state import State
from tests.games.tudor.playing import (
    COLORS,
    Action,
    act,
    acting,
    after_hands,
    cards,
    do,
    drawn,
    holding,
    house_edition,
    in_turn,
    player,
    refused,
    seen,
    standing,
    steps,
    walk,
    with_player,
    with_tokens,
)

END = {"do": "end_turn", "player": "yellow"}


def activate(color: str, chamber: int, chair: int | str = "lord") -> Action:
    return {"do": "activate", "player": color, "chamber": chamber, "chair": chair}


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
    assert refused(state, walk("C", "A1", cards=["grey"])) == "TU-6.3"
    state = do(state, act("F", cards=["blue"]))
    assert seen(state)["turn"]["done"] == ["F"]
    assert refused(state, act("F", cards=["blue"])) == "TU-6.3"
    state = do(state, walk("E", "A1", cards=["grey"]))
    assert seen(state)["turn"]["done"] == ["F", "E"]
    assert refused(state, act("F", cards=["blue"])) == "TU-6.3"


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
    assert refused(state, act("H", "yellow", card="green")) == "TU-6.4"


def test_tu_6_3_nothing_is_open_before_a_figure_is_activated() -> None:
    assert refused(in_turn(), act("F", cards=["red"])) == "TU-6.3"
    assert refused(in_turn(), act("H", "yellow", card="red")) == "TU-6.4"
    assert refused(acting(), {**act("F", cards=["red"]), "player": "blue"}) == "TU-6.3"


def test_tu_6_3_acting_is_optional() -> None:
    assert seen(do(acting(), END))["to_act"] == "blue"


def test_tu_6_4_g_or_h_is_the_whole_action() -> None:
    state = do(acting(), act("H", "yellow", card="red"))
    assert player(state, "yellow")["cards"] == cards(red=2, green=1)
    assert refused(state, act("F", cards=["red"])) == "TU-6.3"
    assert refused(state, act("H", "yellow", card="red")) == "TU-6.4"
    assert refused(do(acting(), act("F", cards=["red"])), act("H", "yellow", card="red")) == "TU-6.4"


def test_tu_6_5_without_an_unused_figure_one_g_or_h() -> None:
    play = in_turn(scenario=2, lord=1)
    lords = (("yellow", 1), ("blue", 1), ("red", 2))
    state = do(play, *(each for color, chamber in lords for each in (activate(color, chamber), ended(color))))
    used = [[-1 if chair < 0 else chair | (chair >> 1 == 0) for chair in row] for row in state.chairs]
    state = replace(state, chairs=tuple(tuple(row) for row in used))
    assert refused(state, act("F", cards=["red"])) == "TU-6.3"
    state = do(state, act("H", "yellow", card="red"))
    assert seen(state)["turn"] == {"figure": None, "done": ["H"], "scenario": []}
    assert refused(state, act("H", "yellow", card="red")) == "TU-6.4"
    assert seen(do(state, END))["to_act"] == "blue"


def test_tu_6_6_a_turn_ends_only_after_an_unused_figure_was_activated() -> None:
    assert refused(in_turn(), END) == "TU-6.6"
    assert refused(acting(), ended("blue")) == "TU-6.6"
    state = do(holding(acting(), "yellow", grey=1, brown=1), walk("E", "A1", "A2", cards=["grey", "brown"]))
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


def assign(color: str, chamber: int) -> Action:
    return {"do": "assign", "player": color, "chamber": chamber}


def lord(color: str, chamber: int) -> Action:
    return {"do": "place_lord", "player": color, "chamber": chamber}


def begun(count: int = 3, **how: Any) -> State:
    state = after_hands(count, **how).state
    assert state is not None
    return state


def without_supply(state: State, color: str, *spaces: str) -> State:
    state = standing(state, color, *spaces)
    mine = state.players[state.table.seats[color]]
    return with_player(state, color, supply=0, ambassadors=mine.supply)


def test_tu_3_1_one_courtier_at_a_time_from_the_start_player() -> None:
    state = begun(scenario=1)
    assert [each["to_place"] for each in seen(state)["players"]] == [2, 2, 2]
    assert refused(state, assign("blue", 1)) == "TU-3.1"
    state = do(state, assign("yellow", 1), assign("blue", 1), assign("red", 2))
    assert seen(state)["chambers"][0]["bench"] == ["yellow", "blue"]
    assert seen(state)["to_act"] == "yellow"
    assert player(state, "yellow")["supply"] == 13
    assert refused(in_turn(), assign("yellow", 1)) == "TU-3.1"


def test_tu_3_2_without_courtiers_to_assign_lords_come_first() -> None:
    assert seen(begun(scenario=3))["phase"] == "lords"
    assert [each["to_place"] for each in seen(begun(scenario=3))["players"]] == [0, 0, 0]


@pytest.mark.parametrize(("count", "room"), [(2, 2), (3, 3), (4, 4)])
def test_tu_3_3_a_bench_holds_as_many_as_play(count: int, room: int) -> None:
    state = begun(count, scenario=1)
    state = do(state, *(assign(COLORS[number % count], 1) for number in range(room)))
    assert refused(state, assign("yellow", 1)) == "TU-3.3"


def test_tu_3_4_without_supply_one_recalls_or_passes() -> None:
    state = without_supply(begun(scenario=1), "yellow", "A1")
    assert refused(state, assign("yellow", 1)) == "TU-3.4"
    back = do(state, {"do": "recall", "player": "yellow", "space": "A1"})
    assert (steps(back), seen(back)["to_act"]) == (["draw A1"], "yellow")
    assert refused(back, assign("yellow", 1)) == "TU-3.1"
    assert seen(do(drawn(back), assign("yellow", 1)))["to_act"] == "blue"
    assert seen(do(state, {"do": "pass", "player": "yellow"}))["to_act"] == "blue"


def test_tu_3_4_a_player_without_courtiers_loses_the_placement() -> None:
    state = without_supply(begun(scenario=1), "blue")
    state = do(state, assign("yellow", 1))
    assert seen(state)["to_act"] == "red"
    assert player(state, "blue")["to_place"] == 1


def test_tu_3_4_all_lose_the_placement_while_no_bench_has_room() -> None:
    small = house_edition(bench={"2": 1, "3": 1, "4": 1})
    state = begun(scenario=1, edition=small)
    state = do(state, assign("yellow", 1), assign("blue", 2))
    assert refused(state, assign("red", 1)) == "TU-3.3"
    state = do(state, assign("red", 3))
    assert seen(state)["phase"] == "lords"
    assert [each["to_place"] for each in seen(state)["players"]] == [0, 0, 0]


def test_tu_3_5_only_without_supply_one_may_pass() -> None:
    assert refused(begun(scenario=1), {"do": "pass", "player": "yellow"}) == "TU-3.5"
    assert refused(begun(scenario=3), {"do": "pass", "player": "yellow"}) == "TU-3.5"


def seated(state: State, *chairs: str | None) -> State:
    row = []
    for color in chairs:
        if color is None:
            row.append(-1)
            continue
        seat = state.table.seats[color]
        state = with_player(state, color, supply=state.players[seat].supply - 1)
        row.append(2 * seat)
    return replace(state, chairs=(tuple(row), *state.chairs[1:]))


def chairs(state: State) -> list[str | None]:
    return [chair and chair["color"] for chair in seen(state)["chambers"][0]["chairs"]]


def entered(state: State, *chambers: int) -> State:
    return do(state, *(assign(COLORS[number % 3], chamber) for number, chamber in enumerate(chambers)))


def test_tu_4_1_the_topmost_empty_chair_is_taken_also_in_the_middle() -> None:
    state = entered(seated(begun(scenario=1), "red", None, "red", None), 1, 1, 2, 2, 2, 3)
    assert chairs(state) == ["red", "yellow", "red", "blue"]
    assert seen(state)["chambers"][0]["bench"] == []


def test_tu_4_2_without_an_empty_chair_the_top_one_is_pushed_out() -> None:
    state = entered(seated(begun(scenario=1), "red", "blue", "yellow", "yellow"), 1, 1, 2, 2, 2, 3)
    assert chairs(state) == ["yellow", "yellow", "yellow", "blue"]
    assert [each["supply"] for each in seen(state)["players"]] == [10, 12, 12]


def test_tu_4_3_with_one_chair_a_new_courtier_can_be_pushed_out() -> None:
    state = entered(begun(scenario=1, edition=house_edition(chairs={"2": 1, "3": 1, "4": 1})), 1, 1, 2, 2, 2, 3)
    assert chairs(state) == ["blue"]
    assert [each["supply"] for each in seen(state)["players"]] == [14, 12, 13]


def test_tu_5_1_lords_are_placed_clockwise_without_passing() -> None:
    state = begun(scenario=3)
    assert refused(state, lord("blue", 1)) == "TU-5.1"
    assert refused(state, {"do": "pass", "player": "yellow"}) == "TU-3.5"
    state = do(state, lord("yellow", 2))
    assert seen(state)["chambers"][1]["lords"] == [{"color": "yellow", "used": False}]
    assert refused(in_turn(), lord("yellow", 1)) == "TU-5.1"


def test_tu_5_2_two_lords_in_a_chamber_at_most() -> None:
    state = do(begun(4, scenario=3), lord("yellow", 2), lord("blue", 2))
    assert refused(state, lord("red", 2)) == "TU-5.2"


def test_tu_5_3_courtiers_of_chambers_without_a_lord_are_used() -> None:
    state = entered(begun(scenario=1), 1, 1, 2, 2, 2, 3)
    state = do(state, lord("yellow", 1), lord("blue", 1), lord("red", 3))
    used = [[chair["used"] for chair in each["chairs"] if chair] for each in seen(state)["chambers"]]
    assert used == [[False, False], [True, True, True], [False]]
    assert (seen(state)["phase"], seen(state)["to_act"]) == ("actions", "yellow")
    assert seen(state)["turn"] == {"figure": None, "done": [], "scenario": []}
