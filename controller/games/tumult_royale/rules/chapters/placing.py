"""Placement rounds: who builds, passes, is passed over or consoled (TR-4)."""

from typing import Final, cast

from msgspec import UNSET
from msgspec.structs import replace

from controller.games.tumult_royale.box.words import KINDS, STATUES_EACH, STATUES_ON, Kind, Seat
from controller.games.tumult_royale.rules import actions, events, statues
from controller.games.tumult_royale.rules.chapters.coronation import crown, end_game
from controller.games.tumult_royale.rules.chapters.shared import (
    acting_seat,
    can_gain,
    field_named,
    gain,
    in_phase,
    same_map,
    tile_called,
    with_player,
)
from controller.games.tumult_royale.rules.country import FieldSet
from controller.games.tumult_royale.rules.events import Event
from controller.games.tumult_royale.rules.options import Choice
from controller.games.tumult_royale.rules.refusal import Refusal
from controller.games.tumult_royale.rules.state import Placing, State

CONSOLATION: Final = 2
"""Supporters for who could build nothing (TR-4.10)."""


def build(state: State, action: actions.Build, happened: list[Event]) -> State:
    """Statues are placed on a field and paid (TR-4.2 to TR-4.7, TR-4.11).

    Raises:
        Refusal: the rules do not allow it.
    """
    return _built(state, _judged(state, action), happened)


def take(state: State, choice: Choice, happened: list[Event]) -> State:
    """The same for a build that was chosen from the options; from those of another state it has to be judged.

    Raises:
        Refusal: the rules do not allow it.
    """
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
        price = statues.price_on(state, seat, field)
    else:
        assert action.adjacent is not UNSET
        price = statues.price_named(state.table, cast("Kind", action.kind), adjacent=action.adjacent)
    paid, gains = statues.payment(state, seat, bits, price)
    return Choice(state, action, price, field, paid, gains)


def _built(state: State, choice: Choice, happened: list[Event]) -> State:
    """The one to act pays, gains, places, and if that was not the 25th it is the next one's turn (TR-4.11)."""
    phase, price, action = state.phase, choice.price, choice.build
    assert isinstance(phase, Placing)
    seat = state.ranked[phase.rank - 1]
    shared: list[Event] = []
    state, gained = can_gain(state, seat, choice.gains, shared)
    player = state.players[seat]
    number = min(STATUES_ON[price.kind], STATUES_EACH - player.placed)
    player = player.with_statues(number, choice.field, paid=choice.paid, gained=gained)
    happened.append(
        events.Built(
            player=action.player,
            field=None if action.field is UNSET else action.field,
            kind=price.kind,
            double=not price.adjacent,
            tiles=action.tiles,
            gained=gained,
            statues=number,
            placed=player.placed,
        )
    )
    happened.extend(shared)
    state = replace(state, players=with_player(state.players, seat, player))
    if player.placed == STATUES_EACH:
        return end_game(state, seat, "25th statue", happened)
    return _next_placer(state, Placing(phase.rank, built=True, able=phase.able | {seat}), happened)


def pass_turn(state: State, action: actions.Pass, happened: list[Event]) -> State:
    """A player builds nothing this turn (TR-4.8, TR-11.2).

    Raises:
        Refusal: the rules do not allow it.
    """
    if action.stuck is not UNSET and state.table.map == "tracked":
        raise Refusal("LOG", "stuck-tracked")
    phase = in_phase(state, Placing, action)
    seat = acting_seat(state, action)
    stuck = action.stuck is True
    happened.append(events.Passed(player=action.player, stuck=stuck))
    able = phase.able if stuck else phase.able | {seat}
    return _next_placer(state, Placing(phase.rank, phase.built, able), happened)


def _next_placer(state: State, turn: Placing, happened: list[Event]) -> State:
    """Whose turn it is after ``turn``: the next who can build (TR-4.8); nobody if nobody built (TR-4.9)."""
    behind, vacant = range(turn.rank + 1, len(state.ranked) + 1), ~state.occupied()
    rank = _first_able(state, behind, vacant, happened)
    if rank is not None:
        return replace(state, phase=Placing(rank, turn.built, turn.able))
    if turn.built:
        rank = _first_able(state, range(1, turn.rank + 1), vacant, happened)
        if rank is not None:
            return replace(state, phase=Placing(rank, built=False, able=turn.able))
        # Who could not build just now cannot now.
        happened.extend(events.PassedOver(player=state.color(state.ranked[rank - 1])) for rank in behind)
    return _end_placing(state, turn.able, happened)


def first_placer(state: State, happened: list[Event]) -> State:
    """Whose turn it is first in this phase (TR-4.1, TR-4.8)."""
    rank = _first_able(state, range(1, len(state.ranked) + 1), ~state.occupied(), happened)
    if rank is None:
        return _end_placing(state, frozenset(), happened)
    return replace(state, phase=Placing(rank, built=False, able=frozenset()))


def _first_able(state: State, some_ranks: range, vacant: FieldSet, happened: list[Event]) -> int | None:
    """The first of these ranks that has a legal build; who has none is passed over (TR-4.8)."""
    for rank in some_ranks:
        seat = state.ranked[rank - 1]
        if statues.can_build(state, seat, vacant):
            return rank
        happened.append(events.PassedOver(player=state.color(seat)))
    return None


def _end_placing(state: State, able: frozenset[Seat], happened: list[Event]) -> State:
    """Left-over tiles go back (TR-4.9), who could build nothing is consoled (TR-4.10)."""
    left_over = [
        (state.color(seat), state.players[seat].castle.bit_count())
        for seat in state.ranked
        if state.players[seat].castle
    ]
    happened.append(events.PlacingEnded(left_over=tuple(left_over)))
    state = replace(
        state, players=tuple([replace(player, castle=0) if player.castle else player for player in state.players])
    )
    greedy = {tumult.greediest for tumult in state.tumults}
    for seat in state.ranked:
        if seat not in able and state.color(seat) not in greedy:
            shared: list[Event] = []
            state, gained = gain(state, seat, CONSOLATION, shared)
            happened.append(events.Consoled(player=state.color(seat), gained=gained))
            happened.extend(shared)
    return crown(state, happened)
