"""TU-13 and TU-15: scoring cards, the Garter, who wins; worked example 5."""

import pytest
from msgspec.structs import replace

from controller.games.tudor.box.reading import standard
from controller.games.tudor.rules.chapters.scoring import alike, different, end_score, garter
from controller.games.tudor.rules.state import State
from controller.games.tudor.rules.table import Table
from tests.games.tudor.playing import (
    COLORS,
    do,
    drawn,
    holding,
    in_office,
    in_turn,
    player,
    refused,
    seen,
    standing,
    with_player,
    with_tokens,
)

POINTS = (1, 3, 6, 10, 15, 21, 28)


@pytest.mark.parametrize(
    ("counts", "points"),
    [([8], 29), ([3, 2, 1, 4], 20), ([14], 56), ([0, 0], 0), ([7], 28), ([1, 1, 1], 3)],
)
def test_tu_13_1_worked_example_5_tokens_alike(counts: list[int], points: int) -> None:
    assert alike(counts, POINTS) == points


@pytest.mark.parametrize(
    ("counts", "points"),
    [([7, 3, 3, 3, 3, 2, 2], 75), ([3, 2, 1, 4, 0, 0, 0], 20), ([0] * 7, 0), ([1] * 7, 28)],
)
def test_tu_13_3_worked_example_5_sets_of_different_factions(counts: list[int], points: int) -> None:
    assert different(counts, POINTS) == points


def test_tu_13_2_worked_example_5_the_worth_of_tokens() -> None:
    table = Table.of(standard(), in_turn().table.colors, ("a", "b", "c"), (2, 4), 1)
    assert end_score(table, 2, [3, 2, 1, 0, 4, 0, 2], 0) == 10


def test_tu_13_2_tokens_worth_less_than_0_are_not_spent() -> None:
    state = with_tokens(in_turn(scoring=(2, 4)), "yellow", "f020", "f040", "f100")
    move = {"do": "move", "player": "yellow", "from": "supply", "path": ["A1"], "tokens": ["f020", "f100"]}
    assert refused(state, move) == "TU-13.2"
    assert player(do(state, {**move, "tokens": ["f020", "f040"]}), "yellow")["spent"] == ["f020", "f040"]
    without = with_tokens(in_turn(), "yellow", "f020", "f100")
    assert player(do(without, move), "yellow")["spent"] == ["f020", "f100"]


@pytest.mark.parametrize(("column", "points"), [("A", 6), ("B", 8), ("C", 10), ("D", 10), ("E", 8), ("F", 6)])
def test_tu_13_4_an_office_brings_its_points_at_once(column: str, points: int) -> None:
    low, top = f"{column}5", f"{column}6"
    state = standing(with_tokens(in_turn(), "yellow", "f020", "f040"), "yellow", low)
    move = {"do": "move", "player": "yellow", "from": low, "path": [top], "tokens": ["f020", "f040"]}
    assert player(do(state, move), "yellow")["prestige"] == points


def test_tu_13_4_nothing_without_the_card() -> None:
    state = standing(with_tokens(in_turn(scoring=(1, 5)), "yellow", "f020", "f040"), "yellow", "C5")
    move = {"do": "move", "player": "yellow", "from": "C5", "path": ["C6"], "tokens": ["f020", "f040"]}
    assert player(do(state, move), "yellow")["prestige"] == 0


def last_turn(state: State, round_: int = 1) -> State:
    lords = tuple(tuple(lord | 1 for lord in inside) for inside in state.lords)
    chairs = tuple(tuple(chair if chair < 0 else chair | 1 for chair in row) for row in state.chairs)
    return replace(state, lords=lords, chairs=chairs, at=2, round=round_)


def ended(state: State, round_: int = 1) -> State:
    return do(last_turn(state, round_), {"do": "end_turn", "player": "red"})


def test_tu_13_5_most_courtiers_of_a_column_get_six_each_round() -> None:
    state = standing(standing(in_turn(scoring=(1, 5)), "yellow", "A1", "A2"), "blue", "A5", "B1", "D1")
    state = in_office(standing(state, "red", "B2", "C1"), "red", "D")
    after = ended(state)
    # A: yellow has two; B: one each, red higher; C: red; D: one each, the office is highest
    assert [each["prestige"] for each in seen(after)["players"]] == [6, 0, 18]


def test_tu_13_5_the_last_round_too() -> None:
    state = ended(standing(in_turn(scoring=(3, 5)), "yellow", "A1"), 4)
    assert seen(state)["phase"] == "over"
    assert seen(state)["final"]["yellow"]["scoring"] == [0, 0]
    assert player(state, "yellow")["prestige"] == 6 + seen(state)["final"]["yellow"]["garter"]


def test_tu_13_6_each_ambassador_is_worth_six_at_the_end() -> None:
    state = with_player(in_turn(scoring=(6, 4)), "blue", ambassadors=3, supply=11)
    assert seen(ended(state, 4))["final"]["blue"]["scoring"] == [18, 0]


def test_tu_15_1_held_tokens_count_and_spent_ones_do_not() -> None:
    state = with_tokens(in_turn(), "yellow", "f020", "f019", "f018", "f040")
    state = drawn(state)
    spent = 1 << state.table.pieces.token_numbers["f018"]
    mine = state.players[0]
    state = with_player(state, "yellow", tokens=mine.tokens ^ spent, spent=spent)
    after = ended(state, 4)
    assert seen(after)["final"]["yellow"]["scoring"] == [4, 0]  # two red, one grey
    assert player(after, "yellow")["spent"] == []
    assert seen(after)["gone"] == ["f018"]
    assert (seen(after)["phase"], seen(after)["to_act"], seen(after)["round"]) == ("over", None, 4)
    assert seen(after)["turn"] is None


@pytest.mark.parametrize(
    ("totals", "points", "expected"),
    [
        ([2, 3, 3, 6], (5, 3, 1, 0), [0, 3, 3, 5]),
        ([4, 4, 1], (5, 2, 0), [5, 5, 0]),
        ([4, 4, 4, 1], (5, 3, 1, 0), [5, 5, 5, 0]),
        ([0, 0, 0, 0], (5, 3, 1, 0), [5, 5, 5, 5]),
        ([1, 2], (5, 0), [0, 5]),
    ],
)
def test_tu_15_2_the_garter_by_rank_with_ties(totals: list[int], points: tuple[int, ...], expected: list[int]) -> None:
    assert garter(totals, points) == expected


def test_tu_15_2_the_garter_counts_round_tokens_and_cards() -> None:
    state = holding(holding(holding(in_turn(), "yellow", red=2), "blue", red=1), "red")
    state = with_player(with_player(state, "blue", influence=2), "red", influence=1, intrigue=1)
    finals = seen(ended(state, 4))["final"]
    assert [finals[color]["garter"] for color in COLORS[:3]] == [2, 5, 2]


def finished(**prestige: int) -> State:
    state = in_turn(scoring=(3, 5))
    for color in COLORS[:3]:
        state = with_player(holding(state, color), color, prestige=prestige.get(color, 0))
    return state


def test_tu_15_3_most_prestige_wins() -> None:
    assert seen(ended(finished(yellow=1, blue=2), 4))["winners"] == ["blue"]


def test_tu_15_3_then_most_cards() -> None:
    # with one card each yellow and blue get five for the Garter; red has rank 3
    state = holding(holding(finished(red=9), "yellow", red=1), "blue", red=1)
    state = with_player(with_player(state, "yellow", prestige=4), "blue", prestige=4, influence=1)
    assert [each["prestige"] for each in seen(ended(state, 4))["players"]] == [6, 9, 9]
    assert seen(ended(state, 4))["winners"] == ["blue"]  # a card, red has none


def test_tu_15_3_then_most_round_tokens() -> None:
    # yellow 3 + 2 and blue 0 + 5 for the Garter; red 5 + 0
    state = with_player(finished(red=5), "yellow", prestige=3, influence=1)
    state = with_player(state, "blue", intrigue=2)
    after = seen(ended(state, 4))
    assert [each["prestige"] for each in after["players"]] == [5, 5, 5]
    assert after["winners"] == ["blue"]


def test_tu_15_3_then_most_rings_then_all_of_them() -> None:
    state = finished()
    assert seen(ended(state, 4))["winners"] == ["yellow", "blue", "red"]
    state = in_office(state, "red", "A")
    mine = state.players[2]
    more = with_player(state, "red", hand=(*mine.hand[:4], (1,)), prestige=0)
    crowned = seen(ended(replace(more, table=replace(more.table, scoring=(3, 1))), 4))
    assert crowned["winners"] == ["red"]


def test_prestige_may_end_below_0() -> None:
    state = with_tokens(finished(), "yellow", "f140", "f139")
    state = with_player(replace(state, table=replace(state.table, scoring=(2, 3))), "blue", influence=1)
    state = with_player(state, "red", influence=1)
    assert player(ended(state, 4), "yellow")["prestige"] == -4  # two purple -6, two sets of one 2, the Garter 0
