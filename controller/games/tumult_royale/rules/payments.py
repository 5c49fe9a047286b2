"""Where a player may build, and payments with whole tiles (TR-4.2 to TR-4.7).

Tiles of one value are alike and commodities do not mix, so payments are counts of values by commodity.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple

from msgspec import Struct

from controller import limits
from controller.games.tumult_royale.box.words import KINDS_BUILT_ANYWHERE, Cost, Seat, cost_symbol_texts
from controller.games.tumult_royale.rules import country
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.state import Player, State, occupied_fields


class Payment(Struct, frozen=True, gc=False, order=True):
    """The paid tiles' values, ascending, and supporters gained for surplus symbols (TR-4.7)."""

    bread: tuple[int, ...]
    marble: tuple[int, ...]
    tools: tuple[int, ...]
    gains: int


class PaymentJudgement(Struct, frozen=True, gc=False):
    """Whether tiles pay a cost, and why not.

    Attributes:
        of_other_commodities: tiles of commodities not in the cost (TR-4.5).
        missing: symbols of bread, marble and tools (TR-4.5).
        needless: tiles, each of which could be left out alone (TR-4.6).
        gains: supporters gained if it is accepted (TR-4.7).
    """

    of_other_commodities: country.TileSet
    missing: Cost
    needless: country.TileSet
    gains: int

    @property
    def is_accepted(self) -> bool:
        return not (self.of_other_commodities or self.needless or any(self.missing))


class CommodityPayment(NamedTuple):
    """Ascending values of tiles that pay the cost in one commodity, and the surplus symbols."""

    values: tuple[int, ...]
    surplus: int


class PaymentList(Struct, frozen=True, gc=False):
    """Accepted payments of one cost from one hand, sorted by bread, marble, tools; computed on demand.

    It has at most ``limits.PAYMENTS_LISTED``: many tiles and high costs allow more than fit a list.
    """

    bread: tuple[CommodityPayment, ...]
    marble: tuple[CommodityPayment, ...]
    tools: tuple[CommodityPayment, ...]
    length: int

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, number: int) -> Payment:
        rest, tools_way = divmod(number, len(self.tools))
        bread_way, marble_way = divmod(rest, len(self.marble))
        bread, marble, tools = self.bread[bread_way], self.marble[marble_way], self.tools[tools_way]
        return Payment(bread.values, marble.values, tools.values, bread.surplus + marble.surplus + tools.surplus)

    def __iter__(self) -> Iterator[Payment]:
        for bread, marble, tools in islice(product(self.bread, self.marble, self.tools), self.length):
            yield Payment(bread.values, marble.values, tools.values, bread.surplus + marble.surplus + tools.surplus)

    @property
    def least_wasteful(self) -> Payment:
        """The first payment with the smallest surplus; there must be one."""
        bread, marble, tools = (
            min(each, key=lambda way: way.surplus) for each in (self.bread, self.marble, self.tools)
        )
        return Payment(bread.values, marble.values, tools.values, bread.surplus + marble.surplus + tools.surplus)


def list_accepted_payments(hand: country.TileCounts, cost: Cost) -> PaymentList:
    bread, marble, tools = (
        list_commodity_payments(hand[0], cost[0]),
        list_commodity_payments(hand[1], cost[1]),
        list_commodity_payments(hand[2], cost[2]),
    )
    return PaymentList(bread, marble, tools, min(len(bread) * len(marble) * len(tools), limits.PAYMENTS_LISTED))


@lru_cache(maxsize=1 << 10)
def list_commodity_payments(counts: country.ValueCounts, due: int) -> tuple[CommodityPayment, ...]:
    """Return at most ``limits.PAYMENTS_LISTED`` payments of ``due`` in one commodity, without needless tiles."""
    return tuple(sorted(_iter_commodity_payments(counts, due))[: limits.PAYMENTS_LISTED])


def _iter_commodity_payments(counts: country.ValueCounts, due: int) -> Iterator[CommodityPayment]:
    if due == 0:
        yield CommodityPayment((), 0)
        return
    ones, twos, threes = counts
    for use_threes in range(min(threes, -(-due // 3)) + 1):
        after_threes = due - 3 * use_threes
        for use_twos in range(min(twos, -(-max(0, after_threes) // 2)) + 1):
            use_ones = max(0, after_threes - 2 * use_twos)
            smallest = 1 if use_ones else 2 if use_twos else 3
            surplus = 3 * use_threes + 2 * use_twos + use_ones - due
            if use_ones <= ones and surplus < smallest:
                yield CommodityPayment((1,) * use_ones + (2,) * use_twos + (3,) * use_threes, surplus)


def judge_payment(pool: country.TilePool, tiles: country.TileSet, cost: Cost) -> PaymentJudgement:
    others = needless = gains = 0
    missing = [0, 0, 0]
    for index, paid in enumerate(pool.symbol_counts(tiles)):
        surplus = paid - cost[index]
        if surplus < 0:
            missing[index] = -surplus
        elif surplus and cost[index]:
            gains += surplus
            needless |= tiles & pool.not_above[index][min(surplus, 3)]
        elif surplus:
            others |= tiles & pool.of[index]
    bread, marble, tools = missing
    return PaymentJudgement(others, (bread, marble, tools), needless, gains)


def index_of_first_able_to_build(state: State, players: Sequence[Player], seats: Iterable[Seat]) -> int | None:
    """Return the index in ``seats`` of the first player with a legal build (TR-4.8); ``players`` are by seat."""
    land, pool, affordable = state.land, state.table.pool, state.table.prices.affordable_prices
    taken = occupied_fields(players)
    for place, seat in enumerate(seats):
        player = players[seat]
        payable = affordable(player.castle, pool)
        if payable and (
            not isinstance(land, country.Country)
            or buildable_fields(land, payable, country.touching_fields(player.fields), taken)
        ):
            return place
    return None


def buildable_fields(
    land: country.Country, payable: country.PriceSet, near: country.FieldSet, taken: country.FieldSet
) -> country.FieldSet:
    """Return the free fields a player can pay for; those in ``near`` touch the player's own (TR-4.2, TR-4.4)."""
    return (
        land.any_of[payable & country.TOUCHING_PRICE_MASK] & near
        | land.any_of[payable >> country.APART_PRICES_SHIFT] & ~near
    ) & ~taken


def require_price_of_field(state: State, seat: Seat, field: country.FieldSet) -> country.Price:
    """Return a field's cost for a player (TR-4.4); raise Refusal if building is illegal (TR-4.2)."""
    table, land = state.table, state.land
    assert isinstance(land, country.Country)
    kind = land.kind_on.get(field)
    if kind is None:
        raise Refusal("TR-4.2", "field-face-down", field=country.field_name(field))
    if state.occupied_fields() & field:
        owner = next(owner for owner, player in enumerate(state.players) if player.fields & field)
        raise Refusal("TR-4.2", "field-occupied", field=country.field_name(field), owner=state.color(Seat(owner)))
    if country.touching_fields(state.players[seat].fields) & field:
        return table.prices.touching[kind]
    if kind not in KINDS_BUILT_ANYWHERE:
        raise Refusal(
            "TR-4.2", "field-not-touching", field=country.field_name(field), kind=kind, player=state.color(seat)
        )
    return table.prices.anywhere[kind]


def require_payment(
    state: State, seat: Seat, named: Sequence[country.TileSet], price: country.Price
) -> tuple[country.TileSet, int]:
    """Return the named tiles and supporters gained; raise Refusal if the tiles do not pay (TR-4.5, TR-4.6)."""
    pool, castle = state.table.pool, state.players[seat].castle
    paid: country.TileSet = 0
    for tile in named:
        if paid & tile:
            raise Refusal("TR-4.5", "tile-twice", tile=pool.tile_ids(tile)[0])
        if not castle & tile:
            raise Refusal("TR-4.5", "tile-not-yours", tile=pool.tile_ids(tile)[0], player=state.color(seat))
        paid |= tile
    if pool.symbol_counts(paid) == price.cost:
        return paid, 0
    judgement = judge_payment(pool, paid, price.cost)
    if judgement.of_other_commodities:
        other = pool.tiles[next(country.iter_bit_indexes(judgement.of_other_commodities))]
        raise Refusal("TR-4.5", "tile-foreign", tile=other.id, commodity=other.commodity, kind=price.kind)
    if any(judgement.missing):
        raise Refusal("TR-4.5", "payment-short", kind=price.kind, missing=cost_symbol_texts(judgement.missing))
    if judgement.needless:
        raise Refusal("TR-4.6", "tile-needless", tile=pool.tile_ids(judgement.needless)[0], kind=price.kind)
    return paid, judgement.gains
