"""Placement rounds: who builds, passes, is passed over or consoled (TR-4)."""

from collections.abc import Iterable
from typing import Any, Final, cast

from msgspec import UNSET
from msgspec.structs import replace

from controller.games.tumult_royale.box.words import ANYWHERE, KINDS, STATUES_EACH, STATUES_ON, Kind, Seat
from controller.games.tumult_royale.rules import actions, payments
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.chapters.coronation import crown, end_game
from controller.games.tumult_royale.rules.chapters.shared import (
    acting_seat,
    can_gain,
    field_named,
    in_phase,
    same_map,
    tile_called,
    with_player,
)
from controller.games.tumult_royale.rules.options import Choice
from controller.games.tumult_royale.rules.state import Placing, Players, SeatSet, State
from controller.games.undoable_log import Event, public_event

CONSOLATION: Final = 2
"""Supporters for who could build nothing (TR-4.10)."""


def build(state: State, action: actions.Build, happened: list[Event]) -> State:
    """Statues are placed on a field and paid (TR-4.2 to TR-4.7, TR-4.11)."""
    return _built(state, _judged(state, action), happened)


def take(state: State, choice: Choice, happened: list[Event]) -> State:
    """The same for a build that was chosen from the options; from those of another state it has to be judged."""
    return _built(state, choice if choice.state is state else _judged(state, choice.build), happened)


def _judged(state: State, action: actions.Build) -> Choice:
    same_map(state, tracked=action.field is not UNSET)
    in_phase(state, Placing, action)
    seat = acting_seat(state, action)
    field = 0 if action.field is UNSET else field_named(state, action.field, "TR-4.1")
    if action.kind is not UNSET and action.kind not in KINDS:
        raise Refusal("TR-4.1", "kind-unknown", seen=action.kind)
    bits = [tile_called(state, tile, "TR-4.1") for tile in action.tiles]
    if field:
        price = payments.price_on(state, seat, field)
    else:
        assert action.adjacent is not UNSET
        kind = cast("Kind", action.kind)
        if not action.adjacent and kind not in ANYWHERE:
            raise Refusal("TR-4.2", "kind-not-touching", kind=kind)
        price = state.table.prices.of(kind, adjacent=action.adjacent)
    paid, gains = payments.payment(state, seat, bits, price)
    return Choice(state, action, price, field, paid, gains)


def _built(state: State, choice: Choice, happened: list[Event]) -> State:
    """The one to act pays, gains, places, and if that was not the 25th it is the next one's turn (TR-4.11)."""
    phase, price, action = state.phase, choice.price, choice.build
    assert isinstance(phase, Placing)
    seat = state.ranked[phase.rank - 1]
    first = len(happened)
    players, gained = state.players, 0
    if choice.gains:
        players, gained = can_gain(state, players, seat, choice.gains, happened)
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
    happened.insert(first, Event("built-field" if choice.field else "built", built))
    players = with_player(players, seat, player)
    if player.placed == STATUES_EACH:
        return end_game(state, players, seat, "25th statue", happened)
    return _next_placer(state, players, Placing(phase.rank, built=True, able=phase.able | 1 << seat), happened)


def pass_turn(state: State, action: actions.Pass, happened: list[Event]) -> State:
    """A player builds nothing this turn (TR-4.8, TR-11.2)."""
    if action.stuck is not UNSET and state.table.map == "tracked":
        raise Refusal("LOG", "stuck-tracked")
    phase = in_phase(state, Placing, action)
    seat = acting_seat(state, action)
    stuck = action.stuck is True
    happened.append(public_event("passed-stuck" if stuck else "passed", color=action.player))
    able = phase.able if stuck else phase.able | 1 << seat
    return _next_placer(state, state.players, Placing(phase.rank, phase.built, able), happened)


def first_placer(state: State, happened: list[Event]) -> State:
    """Whose turn it is first in this phase (TR-4.1, TR-4.8)."""
    return _next_placer(state, state.players, Placing(rank=0, built=False, able=0), happened)


def _next_placer(state: State, players: Players, turn: Placing, happened: list[Event]) -> State:
    """Give the turn to the next player who can build (TR-4.8); end the phase if no player built (TR-4.9)."""
    ranked, last = state.ranked, turn.rank
    behind = ranked[last:]
    asked = behind + ranked[:last] if turn.built else behind
    place = payments.first_able(state, players, asked)
    if place is None:
        _passed_over(state, asked + behind if turn.built else asked, happened)  # who could not just now cannot now
        return _end_placing(state, players, turn.able, happened)
    if place:
        _passed_over(state, asked[:place], happened)
    phase = Placing(ranked.index(asked[place]) + 1, turn.built and place < len(behind), turn.able)
    return replace(state, players=players, phase=phase)


def _passed_over(state: State, seats: Iterable[Seat], happened: list[Event]) -> None:
    over = tuple(dict.fromkeys(state.colors(seats)))
    if over:
        happened.append(public_event("passed-over", colors=over, count=len(over)))


def _end_placing(state: State, players: Players, able: SeatSet, happened: list[Event]) -> State:
    """Left-over tiles go back (TR-4.9), who could build nothing is consoled (TR-4.10)."""
    colors = state.table.colors
    left_over = tuple([(colors[seat], castle.bit_count()) for seat in state.ranked if (castle := players[seat].castle)])
    happened.append(public_event("left-over", shares=left_over) if left_over else public_event("nothing-left-over"))
    if left_over:
        players = tuple([replace(player, castle=0) for player in players])
    greedy = {tumult.greediest for tumult in state.tumults}
    for seat in state.ranked:
        if not able & 1 << seat and colors[seat] not in greedy:
            first = len(happened)
            players, gained = can_gain(state, players, seat, CONSOLATION, happened)
            player = players[seat]
            players = with_player(players, seat, replace(player, supporters=player.supporters + gained))
            happened.insert(first, public_event("consolation", color=colors[seat], gained=gained))
    return crown(state, players, happened)
