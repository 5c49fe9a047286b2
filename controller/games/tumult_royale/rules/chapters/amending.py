"""Amendments: a human corrects what the table believes."""

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from controller.games.tumult_royale.box.words import COMMODITIES
from controller.games.tumult_royale.rules import actions, events
from controller.games.tumult_royale.rules.chapters.shared import as_demand, place_of, tile_called
from controller.games.tumult_royale.rules.events import Event
from controller.games.tumult_royale.rules.refusal import Refusal
from controller.games.tumult_royale.rules.state import LastTiles, Robbing, SettingAside, State

AMENDED_DEMANDS: Final = range(1, 10)


def amend(state: State, action: actions.Amend, happened: list[Event]) -> State:
    """Supporters, one tile or the demand are as a human says.

    Raises:
        Refusal: the rules do not allow it.
    """
    if action.supporters is not UNSET:
        return _amend_supporters(state, action.supporters, happened)
    if not isinstance(state.phase, SettingAside | Robbing | LastTiles):
        raise Refusal("LOG", "amend-phase", phase=state.phase.name)
    if action.move is not UNSET:
        return _amend_move(state, action.move, happened)
    assert action.demand is not UNSET
    return _amend_demand(state, action.demand, happened)


def _amend_supporters(state: State, changes: dict[str, int], happened: list[Event]) -> State:
    players = list(state.players)
    amended = []
    for color, change in changes.items():
        seat = state.seat(color)
        if seat is None:
            raise Refusal("LOG", "player-unknown", seen=color)
        then = players[seat].supporters + change
        if then < 0:
            raise Refusal("LOG", "amend-below-zero", player=color, change=change, has=players[seat].supporters)
        players[seat] = replace(players[seat], supporters=then)
        amended.append((state.color(seat), change, then))
    after = replace(state, players=tuple(players))
    if after.supply < 0:
        raise Refusal("LOG", "amend-supply", supply=state.supply)
    happened.append(events.SupportersAmended(changes=tuple(amended), supply=after.supply))
    return after


def _amend_move(state: State, move: actions.Moved, happened: list[Event]) -> State:
    tile = tile_called(state, move.tile, "LOG")
    seat = state.seat(move.to)
    if seat is None and move.to not in {"people", "set_aside"}:
        raise Refusal("LOG", "amend-where", seen=move.to)
    happened.append(events.TileMoved(came_from=place_of(state, tile), to=move.to))
    players = [replace(player, castle=player.castle & ~tile) for player in state.players]
    if seat is not None:
        players[seat] = replace(players[seat], castle=players[seat].castle | tile)
    set_aside = state.set_aside | tile if move.to == "set_aside" else state.set_aside & ~tile
    return replace(state, players=tuple(players), set_aside=set_aside)


def _amend_demand(state: State, numbers: dict[str, int], happened: list[Event]) -> State:
    demand = list(state.demand)
    amended = []
    for name, number in numbers.items():
        if name not in COMMODITIES:
            raise Refusal("LOG", "commodity-unknown", seen=name)
        index = COMMODITIES.index(name)
        before = demand[index]
        if before is None:
            raise Refusal("LOG", "amend-unknown-demand", commodity=name)
        if number not in AMENDED_DEMANDS:
            raise Refusal("LOG", "amend-demand-number", commodity=name, seen=number)
        demand[index] = number
        amended.append((name, before, number))
    happened.append(events.DemandAmended(changes=tuple(amended)))
    return replace(state, demand=as_demand(demand))
