"""The best plan of a castle: compared with trying everything, and read off by hand."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.games.tumult_royale.bots.plan import Sites, best_plan, sites_for
from controller.games.tumult_royale.box.words import Kind, Seat
from controller.games.tumult_royale.rules import country
from controller.games.tumult_royale.rules.country import Counts
from controller.games.tumult_royale.rules.payments import minimal_payments
from tests.games.tumult_royale.playing import about_to_build

ONE_COMMODITY = st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(0, 1))
HANDS = st.tuples(ONE_COMMODITY, ONE_COMMODITY, ONE_COMMODITY).filter(lambda hand: sum(map(sum, hand)) <= 7)
COSTS = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3))
KIND_OF_SITES = st.builds(
    Sites,
    kind=st.just("pasture"),
    adjacent=st.booleans(),
    cost=COSTS,
    statues=st.integers(1, 3),
    free=st.one_of(st.none(), st.integers(0, 2)),
)

ON_HONOUR = (
    Sites("pasture", adjacent=True, cost=(1, 1, 0), statues=1, free=None),
    Sites("forest", adjacent=True, cost=(1, 1, 1), statues=1, free=None),
    Sites("mountain", adjacent=True, cost=(1, 1, 2), statues=1, free=None),
    Sites("village", adjacent=True, cost=(2, 2, 0), statues=2, free=None),
    Sites("palace", adjacent=True, cost=(0, 2, 3), statues=3, free=None),
)


def after_paying(hand: country.Hand, *values: Sequence[int]) -> country.Hand:
    def left(counts: Counts, paid: Sequence[int]) -> Counts:
        ones, twos, threes = (have - paid.count(value) for value, have in enumerate(counts, start=1))
        return ones, twos, threes

    bread, marble, tools = (left(counts, paid) for counts, paid in zip(hand, values, strict=True))
    return bread, marble, tools


def everything(
    hand: country.Hand, sites: Sequence[Sites], free: tuple[int | None, ...], left: int
) -> Iterator[tuple[int, int]]:
    """What every sequence of legal builds comes to: statues, supporters."""
    yield 0, 0
    if left == 0:
        return
    for index, site in enumerate(sites):
        number = free[index]
        if number == 0:
            continue
        fewer = (*free[:index], None if number is None else number - 1, *free[index + 1 :])
        placed = min(left, site.statues)
        for payment in minimal_payments(hand, site.cost):
            after = after_paying(hand, payment.bread, payment.marble, payment.tools)
            for statues, gains in everything(after, sites, fewer, left - placed):
                yield statues + placed, gains + payment.gains


@settings(max_examples=150)
@given(hand=HANDS, sites=st.lists(KIND_OF_SITES, max_size=3, unique=True), left=st.integers(1, 5))
def test_the_plan_is_as_good_as_the_best_of_all_sequences(hand: country.Hand, sites: list[Sites], left: int) -> None:
    plan = best_plan(hand, sites, left)
    assert (plan.statues, plan.gains) == max(everything(hand, sites, tuple(site.free for site in sites), left))


@settings(max_examples=60)
@given(hand=HANDS)
def test_the_plan_is_the_best_for_the_printed_costs(hand: country.Hand) -> None:
    plan = best_plan(hand, ON_HONOUR)
    assert (plan.statues, plan.gains) == max(everything(hand, ON_HONOUR, (None,) * 5, 25))


@settings(max_examples=100)
@given(hand=HANDS, sites=st.lists(KIND_OF_SITES, max_size=4, unique=True), left=st.integers(1, 8))
def test_a_plan_can_be_carried_out_as_it_stands(hand: country.Hand, sites: list[Sites], left: int) -> None:
    plan = best_plan(hand, sites, left)
    statues = 0
    for build in plan.builds:
        assert statues < left  # TR-8.1: nothing follows the last statue
        assert build.payment in minimal_payments(hand, build.sites.cost)
        hand = after_paying(hand, build.payment.bread, build.payment.marble, build.payment.tools)
        statues += build.sites.statues
    assert min(statues, left) == plan.statues
    for site in sites:
        used = sum(build.sites == site for build in plan.builds)
        assert site.free is None or used <= site.free


def hand_of(*tiles: str) -> country.Hand:
    counts = [[0, 0, 0] for _ in "bmt"]
    for tile in tiles:
        counts["bmt".index(tile[0])][int(tile[1]) - 1] += 1
    bread, marble, tools = ((ones, twos, threes) for ones, twos, threes in counts)
    return bread, marble, tools


@pytest.mark.parametrize(
    ("tiles", "statues", "gains", "kinds"),
    [
        ((), 0, 0, []),
        (("b3",), 0, 0, []),
        (("b2", "m3"), 2, 1, ["village"]),
        (("m1", "m1", "t3"), 3, 0, ["palace"]),
        (("b1", "m1", "m2", "t3"), 4, 0, ["pasture", "palace"]),
        (("b2", "b2", "m2", "m2"), 4, 0, ["village", "village"]),
        (("b1", "m1", "t3"), 1, 2, ["forest"]),
        (("b1", "m1", "t1", "t2"), 1, 1, ["forest"]),
    ],
)
def test_plans_read_off_by_hand(tiles: tuple[str, ...], statues: int, gains: int, kinds: list[Kind]) -> None:
    plan = best_plan(hand_of(*tiles), ON_HONOUR)
    assert [build.sites.kind for build in plan.builds] == kinds
    assert (plan.statues, plan.gains) == (statues, gains)


def test_with_two_statues_left_the_last_build_ends_the_plan() -> None:
    """TR-4.3: a palace takes the two that are left; a pasture may come before it, nothing after it."""
    plan = best_plan(hand_of("b3", "m1", "m2", "t3"), ON_HONOUR, statues_left=2)
    assert [build.sites.kind for build in plan.builds] == ["pasture", "palace"]
    assert (plan.statues, plan.gains) == (2, 2)


def test_free_sites_limit_a_plan() -> None:
    one_village = [Sites("village", adjacent=True, cost=(2, 2, 0), statues=2, free=1)]
    assert best_plan(hand_of("b2", "b2", "m2", "m2"), one_village).statues == 2


def test_sites_of_a_tracked_map_are_those_that_touch_and_pastures_and_forests_elsewhere() -> None:
    """Blue stands on B1 of R1, yellow on E4: A1 forest, C1 village and B2 mountain touch blue."""
    state = about_to_build([])
    found = {(sites.kind, sites.adjacent): (sites.cost, sites.free) for sites in sites_for(state, Seat(0))}
    assert found == {
        ("forest", True): ((1, 1, 1), 1),
        ("village", True): ((2, 2, 0), 1),
        ("mountain", True): ((1, 1, 2), 1),
        ("pasture", False): ((2, 2, 0), 7),
        ("forest", False): ((2, 2, 2), 2),
    }


def test_sites_on_honour_are_all_kinds_without_a_number() -> None:
    sites = sites_for(about_to_build([], map_mode="honour"), Seat(0))
    assert [(each.kind, each.adjacent, each.free) for each in sites] == [
        ("pasture", True, None),
        ("pasture", False, None),
        ("forest", True, None),
        ("forest", False, None),
        ("mountain", True, None),
        ("village", True, None),
        ("palace", True, None),
    ]


def test_a_house_edition_may_give_fields_away() -> None:
    everything_free = [replace(sites, cost=(0, 0, 0)) for sites in ON_HONOUR]
    plan = best_plan(hand_of("b3", "m3"), everything_free, statues_left=7)
    assert (plan.statues, plan.gains) == (7, 0)
    assert best_plan(hand_of("b3", "m3"), everything_free).statues == 25
