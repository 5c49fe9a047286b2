"""Tumult Royale in whole numbers and bit sets, for bots that look far ahead; in the order of a round.

The rules in ``rules`` say what is legal for people, and refuse the rest. This core plays the same game without ids,
events and refusals: it is given legal moves only, and tests compare it with the rules decision by decision.

It is plain Python. With the types in ``core.pxd``, ``make compiled`` makes C of it, which plays the same games from the
same seed. So no whole number here may grow beyond 64 bits, larger literals than 32 bits have names, and nothing is
drawn in the arguments of ``min`` and ``max``, which C evaluates in another order.

Tiles of equal face are alike: a face is ``3 * commodity + value - 1``. Fields have the numbers of the rules' bits; a
set of fields is two halves of 36. Prices 0 to 4 are those of the kinds of field where they touch the player's own, 5
and 6 those of pasture and forest where they do not (TR-4.4). Ranks count from 0, the king's.
"""

from typing import Final

COMPILED: Final = not __file__.endswith(".py")

FIRST, SPIN, ASIDE, ROB, LATE, BUILD, CROWN, OVER = range(8)
"""The phases, in the order of ``rules.state``."""

ONE: Final = 1
LOW32: Final = (1 << 32) - 1
MASK64: Final = (1 << 64) - 1
SEED_FACTOR: Final = 2862933555777941757
HALF_FIELDS: Final = 36
HALF: Final = (1 << 36) - 1
COLUMN: Final = 0b111111
BELOW_TOP: Final = HALF ^ 0b000001_000001_000001_000001_000001_000001
ABOVE_BOTTOM: Final = HALF ^ 0b100000_100000_100000_100000_100000_100000

KINDS: Final = 5
PRICES: Final = 7
PRICES_BY_STATUES: Final = [4, 3, 0, 1, 2, 5, 6]
"""Most statues first, then the cheapest."""

MOST_SYMBOLS: Final = 385

STATUES: Final = 25
ROUNDS: Final = 10
GAP_ROUND: Final = 6
TUMULT_COST: Final = 3
CROWN_COST: Final = 5
HELP: Final = 5
CONSOLATION: Final = 2
ASIDE_EACH: Final = 3

CARRIED: Final = 8
SURPLUS: Final = 3
LOOKS: Final = 6
"""``MAX_TILES_CARRIED``, ``MAX_SURPLUS_SYMBOLS`` and ``MAX_LOOKS`` of the greedy bot."""

RANDOM, GREEDY = range(2)
"""The policies of ``step``."""

ROBBED: Final = 5
TENTHS_LATE: Final = 4
TENTHS_PASSED: Final = 1
"""``MEAN_TILES_ROBBED``, ``LATE_TILE_PROBABILITY`` and ``PASS_PROBABILITY`` of the bots."""

BY_CHANCE, LEAST, MOST = range(3)
"""How to choose a payment: by its surplus symbols (TR-4.7)."""

PAIRS: Final = 0x5555555555555555
QUADS: Final = 0x3333333333333333
NIBBLES: Final = 0x0F0F0F0F0F0F0F0F
BYTES: Final = 0x0101010101010101


def popcount(bits: int) -> int:
    if COMPILED:
        bits -= bits >> 1 & PAIRS
        bits = (bits & QUADS) + (bits >> 2 & QUADS)
        return ((bits + (bits >> 4) & NIBBLES) * BYTES & MASK64) >> 56
    return bits.bit_count()


def nth_field(left: int, right: int, number: int) -> int:
    """Return the field with this number among those of both halves."""
    field = 0
    if number >= popcount(left):
        number -= popcount(left)
        left, field = right, HALF_FIELDS
    while number:
        left &= left - 1
        number -= 1
    return field + popcount((left & -left) - 1)


class Box:
    """What is fixed during a game; each list has the length that ``core.pxd`` gives it.

    Attributes:
        tiles: number of tiles in play by face (TR-0.2).
        costs: three commodities of each price (TR-4.4, TR-4.5).
        statues: on a field of each price (TR-4.3).
        affordable: by commodity and number of symbols, the set of prices for which these are enough.
        demands, degrees: of the spinner's sectors (TR-1.1); ``mean_demand`` of a spin.
        gaps: of rounds 6 to 10 (TR-8.2).
        lands: the kinds of the nine fields of each region in each of its four turns (TR-0.7).
        symbols, mean_symbols: in play by commodity, and on a tile.
    """

    def __init__(
        self,
        players: int,
        supporters: int,
        *,
        gambler: bool,
        tracked: bool,
        tiles: list[int],
        costs: list[int],
        statues: list[int],
        affordable: list[int],
        demands: list[int],
        degrees: list[int],
        mean_demand: float,
        gaps: list[int],
        lands: list[int],
        regions: int,
        symbols: list[int],
    ) -> None:
        self.players, self.supporters, self.gambler, self.tracked = players, supporters, gambler, tracked
        self.tiles, self.costs, self.statues, self.affordable = tiles, costs, statues, affordable
        self.demands, self.degrees, self.mean_demand = demands, degrees, mean_demand
        self.gaps, self.lands, self.regions, self.symbols = gaps, lands, regions, symbols
        self.mean_symbols = [number / sum(tiles) for number in symbols]


class Core:
    """A game, changed by each move.

    Attributes:
        ranked: the seats by rank, the king's first.
        rank: whose turn it is in the phases FIRST and BUILD.
        built: whether anyone has built in this placement round (TR-4.9).
        able, blamed, late, merciful: sets of seats (TR-4.10, TR-3.4, TR-2.5, TR-0.5).
        demand: by commodity, -1 while unknown; ``last_demand`` is the previous round's.
        tiles: on each castle, by seat and face; ``people`` are the people's, by face.
        carried: how many tiles each seat has robbed in this round.
        aside: how many tiles are set aside.
        fields: with statues, by seat and half; ``free`` are those without, ``kinds`` the face-up ones by kind and half.
        face_down, lying: sets of slots, of region tiles; on an honour map ``face_down`` only counts.
        due: region tiles to turn up (TR-6.3).
        ways, surplus: payments in one commodity as ``list_ways`` found them: numbers of 1s, 2s and 3s; symbols.
        paid, gains: the payment for ``build``, by face, and its surplus symbols.
        winner: -1 until the game is over.
        decisions: moves made by ``step``.
        chance: state of the generator.
    """

    def __init__(self, box: Box, seed: int) -> None:
        self.box = box
        self.phase, self.round, self.rank, self.winner = FIRST, 1, box.players - 1, -1
        self.built = False
        self.able = self.blamed = self.late = self.merciful = 0
        self.aside = self.due = self.lying = self.gains = self.decisions = 0
        self.face_down = 0
        self.ranked, self.supporters, self.placed, self.carried = [0] * 4, [0] * 4, [0] * 4, [0] * 4
        self.demand, self.last_demand = [0] * 3, [0] * 3
        self.tiles, self.people, self.paid = [0] * 36, [0] * 9, [0] * 9
        self.fields, self.free, self.kinds = [0] * 8, [0] * 2, [0] * 10
        self.ways, self.surplus = [0] * 1200, [0] * 400
        self.seed(seed)

    def copy_from(self, other: "Core") -> None:
        """Take over another game of the same box, but neither its generator nor a payment."""
        self.phase, self.round, self.rank, self.winner = other.phase, other.round, other.rank, other.winner
        self.built, self.able, self.blamed, self.late = other.built, other.able, other.blamed, other.late
        self.merciful, self.aside, self.due = other.merciful, other.aside, other.due
        self.lying, self.face_down = other.lying, other.face_down
        self.ranked[:] = other.ranked
        self.supporters[:] = other.supporters
        self.placed[:] = other.placed
        self.carried[:] = other.carried
        self.demand[:] = other.demand
        self.last_demand[:] = other.last_demand
        self.tiles[:] = other.tiles
        self.people[:] = other.people
        self.fields[:] = other.fields
        self.free[:] = other.free
        self.kinds[:] = other.kinds

    # Chance: xorshift of 64 bits.

    def seed(self, number: int) -> None:
        self.chance = (number * SEED_FACTOR + 1) & MASK64 or 1
        for _ in range(8):
            self.below(2)

    def below(self, number: int) -> int:
        """Draw a number from 0 to ``number - 1``."""
        bits = self.chance
        bits ^= bits >> 12
        bits ^= bits << 25 & MASK64
        bits ^= bits >> 27
        self.chance = bits
        return (bits >> 16 & LOW32) * number >> 32

    def tiles_left(self) -> int:
        left = 0
        for face in range(9):
            left += self.people[face]
        return left

    def draw_tile(self) -> int:
        """Draw one of the people's tiles; return its face."""
        left, face = self.below(self.tiles_left()), 0
        while left >= self.people[face]:
            left -= self.people[face]
            face += 1
        return face

    # The set-up (TR-0.6) and the beginning of a round (TR-7.2).

    def place_first(self, field: int) -> None:
        """Put down the first statue; ``field`` is -1 on an honour map."""
        seat = self.ranked[self.rank]
        self.occupy(seat, field)
        self.placed[seat] += 1
        self.rank -= 1
        if self.rank < 0:
            self.begin_round()

    def occupy(self, seat: int, field: int) -> None:
        if field >= 0:
            half = field // HALF_FIELDS
            bit = ONE << field % HALF_FIELDS
            self.fields[2 * seat + half] |= bit
            self.free[half] &= ~bit

    def begin_round(self) -> None:
        if self.demand[2] >= 0:
            self.last_demand[:] = self.demand
        for commodity in range(3):
            self.demand[commodity] = -1
        self.people[:] = self.box.tiles
        for seat in range(4):
            self.carried[seat] = 0
        self.aside = self.blamed = self.late = 0
        self.phase = ASIDE if self.box.gambler else SPIN

    # Sentiment and taxes (TR-1, TR-2, TR-10).

    def spin(self, number: int) -> None:
        """Set the demand (TR-1.1); in *gambler* that of the next commodity (TR-10.1)."""
        for commodity in range(3):
            if self.demand[commodity] < 0:
                self.demand[commodity] = number
                if self.box.gambler:
                    break
        self.end_spin()

    def forget_spin(self) -> None:
        """Use the previous round's numbers (TR-1.3)."""
        for commodity in range(3):
            if self.demand[commodity] < 0:
                self.demand[commodity] = self.last_demand[commodity]
        self.end_spin()

    def end_spin(self) -> None:
        if not self.box.gambler:
            self.phase = ASIDE
        elif self.demand[2] >= 0:
            self.resolve_tumults()

    def set_aside(self, face: int) -> None:
        self.people[face] -= 1
        self.aside += 1

    def collect(self) -> None:
        self.phase = ROB

    def rob(self, seat: int, face: int) -> None:
        """Move a tile to a castle (TR-2.3); after the hourglass one for each player (TR-2.5)."""
        self.people[face] -= 1
        self.tiles[9 * seat + face] += 1
        self.carried[seat] += 1
        if self.phase == LATE:
            self.late |= 1 << seat

    def stop(self) -> None:
        self.phase = LATE

    def count(self) -> None:
        if self.box.gambler:
            self.phase = SPIN
        else:
            self.resolve_tumults()

    # Tumults (TR-3).

    def symbols(self, seat: int, commodity: int) -> int:
        place = 9 * seat + 3 * commodity
        return self.tiles[place] + 2 * self.tiles[place + 1] + 3 * self.tiles[place + 2]

    def resolve_tumults(self) -> None:
        """Resolve the tumults in order of commodities (TR-3.2), then begin placing statues."""
        for commodity in range(3):
            face = 3 * commodity
            left = self.people[face] + 2 * self.people[face + 1] + 3 * self.people[face + 2]
            if left < self.demand[commodity]:
                self.resolve_tumult(commodity)
        self.phase, self.rank, self.built, self.able = BUILD, -1, False, 0
        self.give_turn()

    def resolve_tumult(self, commodity: int) -> None:
        """The greediest pays, keeps the tile of lowest value and returns the others (TR-3.3 to TR-3.6)."""
        greediest, most = 0, -1
        for rank in range(self.box.players):
            seat = self.ranked[rank]
            greed = self.symbols(seat, commodity)
            if greed and self.merciful >> seat & 1:
                greed -= 1
            if greed > most:
                greediest, most = seat, greed
        self.blamed |= 1 << greediest
        self.pay_supporters(greediest, TUMULT_COST)
        keeps = 1
        for face in range(3 * commodity, 3 * commodity + 3):
            back = self.tiles[9 * greediest + face]
            if back and keeps:
                keeps = 0
                back -= 1
            self.tiles[9 * greediest + face] -= back
            self.people[face] += back

    # Supporters (TR-9).

    def supply(self) -> int:
        left = self.box.supporters
        for seat in range(self.box.players):
            left -= self.supporters[seat]
        return left

    def pay_supporters(self, seat: int, due: int) -> None:
        """Pay ``due``, or what one has; if too little, all receive supporters first, by rank (TR-9.1)."""
        if self.supporters[seat] < due:
            left = self.supply()
            for rank in range(self.box.players):
                share = min(HELP, left)
                self.supporters[self.ranked[rank]] += share
                left -= share
        self.supporters[seat] -= min(due, self.supporters[seat])

    def gain_supporters(self, seat: int, due: int) -> None:
        """Gain ``due``, or what there is; if too little, all return supporters first (TR-9.2)."""
        left = self.supply()
        if left < due:
            for other in range(self.box.players):
                self.supporters[other] -= min(HELP, self.supporters[other])
            left = self.supply()
        self.supporters[seat] += min(due, left)

    # Where a player may build, and what for (TR-4.2 to TR-4.7).

    def affordable(self, seat: int) -> int:
        """Return the set of prices that a castle's tiles can pay."""
        found = self.box.affordable[self.symbols(seat, 0)]
        found &= self.box.affordable[MOST_SYMBOLS + self.symbols(seat, 1)]
        return found & self.box.affordable[2 * MOST_SYMBOLS + self.symbols(seat, 2)]

    def around(self, left: int, right: int, half: int) -> int:
        """Return the fields in ``half`` that share an edge with those of both halves."""
        if half:
            near = (right & ABOVE_BOTTOM) << 1 | (right & BELOW_TOP) >> 1 | right << 6 | right >> 6 | left >> 30
        else:
            near = (left & ABOVE_BOTTOM) << 1 | (left & BELOW_TOP) >> 1 | left << 6 | left >> 6 | (right & COLUMN) << 30
        return near & HALF

    def near(self, seat: int, half: int) -> int:
        return self.around(self.fields[2 * seat], self.fields[2 * seat + 1], half)

    def sites(self, seat: int, price: int, half: int) -> int:
        """Return the free fields in ``half`` that cost this price (TR-4.2, TR-4.4)."""
        if price < KINDS:
            return self.kinds[2 * price + half] & self.near(seat, half) & self.free[half]
        return self.kinds[2 * (price - KINDS) + half] & ~self.near(seat, half) & self.free[half]

    def number_of_sites(self, seat: int, price: int) -> int:
        """Return how many fields cost this price; 1 on an honour map, for the kind of field (TR-11.2)."""
        if not self.box.tracked:
            return 1
        return popcount(self.sites(seat, price, 0)) + popcount(self.sites(seat, price, 1))

    def site(self, seat: int, price: int, number: int) -> int:
        """Return the field with this number among the sites; -1 on an honour map."""
        return nth_field(self.sites(seat, price, 0), self.sites(seat, price, 1), number) if self.box.tracked else -1

    def promise(self, field: int) -> int:
        """Return how many statues have room on the free fields around one: as ``most_promising_field``."""
        bit, half, found = ONE << field % HALF_FIELDS, field // HALF_FIELDS, 0
        for side in range(2):
            near = self.around(0 if half else bit, bit if half else 0, side) & self.free[side]
            for kind in range(KINDS):
                found += self.box.statues[kind] * popcount(self.kinds[2 * kind + side] & near)
        return found

    def can_build(self, seat: int) -> bool:
        prices = self.affordable(seat)
        if not prices or not self.box.tracked:
            return prices != 0
        for half in range(2):
            near, free = self.near(seat, half), self.free[half]
            for price in range(PRICES):
                if prices >> price & 1:
                    if price < KINDS:
                        if self.kinds[2 * price + half] & near & free:
                            return True
                    elif self.kinds[2 * (price - KINDS) + half] & ~near & free:
                        return True
        return False

    def list_ways(self, seat: int, commodity: int, due: int) -> int:
        """List the payments of ``due`` without needless tiles (TR-4.5, TR-4.6); return how many there are."""
        place = 9 * seat + 3 * commodity
        found = 0
        for threes in range(min(self.tiles[place + 2], (due + 2) // 3) + 1):
            after = due - 3 * threes
            for twos in range(min(self.tiles[place + 1], (max(after, 0) + 1) // 2) + 1):
                ones = max(after - 2 * twos, 0)
                surplus = ones + 2 * twos - after
                if ones <= self.tiles[place] and surplus < (1 if ones else 2 if twos else 3 if threes else 1):
                    self.ways[3 * found], self.ways[3 * found + 1], self.ways[3 * found + 2] = ones, twos, threes
                    self.surplus[found] = surplus
                    found += 1
        return found

    def choose_payment(self, seat: int, price: int, how: int) -> None:
        """Set ``paid`` and ``gains`` to a payment of an affordable price; the first of equal surplus."""
        self.gains = 0
        for commodity in range(3):
            found = self.list_ways(seat, commodity, self.box.costs[3 * price + commodity])
            way = self.below(found) if how == BY_CHANCE else 0
            for other in range(found):
                less = self.surplus[other] - self.surplus[way]
                if (how == LEAST and less < 0) or (how == MOST and less > 0):
                    way = other
            self.take_way(commodity, way)

    def take_way(self, commodity: int, way: int) -> None:
        for value in range(3):
            self.paid[3 * commodity + value] = self.ways[3 * way + value]
        self.gains += self.surplus[way]

    # Placement rounds (TR-4).

    def build(self, price: int, field: int) -> None:
        """Pay ``paid``, gain ``gains`` and place statues (TR-4.3, TR-4.7, TR-4.11)."""
        seat = self.ranked[self.rank]
        if self.gains:
            self.gain_supporters(seat, self.gains)
        for face in range(9):
            self.tiles[9 * seat + face] -= self.paid[face]
            self.people[face] += self.paid[face]
        self.occupy(seat, field)
        self.place(seat, self.box.statues[price])
        if self.phase != OVER:
            self.built = True
            self.able |= 1 << seat
            self.give_turn()

    def place(self, seat: int, number: int) -> None:
        """Place statues; the last one wins (TR-8.1)."""
        self.placed[seat] += min(number, STATUES - self.placed[seat])
        if self.placed[seat] == STATUES:
            self.end_game(seat)

    def pass_turn(self) -> None:
        """Pass though able to build (TR-4.8)."""
        self.able |= 1 << self.ranked[self.rank]
        self.give_turn()

    def pass_stuck(self) -> None:
        """Pass on an honour map, where no field is left for the castle's tiles (TR-11.2)."""
        self.give_turn()

    def give_turn(self) -> None:
        """Give the turn to the next player who can build (TR-4.8); end the phase if none built (TR-4.9)."""
        players, rank = self.box.players, self.rank
        for _ in range(players if self.built else players - 1 - rank):
            rank += 1
            if rank == players:
                rank = 0
            if self.can_build(self.ranked[rank]):
                if rank <= self.rank:
                    self.built = False
                self.rank = rank
                return
        self.end_placing()

    def end_placing(self) -> None:
        """Return left-over tiles (TR-4.9), console players who could not build (TR-4.10)."""
        for seat in range(self.box.players):
            for face in range(9):
                self.people[face] += self.tiles[9 * seat + face]
                self.tiles[9 * seat + face] = 0
        for rank in range(self.box.players):
            seat = self.ranked[rank]
            if not (self.able | self.blamed) >> seat & 1:
                self.gain_supporters(seat, CONSOLATION)
        self.rank_and_crown()

    # The end of a round (TR-5 to TR-8).

    def rank_and_crown(self) -> None:
        """Rank the players (TR-5.1), crown the king (TR-6.1, TR-6.2), go on to the reveal if due (TR-6.3)."""
        for before in range(1, self.box.players):
            seat, rank = self.ranked[before], before
            while rank and self.supporters[self.ranked[rank - 1]] < self.supporters[seat]:
                self.ranked[rank] = self.ranked[rank - 1]
                rank -= 1
            self.ranked[rank] = seat
        king = self.ranked[0]
        self.pay_supporters(king, CROWN_COST)
        self.place(king, 1 if self.round < GAP_ROUND else 2)
        if self.phase == OVER:
            return
        hidden = popcount(self.face_down) if self.box.tracked else self.face_down
        if self.round == 3:
            self.due = min(2 if self.box.players == 4 else 1, hidden)
        else:
            self.due = hidden if self.round == 5 else 0
        if self.due:
            self.phase = CROWN
        else:
            self.end_round()

    def turn_up(self, slot: int, region: int, turns: int) -> None:
        """Turn up a region tile (TR-6.3), the last one due ends the round; -1 for each on an honour map."""
        if self.box.tracked:
            self.face_down &= ~(1 << slot)
            self.lying |= ONE << region
            left, top = 3 * (slot % self.box.players), 3 * (slot // self.box.players)
            for place in range(9):
                field = 6 * (left + place % 3) + top + place // 3
                kind = self.box.lands[36 * region + 9 * turns + place]
                self.kinds[2 * kind + field // HALF_FIELDS] |= ONE << field % HALF_FIELDS
        else:
            self.face_down -= 1
        self.due -= 1
        if self.due == 0:
            self.end_round()

    def end_round(self) -> None:
        """End the game on a wide gap or in the last round (TR-8.2, TR-8.3); else show mercy (TR-7.1)."""
        first, fewest = self.ranked[0], STATUES
        for rank in range(self.box.players):
            seat = self.ranked[rank]
            if self.placed[seat] > self.placed[first]:
                first = seat
            fewest = min(fewest, self.placed[seat])
        gap = self.placed[first] - fewest
        if self.round == ROUNDS or (self.round >= GAP_ROUND and gap > self.box.gaps[self.round - GAP_ROUND]):
            self.end_game(first)
            return
        self.merciful = 0
        for seat in range(self.box.players):
            if gap and self.placed[seat] == fewest:
                self.merciful |= 1 << seat
        self.round += 1
        self.begin_round()

    def end_game(self, winner: int) -> None:
        self.winner, self.phase = winner, OVER

    # Policies: one decision of the table, as the random and the greedy bot take it.

    def play_out(self, policy: int) -> None:
        while self.phase != OVER:
            self.step(policy)

    def step(self, policy: int) -> None:
        self.decisions += 1
        if self.phase == BUILD:
            self.step_build(policy)
        elif self.phase == ROB or self.phase == LATE:  # noqa: PLR1714
            self.step_rob(policy)
        elif self.phase == ASIDE:
            if self.aside < ASIDE_EACH * self.box.players:
                self.set_aside(self.draw_tile())
            else:
                self.collect()
        elif self.phase == SPIN:
            self.step_spin()
        elif self.phase == CROWN:
            self.step_reveal()
        else:
            self.step_first()

    def step_first(self) -> None:
        """A pasture by chance (TR-0.6)."""
        if not self.box.tracked:
            self.place_first(-1)
            return
        left, right = self.kinds[0] & self.free[0], self.kinds[1] & self.free[1]
        self.place_first(nth_field(left, right, self.below(popcount(left) + popcount(right))))

    def step_spin(self) -> None:
        degrees, sector = self.below(360), 0
        while degrees >= self.box.degrees[sector]:
            degrees -= self.box.degrees[sector]
            sector += 1
        self.spin(self.box.demands[sector])

    def step_rob(self, policy: int) -> None:
        """Someone robs a tile, or the hourglass ends, or all count."""
        hands, looks = self.box.players - popcount(self.late), 1
        if self.phase == LATE:
            looks = 1 if hands and self.below(10) < TENTHS_LATE else 0
        elif policy == GREEDY:
            looks = LOOKS
        elif self.below(ROBBED * self.box.players) == 0:
            looks = 0
        for _ in range(looks if self.tiles_left() else 0):
            seat, number = 0, self.below(hands)
            while number or self.late >> seat & 1:
                number -= 1 - (self.late >> seat & 1)
                seat += 1
            face = self.draw_tile()
            if policy == RANDOM or self.wants(seat, face):
                self.rob(seat, face)
                return
        if self.phase == ROB:
            self.stop()
        else:
            self.count()

    def wants(self, seat: int, face: int) -> bool:
        """As the greedy bot's ``wants_tile``."""
        commodity = face // 3
        bread, marble, tools = self.symbols(seat, 0), self.symbols(seat, 1), self.symbols(seat, 2)
        robbed = self.symbols(seat, commodity)
        if self.carried[seat] >= CARRIED or robbed > min(bread, marble, tools) + SURPLUS:
            return False
        taken = robbed + face % 3 + 1
        hidden, most = self.aside, 0
        for other in range(self.box.players):
            if other != seat:
                hidden += self.carried[other]
                most = max(most, self.carried[other])
        mean = self.box.mean_symbols[commodity]
        expected = self.box.mean_demand if self.demand[commodity] < 0 else 1.0 * self.demand[commodity]
        if self.box.symbols[commodity] - taken - hidden * mean >= expected:
            return True
        return taken - (self.merciful >> seat & 1) < most * mean

    def step_build(self, policy: int) -> None:
        """Build by chance where most statues stand; or any field by chance, or pass."""
        seat, total = self.ranked[self.rank], 0
        prices = self.affordable(seat)
        for place in range(PRICES):
            price = PRICES_BY_STATUES[place]
            if prices >> price & 1:
                total += self.number_of_sites(seat, price)
                if total and policy == GREEDY:
                    break
        number = self.below(total) if policy == GREEDY or self.below(10) >= TENTHS_PASSED else total
        for place in range(PRICES):
            price = PRICES_BY_STATUES[place]
            found = self.number_of_sites(seat, price) if prices >> price & 1 else 0
            if number < found:
                self.choose_payment(seat, price, LEAST if policy == GREEDY else BY_CHANCE)
                self.build(price, self.site(seat, price, number))
                return
            number -= found
        self.pass_turn()

    def step_reveal(self) -> None:
        for _ in range(self.due):
            if not self.box.tracked:
                self.turn_up(-1, -1, -1)
                continue
            slot, region = self.below(2 * self.box.players), self.below(self.box.regions)
            while not self.face_down >> slot & 1:
                slot = self.below(2 * self.box.players)
            while self.lying >> region & 1:
                region = self.below(self.box.regions)
            self.turn_up(slot, region, self.below(4))
