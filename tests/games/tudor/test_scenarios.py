"""Scenario cards, scoring cards and the end (TU-12, TU-13, TU-15)."""

from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.tudor.box.reading import standard_edition
from controller.games.tudor.rules.chapters.scoring import (
    alike_token_points,
    different_faction_points,
    garter_points,
    scoring_card_end_points,
)
from controller.games.tudor.rules.state import State
from controller.games.tudor.rules.table import Table
from tests.games.tudor.playing import (
    COLORS,
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
    walk,
    wearing,
    with_player,
    with_tokens,
)


def use(side: str, **fields: Any) -> Action:
    named = {"from" if key == "start" else key: value for key, value in fields.items()}
    return {"do": "scenario", "player": "yellow", "side": side, **named}


DECLINE = {"do": "decline", "player": "yellow"}
INFLUENCE_TAKEN = walk("E", "A1", cards=["grey"])
INTRIGUE_TAKEN = walk("E", "A1", "A2", cards=["grey", "brown"])


def turn(scenario: int, influence: int = 0, intrigue: int = 0, **how: Any) -> State:
    state = in_turn(scenario=scenario, **how)
    for kind, number in (("influence", influence), ("intrigue", intrigue)):
        for _ in range(number):
            lying = getattr(state, kind)
            state = replace(state, **{kind: lying ^ (1 << lying.bit_length() - 1)})
    return with_player(state, "yellow", influence=influence, intrigue=intrigue)


def token_step(scenario: int, *actions: Action, scoring: tuple[int, int] = (1, 4)) -> State:
    state = holding(acting(scenario=scenario, scoring=scoring), "yellow", grey=1, brown=1)
    return drawn(do(state, *actions))


def test_tu_12_1_left_a_courtier_goes_from_its_chair_to_a_bench() -> None:
    state = turn(1, influence=2)
    move = use("left", chamber=1, chair=1, to=3)
    assert refused(turn(1, influence=1), move) == "TU-12.1"
    assert refused(state, use("left", chamber=2, chair=1, to=3)) == "TU-12.1"  # blue's
    assert refused(state, use("left", chamber=3, chair=4, to=3)) == "TU-12.1"
    state = do(state, move)
    assert seen(state)["chambers"][0]["chairs"][:2] == [None, {"color": "yellow", "used": False}]
    assert seen(state)["chambers"][2]["bench"] == ["yellow"]
    assert player(state, "yellow")["influence"] == 0


def test_tu_12_1_left_needs_a_bench_with_room() -> None:
    state = turn(1, influence=2)
    full = replace(with_player(state, "red", supply=9), benches=((2, 2, 2), (), ()))
    assert refused(full, use("left", chamber=1, chair=1, to=1)) == "TU-3.3"


def test_tu_12_1_left_a_benched_active_courtier_keeps_its_action() -> None:
    state = do(turn(1, influence=2), {"do": "activate", "player": "yellow", "chamber": 1, "chair": 1})
    state = do(state, use("left", chamber=1, chair=1, to=1))
    assert seen(state)["turn"]["figure"] == {"chamber": 1, "chair": 1}
    swap = [{"take": "q05", "give": "q01"}]
    act = {"do": "act", "player": "yellow", "action": "B", "swaps": swap, "card": "grey"}
    assert seen(do(state, act))["turn"]["done"] == ["B"]


def test_tu_12_1_right_two_tokens_are_swapped() -> None:
    state = token_step(1, INTRIGUE_TAKEN)
    assert steps(state) == ["token intrigue"]
    assert refused(state, use("right", spaces=["B1", "B1"])) == "TU-12.1"
    assert refused(state, use("right", spaces=["B1", "A2"])) == "TU-12.1"  # yellow stands there
    state = do(state, use("right", spaces=["B1", "F6"]))
    assert (seen(state)["spaces"]["B1"]["token"], seen(state)["spaces"]["F6"]["token"]) == ("f085", "f042")
    assert (steps(state), player(state, "yellow")["intrigue"]) == ([], 0)


def test_tu_12_2_left_a_card_for_the_influence_just_taken() -> None:
    state = token_step(2, INFLUENCE_TAKEN)
    assert (steps(state), player(state, "yellow")["influence"]) == (["token influence"], 1)
    assert refused(holding(state, "blue", blue=10), use("left", card="blue")) == "TU-9.9"
    state = do(state, use("left", card="blue"))
    assert player(state, "yellow")["cards"] == cards(brown=1, blue=1)
    assert player(state, "yellow")["influence"] == 0


def seated(state: State, *chairs: int) -> State:
    for figure in chairs:
        if figure >= 0:
            color = state.table.colors[figure >> 1]
            state = with_player(state, color, supply=state.players[figure >> 1].supply - 1)
    return replace(state, chairs=(*state.chairs[:2], chairs))


def test_tu_12_2_right_two_neighbours_change_chairs() -> None:
    state = holding(acting(scenario=2), "yellow", grey=1, brown=1)
    state = replace(with_player(state, "red", supply=14), chairs=(*state.chairs[:2], (-1,) * 4))
    state = drawn(do(seated(state, 0, 3, 4, -1), INTRIGUE_TAKEN))
    assert refused(state, use("right", chamber=3, chairs=[1, 3])) == "TU-12.2"
    assert refused(state, use("right", chamber=3, chairs=[3, 4])) == "TU-12.2"
    assert refused(state, use("right", chamber=3, chairs=[2, 3])) == "TU-12.2"
    assert refused(state, use("right", chamber=3, chairs=[1, 1])) == "TU-12.2"
    state = do(state, use("right", chamber=3, chairs=[2, 1]))
    assert seen(state)["chambers"][2]["chairs"][:2] == [
        {"color": "blue", "used": True},
        {"color": "yellow", "used": False},
    ]


def test_tu_12_3_left_a_card_for_two_influence_at_any_time() -> None:
    state = turn(3, influence=2)
    assert refused(turn(3, influence=1), use("left", card="blue")) == "TU-12.3"
    assert refused(holding(state, "blue", blue=9), use("left", card="blue")) == "TU-9.9"
    state = do(state, use("left", card="blue"))
    assert (player(state, "yellow")["influence"], player(state, "yellow")["cards"]["blue"]) == (0, 1)


def test_tu_12_3_right_jumps_over_a_courtier_to_an_open_space() -> None:
    state = standing(standing(turn(3, intrigue=2), "yellow", "A2"), "blue", "B2")
    jump = use("right", start="A2", to="C2")
    assert refused(with_player(state, "yellow", intrigue=1), jump) == "TU-12.3"
    assert refused(state, use("right", start="B2", to="D2")) == "TU-7.2"
    for to in ("B3", "A3", "D2", "A2", "B2"):
        assert refused(state, use("right", start="A2", to=to)) == "TU-12.3"
    assert refused(state, use("right", start="A2", to="A4")) == "TU-12.3"  # nobody on A3
    assert refused(standing(state, "red", "C2"), jump) == "TU-7.3"
    state = do(state, jump)
    assert steps(state) == ["draw A2"]
    assert player(state, "yellow")["tokens"] == ["f083"]
    assert (player(state, "yellow")["intrigue"], seen(state)["spaces"]["C2"]["round"]) == (1, None)


def test_tu_12_3_right_does_not_jump_to_the_players_own_office() -> None:
    state = standing(standing(in_office(turn(3, intrigue=2), "yellow", "A"), "yellow", "A4"), "blue", "A5")
    assert refused(state, use("right", start="A4", to="A6")) == "TU-7.7"


def test_tu_12_4_left_two_rings_are_traded() -> None:
    state = turn(4, influence=1, intrigue=1)
    trade = use("left", mine="q16", theirs="q13")
    assert refused(turn(4, influence=2), trade) == "TU-12.4"
    assert refused(state, use("left", mine="q13", theirs="q16")) == "TU-12.4"
    assert refused(state, use("left", mine="q16", theirs="q01")) == "TU-12.4"
    assert refused(state, use("left", mine="q16", theirs="q21")) == "TU-12.4"
    state = do(state, trade)
    assert player(state, "yellow")["hand"] == hand(thumb=["q01"], index=["q13"])
    assert player(state, "red")["hand"] == hand(thumb=["q10"], index=["q16"])
    assert (player(state, "yellow")["influence"], player(state, "yellow")["intrigue"]) == (0, 0)


def office_step() -> State:
    state = standing(holding(acting(scenario=4), "yellow", red=1, grey=1, brown=1), "yellow", "B5")
    state = drawn(do(state, walk("E", "B6", cards=["red"], start="B5")))
    ring = {"do": "take_ring", "player": "yellow", "ring": "q02"}
    return do(state, {**ring, "hand": hand(thumb=["q01"], index=["q16"], middle=["q02"])})


def test_tu_12_4_right_an_office_brings_one_of_a_to_f_at_once() -> None:
    state = office_step()
    assert steps(state) == ["office_action"]
    assert refused(state, {"do": "act", "player": "yellow", "action": "H", "card": "red"}) == "TU-12.4"
    other = {"do": "act", "player": "blue", "action": "F", "cards": ["red"]}
    assert refused(state, other) == "TU-6.3"
    step = {"do": "act", "player": "yellow", "action": "A", "from": "supply", "path": ["A1"]}
    state = do(state, step)
    assert (steps(state), seen(state)["turn"]["done"]) == ([], ["E"])
    assert steps(do(office_step(), DECLINE)) == []


def test_tu_12_5_left_one_or_two_steps_once_a_turn() -> None:
    state = standing(turn(5, influence=4), "yellow", "A1")
    walk = use("left", start="A1", path=["B1", "B2"])
    assert refused(turn(5, influence=1), use("left", start="supply", path=["A1"])) == "TU-12.5"
    assert refused(state, use("left", start="A1", path=["B1", "B2", "B3"])) == "TU-12.5"
    assert refused(state, use("left", start="A1", path=["B2"])) == "TU-7.1"
    state = do(state, walk)
    assert steps(state) == ["draw A1", "draw B1"]
    assert player(state, "yellow")["tokens"] == ["f042", "f062"]
    state = drawn(state)
    assert seen(state)["turn"]["scenario"] == ["left"]
    assert refused(state, use("left", start="B2", path=["B3"])) == "TU-12.5"


@pytest.mark.parametrize(("space", "price"), [("A3", 2), ("A4", 3), ("F5", 3)])
def test_tu_12_5_right_a_courtier_is_banished(space: str, price: int) -> None:
    state = standing(turn(5, intrigue=price), "blue", space)
    assert refused(with_player(state, "yellow", intrigue=price - 1), use("right", space=space)) == "TU-12.5"
    assert refused(state, use("right", space="C3")) == "TU-12.5"
    state = do(state, use("right", space=space))
    assert (steps(state), player(state, "blue")["supply"]) == ([f"draw {space}"], 14)
    assert player(state, "yellow")["intrigue"] == 0
    again = standing(with_player(drawn(state), "yellow", intrigue=3), "blue", "B1")
    assert refused(again, use("right", space="B1")) == "TU-12.5"


def test_tu_12_5_right_only_others_and_no_office_holder() -> None:
    state = in_office(standing(turn(5, intrigue=3), "yellow", "A1"), "blue", "B")
    assert refused(state, use("right", space="A1")) == "TU-12.5"
    assert refused(state, use("right", space="B6")) == "TU-12.5"


def test_tu_12_6_needs_the_token_just_taken() -> None:
    state = token_step(2, INFLUENCE_TAKEN)
    assert refused(state, use("right", chamber=3, chairs=[1, 2])) == "TU-12.6"
    assert refused(turn(2, influence=2), use("left", card="blue")) == "TU-12.6"
    assert refused(state, {**use("left", card="blue"), "player": "blue"}) == "TU-12.6"
    assert refused(token_step(1, INTRIGUE_TAKEN), use("left", chamber=1, chair=1, to=3)) == "TU-12.6"


@pytest.mark.parametrize(
    ("scenario", "action", "due"),
    [
        (1, INFLUENCE_TAKEN, []),
        (1, INTRIGUE_TAKEN, ["draw A1", "token intrigue"]),
        (2, INFLUENCE_TAKEN, ["token influence"]),
        (2, INTRIGUE_TAKEN, ["draw A1", "token intrigue"]),
        (3, INTRIGUE_TAKEN, ["draw A1"]),
        (4, INFLUENCE_TAKEN, []),
        (5, INTRIGUE_TAKEN, ["draw A1"]),
    ],
)
def test_tu_12_6_a_step_is_due_only_if_the_token_has_a_use(scenario: int, action: Action, due: list[str]) -> None:
    assert steps(do(holding(acting(scenario=scenario), "yellow", grey=1, brown=1), action)) == due


def test_tu_12_6_no_step_is_due_without_neighbours_or_cards() -> None:
    state = holding(acting(scenario=2), "yellow", grey=1, brown=1)
    alone = replace(state, chairs=((-1,) * 4,) * 3)
    assert steps(do(alone, INTRIGUE_TAKEN)) == ["draw A1"]
    no_card = replace(state, stacks=(0,) * 7)
    assert steps(do(no_card, INFLUENCE_TAKEN)) == ["token influence"]  # the card paid is there


def test_tu_12_6_a_token_swap_counts_due_draws_as_tokens() -> None:
    state = holding(acting(scenario=1), "yellow", grey=1, brown=1)
    bare = tuple(token if space < 2 else -1 for space, token in enumerate(state.tokens))
    state = replace(state, tokens=bare)
    assert steps(do(state, INTRIGUE_TAKEN)) == ["draw A1"]
    one_more = replace(state, tokens=(*bare[:7], 0, *bare[8:]))
    assert steps(do(one_more, INTRIGUE_TAKEN)) == ["draw A1", "token intrigue"]


def test_tu_12_7_a_declined_token_is_kept() -> None:
    state = do(token_step(2, INFLUENCE_TAKEN), DECLINE)
    assert (steps(state), player(state, "yellow")["influence"]) == ([], 1)
    assert refused(state, DECLINE) == "TU-12.7"
    assert refused(token_step(2, INFLUENCE_TAKEN), {**DECLINE, "player": "blue"}) == "TU-12.7"
    assert refused(state, use("left", card="blue")) == "TU-12.6"


SEND = {"do": "ambassador", "player": "yellow"}


def test_tu_13_6_a_round_token_just_taken_for_an_ambassador() -> None:
    state = token_step(3, INFLUENCE_TAKEN, scoring=(1, 6))
    assert steps(state) == ["token influence"]
    assert refused(state, {**SEND, "player": "blue"}) == "TU-13.6"
    sent = do(state, SEND)
    assert (player(sent, "yellow")["ambassadors"], player(sent, "yellow")["supply"]) == (1, 12)
    assert player(sent, "yellow")["influence"] == 0
    assert refused(sent, SEND) == "TU-13.6"


def test_tu_13_6_only_with_card_6_and_a_courtier_in_supply() -> None:
    assert refused(token_step(2, INFLUENCE_TAKEN), SEND) == "TU-13.6"
    state = token_step(2, INFLUENCE_TAKEN, scoring=(1, 6))
    assert refused(with_player(state, "yellow", supply=0), SEND) == "TU-13.6"


def test_an_enhanced_action_of_an_office_counts_the_new_ring() -> None:
    state = wearing(office_step(), "yellow", thumb=["q01"], index=["q16"], middle=["q02"])
    state = holding(state, "yellow", grey=1, brown=1, blue=1)
    enhanced = walk("E", "A1", "A2", "A3", cards=["grey", "brown", "blue"])
    assert player(do(state, {**enhanced, "card": "blue"}), "yellow")["cards"] == cards(blue=1)


POINTS = (1, 3, 6, 10, 15, 21, 28)


@pytest.mark.parametrize(
    ("counts", "points"),
    [([8], 29), ([3, 2, 1, 4], 20), ([14], 56), ([0, 0], 0), ([7], 28), ([1, 1, 1], 3)],
)
def test_tu_13_1_worked_example_5_tokens_alike(counts: list[int], points: int) -> None:
    assert alike_token_points(counts, POINTS) == points


@pytest.mark.parametrize(
    ("counts", "points"),
    [([7, 3, 3, 3, 3, 2, 2], 75), ([3, 2, 1, 4, 0, 0, 0], 20), ([0] * 7, 0), ([1] * 7, 28)],
)
def test_tu_13_3_worked_example_5_sets_of_different_factions(counts: list[int], points: int) -> None:
    assert different_faction_points(counts, POINTS) == points


def test_tu_13_2_worked_example_5_the_worth_of_tokens() -> None:
    table = Table.from_edition(standard_edition(), in_turn().table.colors, ("a", "b", "c"), (2, 4), 1)
    assert scoring_card_end_points(table, 2, [3, 2, 1, 0, 4, 0, 2], 0) == 10


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


def test_tu_13_4_an_office_brings_no_points_without_the_card() -> None:
    state = standing(with_tokens(in_turn(scoring=(1, 5)), "yellow", "f020", "f040"), "yellow", "C5")
    move = {"do": "move", "player": "yellow", "from": "C5", "path": ["C6"], "tokens": ["f020", "f040"]}
    assert player(do(state, move), "yellow")["prestige"] == 0


def last_turn(state: State, round_: int = 1) -> State:
    lords = tuple(tuple(lord | 1 for lord in inside) for inside in state.lords)
    chairs = tuple(tuple(chair if chair < 0 else chair | 1 for chair in row) for row in state.chairs)
    return replace(state, lords=lords, chairs=chairs, turn_seat=2, round=round_)


def ended(state: State, round_: int = 1) -> State:
    return do(last_turn(state, round_), {"do": "end_turn", "player": "red"})


def test_tu_13_5_most_courtiers_of_a_column_get_six_each_round() -> None:
    state = standing(standing(in_turn(scoring=(1, 5)), "yellow", "A1", "A2"), "blue", "A5", "B1", "D1")
    state = in_office(standing(state, "red", "B2", "C1"), "red", "D")
    after = ended(state)
    # A: yellow has two; B: one each, red higher; C: red; D: one each, the office is highest
    assert [each["prestige"] for each in seen(after)["players"]] == [6, 0, 18]


def test_tu_13_5_columns_score_in_the_last_round_too() -> None:
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
    assert garter_points(totals, points) == expected


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
