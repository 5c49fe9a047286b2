"""What the one to act may do while statues are placed: every site with every payment for it."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from msgspec import Struct

from controller.games.tumult_royale.box.words import KINDS, FieldName, Kind, PieceId
from controller.games.tumult_royale.rules.actions import Build
from controller.games.tumult_royale.rules.country import Country, touching
from controller.games.tumult_royale.rules.payments import Payment, minimal_payments
from controller.games.tumult_royale.rules.prices import affordable
from controller.games.tumult_royale.rules.state import Placing, Pool, State, TileSet


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
    printed = {index: minimal_payments(hand, table.prices.printed[index]) for index in can_pay.touching}
    double = {index: minimal_payments(hand, table.prices.double[index]) for index in can_pay.anywhere}
    if not isinstance(land, Country):
        return tuple(_on_honour(printed, double))
    near = touching(player.fields)
    sites = 0
    for index in printed:
        sites |= land.kinds[index] & near
    for index in double:
        sites |= land.kinds[index] & ~near
    sites &= ~state.occupied()
    found = []
    while sites:  # the hottest loop of a game: a call for each field would cost as much again
        field = sites & -sites
        sites ^= field
        name, index = land.places[field]
        adjacent = field & near != 0
        found.append(Option(name, KINDS[index], adjacent, printed[index] if adjacent else double[index]))
    return tuple(found)


_Ways: TypeAlias = dict[int, tuple[Payment, ...]]
"""The payments for kinds by their index."""


def _on_honour(printed: _Ways, double: _Ways) -> Iterator[Option]:
    for index, payments in printed.items():
        yield Option(None, KINDS[index], adjacent=True, payments=payments)
        if index in double:
            yield Option(None, KINDS[index], adjacent=False, payments=double[index])


def build(state: State, option: Option, payment: Payment) -> Build:
    """The action that takes ``option`` with ``payment``: of tiles alike those with the first ids."""
    seat = state.to_act
    assert seat is not None
    tiles = tiles_of(state.table.pool, state.players[seat].castle, payment)
    player = state.color(seat)
    if option.field is None:
        return Build(player=player, tiles=tiles, kind=option.kind, adjacent=option.adjacent)
    return Build(player=player, tiles=tiles, field=option.field)


def tiles_of(pool: Pool, castle: TileSet, payment: Payment) -> tuple[PieceId, ...]:
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
