"""Where a player may build and for what (TR-4.2 to TR-4.6)."""

from collections.abc import Sequence

from msgspec import Struct

from controller.games.tumult_royale.country import FIELD_NAMES, Country, FieldSet, touching
from controller.games.tumult_royale.payments import judge, payable
from controller.games.tumult_royale.refusal import Refusal
from controller.games.tumult_royale.state import State, Table, TileSet
from controller.games.tumult_royale.words import ANYWHERE, COMMODITIES, KINDS, Cost, Kind, Seat


class Site(Struct, frozen=True, gc=False):
    """A place to build: its kind, whether it touches, and the field unless the map is on honour (then None)."""

    kind: Kind
    adjacent: bool
    field: FieldSet | None


def cost(table: Table, kind: Kind, *, adjacent: bool) -> Cost:
    """What building costs: as printed where it touches, else twice that (TR-4.4)."""
    index = KINDS.index(kind)
    return table.printed[index] if adjacent else table.double[index]


def can_build(state: State, seat: Seat, vacant: FieldSet) -> bool:
    """Whether the player has a legal build (TR-4.8), ``vacant`` being the fields without statues."""
    table, player, land = state.table, state.players[seat], state.land
    bread, marble, tools = symbols = table.pool.symbols(player.castle)
    if not isinstance(land, Country):
        return any(payable(symbols, printed) for printed in table.printed)
    if_touching = anywhere = 0
    for fields, (bread_due, marble_due, tools_due) in zip(land.kinds, table.printed, strict=True):
        if bread_due <= bread and marble_due <= marble and tools_due <= tools:
            if_touching |= fields
    if not if_touching:
        return False  # twice the cost is never less
    for fields, double in zip(land.kinds, table.double, strict=False):
        if payable(symbols, double):
            anywhere |= fields
    return bool((touching(player.fields) & if_touching | anywhere) & vacant)


def site_on(state: State, seat: Seat, field: FieldSet) -> Site:
    """The site that a field of the frame is for this player.

    Raises:
        Refusal: he may not build there (TR-4.2).
    """
    assert isinstance(state.land, Country)
    name = FIELD_NAMES[field.bit_length() - 1]
    kind = state.land.kind_of(field)
    if kind is None:
        raise Refusal("TR-4.2", "field-face-down", field=name)
    for owner, player in enumerate(state.players):
        if player.fields & field:
            raise Refusal("TR-4.2", "field-occupied", field=name, owner=state.color(Seat(owner)))
    adjacent = bool(touching(state.players[seat].fields) & field)
    if not adjacent and kind not in ANYWHERE:
        raise Refusal("TR-4.2", "field-not-touching", field=name, kind=kind, player=state.color(seat))
    return Site(kind=kind, adjacent=adjacent, field=field)


def site_named(kind: Kind, *, adjacent: bool) -> Site:
    """The site that a player names where the map is on honour (TR-11.2).

    Raises:
        Refusal: such a field must touch (TR-4.2).
    """
    if not adjacent and kind not in ANYWHERE:
        raise Refusal("TR-4.2", "kind-not-touching", kind=kind)
    return Site(kind=kind, adjacent=adjacent, field=None)


def payment(state: State, seat: Seat, bits: Sequence[TileSet], site: Site) -> tuple[TileSet, int]:
    """The tiles of a payment, named one by one, as a set, and the supporters gained for it.

    Raises:
        Refusal: it does not pay (TR-4.5), or a tile is needless (TR-4.6).
    """
    pool, castle = state.table.pool, state.players[seat].castle
    paid: TileSet = 0
    tiles = [pool.tiles[bit.bit_length() - 1] for bit in bits]
    for tile, bit in zip(tiles, bits, strict=True):
        if paid & bit:
            raise Refusal("TR-4.5", "tile-twice", tile=tile.id)
        if not castle & bit:
            raise Refusal("TR-4.5", "tile-not-yours", tile=tile.id, player=state.color(seat))
        paid |= bit
    judgement = judge(tiles, cost(state.table, site.kind, adjacent=site.adjacent))
    if judgement.foreign:
        foreign = next(tile for tile in tiles if tile.id == judgement.foreign[0])
        raise Refusal("TR-4.5", "tile-foreign", tile=foreign.id, commodity=foreign.commodity, kind=site.kind)
    if any(judgement.missing):
        numbers = dict(zip(COMMODITIES, judgement.missing, strict=True))
        raise Refusal("TR-4.5", "payment-short", kind=site.kind, **numbers)
    if judgement.needless:
        raise Refusal("TR-4.6", "tile-needless", tile=judgement.needless[0], kind=site.kind)
    return paid, judgement.gains
