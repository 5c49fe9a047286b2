"""Where a player may build and for what (TR-4.2 to TR-4.6)."""

from collections.abc import Sequence

from msgspec import Struct

from controller.games.tumult_royale.box.words import ANYWHERE, KINDS, Cost, FieldName, Kind, Seat, symbols_of
from controller.games.tumult_royale.rules.country import FIELD_NAMES, Country, FieldSet, each_bit, touching
from controller.games.tumult_royale.rules.payments import judge
from controller.games.tumult_royale.rules.prices import affordable
from controller.games.tumult_royale.rules.refusal import Refusal
from controller.games.tumult_royale.rules.state import State, Table, TileSet


class Site(Struct, frozen=True, gc=False):
    """A place to build: its kind, whether it touches, and so what building costs (TR-4.4)."""

    kind: Kind
    adjacent: bool
    cost: Cost


def _site(table: Table, kind: Kind, *, adjacent: bool) -> Site:
    costs = table.prices.printed if adjacent else table.prices.double
    return Site(kind, adjacent, costs[KINDS.index(kind)])


def can_build(state: State, seat: Seat, vacant: FieldSet) -> bool:
    """Whether the player has a legal build (TR-4.8), ``vacant`` being the fields without statues."""
    table, player, land = state.table, state.players[seat], state.land
    can_pay = affordable(table.pool.symbols(player.castle), table.prices)
    if not can_pay.touching:
        return False  # twice the cost is never less
    if not isinstance(land, Country):
        return True
    near = touching(player.fields) & vacant
    for index in can_pay.touching:
        if land.kinds[index] & near:
            return True
    return any(land.kinds[index] & vacant for index in can_pay.anywhere)


def site_on(state: State, seat: Seat, field: FieldSet) -> Site:
    """The site that a field of the frame is for this player.

    Raises:
        Refusal: he may not build there (TR-4.2).
    """
    assert isinstance(state.land, Country)
    kind = state.land.kind_of(field)
    if kind is None:
        raise Refusal("TR-4.2", "field-face-down", field=_name(field))
    if state.occupied() & field:
        owner = next(owner for owner, player in enumerate(state.players) if player.fields & field)
        raise Refusal("TR-4.2", "field-occupied", field=_name(field), owner=state.color(Seat(owner)))
    adjacent = bool(touching(state.players[seat].fields) & field)
    if not adjacent and kind not in ANYWHERE:
        raise Refusal("TR-4.2", "field-not-touching", field=_name(field), kind=kind, player=state.color(seat))
    return _site(state.table, kind, adjacent=adjacent)


def _name(field: FieldSet) -> FieldName:
    return FIELD_NAMES[field.bit_length() - 1]


def site_named(table: Table, kind: Kind, *, adjacent: bool) -> Site:
    """The site that a player names where the map is on honour (TR-11.2).

    Raises:
        Refusal: such a field must touch (TR-4.2).
    """
    if not adjacent and kind not in ANYWHERE:
        raise Refusal("TR-4.2", "kind-not-touching", kind=kind)
    return _site(table, kind, adjacent=adjacent)


def payment(state: State, seat: Seat, named: Sequence[TileSet], site: Site) -> tuple[TileSet, int]:
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
    judgement = judge(pool, paid, site.cost)
    if judgement.foreign:
        foreign = pool.tiles[next(each_bit(judgement.foreign))]
        raise Refusal("TR-4.5", "tile-foreign", tile=foreign.id, commodity=foreign.commodity, kind=site.kind)
    if any(judgement.missing):
        raise Refusal("TR-4.5", "payment-short", kind=site.kind, missing=symbols_of(judgement.missing))
    if judgement.needless:
        raise Refusal("TR-4.6", "tile-needless", tile=pool.ids(judgement.needless)[0], kind=site.kind)
    return paid, judgement.gains
