"""Placement rounds: who builds, passes, is passed over or consoled (TR-4)."""

from typing import Final, cast

from msgspec import UNSET
from msgspec.structs import replace

from controller.games.tumult_royale.box.words import KINDS, STATUES_EACH, STATUES_ON, Kind, Seat
from controller.games.tumult_royale.rules import actions, events, statues
from controller.games.tumult_royale.rules.chapters.coronation import crown, end_game
from controller.games.tumult_royale.rules.chapters.shared import (
    acting_seat,
    field_named,
    gain,
    in_phase,
    place_statues,
    same_map,
    tile_called,
)
from controller.games.tumult_royale.rules.events import Event
from controller.games.tumult_royale.rules.refusal import Refusal
from controller.games.tumult_royale.rules.state import Placing, State

CONSOLATION: Final = 2
"""Supporters for who could build nothing (TR-4.10)."""


def build(state: State, action: actions.Build, happened: list[Event]) -> State:
    """Statues are placed on a field and paid (TR-4.2 to TR-4.7, TR-4.11).

    Raises:
        Refusal: the rules do not allow it.
    """
    same_map(state, tracked=action.field is not UNSET)
    phase = in_phase(state, Placing, action)
    seat = acting_seat(state, action)
    field = None if action.field is UNSET else field_named(state, action.field, "TR-4.1")
    if action.kind is not UNSET and action.kind not in KINDS:
        raise Refusal("TR-4.1", "kind-unknown", seen=action.kind)
    bits = [tile_called(state, tile, "TR-4.1") for tile in action.tiles]
    if field is None:
        assert action.adjacent is not UNSET
        site = statues.site_named(state.table, cast("Kind", action.kind), adjacent=action.adjacent)
    else:
        site = statues.site_on(state, seat, field)
    paid, gains = statues.payment(state, seat, bits, site)
    # TR-4.11: pay, gain, place, then look whether that was the 25th. Paying and placing are no one else's affair.
    number = min(STATUES_ON[site.kind], STATUES_EACH - state.players[seat].placed)
    state = place_statues(state, seat, field, number, paid)
    placed = state.players[seat].placed
    shared: list[Event] = []
    state, gained = gain(state, seat, gains, shared)
    happened.append(
        events.Built(
            player=action.player,
            field=None if action.field is UNSET else action.field,
            kind=site.kind,
            double=not site.adjacent,
            tiles=action.tiles,
            gained=gained,
            statues=number,
            placed=placed,
        )
    )
    happened.extend(shared)
    if placed == STATUES_EACH:
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
    behind = range(turn.rank + 1, len(state.ranked) + 1)
    rank = _first_able(state, behind, happened)
    if rank is not None:
        return replace(state, phase=Placing(rank, turn.built, turn.able))
    if turn.built:
        rank = _first_able(state, range(1, turn.rank + 1), happened)
        if rank is not None:
            return replace(state, phase=Placing(rank, built=False, able=turn.able))
        # Who could not build just now cannot now.
        happened.extend(events.PassedOver(player=state.color(state.ranked[rank - 1])) for rank in behind)
    return _end_placing(state, turn.able, happened)


def first_placer(state: State, happened: list[Event]) -> State:
    """Whose turn it is first in this phase (TR-4.1, TR-4.8)."""
    rank = _first_able(state, range(1, len(state.ranked) + 1), happened)
    if rank is None:
        return _end_placing(state, frozenset(), happened)
    return replace(state, phase=Placing(rank, built=False, able=frozenset()))


def _first_able(state: State, some_ranks: range, happened: list[Event]) -> int | None:
    """The first of these ranks that has a legal build; who has none is passed over (TR-4.8)."""
    vacant = ~state.occupied()
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
