"""Placement rounds: builds, passes, players passed over, consolation (TR-4)."""

from collections.abc import Iterable
from typing import Any, Final, cast

from msgspec import UNSET
from msgspec.structs import replace

from controller.games.tumult_royale.box import words
from controller.games.tumult_royale.rules import actions, payments
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.chapters import shared
from controller.games.tumult_royale.rules.chapters.coronation import end_game, rank_and_crown
from controller.games.tumult_royale.rules.options import ChosenBuild
from controller.games.tumult_royale.rules.state import Placing, PlayersBySeat, SeatSet, State
from controller.games.undoable_log import Event, public_event

CONSOLATION_SUPPORTERS: Final = 2
"""Supporters for a player who could not build (TR-4.10)."""


def handle_build(state: State, action: actions.Build, events: list[Event]) -> State:
    """Pay tiles and place statues on a field (TR-4.2 to TR-4.7, TR-4.11)."""
    return _carry_out_build(state, _check_build(state, action), events)


def handle_chosen_build(state: State, choice: ChosenBuild, events: list[Event]) -> State:
    return _carry_out_build(state, choice if choice.state is state else _check_build(state, choice.build), events)


def _check_build(state: State, action: actions.Build) -> ChosenBuild:
    shared.require_map_mode(state, tracked=action.field is not UNSET)
    shared.require_phase(state, Placing, action)
    seat = shared.require_turn(state, action)
    field = 0 if action.field is UNSET else shared.require_field(state, action.field, "TR-4.1")
    if action.kind is not UNSET and action.kind not in words.KINDS:
        raise Refusal("TR-4.1", "kind-unknown", seen=action.kind)
    bits = [shared.require_tile(state, tile, "TR-4.1") for tile in action.tiles]
    if field:
        price = payments.require_price_of_field(state, seat, field)
    else:
        assert action.adjacent is not UNSET
        kind = cast("words.Kind", action.kind)
        if not action.adjacent and kind not in words.KINDS_BUILT_ANYWHERE:
            raise Refusal("TR-4.2", "kind-not-touching", kind=kind)
        price = state.table.prices.price_of_kind(kind, adjacent=action.adjacent)
    paid, gains = payments.require_payment(state, seat, bits, price)
    return ChosenBuild(state, action, price, field, paid, gains)


def _carry_out_build(state: State, choice: ChosenBuild, events: list[Event]) -> State:
    """Pay, gain and place; end the game with the 25th statue, or let the next player act (TR-4.11)."""
    phase, price, action = state.phase, choice.price, choice.build
    assert isinstance(phase, Placing)
    seat = state.ranked[phase.rank - 1]
    first = len(events)
    players, gained = state.players, 0
    if choice.gains:
        players, gained = shared.refill_supply_for_gain(state, players, seat, choice.gains, events)
    player = players[seat]
    number = min(words.STATUES_BY_KIND[price.kind], words.STATUES_PER_PLAYER - player.placed)
    player = player.with_statues_added(number, choice.field, paid=choice.paid, gained=gained)
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
    players = shared.with_player_replaced(players, seat, player)
    if player.placed == words.STATUES_PER_PLAYER:
        return end_game(state, players, seat, "25th statue", events)
    return _give_turn_or_end_placing(state, players, replace(phase, built=True, able=phase.able | 1 << seat), events)


def handle_pass(state: State, action: actions.Pass, events: list[Event]) -> State:
    """Pass (TR-4.8, TR-11.2)."""
    if action.stuck is not UNSET and state.table.map == "tracked":
        raise Refusal("LOG", "stuck-tracked")
    phase = shared.require_phase(state, Placing, action)
    seat = shared.require_turn(state, action)
    stuck = action.stuck is True
    events.append(public_event("passed-stuck" if stuck else "passed", color=action.player))
    able = phase.able if stuck else phase.able | 1 << seat
    return _give_turn_or_end_placing(state, state.players, replace(phase, able=able), events)


def begin_placing(state: State, events: list[Event]) -> State:
    """Begin the phase with the first player who can build (TR-4.1, TR-4.8)."""
    return _give_turn_or_end_placing(state, state.players, Placing(rank=0, built=False, able=0), events)


def _give_turn_or_end_placing(state: State, players: PlayersBySeat, turn: Placing, events: list[Event]) -> State:
    """Give the turn to the next player who can build (TR-4.8); end the phase if none built (TR-4.9)."""
    ranked, last = state.ranked, turn.rank
    behind = ranked[last:]
    asked = behind + ranked[:last] if turn.built else behind
    place = payments.index_of_first_able_to_build(state, players, asked)
    if place is None:
        _add_passed_over_event(
            state, asked + behind if turn.built else asked, events
        )  # the players ``behind`` cannot build in the next placement round either
        return _end_placing_and_crown(state, players, turn.able, events)
    if place:
        _add_passed_over_event(state, asked[:place], events)
    phase = replace(turn, rank=ranked.index(asked[place]) + 1)
    if place >= len(behind):
        phase = replace(phase, built=False, placement_round=turn.placement_round + 1)
    return replace(state, players=players, phase=phase)


def _add_passed_over_event(state: State, seats: Iterable[words.Seat], events: list[Event]) -> None:
    over = tuple(dict.fromkeys(state.colors(seats)))
    if over:
        events.append(public_event("passed-over", colors=over, count=len(over)))


def _end_placing_and_crown(state: State, players: PlayersBySeat, able: SeatSet, events: list[Event]) -> State:
    """Return left-over tiles to the people (TR-4.9), supporters to players who could not build (TR-4.10)."""
    colors = state.table.colors
    left_over = tuple([(colors[seat], castle.bit_count()) for seat in state.ranked if (castle := players[seat].castle)])
    events.append(public_event("left-over", shares=left_over) if left_over else public_event("nothing-left-over"))
    if left_over:
        players = tuple([replace(player, castle=0) for player in players])
    greedy = {tumult.greediest for tumult in state.tumults}
    for seat in state.ranked:
        if not able & 1 << seat and colors[seat] not in greedy:
            first = len(events)
            players, gained = shared.refill_supply_for_gain(state, players, seat, CONSOLATION_SUPPORTERS, events)
            player = players[seat]
            players = shared.with_player_replaced(players, seat, replace(player, supporters=player.supporters + gained))
            events.insert(first, public_event("consolation", color=colors[seat], gained=gained))
    return rank_and_crown(state, players, events)
