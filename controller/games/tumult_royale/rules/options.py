"""What the player to act may build: each site with each payment, computed on demand."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from controller.games.contract.values import PieceId
from controller.games.tumult_royale.box.words import KINDS, FieldName, Kind
from controller.games.tumult_royale.rules.actions import Build, Move
from controller.games.tumult_royale.rules.country import (
    Country,
    FieldSet,
    Pool,
    Price,
    Prices,
    TileCounts,
    TileSet,
    each_bit,
    field_name,
    nth_bit,
    touching,
)
from controller.games.tumult_royale.rules.payments import Payment, Payments, buildable_fields, minimal_payments
from controller.games.tumult_royale.rules.state import FirstStatues, Placing, State, occupied


class Option(Struct, frozen=True, gc=False):
    """A site that the tiles in ``hand`` can pay for; ``site`` is 0 on an honour map."""

    site: FieldSet
    price: Price
    hand: TileCounts

    @property
    def field(self) -> FieldName | None:
        """The site's name; None on an honour map."""
        return field_name(self.site) if self.site else None

    @property
    def kind(self) -> Kind:
        return self.price.kind

    @property
    def adjacent(self) -> bool:
        """Whether the site touches; if not, it costs double (TR-4.4)."""
        return self.price.adjacent

    @property
    def payments(self) -> Payments:
        return minimal_payments(self.hand, self.price.cost)


class Options(Struct, frozen=True, gc=False):
    """The fields that a player can build on, in order of name.

    Attributes:
        near: all fields that touch the player's own.
        hand: the player's tiles.
    """

    fields: FieldSet
    near: FieldSet
    land: Country
    prices: Prices
    hand: TileCounts

    def __len__(self) -> int:
        return self.fields.bit_count()

    def __getitem__(self, number: int) -> Option:
        return self._on(nth_bit(self.fields, number))

    def __iter__(self) -> Iterator[Option]:
        return (self._on(1 << bit) for bit in each_bit(self.fields))

    def _on(self, site: FieldSet) -> Option:
        at = self.prices.touching if site & self.near else self.prices.anywhere
        return Option(site, at[self.land.kind_on[site]], self.hand)


def options(state: State) -> Options | tuple[Option, ...]:
    """Return the sites where the player to act may build; none outside the phase ``statues``.

    On an honour map a site is a kind of field, touching first (TR-11.2).
    """
    phase = state.phase
    if not isinstance(phase, Placing):
        return ()
    table, land, player = state.table, state.land, state.players[state.ranked[phase.rank - 1]]
    hand = table.pool.hand(player.castle)
    payable = table.prices.affordable(player.castle, table.pool)
    if not isinstance(land, Country):
        return tuple([Option(0, price, hand) for price in table.prices.all if price.bit & payable])
    near = touching(player.fields)
    return Options(buildable_fields(land, payable, near, occupied(state.players)), near, land, table.prices, hand)


def first_fields(state: State) -> FieldSet:
    """Return the pastures for a first statue (TR-0.6); none in another phase or on an honour map."""
    if not isinstance(state.phase, FirstStatues) or not isinstance(state.land, Country):
        return 0
    return state.land.kinds[KINDS.index("pasture")] & ~state.occupied()


class Choice(Struct, frozen=True, gc=False):
    """A build from the options of ``state``, legal in that state without another check.

    Attributes:
        build: the action of the log.
        field: 0 on an honour map.
        paid: the tiles.
        gains: supporters for surplus symbols (TR-4.7).
    """

    state: State
    build: Build
    price: Price
    field: FieldSet
    paid: TileSet
    gains: int

    @property
    def kind(self) -> Kind:
        return self.price.kind

    @property
    def adjacent(self) -> bool:
        return self.price.adjacent

    @property
    def name(self) -> FieldName | None:
        """The field's name; None on an honour map."""
        return field_name(self.field) if self.field else None


def as_action(move: Move | Choice) -> Move:
    return move.build if isinstance(move, Choice) else move


def choose(state: State, option: Option, payment: Payment) -> Choice:
    """Choose ``option`` with ``payment``; of equal tiles, take the first ids."""
    phase = state.phase
    assert isinstance(phase, Placing)
    paid, ids = pick_tiles(state.table.pool, state.players[state.ranked[phase.rank - 1]].castle, payment)
    return choice_with_tiles(state, option, paid, ids, payment.gains)


def choice_with_tiles(state: State, option: Option, paid: TileSet, ids: tuple[PieceId, ...], gains: int) -> Choice:
    """Choose ``option`` with these tiles, which must pay for it."""
    phase, price, name = state.phase, option.price, option.field
    assert isinstance(phase, Placing)
    color = state.table.colors[state.ranked[phase.rank - 1]]
    build = Build(color, ids, kind=price.kind, adjacent=price.adjacent) if name is None else Build(color, ids, name)
    return Choice(state, build, price, option.site, paid, gains)


def pick_tiles(pool: Pool, castle: TileSet, payment: Payment) -> tuple[TileSet, tuple[PieceId, ...]]:
    """Pick tiles of ``castle`` with the values of ``payment``; return them and their ids."""
    left, ids, names = castle, [], pool.ids_by_bit
    bread, marble, tools = pool.alike
    for alike, values in ((bread, payment.bread), (marble, payment.marble), (tools, payment.tools)):
        for value in values:
            fit = left & alike[value - 1]
            tile = fit & -fit
            left ^= tile
            ids.append(names[tile])
    return castle ^ left, tuple(ids)


def to_mappings(state: State) -> list[dict[str, Any]]:
    """Return the options as JSON values, ``pass`` last; none outside the phase ``statues``."""
    if not isinstance(state.phase, Placing):
        return []
    payments: dict[Price, list[dict[str, Any]]] = {}
    lines: list[dict[str, Any]] = []
    for option in options(state):
        if option.price not in payments:
            payments[option.price] = [_payment(each) for each in option.payments]
        where: dict[str, Any] = {} if option.field is None else {"field": option.field}
        lines.append({**where, "kind": option.kind, "adjacent": option.adjacent, "payments": payments[option.price]})
    return [*lines, {"pass": True}]


def _payment(payment: Payment) -> dict[str, Any]:
    return {
        "bread": list(payment.bread),
        "marble": list(payment.marble),
        "tools": list(payment.tools),
        "gains": payment.gains,
    }
