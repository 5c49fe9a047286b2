"""What the one to act may do while statues are placed: every site with every payment for it, made when asked for."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import UNSET, Struct

from controller.games.tumult_royale.box.words import FieldName, Kind
from controller.games.tumult_royale.rules.actions import Build, Move
from controller.games.tumult_royale.rules.country import FIELD_NAMES, Country, FieldSet, each_bit, nth_bit, touching
from controller.games.tumult_royale.rules.payments import Payment, Payments, minimal_payments
from controller.games.tumult_royale.rules.pool import Hand, Pool, TileSet
from controller.games.tumult_royale.rules.prices import Price, affordable
from controller.games.tumult_royale.rules.state import Placing, State


class Option(Struct, frozen=True, gc=False):
    """A site the player may build on with the tiles of his ``hand``; no field with the map on honour."""

    site: FieldSet
    price: Price
    hand: Hand

    @property
    def field(self) -> FieldName | None:
        """Its name; None with the map on honour."""
        return FIELD_NAMES[self.site.bit_length() - 1] if self.site else None

    @property
    def kind(self) -> Kind:
        """The kind of field."""
        return self.price.kind

    @property
    def adjacent(self) -> bool:
        """Whether it touches; if not it costs double (TR-4.4)."""
        return self.price.adjacent

    @property
    def payments(self) -> Payments:
        """The ways to pay for it."""
        return minimal_payments(self.hand, self.price.cost)


class Sites(Struct, frozen=True, gc=False):
    """Sites alike that the player may build on; the ``fields`` are not known with the map on honour (TR-11.2)."""

    price: Price
    fields: FieldSet


class Options(Struct, frozen=True, gc=False):
    """Where a player may build, by name of field; with the map on honour by kind, touching first.

    Attributes:
        sites: those that are alike together.
        fields: all of them; none with the map on honour.
        hand: the tiles that the player can pay with.
        length: how many options there are.
    """

    sites: tuple[Sites, ...]
    fields: FieldSet
    hand: Hand
    length: int

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, number: int) -> Option:
        if not self.fields:
            return Option(0, self.sites[number].price, self.hand)
        field = nth_bit(self.fields, number)
        for sites in self.sites:
            if sites.fields & field:
                return Option(field, sites.price, self.hand)
        raise IndexError(number)

    def __iter__(self) -> Iterator[Option]:
        if not self.fields:
            return map(self.__getitem__, range(self.length))
        found = [Option(1 << bit, sites.price, self.hand) for sites in self.sites for bit in each_bit(sites.fields)]
        return iter(sorted(found, key=lambda option: option.site))


_NONE: Final = Options(sites=(), fields=0, hand=((0, 0, 0), (0, 0, 0), (0, 0, 0)), length=0)


def options(state: State) -> Options:
    """Where the one to act in ``statues`` may build; nowhere in any other phase. He may always pass besides."""
    phase = state.phase
    if not isinstance(phase, Placing):
        return _NONE
    table, land, player = state.table, state.land, state.players[state.ranked[phase.rank - 1]]
    hand = table.pool.hand(player.castle)
    payable = affordable(player.castle, table.pool, table.prices)
    if not isinstance(land, Country):
        return Options(tuple([Sites(price, fields=0) for price in payable]), 0, hand, len(payable))
    near, vacant = touching(player.fields), ~state.occupied()
    within_reach, out_of_reach = near & vacant, ~near & vacant
    found, every = [], 0
    for price in payable:
        fields = land.kinds[price.index] & (within_reach if price.adjacent else out_of_reach)
        if fields:
            found.append(Sites(price, fields))
            every |= fields
    return Options(tuple(found), every, hand, every.bit_count())


class Choice(Struct, frozen=True, gc=False):
    """A build drawn from the options of ``state``: there it is legal, and need not be judged again.

    Attributes:
        build: the same as an action of the log.
        field: empty with the map on honour.
        paid: the tiles.
        gains: supporters for symbols beyond the cost (TR-4.7).
    """

    state: State
    build: Build
    price: Price
    field: FieldSet
    paid: TileSet
    gains: int


def as_action(move: Move | Choice) -> Move:
    """What a log has of a move."""
    return move.build if isinstance(move, Choice) else move


def choose(state: State, option: Option, payment: Payment) -> Choice:
    """To take ``option`` with ``payment``: of tiles alike those with the first ids."""
    phase = state.phase
    assert isinstance(phase, Placing)
    seat, pool = state.ranked[phase.rank - 1], state.table.pool
    tiles = tiles_of(pool, state.players[seat].castle, payment)
    ids = tuple([pool.ids_by_bit[tile] for tile in tiles])
    player, name = state.table.colors[seat], option.field
    build = Build(player, ids, name or UNSET)
    if name is None:
        build = Build(player, ids, kind=option.kind, adjacent=option.adjacent)
    return Choice(state, build, option.price, option.site, sum(tiles), payment.gains)


def tiles_of(pool: Pool, castle: TileSet, payment: Payment) -> list[TileSet]:
    """Tiles of ``castle`` with the values of ``payment``, one by one."""
    tiles = []
    for alike, values in zip(pool.alike, (payment.bread, payment.marble, payment.tools), strict=True):
        for value in values:
            fit = castle & alike[value - 1]
            tiles.append(fit & -fit)
            castle ^= tiles[-1]
    return tiles


def to_mappings(state: State) -> list[dict[str, Any]]:
    """The options as JSON values, ``pass`` at the end; nothing in any other phase than ``statues``."""
    if not isinstance(state.phase, Placing):
        return []
    found = options(state)
    payments = {
        sites.price: [_payment(each) for each in minimal_payments(found.hand, sites.price.cost)]
        for sites in found.sites
    }
    lines: list[dict[str, Any]] = []
    for option in found:
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
