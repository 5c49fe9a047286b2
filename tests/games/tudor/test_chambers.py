"""TU-3, TU-4 and TU-5: who comes to benches, chairs and chambers."""

from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.tudor.rules.state import State
from tests.games.tudor.playing import (
    COLORS,
    Action,
    after_hands,
    do,
    drawn,
    house_edition,
    in_turn,
    player,
    refused,
    seen,
    standing,
    steps,
    with_player,
)


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


def test_tu_3_4_who_has_none_at_all_loses_the_placement_without_being_asked() -> None:
    state = without_supply(begun(scenario=1), "blue")
    state = do(state, assign("yellow", 1))
    assert seen(state)["to_act"] == "red"
    assert player(state, "blue")["to_place"] == 1


def test_tu_3_4_so_does_everybody_while_no_bench_has_room() -> None:
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


def test_tu_4_3_with_one_chair_somebody_is_pushed_out_as_soon_as_he_entered() -> None:
    state = entered(begun(scenario=1, edition=house_edition(chairs={"2": 1, "3": 1, "4": 1})), 1, 1, 2, 2, 2, 3)
    assert chairs(state) == ["blue"]
    assert [each["supply"] for each in seen(state)["players"]] == [14, 12, 13]


def test_tu_5_1_lords_are_placed_clockwise_and_nobody_passes() -> None:
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
