"""Pair players of similar points without rematches; also fixed schedules, finals, table sizes and seats.

Random numbers derive from a chain of seeds. The root is 32 bytes from the operating system. Draw ``n`` uses the root
hashed ``MAX_DRAWS - n`` times with SHA-256, and the root hashed ``MAX_DRAWS`` times is published first. So each
draw's seed, hashed once, is the seed of the draw before, which commits to it without revealing it.

Fixed schedule: players stand in a grid of ``q`` rows, a column for each place at a table. A line of one slope has
one player of each column, and the lines of a slope are the tables of a round. Two lines over a finite field share at
most one point, so no pair meets twice (a resolvable transversal design; with the columns as one more round an affine
plane). If the last column is not full, tables without a player from it have three.

Without such a schedule players are sorted by points, shuffled among equals, and cut into tables. Then each player of a
table with a cost is swapped with the player of another table that saves most cost, until none does.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, Final, Literal, NewType, TypeVar

from msgspec import Struct

from controller import limits

Seed = NewType("Seed", bytes)
"""32 bytes."""

MAX_DRAWS: Final = limits.TOURNAMENT_DRAWS


def seed_of_draw(root: Seed, draw: int) -> Seed:
    """Return the seed of ``draw``, from 1 on; 0 is the commitment, published first."""
    seed = root
    for _ in range(MAX_DRAWS - draw):
        seed = Seed(hashlib.sha256(seed).digest())
    return seed


def is_next_seed(seed: Seed, before: Seed) -> bool:
    """``before`` is the last draw's seed or the commitment."""
    return hashlib.sha256(seed).digest() == before


ItemT = TypeVar("ItemT")


def draw_key(seed: Seed, said: str, field: Any) -> bytes:
    """Hash a draw's seed, audience's text and field (JSON) to the key of its random numbers."""
    text = json.dumps([said, field], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(b"royaltable tournament " + seed + text.encode()).digest()


class DrawRandom:
    """A draw's random numbers, derived from its key.

    Number ``n``, from 0 on, is bytes ``8 * (n % 4)`` to ``8 * (n % 4) + 7`` of SHA-256(key, n // 4 as 8 bytes), the
    first byte the most significant.
    """

    def __init__(self, key: bytes) -> None:
        self._numbers = _generate_numbers(key)

    def next_below(self, bound: int) -> int:
        """Return the next number modulo ``bound``; the bias is below 2**-50 for any room."""
        return next(self._numbers) % bound

    def shuffled(self, things: Iterable[ItemT]) -> list[ItemT]:
        """Return a shuffled list (Fisher-Yates, from the last place down)."""
        order = list(things)
        for place in range(len(order) - 1, 0, -1):
            other = self.next_below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order


def _generate_numbers(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(key + block.to_bytes(8, "big")).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1


SEAT_ORDERS_BY_SIZE: Final = {size: tuple(permutations(range(size))) for size in range(2, 5)}

EarlierSeats = Mapping[int, Sequence[int]]
"""The seats, from 0, that each player has had, by player number."""


def assign_seats(table: Sequence[int], sat: EarlierSeats, lots: DrawRandom) -> tuple[int, ...]:
    """Repeat earlier seats least; draw among equals."""
    had = [[tuple(sat.get(number, ())).count(seat) ** 2 for seat in range(len(table))] for number in table]
    orders = SEAT_ORDERS_BY_SIZE[len(table)]
    costs = [sum(had[person][seat] for seat, person in enumerate(order)) for order in orders]
    least = min(costs)
    equal = [order for order, cost in zip(orders, costs, strict=True) if cost == least]
    return tuple(table[person] for person in equal[lots.next_below(len(equal))])


MIN_PEOPLE = 3


def table_sizes(people: int) -> list[int]:
    """Return table sizes: fours, then threes (3 + 2 for five); raise ValueError below three people."""
    if people < MIN_PEOPLE:
        raise ValueError(f"saw {people} people, expected {MIN_PEOPLE} or more")
    if people == 5:
        return [3, 2]
    threes = -people % 4
    return [4] * ((people - 3 * threes) // 4) + [3] * threes


PRODUCTS_IN_GF4: Final = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Multiplication in the field of four elements, whose addition is exclusive or."""

GRID_BY_PEOPLE: Final = {9: (3, 3)} | dict.fromkeys(range(12, 17), (4, 4)) | dict.fromkeys(range(17, 21), (5, 4))
"""Rows and columns by number of people; others up to 20 allow no two rounds without a rematch."""


def scheduled_rounds(people: int) -> Sequence[Sequence[Sequence[int]]]:
    """Return rounds of tables of places (from 0); empty without a schedule for ``people``."""
    if people not in GRID_BY_PEOPLE:
        return ()
    rows, columns = GRID_BY_PEOPLE[people]
    # People are missing at the end of the last column only.
    place = {(column, row): column * rows + row for column in range(columns) for row in range(rows)}
    rounds = [
        [
            [place[column, _row_on_grid_line(rows, slope, column, start)] for column in range(columns)]
            for start in range(rows)
        ]
        for slope in range(rows)
    ]
    if rows == columns:
        rounds.append([[place[column, row] for row in range(rows)] for column in range(columns)])
    kept = [[[each for each in table if each < people] for table in tables] for tables in rounds]
    whole = [[table for table in tables if table] for tables in kept]
    return [tables for tables in whole if all(len(table) >= MIN_PEOPLE for table in tables)]


def _row_on_grid_line(rows: int, slope: int, column: int, start: int) -> int:
    if rows == 4:
        return PRODUCTS_IN_GF4[slope][column] ^ start
    return (slope * column + start) % rows


SEMIFINAL_RANKS: Final = ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))
"""Ranks at each semifinal's table; all tables have the same sum."""

SEMIFINALISTS: Final = 16
FINALISTS: Final = 4

Format = Literal["swiss", "finals"]
"""Swiss rounds only, or followed by four semifinals of the best 16 and a final of their winners."""

Stage = Literal["round", "semifinal", "final"]


def semifinal_tables(ranked: Sequence[int]) -> list[list[int]]:
    return [[ranked[rank - 1] for rank in table] for table in SEMIFINAL_RANKS]


def final_tables(ranked: Sequence[int]) -> list[list[int]]:
    return [list(ranked[:FINALISTS])]


def _next_final_stage(last: Stage, people: int) -> Stage | None:
    if last == "final" or people < FINALISTS:
        return None
    return "semifinal" if last == "round" and people >= SEMIFINALISTS else "final"


NEXT_STAGE_BY_FORMAT: Final[Mapping[Format, Callable[[Stage, int], Stage | None]]] = {
    "swiss": lambda *_: None,
    "finals": _next_final_stage,
}
"""By format, the stage after the last round: a function of the latest stage and the number of people present."""

FINAL_TABLES_BY_STAGE: Final[Mapping[Stage, Callable[[Sequence[int]], list[list[int]]]]] = {
    "semifinal": semifinal_tables,
    "final": final_tables,
}
"""The tables of a final stage, from people in the order of the standings."""

REMATCH_COST: Final = 10_000
"""Cost of a second meeting: above a points gap of eight first places. A third costs four times that."""

CLUB_COST: Final = 300
"""Cost of two players of one club: about a points gap of one and a half first places."""

SEARCH_REACH: Final = 12
"""How many tables to either side are searched first for a swap."""

MAX_PASSES: Final = 40


class PairingPlayer(Struct, frozen=True):
    """A player to be paired; ``club`` is "" for none."""

    number: int
    points: int
    club: str


MeetingCounts = Mapping[int, Mapping[int, int]]
"""How often players have met, by player numbers."""


def pair_players(
    field: Sequence[PairingPlayer], met: MeetingCounts, table_sizes: Sequence[int], lots: DrawRandom
) -> list[list[int]]:
    """Return tables of player numbers, most points first; ``table_sizes`` must sum to the field's size."""
    people = sorted(lots.shuffled(field), key=lambda player: -player.points)
    return _PairingSearch(people, met, table_sizes).optimise_tables()


class _PairingSearch:
    """Local search over the tables; players are indices here."""

    def __init__(self, people: Sequence[PairingPlayer], met: MeetingCounts, table_sizes: Sequence[int]) -> None:
        self._people = people
        index = {player.number: at for at, player in enumerate(people)}
        self._points = [player.points for player in people]
        self._clubs = [player.club for player in people]
        self._met = [
            {index[other]: times for other, times in met.get(player.number, {}).items() if other in index}
            for player in people
        ]
        order = iter(range(len(people)))
        self._tables = [[next(order) for _ in range(size)] for size in table_sizes]

    def optimise_tables(self) -> list[list[int]]:
        for _ in range(MAX_PASSES):
            near = self._improve_tables_once(SEARCH_REACH)
            if not near and not self._improve_tables_once(len(self._tables), only_met=True):
                break
        return [[self._people[each].number for each in table] for table in self._tables]

    def _improve_tables_once(self, reach: int, *, only_met: bool = False) -> bool:
        better = False
        for here, table in enumerate(self._tables):
            if not (self._has_rematch(table) if only_met else self._table_cost(table)):
                continue
            for seat in range(len(table)):
                better |= self._swap_with_best(here, seat, reach)
        return better

    def _swap_with_best(self, here: int, seat: int, reach: int) -> bool:
        """Return False if no swap saves cost."""
        mine = self._tables[here]
        person = mine[seat]
        others = [each for each in mine if each != person]
        leaves = self._pairing_cost_with(person, others)
        best, where = 0, None
        for there in _nearby_tables(here, reach, len(self._tables)):
            theirs = self._tables[there]
            for place, other in enumerate(theirs):
                rest = [each for each in theirs if each != other]
                before = leaves + self._pairing_cost_with(other, rest)
                saved = before - self._pairing_cost_with(other, others) - self._pairing_cost_with(person, rest)
                if saved > best:
                    best, where = saved, (there, place)
        if where is None:
            return False
        there, place = where
        mine[seat], self._tables[there][place] = self._tables[there][place], person
        return True

    def _pairing_cost_with(self, person: int, others: Iterable[int]) -> int:
        points, club, met = self._points[person], self._clubs[person], self._met[person]
        cost = 0
        for other in others:
            gap = points - self._points[other]
            cost += gap * gap
            if other in met:
                cost += REMATCH_COST * met[other] ** 2
            if club and club == self._clubs[other]:
                cost += CLUB_COST
        return cost

    def _table_cost(self, table: Sequence[int]) -> int:
        return sum(self._pairing_cost_with(person, table[:seat]) for seat, person in enumerate(table))

    def _has_rematch(self, table: Sequence[int]) -> bool:
        return any(other in self._met[person] for person in table for other in table)


def _nearby_tables(here: int, reach: int, count: int) -> Iterable[int]:
    for distance in range(1, min(reach, count - 1) + 1):
        if here + distance < count:
            yield here + distance
        if here - distance >= 0:
            yield here - distance
