"""Payments as counts of equal values, the judgement of given tiles, and the list of options."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.tumult_royale.box.words import KINDS, Cost, Kind, MapMode
from controller.games.tumult_royale.rules import actions, options
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.country import Counts, Hand, TileSet
from controller.games.tumult_royale.rules.engine import apply
from controller.games.tumult_royale.rules.payments import Judgement, Payment, judge, minimal_payments
from tests.games.tumult_royale.playing import about_to_build, do, ids_of, in_round_one, state_of

MAPS: tuple[MapMode, ...] = ("tracked", "honour")
COUNTS = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2))


def by_trying_every_subset(counts: Counts, due: int) -> set[tuple[int, ...]]:
    """TR-4.5 and TR-4.6 read out loud, for one commodity."""
    values = [value for value, number in enumerate(counts, start=1) for _ in range(number)]
    return {
        subset
        for size in range(len(values) + 1)
        for subset in combinations(values, size)
        if sum(subset) >= due and all(sum(subset) - value < due for value in subset) and (due or not subset)
    }


@given(hand=st.tuples(COUNTS, COUNTS, COUNTS), cost=st.tuples(*[st.integers(0, 6)] * 3))
def test_tr_4_6_the_payments_are_exactly_the_subsets_without_a_needless_tile(hand: Hand, cost: Cost) -> None:
    found = minimal_payments(hand, cost)
    ways = [by_trying_every_subset(counts, due) for counts, due in zip(hand, cost, strict=True)]
    expected = {(bread, marble, tools) for bread in ways[0] for marble in ways[1] for tools in ways[2]}
    assert [(each.bread, each.marble, each.tools) for each in found] == sorted(expected)
    assert all(each.gains == sum(each.bread + each.marble + each.tools) - sum(cost) for each in found)


def test_two_tools_are_paid_from_1_1_2_3_in_three_ways() -> None:
    assert tuple(minimal_payments(((0, 0, 0), (0, 0, 0), (2, 1, 1)), (0, 0, 2))) == (
        Payment((), (), (1, 1), 0),
        Payment((), (), (2,), 0),
        Payment((), (), (3,), 1),
    )


def test_a_judgement_names_what_is_foreign_missing_and_needless() -> None:
    pasture, palace = (1, 1, 0), (0, 2, 3)
    pool = state_of(in_round_one({"blue": 1, "yellow": 2})).table.pool

    def judged(cost: Cost, *words: str) -> Judgement:
        return judge(pool, tiles(*words), cost)

    def tiles(*words: str) -> TileSet:
        return ids_of(pool, words, pool.all)[1]

    assert judged(pasture) == Judgement(0, (1, 1, 0), 0, 0)
    assert judged(pasture, "m3", "b2") == Judgement(0, (0, 0, 0), 0, 3)
    assert judged(pasture, "m3", "b2").pays
    assert judged(pasture, "b1", "b1", "m1").needless == tiles("b1", "b1")
    assert judged(palace, "b1", "m1", "t2") == Judgement(tiles("b1"), (0, 1, 1), 0, 0)
    assert judged(palace, "m2", "t3", "t1") == Judgement(0, (0, 0, 0), tiles("t1"), 1)
    assert judged(palace, "m2", "t2", "t2", "t2").needless == tiles("t2", "t2", "t2")
    assert judged(palace, "m3", "t2", "t2") == Judgement(0, (0, 0, 0), 0, 2)


@given(chosen=st.sets(st.integers(0, 20)), kind=st.sampled_from(KINDS))
def test_tr_4_6_a_payment_is_accepted_if_and_only_if_it_is_listed(chosen: set[int], kind: Kind) -> None:
    table = state_of(in_round_one({"blue": 1, "yellow": 2})).table
    tiles = sum(1 << number for number in chosen)
    cost = table.edition.cost(kind)
    values = [
        tuple(sorted(table.pool.tiles[each].value for each in chosen if commodity >> each & 1))
        for commodity in table.pool.of
    ]
    listed = minimal_payments(table.pool.hand(tiles), cost)
    judgement = judge(table.pool, tiles, cost)
    bread, marble, tools = values
    assert judgement.pays == (Payment(bread, marble, tools, judgement.gains) in listed)


def test_options_are_the_fields_by_name_with_the_payments_by_value() -> None:
    state = about_to_build(["b1", "m1", "m3"], fields=("B2", "D6"), others_fields=("F4",))
    assert options.to_mappings(state) == [
        {"field": name, "kind": "pasture", "adjacent": True, "payments": payments}
        for payments in [
            [
                {"bread": [1], "marble": [1], "tools": [], "gains": 0},
                {"bread": [1], "marble": [3], "tools": [], "gains": 2},
            ]
        ]
        for name in ("A2", "B1", "B3")
    ] + [{"pass": True}]


def test_options_are_sorted_column_by_column_and_double_where_nothing_touches() -> None:
    state = about_to_build(["b2", "m2", "t2"], fields=("E4",), others_fields=("B1",))
    listed = [(each.field, each.kind, each.adjacent) for each in options.options(state)]
    assert listed == [
        ("A1", "forest", False),
        ("A2", "pasture", False),
        ("B3", "pasture", False),
        ("C2", "forest", False),
        ("C3", "pasture", False),
        ("D4", "pasture", True),
        ("D6", "pasture", False),
        ("E5", "pasture", True),
        ("F4", "mountain", True),
        ("F5", "forest", False),
        ("F6", "pasture", False),
    ]


def test_on_honour_options_are_the_kinds_touching_first() -> None:
    state = about_to_build(["b2", "m2", "t2", "t1"], map_mode="honour")
    listed = options.to_mappings(state)
    assert [(each["kind"], each["adjacent"]) for each in listed[:-1]] == [
        ("pasture", True),
        ("pasture", False),
        ("forest", True),
        ("forest", False),
        ("mountain", True),
        ("village", True),
        ("palace", True),
    ]
    assert "field" not in listed[0]
    assert listed[-1] == {"pass": True}


def test_every_option_with_every_payment_is_a_legal_build() -> None:
    for state in (
        about_to_build(["b1", "b2", "m1", "m2", "m3", "t1", "t2", "t3"], fields=("B2", "B3")),
        about_to_build(["b1", "b2", "m1", "m2", "m3", "t1", "t2", "t3"], map_mode="honour"),
    ):
        for option in options.options(state):
            for payment in option.payments:
                before = state.players[0].supporters
                after = do(state, actions.to_mapping(options.choose(state, option, payment).build)).state
                assert after.players[0].supporters == before + payment.gains


def test_a_choice_leads_where_its_action_leads_and_is_judged_in_any_other_state() -> None:
    state = about_to_build(["b1", "m1", "m3"], fields=("B2", "D6"), others_fields=("F4",))
    for option in options.options(state):
        for payment in option.payments:
            choice = options.choose(state, option, payment)
            assert apply(state, choice) == apply(state, choice.build)
            again = apply(state, choice).state
            with pytest.raises(Refusal) as refused:
                apply(again, choice)
            assert refused.value.rule == "TR-4.1"


def test_options_and_payments_are_as_many_as_they_say_and_by_number_the_same_as_in_order() -> None:
    for map_mode in MAPS:
        state = about_to_build(["b1", "b2", "m1", "m2", "m3", "t1", "t2", "t3"], map_mode=map_mode)
        found = options.options(state)
        assert [found[number] for number in range(len(found))] == list(found)
        for option in found:
            payments = option.payments
            assert [payments[number] for number in range(len(payments))] == list(payments)
            assert payments.cheapest == min(payments, key=lambda each: each.gains)


def test_in_any_other_phase_there_are_no_options() -> None:
    state = state_of(in_round_one({"blue": 1, "yellow": 2}))
    assert tuple(options.options(state)) == ()
    assert options.to_mappings(state) == []
