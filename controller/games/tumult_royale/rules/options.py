"""What the player to act may build: sites with payments, computed on demand."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from controller.games.contract.values import PieceId
from controller.games.tumult_royale.box.words import KINDS, STATUES_BY_KIND, Cost, FieldName, Kind, Seat
from controller.games.tumult_royale.rules import actions, country
from controller.games.tumult_royale.rules.payments import Payment, PaymentList, buildable_fields, list_accepted_payments
from controller.games.tumult_royale.rules.state import FirstStatues, Placing, State, occupied_fields


class BuildOption(Struct, frozen=True, gc=False):
    """A site that the ``hand`` can pay for; ``site`` is 0 on an honour map."""

    site: country.FieldSet
    price: country.Price
    hand: country.TileCounts

    @property
    def field_name(self) -> FieldName | None:
        """The site's name; None on an honour map."""
        return country.field_name(self.site) if self.site else None

    @property
    def kind(self) -> Kind:
        return self.price.kind

    @property
    def adjacent(self) -> bool:
        """Whether the site touches the player's fields; else it costs double (TR-4.4)."""
        return self.price.adjacent

    @property
    def payments(self) -> PaymentList:
        return list_accepted_payments(self.hand, self.price.cost)


class BuildOptions(Struct, frozen=True, gc=False):
    """The fields a player can build on, by name; ``near`` are all that touch the player's own."""

    fields: country.FieldSet
    near: country.FieldSet
    land: country.Country
    prices: country.Prices
    hand: country.TileCounts

    def __len__(self) -> int:
        return self.fields.bit_count()

    def __getitem__(self, number: int) -> BuildOption:
        return self._option_on_site(country.nth_set_bit(self.fields, number))

    def __iter__(self) -> Iterator[BuildOption]:
        return (self._option_on_site(1 << bit) for bit in country.iter_bit_indexes(self.fields))

    def _option_on_site(self, site: country.FieldSet) -> BuildOption:
        at = self.prices.touching if site & self.near else self.prices.anywhere
        return BuildOption(site, at[self.land.kind_on[site]], self.hand)


def build_options(state: State) -> BuildOptions | tuple[BuildOption, ...]:
    """Return the sites where the player to act may build; none outside ``Placing``.

    On an honour map a site is a kind of field, touching or not; of each, touching comes first (TR-11.2).
    """
    phase = state.phase
    if not isinstance(phase, Placing):
        return ()
    table, land, player = state.table, state.land, state.players[state.ranked[phase.rank - 1]]
    hand = table.pool.counts_by_value(player.castle)
    payable = table.prices.affordable_prices(player.castle, table.pool)
    if not isinstance(land, country.Country):
        return tuple([BuildOption(0, price, hand) for price in table.prices.all if price.bit & payable])
    near = country.touching_fields(player.fields)
    return BuildOptions(
        buildable_fields(land, payable, near, occupied_fields(state.players)), near, land, table.prices, hand
    )


def first_statue_fields(state: State) -> country.FieldSet:
    """Return the pastures for a first statue (TR-0.6); none in other phases or on honour maps."""
    if not isinstance(state.phase, FirstStatues) or not isinstance(state.land, country.Country):
        return 0
    return state.land.kinds[KINDS.index("pasture")] & ~state.occupied_fields()


class ChosenBuild(Struct, frozen=True, gc=False):
    """A build from the options of ``state``, legal there without another check.

    Attributes:
        build: the action of the log.
        field: 0 on an honour map.
        paid: the tiles of the payment.
        gains: supporters for surplus symbols (TR-4.7).
    """

    state: State
    build: actions.Build
    price: country.Price
    field: country.FieldSet
    paid: country.TileSet
    gains: int

    @property
    def kind(self) -> Kind:
        return self.price.kind

    @property
    def is_adjacent(self) -> bool:
        return self.price.adjacent

    @property
    def field_name(self) -> FieldName | None:
        """The field's name; None on an honour map."""
        return country.field_name(self.field) if self.field else None


def move_to_action(move: actions.Move | ChosenBuild) -> actions.Move:
    return move.build if isinstance(move, ChosenBuild) else move


def choose_build(state: State, option: BuildOption, payment: Payment) -> ChosenBuild:
    """Choose ``option`` with ``payment``; of equal tiles, take the first ids."""
    phase = state.phase
    assert isinstance(phase, Placing)
    paid, ids = pick_tiles_for_payment(state.table.pool, state.players[state.ranked[phase.rank - 1]].castle, payment)
    return choose_build_with_tiles(state, option, paid, ids, payment.gains)


def choose_build_with_tiles(
    state: State, option: BuildOption, paid: country.TileSet, ids: tuple[PieceId, ...], gains: int
) -> ChosenBuild:
    """Choose ``option`` with these tiles, which must pay for it."""
    phase, price, name = state.phase, option.price, option.field_name
    assert isinstance(phase, Placing)
    color = state.table.colors[state.ranked[phase.rank - 1]]
    build = (
        actions.Build(color, ids, kind=price.kind, adjacent=price.adjacent)
        if name is None
        else actions.Build(color, ids, name)
    )
    return ChosenBuild(state, build, price, option.site, paid, gains)


def pick_tiles_for_payment(
    pool: country.TilePool, castle: country.TileSet, payment: Payment
) -> tuple[country.TileSet, tuple[PieceId, ...]]:
    left, ids, names = castle, [], pool.ids_by_bit
    bread, marble, tools = pool.alike
    for alike, values in ((bread, payment.bread), (marble, payment.marble), (tools, payment.tools)):
        for value in values:
            fit = left & alike[value - 1]
            tile = fit & -fit
            left ^= tile
            ids.append(names[tile])
    return castle ^ left, tuple(ids)


def options_to_mappings(state: State) -> list[dict[str, Any]]:
    """Return the options as JSON values, ``pass`` last; none outside ``Placing``."""
    if not isinstance(state.phase, Placing):
        return []
    payments: dict[country.Price, list[dict[str, Any]]] = {}
    lines: list[dict[str, Any]] = []
    for option in build_options(state):
        if option.price not in payments:
            payments[option.price] = [_payment_to_mapping(each) for each in option.payments]
        where: dict[str, Any] = {} if option.field_name is None else {"field": option.field_name}
        lines.append({**where, "kind": option.kind, "adjacent": option.adjacent, "payments": payments[option.price]})
    return [*lines, {"pass": True}]


def _payment_to_mapping(payment: Payment) -> dict[str, Any]:
    return {
        "bread": list(payment.bread),
        "marble": list(payment.marble),
        "tools": list(payment.tools),
        "gains": payment.gains,
    }


class SiteGroup(Struct, frozen=True, gc=False):
    """Sites of one kind at one cost.

    Attributes:
        adjacent: whether the sites touch the player's fields; if not, ``cost`` is doubled (TR-4.4).
        statues: statues on one of them (TR-4.3).
        fields: the sites; None on an honour map (TR-11.2), which always has enough.
    """

    kind: Kind
    adjacent: bool
    cost: Cost
    statues: int
    fields: country.FieldSet | None

    @property
    def free_site_count(self) -> int | None:
        return None if self.fields is None else self.fields.bit_count()


def site_groups(state: State, seat: Seat) -> tuple[SiteGroup, ...]:
    """Return where a player could build with unlimited tiles (TR-4.2, TR-4.4, TR-11.2)."""
    return tuple(sites for sites in _iter_site_groups(state, seat) if sites.fields != 0)


def _iter_site_groups(state: State, seat: Seat) -> Iterator[SiteGroup]:
    table, land = state.table, state.land
    near, vacant = country.touching_fields(state.players[seat].fields), ~state.occupied_fields()
    for price in table.prices.all:
        fields = None
        if isinstance(land, country.Country):
            fields = land.kinds[price.index] & vacant & (near if price.adjacent else ~near)
        yield SiteGroup(price.kind, price.adjacent, price.cost, STATUES_BY_KIND[price.kind], fields)
