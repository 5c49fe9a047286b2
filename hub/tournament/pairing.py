"""Who sits with whom: like plays like, nobody meets anybody again, by a search that anybody can do again.

People in the order of their points, drawn among equals, are cut into tables. Then each table that costs anything tries
to exchange one of its people for one of another, the best exchange first, until none is better.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from hub.tournament.lots import Lots

MET: Final = 10_000
"""For two who have met once, four times that for twice: more than a gap of eight first places."""

CLUB: Final = 300
"""For two of one club: as much as a gap of a place and a half."""

NEAR: Final = 12
"""Tables to either side among which a table looks first."""

PASSES: Final = 40


class Player(Struct, frozen=True):
    """Somebody who is to be seated; ``club`` is "" for none."""

    number: int
    points: int
    club: str


Met = Mapping[int, Mapping[int, int]]
"""How often each has met each, by numbers."""


def paired(field: Sequence[Player], met: Met, sizes: Sequence[int], lots: Lots) -> list[list[int]]:
    """Tables of numbers, those with the most points first; ``sizes`` are to sum up to the field."""
    people = sorted(lots.shuffled(field), key=lambda player: -player.points)
    return _Search(people, met, sizes).tables()


class _Search:
    """Owner of the tables as they stand; a person is an index from here on."""

    def __init__(self, people: Sequence[Player], met: Met, sizes: Sequence[int]) -> None:
        self._people = people
        index = {player.number: at for at, player in enumerate(people)}
        self._points = [player.points for player in people]
        self._clubs = [player.club for player in people]
        self._met = [
            {index[other]: times for other, times in met.get(player.number, {}).items() if other in index}
            for player in people
        ]
        order = iter(range(len(people)))
        self._tables = [[next(order) for _ in range(size)] for size in sizes]

    def tables(self) -> list[list[int]]:
        for _ in range(PASSES):
            near = self._pass(NEAR)
            if not near and not self._pass(len(self._tables), only_met=True):
                break
        return [[self._people[each].number for each in table] for table in self._tables]

    def _pass(self, reach: int, *, only_met: bool = False) -> bool:
        """Whether anything became better."""
        better = False
        for here, table in enumerate(self._tables):
            if (self._has_met(table) if only_met else self._cost(table)) == 0:
                continue
            for seat in range(len(table)):
                better |= self._exchange(here, seat, reach)
        return better

    def _exchange(self, here: int, seat: int, reach: int) -> bool:
        """Exchange this person for whoever saves most; False where nobody does."""
        mine = self._tables[here]
        person = mine[seat]
        others = [each for each in mine if each != person]
        leaves = self._with(person, others)
        best, where = 0, None
        for there in _around(here, reach, len(self._tables)):
            theirs = self._tables[there]
            for place, other in enumerate(theirs):
                rest = [each for each in theirs if each != other]
                before = leaves + self._with(other, rest)
                saved = before - self._with(other, others) - self._with(person, rest)
                if saved > best:
                    best, where = saved, (there, place)
        if where is None:
            return False
        there, place = where
        mine[seat], self._tables[there][place] = self._tables[there][place], person
        return True

    def _with(self, person: int, others: Iterable[int]) -> int:
        points, club, met = self._points[person], self._clubs[person], self._met[person]
        cost = 0
        for other in others:
            gap = points - self._points[other]
            cost += gap * gap
            if other in met:
                cost += MET * met[other] ** 2
            if club and club == self._clubs[other]:
                cost += CLUB
        return cost

    def _cost(self, table: Sequence[int]) -> int:
        return sum(self._with(person, table[:seat]) for seat, person in enumerate(table))

    def _has_met(self, table: Sequence[int]) -> int:
        return sum(other in self._met[person] for person in table for other in table)


def _around(here: int, reach: int, count: int) -> Iterable[int]:
    """The tables about this one, nearest first."""
    for distance in range(1, min(reach, count - 1) + 1):
        if here + distance < count:
            yield here + distance
        if here - distance >= 0:
            yield here - distance
