"""What the one to act may do while statues are placed: every site with every payment for it."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from msgspec import Struct

from controller.games.tumult_royale.actions import Build
from controller.games.tumult_royale.country import FIELD_NAMES, Country, each_bit, touching
from controller.games.tumult_royale.payments import Payment, minimal_payments
from controller.games.tumult_royale.prices import affordable
from controller.games.tumult_royale.state import Placing, Pool, State, TileSet
from controller.games.tumult_royale.words import KINDS, FieldName, Kind, TileId


class Option(Struct, frozen=True, gc=False):
    """A site the player may build on, and the payments for it; ``field`` is None with the map on honour."""

    field: FieldName | None
    kind: Kind
    adjacent: bool
    payments: tuple[Payment, ...]


def options(state: State) -> tuple[Option, ...]:
    """Where the one to act in ``statues`` may build, by name of field; empty in any other phase.

    With the map on honour by kind, touching first. Passing is always possible besides.
    """
    phase = state.phase
    if not isinstance(phase, Placing):
        return ()
    table, land = state.table, state.land
    player = state.players[state.ranked[phase.rank - 1]]
    can_pay = affordable(table.pool.symbols(player.castle), table.prices)
    hand = table.pool.hand(player.castle)
    printed = [(index, minimal_payments(hand, table.prices.printed[index])) for index in can_pay.touching]
    double = [(index, minimal_payments(hand, table.prices.double[index])) for index in can_pay.anywhere]
    if not isinstance(land, Country):
        return tuple(_on_honour(printed, double))
    vacant = ~state.occupied()
    near = touching(player.fields)
    found: dict[int, Option] = {}
    for adjacent, sites, ways in ((True, vacant & near, printed), (False, vacant & ~near, double)):
        for index, payments in ways:
            kind = KINDS[index]
            for bit in each_bit(land.kinds[index] & sites):
                found[bit] = Option(FIELD_NAMES[bit], kind, adjacent, payments)
    return tuple([found[bit] for bit in sorted(found)])


_Ways: TypeAlias = list[tuple[int, tuple[Payment, ...]]]
"""The payments for kinds by their index."""


def _on_honour(printed: _Ways, double: _Ways) -> Iterator[Option]:
    apart = dict(double)
    for index, payments in printed:
        yield Option(None, KINDS[index], adjacent=True, payments=payments)
        if index in apart:
            yield Option(None, KINDS[index], adjacent=False, payments=apart[index])


def build(state: State, option: Option, payment: Payment) -> Build:
    """The action that takes ``option`` with ``payment``: of tiles alike those with the first ids."""
    seat = state.to_act
    assert seat is not None
    tiles = tiles_of(state.table.pool, state.players[seat].castle, payment)
    player = state.color(seat)
    if option.field is None:
        return Build(player=player, tiles=tiles, kind=option.kind, adjacent=option.adjacent)
    return Build(player=player, tiles=tiles, field=option.field)


def tiles_of(pool: Pool, castle: TileSet, payment: Payment) -> tuple[TileId, ...]:
    """Tiles of ``castle`` with the values of ``payment``."""
    tiles = []
    for alike, values in zip(pool.alike, (payment.bread, payment.marble, payment.tools), strict=True):
        left = castle
        for value in values:
            fit = left & alike[value - 1]
            tile = fit & -fit
            left ^= tile
            tiles.append(pool.tiles[tile.bit_length() - 1].id)
    return tuple(tiles)


def to_mappings(state: State) -> list[dict[str, Any]]:
    """The options as JSON values, ``pass`` at the end; nothing in any other phase than ``statues``."""
    if not isinstance(state.phase, Placing):
        return []
    lines: list[dict[str, Any]] = []
    for option in options(state):
        where: dict[str, Any] = {} if option.field is None else {"field": option.field}
        payments = [
            {
                "bread": list(payment.bread),
                "marble": list(payment.marble),
                "tools": list(payment.tools),
                "gains": payment.gains,
            }
            for payment in option.payments
        ]
        lines.append({**where, "kind": option.kind, "adjacent": option.adjacent, "payments": payments})
    return [*lines, {"pass": True}]
