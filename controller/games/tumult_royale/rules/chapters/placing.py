"""Placement rounds: builds, passes, players passed over, consolation (TR-4)."""

from collections.abc import Iterable
from typing import Any, Final, cast

from msgspec import UNSET
from msgspec.structs import replace

from controller.games.tumult_royale.box.words import ANYWHERE, KINDS, STATUES_EACH, STATUES_ON, Kind, Seat
from controller.games.tumult_royale.rules import actions, payments
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.chapters.coronation import crown, end_game
from controller.games.tumult_royale.rules.chapters.shared import (
    find_field,
    find_tile,
    require_map,
    require_phase,
    require_turn,
    with_help_to_gain,
    with_player,
)
from controller.games.tumult_royale.rules.options import Choice
from controller.games.tumult_royale.rules.state import Placing, Players, SeatSet, State
from controller.games.undoable_log import Event, public_event

CONSOLATION: Final = 2
"""Supporters for a player who could build nothing (TR-4.10)."""


def build(state: State, action: actions.Build, events: list[Event]) -> State:
    """Pay tiles and place statues on a field (TR-4.2 to TR-4.7, TR-4.11)."""
    return _carry_out(state, _checked(state, action), events)


def take(state: State, choice: Choice, events: list[Event]) -> State:
    """Build a choice from the options; check it again if it belongs to another state."""
    return _carry_out(state, choice if choice.state is state else _checked(state, choice.build), events)


def _checked(state: State, action: actions.Build) -> Choice:
    require_map(state, tracked=action.field is not UNSET)
    require_phase(state, Placing, action)
    seat = require_turn(state, action)
    field = 0 if action.field is UNSET else find_field(state, action.field, "TR-4.1")
    if action.kind is not UNSET and action.kind not in KINDS:
        raise Refusal("TR-4.1", "kind-unknown", seen=action.kind)
    bits = [find_tile(state, tile, "TR-4.1") for tile in action.tiles]
    if field:
        price = payments.price_on(state, seat, field)
    else:
        assert action.adjacent is not UNSET
        kind = cast("Kind", action.kind)
        if not action.adjacent and kind not in ANYWHERE:
            raise Refusal("TR-4.2", "kind-not-touching", kind=kind)
        price = state.table.prices.of(kind, adjacent=action.adjacent)
    paid, gains = payments.require_payment(state, seat, bits, price)
    return Choice(state, action, price, field, paid, gains)


def _carry_out(state: State, choice: Choice, events: list[Event]) -> State:
    """Pay, gain and place; then end the game with the 25th statue, or give the turn to the next player (TR-4.11)."""
    phase, price, action = state.phase, choice.price, choice.build
    assert isinstance(phase, Placing)
    seat = state.ranked[phase.rank - 1]
    first = len(events)
    players, gained = state.players, 0
    if choice.gains:
        players, gained = with_help_to_gain(state, players, seat, choice.gains, events)
    player = players[seat]
    number = min(STATUES_ON[price.kind], STATUES_EACH - player.placed)
    player = player.with_statues(number, choice.field, paid=choice.paid, gained=gained)
    built: dict[str, Any] = {
        "color": action.player,
        "kind": price.kind,
        "double": not price.adjacent,
        "tiles": action.tiles,
        "gained": gained,
        "statues": number,
        "placed": player.placed,
    }
    if choice.field:
        built["field"] = action.field
    events.insert(first, Event("built-field" if choice.field else "built", built))
    players = with_player(players, seat, player)
    if player.placed == STATUES_EACH:
        return end_game(state, players, seat, "25th statue", events)
    return _next_placer(state, players, Placing(phase.rank, built=True, able=phase.able | 1 << seat), events)


def pass_turn(state: State, action: actions.Pass, events: list[Event]) -> State:
    """Pass (TR-4.8, TR-11.2)."""
    if action.stuck is not UNSET and state.table.map == "tracked":
        raise Refusal("LOG", "stuck-tracked")
    phase = require_phase(state, Placing, action)
    seat = require_turn(state, action)
    stuck = action.stuck is True
    events.append(public_event("passed-stuck" if stuck else "passed", color=action.player))
    able = phase.able if stuck else phase.able | 1 << seat
    return _next_placer(state, state.players, Placing(phase.rank, phase.built, able), events)


def first_placer(state: State, events: list[Event]) -> State:
    """Begin the phase with the first player who can build (TR-4.1, TR-4.8)."""
    return _next_placer(state, state.players, Placing(rank=0, built=False, able=0), events)


def _next_placer(state: State, players: Players, turn: Placing, events: list[Event]) -> State:
    """Give the turn to the next player who can build (TR-4.8); end the phase if no player built (TR-4.9)."""
    ranked, last = state.ranked, turn.rank
    behind = ranked[last:]
    asked = behind + ranked[:last] if turn.built else behind
    place = payments.first_able_to_build(state, players, asked)
    if place is None:
        _passed_over(
            state, asked + behind if turn.built else asked, events
        )  # a player who could not build before cannot now
        return _end_placing(state, players, turn.able, events)
    if place:
        _passed_over(state, asked[:place], events)
    phase = Placing(ranked.index(asked[place]) + 1, turn.built and place < len(behind), turn.able)
    return replace(state, players=players, phase=phase)


def _passed_over(state: State, seats: Iterable[Seat], events: list[Event]) -> None:
    over = tuple(dict.fromkeys(state.colors(seats)))
    if over:
        events.append(public_event("passed-over", colors=over, count=len(over)))


def _end_placing(state: State, players: Players, able: SeatSet, events: list[Event]) -> State:
    """Return left-over tiles (TR-4.9) and console players who could build nothing (TR-4.10)."""
    colors = state.table.colors
    left_over = tuple([(colors[seat], castle.bit_count()) for seat in state.ranked if (castle := players[seat].castle)])
    events.append(public_event("left-over", shares=left_over) if left_over else public_event("nothing-left-over"))
    if left_over:
        players = tuple([replace(player, castle=0) for player in players])
    greedy = {tumult.greediest for tumult in state.tumults}
    for seat in state.ranked:
        if not able & 1 << seat and colors[seat] not in greedy:
            first = len(events)
            players, gained = with_help_to_gain(state, players, seat, CONSOLATION, events)
            player = players[seat]
            players = with_player(players, seat, replace(player, supporters=player.supporters + gained))
            events.insert(first, public_event("consolation", color=colors[seat], gained=gained))
    return crown(state, players, events)
