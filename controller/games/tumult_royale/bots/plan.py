"""The best plan for one castle: most statues, then most supporters.

The search tries numbers of sites of each kind. It checks payments separately by commodity, as they are
independent (TR-4.5), and counts the tiles of each value, as these are alike.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from controller.games.tumult_royale.box.words import STATUES_PER_PLAYER
from controller.games.tumult_royale.rules.country import TileCounts, ValueCounts
from controller.games.tumult_royale.rules.options import SiteGroup
from controller.games.tumult_royale.rules.payments import Payment, list_accepted_payments, list_commodity_payments


class PlannedBuild(Struct, frozen=True, gc=False):
    """One build of a plan, on any site of the group."""

    sites: SiteGroup
    payment: Payment


class BuildPlan(Struct, frozen=True, gc=False):
    """Builds a castle can pay for together, fewest statues first, with their totals."""

    builds: tuple[PlannedBuild, ...]
    statues: int
    gains: int


_Dues: TypeAlias = tuple[int, ...]
"""Costs of several builds in one commodity, descending, without zeros."""


def best_plan(hand: TileCounts, sites: Sequence[SiteGroup], statues_left: int = STATUES_PER_PLAYER) -> BuildPlan:
    """Return the plan with most statues and, among those, most supporters.

    It is exact for these groups, which must all differ. It ignores that builds make more fields touch and that
    others take fields, so it is optimal on an honour map, where sites never run out, and on a tracked map if no build
    makes another cheaper. At most ``statues_left`` statues count, and no build follows the one that places the last
    statue, which ends the game (TR-8.1). The supply is assumed to suffice (TR-9.2).
    """
    return _PlanSearch(hand, sites, statues_left).find_best_plan()


class _PlanSearch:
    """Depth-first search: add a site of this or a later group while the castle can pay."""

    def __init__(self, hand: TileCounts, sites: Sequence[SiteGroup], statues_left: int) -> None:
        self._hand = hand
        self._left = statues_left
        self._sites = sorted(
            (each for each in sites if each.fields != 0 and list_accepted_payments(hand, each.cost)),
            key=lambda each: (-each.statues, sum(each.cost)),
        )
        later = [self._sites[index:] for index in range(len(self._sites))]
        self._rates = [_best_statue_rates(each) for each in later]
        self._costing = [[any(site.cost[index] for site in each) for index in range(3)] for each in later]
        self._chosen: list[SiteGroup] = []
        self._best: tuple[SiteGroup, ...] = ()
        self._best_worth = (0, 0)

    def find_best_plan(self) -> BuildPlan:
        symbols = [ones + 2 * twos + 3 * threes for ones, twos, threes in self._hand]
        self._search_further_sites(0, symbols, ((), (), ()), 0)
        return _plan_from_sites(self._hand, self._best, self._left)

    def _search_further_sites(
        self, first: int, spare: list[int], dues: tuple[_Dues, _Dues, _Dues], statues: int
    ) -> None:
        for index in range(first, len(self._sites)):
            site = self._sites[index]
            if (
                self._statues_upper_bound(index, spare, statues),
                self._gains_upper_bound(index, spare, dues),
            ) <= self._best_worth:
                return
            if self._chosen.count(site) == site.free_site_count or not self._may_be_built_after(site, statues):
                continue
            after = [have - due for have, due in zip(spare, site.cost, strict=True)]
            if min(after) < 0:
                continue
            bread, marble, tools = (_with_due_added(due, of) for due, of in zip(site.cost, dues, strict=True))
            gains = [_max_surplus(*each) for each in zip(self._hand, (bread, marble, tools), strict=True)]
            if min(gains) < 0:
                continue
            self._chosen.append(site)
            worth = (min(self._left, statues + site.statues), sum(gains))
            if worth > self._best_worth:
                self._best_worth, self._best = worth, tuple(self._chosen)
            self._search_further_sites(index, after, (bread, marble, tools), statues + site.statues)
            self._chosen.pop()

    def _may_be_built_after(self, site: SiteGroup, statues: int) -> bool:
        """Whether the chosen sites and this one have an order where only the last ends the game (TR-8.1)."""
        largest = max(self._chosen[0].statues if self._chosen else 0, site.statues)
        return statues + site.statues - largest < self._left

    def _statues_upper_bound(self, index: int, spare: Sequence[int], statues: int) -> int:
        budgets = (*spare, sum(spare))
        more = [
            placed * budget // due for (placed, due), budget in zip(self._rates[index], budgets, strict=True) if due
        ]
        return min(self._left, statues + min(more)) if more else self._left

    def _gains_upper_bound(self, index: int, spare: Sequence[int], dues: Sequence[_Dues]) -> int:
        return sum(
            symbols for symbols, due, costing in zip(spare, dues, self._costing[index], strict=True) if due or costing
        )


def _best_statue_rates(sites: Sequence[SiteGroup]) -> tuple[tuple[int, int], ...]:
    """Return (statues, symbols) by commodity and for all; (0, 0) is unlimited."""
    return tuple(
        max(((each.statues, due) for each, due in column), key=lambda rate: rate[0] / rate[1])
        if all(due for _, due in column)
        else (0, 0)
        for column in (
            [(each, sum(each.cost) if index is None else each.cost[index]) for each in sites]
            for index in (0, 1, 2, None)
        )
    )


def _with_due_added(due: int, dues: _Dues) -> _Dues:
    return tuple(sorted((*dues, due), reverse=True)) if due else dues


@lru_cache(maxsize=1 << 16)
def _max_surplus(counts: ValueCounts, dues: _Dues) -> int:
    """Return -1 if the tiles do not suffice."""
    ones, twos, threes = counts
    if len(dues) > ones + twos + threes or sum(dues) > ones + 2 * twos + 3 * threes:
        return -1
    return max((beyond for _, _, beyond in _iter_allocations(counts, dues)), default=-1) if dues else 0


def _iter_allocations(counts: ValueCounts, dues: _Dues) -> Iterator[tuple[tuple[int, ...], ValueCounts, int]]:
    for way in list_commodity_payments(counts, dues[0]):
        ones, twos, threes = (have - way.values.count(value) for value, have in enumerate(counts, start=1))
        beyond = _max_surplus((ones, twos, threes), dues[1:])
        if beyond >= 0:
            yield way.values, (ones, twos, threes), way.surplus + beyond


def _plan_from_sites(hand: TileCounts, chosen: Sequence[SiteGroup], statues_left: int) -> BuildPlan:
    sites = sorted(chosen, key=lambda each: each.statues)
    values = [_allocate_values(counts, [each.cost[index] for each in sites]) for index, counts in enumerate(hand)]
    builds = []
    for each, bread, marble, tools in zip(sites, *values, strict=True):
        gains = sum(bread) + sum(marble) + sum(tools) - sum(each.cost)
        builds.append(PlannedBuild(each, Payment(bread, marble, tools, gains)))
    return BuildPlan(
        builds=tuple(builds),
        statues=min(statues_left, sum(each.statues for each in sites)),
        gains=sum(build.payment.gains for build in builds),
    )


def _allocate_values(counts: ValueCounts, dues: Sequence[int]) -> list[tuple[int, ...]]:
    """Return each due's values, with the largest total surplus."""
    values: list[tuple[int, ...]] = [()] * len(dues)
    order = sorted((place for place, due in enumerate(dues) if due), key=lambda place: -dues[place])
    left = counts
    for number, place in enumerate(order):
        rest = tuple(dues[each] for each in order[number:])
        values[place], left, _ = max(_iter_allocations(left, rest), key=lambda way: way[2])
    return values
