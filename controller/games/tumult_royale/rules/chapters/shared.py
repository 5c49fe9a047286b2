"""Helpers of the handlers: checks, lookups, and moving tiles and supporters."""

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from controller.games.contract.values import PieceId
from controller.games.tumult_royale.box.edition import Tile
from controller.games.tumult_royale.box.words import Seat
from controller.games.tumult_royale.rules import actions, country, ranks
from controller.games.tumult_royale.rules import state as states
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.undoable_log import Event, public_event

_P = TypeVar("_P")


def require_phase(state: states.State, phase: type[_P], action: actions.Move) -> _P:
    """Return the phase if it is a ``phase``; else raise Refusal with the action's rule."""
    if not isinstance(state.phase, phase):
        raise wrong_phase_refusal(state, action)
    return state.phase


def wrong_phase_refusal(state: states.State, action: actions.Move) -> Refusal:
    return Refusal(actions.RULE_BY_ACTION_TYPE[type(action)], "phase", phase=state.phase.name)


def require_turn(
    state: states.State, action: actions.PlaceFirst | actions.Build | actions.Pass | actions.Reveal
) -> Seat:
    """Raise Refusal with the action's rule if it is not its player's turn."""
    seat = state.seat_to_act
    assert seat is not None
    if state.color(seat) != action.player:
        rule = actions.RULE_BY_ACTION_TYPE[type(action)]
        raise Refusal(rule, "turn", seen=action.player, due=state.color(seat))
    return seat


def require_map_mode(state: states.State, *, tracked: bool) -> None:
    """Raise Refusal for a field on an honour map, or none on a tracked map."""
    if tracked != (state.table.map == "tracked"):
        raise Refusal("LOG", "field-on-honour" if tracked else "field-missing")


def require_tile(state: states.State, tile: PieceId, rule: str) -> country.TileSet:
    """Return the one-tile set of a tile in play; raise Refusal if there is none."""
    bit = state.table.pool.bits.get(tile)
    if bit is None:
        raise Refusal(rule, "tile-unknown", seen=tile)
    return bit


def tiles_of_set(pool: country.TilePool, tiles: country.TileSet) -> list[Tile]:
    return [pool.tiles[bit] for bit in country.iter_bit_indexes(tiles)]


def require_field(state: states.State, name: str, rule: str) -> country.FieldSet:
    """Return the one-field set of a field in this frame; raise Refusal if there is none."""
    field = country.field_by_name(name, len(state.players))
    if field is None:
        raise Refusal(
            rule,
            "field-unknown",
            seen=name,
            last=country.FIELD_NAMES[country.FIELDS_PER_PLAYER * len(state.players) - 1],
        )
    return field


def logged_place_of(state: states.State, tile: country.TileSet) -> str:
    for seat, player in enumerate(state.players):
        if player.castle & tile:
            return state.color(Seat(seat))
    return "set_aside" if state.set_aside & tile else "people"


def are_tiles_face_up(state: states.State) -> bool:
    """Whether all tiles but those set aside lie face up: from the count (TR-2.6) to the round's end."""
    match state.phase:
        case states.Sentiment():
            return state.table.variant == "gambler"
        case phase:
            return isinstance(phase, states.Placing | states.Coronation | states.Over)


def with_player_replaced(players: states.PlayersBySeat, seat: Seat, player: states.Player) -> states.PlayersBySeat:
    exchanged = list(players)
    exchanged[seat] = player
    return tuple(exchanged)


def share_supply_if_unable_to_pay(
    state: states.State, players: states.PlayersBySeat, seat: Seat, due: int, events: list[Event]
) -> tuple[states.PlayersBySeat, int]:
    """Return the players, and what one can pay of ``due``; if too little, all receive supporters first (TR-9.1)."""
    if players[seat].supporters < due:
        shares = ranks.help_supporters_received(states.supporters_in_supply(state.table, players), state.ranked)
        each = tuple((state.color(other), shares[other]) for other in state.ranked)
        events.append(public_event("shared", color=state.color(seat), due=due, shares=each))
        players = _with_supporter_changes(players, shares)
    return players, min(due, players[seat].supporters)


def refill_supply_for_gain(
    state: states.State, players: states.PlayersBySeat, seat: Seat, due: int, events: list[Event]
) -> tuple[states.PlayersBySeat, int]:
    """Return the players, and what one can gain of ``due``; if too little, all return supporters first (TR-9.2)."""
    left = states.supporters_in_supply(state.table, players)
    if left < due:
        shares = ranks.help_supporters_returned([player.supporters for player in players])
        each = tuple((state.color(other), shares[other]) for other in state.ranked)
        events.append(public_event("gathered", color=state.color(seat), due=due, shares=each))
        players = _with_supporter_changes(players, [-share for share in shares])
        left = states.supporters_in_supply(state.table, players)
    return players, min(due, left)


def _with_supporter_changes(players: states.PlayersBySeat, changes: Sequence[int]) -> states.PlayersBySeat:
    return tuple(
        replace(player, supporters=player.supporters + change) for player, change in zip(players, changes, strict=True)
    )


def demand_from_numbers(numbers: Sequence[int | None]) -> states.Demand:
    bread, marble, tools = numbers
    return bread, marble, tools
