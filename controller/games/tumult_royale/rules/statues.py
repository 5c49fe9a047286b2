"""Where a player may build and for what (TR-4.2 to TR-4.6)."""

from collections.abc import Iterable, Sequence

from controller.games.tumult_royale.box.words import ANYWHERE, FieldName, Kind, Seat, symbols_of
from controller.games.tumult_royale.rules.country import FIELD_NAMES, Country, FieldSet, each_bit, touching
from controller.games.tumult_royale.rules.payments import judge
from controller.games.tumult_royale.rules.pool import TileSet
from controller.games.tumult_royale.rules.prices import ABOVE, TOUCHING, Price, PriceSet
from controller.games.tumult_royale.rules.refusal import Refusal
from controller.games.tumult_royale.rules.state import Player, State, Table, occupied


def first_able(state: State, players: Sequence[Player], seats: Iterable[Seat]) -> int | None:
    """The place among ``seats`` of the first one whose player has a legal build (TR-4.8); ``players`` are by seat."""
    land, pool, affordable = state.land, state.table.pool, state.table.prices.affordable
    taken = occupied(players)
    for place, seat in enumerate(seats):
        player = players[seat]
        payable = affordable(player.castle, pool)
        if payable and (not isinstance(land, Country) or sites(land, payable, touching(player.fields), taken)):
            return place
    return None


def sites(land: Country, payable: PriceSet, near: FieldSet, taken: FieldSet) -> FieldSet:
    """The fields not taken that a player can pay for, ``near`` being those that touch his own (TR-4.2, TR-4.4)."""
    return (land.any_of[payable & TOUCHING] & near | land.any_of[payable >> ABOVE] & ~near) & ~taken


def price_on(state: State, seat: Seat, field: FieldSet) -> Price:
    """What a field of the frame costs this player (TR-4.4).

    Raises:
        Refusal: he may not build there (TR-4.2).
    """
    table, land = state.table, state.land
    assert isinstance(land, Country)
    kind = land.kind_on.get(field)
    if kind is None:
        raise Refusal("TR-4.2", "field-face-down", field=_name(field))
    if state.occupied() & field:
        owner = next(owner for owner, player in enumerate(state.players) if player.fields & field)
        raise Refusal("TR-4.2", "field-occupied", field=_name(field), owner=state.color(Seat(owner)))
    if touching(state.players[seat].fields) & field:
        return table.prices.touching[kind]
    if kind not in ANYWHERE:
        raise Refusal("TR-4.2", "field-not-touching", field=_name(field), kind=kind, player=state.color(seat))
    return table.prices.anywhere[kind]


def _name(field: FieldSet) -> FieldName:
    return FIELD_NAMES[field.bit_length() - 1]


def price_named(table: Table, kind: Kind, *, adjacent: bool) -> Price:
    """What a field costs that a player names where the map is on honour (TR-11.2).

    Raises:
        Refusal: such a field must touch (TR-4.2).
    """
    if not adjacent and kind not in ANYWHERE:
        raise Refusal("TR-4.2", "kind-not-touching", kind=kind)
    return table.prices.of(kind, adjacent=adjacent)


def payment(state: State, seat: Seat, named: Sequence[TileSet], price: Price) -> tuple[TileSet, int]:
    """The tiles of a payment, named one by one, as a set, and the supporters gained for it.

    Raises:
        Refusal: it does not pay (TR-4.5), or a tile is needless (TR-4.6).
    """
    pool, castle = state.table.pool, state.players[seat].castle
    paid: TileSet = 0
    for tile in named:
        if paid & tile:
            raise Refusal("TR-4.5", "tile-twice", tile=pool.ids(tile)[0])
        if not castle & tile:
            raise Refusal("TR-4.5", "tile-not-yours", tile=pool.ids(tile)[0], player=state.color(seat))
        paid |= tile
    if pool.symbols(paid) == price.cost:
        return paid, 0
    judgement = judge(pool, paid, price.cost)
    if judgement.foreign:
        foreign = pool.tiles[next(each_bit(judgement.foreign))]
        raise Refusal("TR-4.5", "tile-foreign", tile=foreign.id, commodity=foreign.commodity, kind=price.kind)
    if any(judgement.missing):
        raise Refusal("TR-4.5", "payment-short", kind=price.kind, missing=symbols_of(judgement.missing))
    if judgement.needless:
        raise Refusal("TR-4.6", "tile-needless", tile=pool.ids(judgement.needless)[0], kind=price.kind)
    return paid, judgement.gains
