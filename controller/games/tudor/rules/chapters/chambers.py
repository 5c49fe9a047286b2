"""Benches, chairs and lords: who is assigned to a chamber, and who gets in (TU-3, TU-4, TU-5)."""

from msgspec.structs import replace

from controller.games.tudor.box.words import CHAMBERS, LORDS_IN_A_CHAMBER
from controller.games.tudor.rules import events, moves
from controller.games.tudor.rules.chapters.shared import in_phase, with_player
from controller.games.tudor.rules.events import Event
from controller.games.tudor.rules.refusal import Refusal
from controller.games.tudor.rules.state import EMPTY, State
from controller.games.tudor.rules.table import Chamber, Seat


def begin_assignment(state: State, happened: list[Event]) -> State:
    """A round begins: everybody has so many courtiers to assign (TU-3.1, TU-3.2)."""
    number = state.table.to_assign(state.round)
    happened.append(events.RoundBegan(state.round, state.table.colors[state.first]))
    players = tuple([replace(player, to_place=number) for player in state.players])
    after = replace(state, players=players, phase="assignment", at=state.first)
    return _next_placement(after, happened)


def _next_placement(state: State, happened: list[Event]) -> State:
    """The next placement that can be made; what cannot is lost without a question (TU-3.4), then chambers fill."""
    players, seat = list(state.players), state.at
    room = any(len(bench) < state.table.bench for bench in state.benches)
    if not room or not any(player.supply or player.courtiers for player in players):
        lost = [events.PlacementLost(state.table.colors[other], passed=False) for other, _ in enumerate(players)]
        happened.extend([event for event, player in zip(lost, players, strict=True) if player.to_place])
        players = [replace(player, to_place=0) for player in players]
    while players[seat].to_place:
        player = players[seat]
        if player.supply or player.courtiers:
            return replace(state, players=tuple(players), at=seat)
        players[seat] = replace(player, to_place=player.to_place - 1)
        happened.append(events.PlacementLost(state.table.colors[seat], passed=False))
        seat = (seat + 1) % len(players)
    return _enter_chambers(replace(state, players=tuple(players)), happened)


def judge_assign(state: State, move: moves.Assign) -> None:
    """From the supply to a bench with room (TU-3.1, TU-3.3, TU-3.4)."""
    in_phase(state, move.seat, "assignment", "TU-3.1", "assign")
    if not state.players[move.seat].supply:
        raise Refusal("TU-3.4", "assign-supply", player=state.table.colors[move.seat])
    judge_bench(state, move.chamber)


def judge_bench(state: State, chamber: Chamber) -> None:
    """Refuse a bench that is full (TU-3.3)."""
    if len(state.benches[chamber]) >= state.table.bench:
        raise Refusal("TU-3.3", "bench-full", chamber=chamber + 1, most=state.table.bench)


def assign(state: State, move: moves.Assign, happened: list[Event]) -> State:
    """The courtier sits nearest to the door that is free (TU-3.1)."""
    seat, chamber = move.seat, move.chamber
    player = state.players[seat]
    player = replace(player, supply=player.supply - 1, to_place=player.to_place - 1)
    happened.append(events.CourtierAssigned(state.table.colors[seat], chamber + 1))
    benches = seated(state.benches, chamber, seat)
    return _after_placement(replace(state, players=with_player(state.players, seat, player), benches=benches), happened)


def seated(benches: tuple[tuple[Seat, ...], ...], chamber: Chamber, seat: Seat) -> tuple[tuple[Seat, ...], ...]:
    """The benches with one courtier more."""
    return (*benches[:chamber], (*benches[chamber], seat), *benches[chamber + 1 :])


def _after_placement(state: State, happened: list[Event]) -> State:
    return _next_placement(replace(state, at=(state.at + 1) % len(state.players)), happened)


def judge_pass(state: State, move: moves.Pass) -> None:
    """Only without a courtier in supply (TU-3.5)."""
    in_phase(state, move.seat, "assignment", "TU-3.5", "pass")
    supply = state.players[move.seat].supply
    if supply:
        raise Refusal("TU-3.5", "pass-supply", player=state.table.colors[move.seat], supply=supply)


def pass_placement(state: State, move: moves.Pass, happened: list[Event]) -> State:
    """One placement is given up (TU-3.5)."""
    player = state.players[move.seat]
    happened.append(events.PlacementLost(state.table.colors[move.seat], passed=True))
    player = replace(player, to_place=player.to_place - 1)
    return _after_placement(replace(state, players=with_player(state.players, move.seat, player)), happened)


def _enter_chambers(state: State, happened: list[Event]) -> State:
    """From each bench to the chairs, nearest to the door first (TU-4.1 to TU-4.3); then lords are placed."""
    colors = state.table.colors
    supplies = [player.supply for player in state.players]
    rooms = []
    for chamber, (bench, before) in enumerate(zip(state.benches, state.chairs, strict=True), start=1):
        chairs = list(before)
        for seat in bench:
            if EMPTY in chairs:
                chair = chairs.index(EMPTY)
                chairs[chair] = 2 * seat
            else:
                out = chairs.pop(0) >> 1
                supplies[out] += 1
                chairs.append(2 * seat)
                chair = len(chairs) - 1
                happened.append(events.CourtierPushedOut(colors[out], chamber))
            happened.append(events.CourtierSeated(colors[seat], chamber, chair + 1))
        rooms.append(tuple(chairs))
    players = tuple([replace(player, supply=supply) for player, supply in zip(state.players, supplies, strict=True)])
    return replace(
        state,
        players=players,
        benches=((),) * CHAMBERS,
        chairs=tuple(rooms),
        phase="lords",
        at=state.first,
    )


def judge_place_lord(state: State, move: moves.PlaceLord) -> None:
    """Into a chamber with fewer than two lords (TU-5.1, TU-5.2)."""
    in_phase(state, move.seat, "lords", "TU-5.1", "place_lord")
    if len(state.lords[move.chamber]) >= LORDS_IN_A_CHAMBER:
        raise Refusal("TU-5.2", "lords-full", chamber=move.chamber + 1)


def place_lord(state: State, move: moves.PlaceLord, happened: list[Event]) -> State:
    """The lord is in; after the last the courtiers of chambers without one are used (TU-5.3), and turns begin."""
    chamber, seat, colors = move.chamber, move.seat, state.table.colors
    happened.append(events.LordPlaced(colors[seat], chamber + 1))
    lords = (*state.lords[:chamber], (*state.lords[chamber], 2 * seat), *state.lords[chamber + 1 :])
    following = (seat + 1) % len(state.players)
    if following != state.first:
        return replace(state, lords=lords, at=following)
    rooms = list(state.chairs)
    for number, inside in enumerate(lords):
        if not inside:
            rooms[number] = tuple([chair if chair == EMPTY else chair | 1 for chair in rooms[number]])
            happened.append(events.ChamberIdle(number + 1))
    happened.append(events.TurnBegan(colors[state.first]))
    return replace(
        state, lords=lords, chairs=tuple(rooms), phase="actions", at=state.first, figure=None, done="", sides=0
    )
