"""Taxes: tiles are set aside, robbed, and counted (TR-2)."""

from typing import Final

from msgspec.structs import replace

from controller.games.tumult_royale.box.words import COMMODITIES, SET_ASIDE_EACH
from controller.games.tumult_royale.rules import actions, events
from controller.games.tumult_royale.rules.chapters.shared import (
    in_phase,
    tile_called,
    with_player,
    wrong_phase,
)
from controller.games.tumult_royale.rules.chapters.uprising import resolve_tumults
from controller.games.tumult_royale.rules.events import Event
from controller.games.tumult_royale.rules.refusal import Refusal
from controller.games.tumult_royale.rules.state import LastTiles, Robbing, Sentiment, SettingAside, State

_TAXES: Final = (Robbing, LastTiles)


def set_aside(state: State, action: actions.SetAside, happened: list[Event]) -> State:
    """A tile is out of this round (TR-2.1).

    Raises:
        Refusal: the rules do not allow it.
    """
    phase = type(state.phase)
    if phase is not SettingAside and not (phase is Sentiment and state.table.variant == "classic"):
        raise wrong_phase(state, action)
    tile = tile_called(state, action.tile, "TR-2.1")
    if not tile & state.people:
        if tile & state.set_aside:
            raise Refusal("TR-2.1", "set-aside-already")
        raise Refusal("TR-2.1", "set-aside-castle")
    of = SET_ASIDE_EACH * len(state.players)
    number = state.set_aside.bit_count() + 1
    if number > of:
        raise Refusal("TR-2.1", "set-aside-enough", of=of)
    happened.append(events.TileSetAside(number=number, of=of))
    return replace(state, set_aside=state.set_aside | tile)


def collect(state: State, action: actions.Collect, happened: list[Event]) -> State:
    """The king starts the hourglass (TR-2.2).

    Raises:
        Refusal: the rules do not allow it.
    """
    in_phase(state, SettingAside, action)
    of, number = SET_ASIDE_EACH * len(state.players), state.set_aside.bit_count()
    if number != of:
        raise Refusal("TR-2.2", "collect-number", seen=number, of=of)
    happened.append(events.HourglassStarted(king=state.color(state.king)))
    return replace(state, phase=Robbing())


def rob(state: State, action: actions.Rob, happened: list[Event]) -> State:
    """A tile goes from the people to a castle (TR-2.3 to TR-2.5).

    Raises:
        Refusal: the rules do not allow it.
    """
    phase = state.phase
    if not isinstance(phase, _TAXES):
        raise wrong_phase(state, action)
    seat = state.seat(action.player)
    if seat is None:
        raise Refusal("TR-2.3", "player-unknown", seen=action.player)
    tile = tile_called(state, action.tile, "TR-2.3")
    if tile & state.set_aside:
        raise Refusal("TR-2.1", "rob-set-aside")
    if not tile & state.people:
        raise Refusal("TR-2.4", "rob-castle")  # whose is hidden
    late = isinstance(phase, LastTiles)
    if isinstance(phase, LastTiles):
        if seat in phase.late:
            raise Refusal("TR-2.5", "rob-late", player=action.player)
        phase = LastTiles(late=phase.late | {seat})
    player = state.players[seat]
    castle = player.castle | tile
    happened.append(events.TileRobbed(player=action.player, late=late, castle_tiles=castle.bit_count()))
    return replace(state, phase=phase, players=with_player(state.players, seat, replace(player, castle=castle)))


def stop(state: State, action: actions.Stop, happened: list[Event]) -> State:
    """The hourglass has run out (TR-2.5).

    Raises:
        Refusal: the rules do not allow it.
    """
    in_phase(state, Robbing, action)
    happened.append(events.HourglassStopped())
    return replace(state, phase=LastTiles(late=frozenset()))


def count(state: State, action: actions.Count, happened: list[Event]) -> State:
    """All tiles are revealed and counted (TR-2.6); tumults follow, with ``gambler`` once the king has spun.

    Raises:
        Refusal: the rules do not allow it.
    """
    in_phase(state, LastTiles, action)
    left = state.table.pool.symbols(state.people)
    for commodity, symbols, demand in zip(COMMODITIES, left, state.demand, strict=True):
        happened.append(events.CommodityCounted(commodity=commodity, left=symbols, demand=demand))
    if state.table.variant == "gambler":
        return replace(state, phase=Sentiment())
    return resolve_tumults(state, happened)
