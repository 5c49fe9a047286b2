"""The throne room and the chambers (TU-3 to TU-5, TU-7, TU-8)."""

from typing import Final

from msgspec.structs import replace

from controller.games.tudor.box.edition import CHAMBER_COUNT, COLUMN_LETTERS, MAX_LORDS_PER_CHAMBER, ROUND_TOKEN_KINDS
from controller.games.tudor.rules import moves
from controller.games.tudor.rules import state as states
from controller.games.tudor.rules.chapters import shared
from controller.games.tudor.rules.moves import Refusal
from controller.games.tudor.rules.table import SUPPLY, Chamber, Path, Seat, Space
from controller.games.undoable_log import Event, hidden_event, public_event

INFLUENCE = 0
INTRIGUE = 1


def check_path(
    state: states.State, seat: Seat, origin: Space, path: Path, most: int, rule: str, *, straight: bool = False
) -> None:
    """Refuse a path that a courtier may not take (TU-7.1 to TU-7.7); ``rule`` is the action's."""
    board = state.table.board
    if len(path) > most:
        raise Refusal(rule, "steps", seen=len(path), most=most)
    player, occupied = state.players[seat], state.occupied_spaces
    if origin == SUPPLY:
        entry = path[0]
        if not player.supply:
            raise Refusal("TU-7.4", "supply-empty", player=state.table.colors[seat])
        if board.row_by_space[entry] != 1 or occupied >> entry & 1:
            raise Refusal("TU-7.4", "entry", space=board.names[entry])
    elif not player.courtiers >> origin & 1:
        raise Refusal("TU-7.2", "courtier-not-there", player=state.table.colors[seat], space=board.names[origin])
    last, end = origin, len(path) - 1
    for number, space in enumerate(path):
        before = path[:number]
        if last not in {SUPPLY, space} and space not in board.neighbours[last]:
            raise Refusal("TU-7.1", "not-beside", space=board.names[space], last=board.names[last])
        if space == origin or space in before:
            raise Refusal("TU-7.5", "entered-before", space=board.names[space])
        if (
            straight
            and last != SUPPLY
            and not (
                board.column_by_space[space] == board.column_by_space[last]
                and board.row_by_space[space] == board.row_by_space[last] + 1
            )
        ):
            raise Refusal(rule, "not-straight", space=board.names[space], last=board.names[last])
        top = board.top_spaces >> space & 1
        if top and number < end:
            raise Refusal("TU-7.6", "beyond-top", space=board.names[space])
        if number == end and occupied >> space & 1:
            raise Refusal("TU-7.3", "occupied", space=board.names[space])
        if top and state.offices[board.column_by_space[space]] == seat:
            raise Refusal("TU-7.7", "own-office", column=COLUMN_LETTERS[board.column_by_space[space]])
        last = space


def move_courtier(
    state: states.State,
    seat: Seat,
    player: states.Player,
    stacks: states.FactionCounts,
    origin: Space,
    path: Path,
    how: str,
    done: str,
    events: list[Event],
) -> states.State:
    """Return the state after a courtier's move, with the steps now due (TU-7.8 to TU-7.10, TU-8.1, TU-8.6).

    ``player`` and ``stacks`` are those after payment; ``how`` names the move in the event; ``done`` is the state's
    ``done`` after the move.
    """
    table, board = state.table, state.table.board
    tokens, occupied = state.tokens, state.occupied_spaces
    end = path[-1]
    courtiers, supply = player.courtiers, player.supply
    left: list[Space] = []
    if origin == SUPPLY:
        supply -= 1
    else:
        courtiers ^= 1 << origin
        left.append(origin)
    taken, laid = 0, list(tokens)
    gained = []
    for space in path:
        token = tokens[space]
        if token != states.EMPTY:
            gained.append(token)
            taken |= 1 << token
            laid[space] = states.EMPTY
        if space != end and not occupied >> space & 1:
            left.append(space)
    bit = 1 << end
    kind = INFLUENCE if state.influence & bit else INTRIGUE if state.intrigue & bit else -1
    column = board.column_by_space[end] if board.top_spaces & bit else -1
    prestige = player.prestige
    if column < 0:
        courtiers |= bit
    else:
        left.append(end)
        if 4 in table.scoring:
            prestige += table.offices[column]
    if origin == SUPPLY:
        events.append(public_event("entered", player=seat, how=how, path=path))
    else:
        events.append(public_event("moved", player=seat, how=how, origin=origin, path=path))
    if gained:
        events.append(hidden_event("tokens", player=seat, tokens=gained))
    if kind >= 0:
        events.append(hidden_event(ROUND_TOKEN_KINDS[kind], player=seat))
    player = replace(
        player,
        supply=supply,
        prestige=prestige,
        courtiers=courtiers,
        tokens=player.tokens | taken,
        influence=player.influence + (kind == INFLUENCE),
        intrigue=player.intrigue + (kind == INTRIGUE),
    )
    players = shared.with_player(state.players, seat, player)
    due: list[states.Step] = [*restock_draw_steps(state, left)]
    draws = len(due)
    offices = state.offices
    if column >= 0:
        robbed, gain = offices[column], prestige - state.players[seat].prestige
        offices = shared.with_value(offices, column, seat)
        if robbed == states.NO_SEAT:
            events.append(public_event("office", player=seat, column=column, prestige=gain))
        else:
            other = players[robbed]
            players = shared.with_player(players, robbed, replace(other, supply=other.supply + 1))
            events.append(public_event("office-robbed", player=seat, other=robbed, column=column, prestige=gain))
        due.append(states.TakeRingStep(column, robbed))
    after = replace(
        state,
        players=players,
        tokens=tuple(laid),
        influence=state.influence & ~bit,
        intrigue=state.intrigue & ~bit,
        offices=offices,
        stacks=stacks,
        done=done,
    )
    if kind >= 0 and is_round_token_usable_now(after, seat, kind, draws):
        due.append(states.RoundTokenStep(kind))
    if column >= 0 and table.scenario == 4:
        due.append(states.OfficeActionStep())
    return replace(after, due=tuple(due)) if due or state.due else after


def restock_draw_steps(state: states.State, left: list[Space]) -> list[states.DrawStep]:
    """Return draws for emptied spaces, highest row first, at most one per token in the bag (TU-7.10, TU-7.11)."""
    if len(left) > 1:
        left.sort(key=state.table.board.restock_order.__getitem__)
    in_bag = sum(state.bag)
    return [states.DrawStep(space) for space in left[:in_bag]]


def is_round_token_usable_now(state: states.State, seat: Seat, kind: int, draws: int) -> bool:
    """Whether a round token just taken can be used at once, after ``draws`` draws for spaces (TU-12.6)."""
    table = state.table
    if 6 in table.scoring and state.players[seat].supply:
        return True
    if table.scenario == 1 and kind == INTRIGUE:
        return len(state.tokens) - state.tokens.count(states.EMPTY) + draws >= 2
    if table.scenario == 2:
        return any(state.stacks) if kind == INFLUENCE else any(swappable_chair_pairs(state, seat))
    return False


def swappable_chair_pairs(state: states.State, seat: Seat) -> list[tuple[int, int]]:
    """Return chamber and upper chair of each pair of adjacent figures, one the player's (TU-12.2)."""
    return [
        (chamber, upper)
        for chamber, chairs in enumerate(state.chairs)
        for upper in range(len(chairs) - 1)
        if chairs[upper] != states.EMPTY
        and chairs[upper + 1] != states.EMPTY
        and seat in {chairs[upper] >> 1, chairs[upper + 1] >> 1}
    ]


def check_draw(state: states.State, move: moves.PlaceDrawnToken) -> None:
    """Require a due draw, and a token that may be in the bag (TU-7.10, TU-7.11)."""
    if not state.due or type(state.due[0]) is not states.DrawStep:
        raise shared.step_not_due_refusal(state, "TU-7.10", "draw")
    pieces = state.table.pieces
    if not state.unseen >> move.token & 1:
        raise Refusal("TU-7.11", "token-seen", token=pieces.tokens[move.token])
    faction = pieces.token_factions[move.token]
    if not state.bag[faction]:
        name = state.table.faction_names[faction]
        raise Refusal("TU-7.11", "bag-without", faction=name)


def perform_draw(state: states.State, move: moves.PlaceDrawnToken, events: list[Event]) -> states.State:
    step = state.due[0]
    assert isinstance(step, states.DrawStep)
    token, space = move.token, step.space
    faction = state.table.pieces.token_factions[token]
    events.append(public_event("drawn", space=space, faction=faction))
    return replace(
        state,
        tokens=(*state.tokens[:space], token, *state.tokens[space + 1 :]),
        bag=shared.with_value(state.bag, faction, state.bag[faction] - 1),
        unseen=state.unseen ^ (1 << token),
        due=state.due[1:],
    )


def check_recall(state: states.State, move: moves.RecallCourtier) -> None:
    """Let a player without a courtier in supply take one back from the throne room (TU-7.13)."""
    phase = "assignment" if state.phase == "assignment" else "actions"
    shared.check_phase_and_turn(state, move.seat, phase, "TU-7.13", "recall")
    player, color = state.players[move.seat], state.table.colors[move.seat]
    if player.supply:
        raise Refusal("TU-7.13", "recall-supply", player=color, supply=player.supply)
    if not player.courtiers >> move.space & 1:
        raise Refusal("TU-7.2", "courtier-not-there", player=color, space=state.table.board.names[move.space])


def perform_recall(state: states.State, move: moves.RecallCourtier, events: list[Event]) -> states.State:
    player = state.players[move.seat]
    player = replace(player, supply=player.supply + 1, courtiers=player.courtiers ^ (1 << move.space))
    events.append(public_event("recalled", player=move.seat, space=move.space))
    return replace(
        state,
        players=shared.with_player(state.players, move.seat, player),
        due=tuple(restock_draw_steps(state, [move.space])),
    )


def begin_assignment(state: states.State, events: list[Event]) -> states.State:
    """Begin a round: each player has courtiers to assign (TU-3.1, TU-3.2)."""
    number = state.table.courtiers_to_assign(state.round)
    events.append(public_event("round", round=state.round, player=state.first))
    players = tuple([replace(player, to_place=number) for player in state.players])
    after = replace(state, players=players, phase="assignment", turn_seat=state.first)
    return _continue_or_end_assignment(after, events)


def _continue_or_end_assignment(state: states.State, events: list[Event]) -> states.State:
    """Go to the next player who can place a courtier (TU-3.4); if there is none, fill the chambers."""
    players, seat = list(state.players), state.turn_seat
    room = any(len(bench) < state.table.bench for bench in state.benches)
    if not room or not any(player.supply or player.courtiers for player in players):
        lost = [other for other, player in enumerate(players) if player.to_place]
        events.extend([public_event("placement-lost", player=other) for other in lost])
        players = [replace(player, to_place=0) for player in players]
    while players[seat].to_place:
        player = players[seat]
        if player.supply or player.courtiers:
            return replace(state, players=tuple(players), turn_seat=seat)
        players[seat] = replace(player, to_place=player.to_place - 1)
        events.append(public_event("placement-lost", player=seat))
        seat = (seat + 1) % len(players)
    return _seat_bench_courtiers(replace(state, players=tuple(players)), events)


def check_assign(state: states.State, move: moves.AssignCourtier) -> None:
    """Require a courtier in supply and a bench with room (TU-3.1, TU-3.3, TU-3.4)."""
    shared.check_phase_and_turn(state, move.seat, "assignment", "TU-3.1", "assign")
    if not state.players[move.seat].supply:
        raise Refusal("TU-3.4", "assign-supply", player=state.table.colors[move.seat])
    check_bench_has_room(state, move.chamber)


def check_bench_has_room(state: states.State, chamber: Chamber) -> None:
    """Refuse a bench that is full (TU-3.3)."""
    if len(state.benches[chamber]) >= state.table.bench:
        raise Refusal("TU-3.3", "bench-full", chamber=chamber + 1, most=state.table.bench)


def perform_assign(state: states.State, move: moves.AssignCourtier, events: list[Event]) -> states.State:
    seat, chamber = move.seat, move.chamber
    player = state.players[seat]
    player = replace(player, supply=player.supply - 1, to_place=player.to_place - 1)
    events.append(public_event("assigned", player=seat, chamber=chamber + 1))
    benches = with_courtier_on_bench(state.benches, chamber, seat)
    return _continue_with_next_player(
        replace(state, players=shared.with_player(state.players, seat, player), benches=benches), events
    )


def with_courtier_on_bench(
    benches: tuple[tuple[Seat, ...], ...], chamber: Chamber, seat: Seat
) -> tuple[tuple[Seat, ...], ...]:
    return (*benches[:chamber], (*benches[chamber], seat), *benches[chamber + 1 :])


def _continue_with_next_player(state: states.State, events: list[Event]) -> states.State:
    return _continue_or_end_assignment(replace(state, turn_seat=(state.turn_seat + 1) % len(state.players)), events)


def check_pass_placement(state: states.State, move: moves.PassPlacement) -> None:
    """Allow a pass only without a courtier in supply (TU-3.5)."""
    shared.check_phase_and_turn(state, move.seat, "assignment", "TU-3.5", "pass")
    supply = state.players[move.seat].supply
    if supply:
        raise Refusal("TU-3.5", "pass-supply", player=state.table.colors[move.seat], supply=supply)


def perform_pass_placement(state: states.State, move: moves.PassPlacement, events: list[Event]) -> states.State:
    player = state.players[move.seat]
    events.append(public_event("passed", player=move.seat))
    player = replace(player, to_place=player.to_place - 1)
    return _continue_with_next_player(
        replace(state, players=shared.with_player(state.players, move.seat, player)), events
    )


def _seat_bench_courtiers(state: states.State, events: list[Event]) -> states.State:
    """Seat each bench's courtiers, nearest the door first (TU-4.1 to TU-4.3), and begin placing lords."""
    supplies = [player.supply for player in state.players]
    rooms = []
    for chamber, (bench, before) in enumerate(zip(state.benches, state.chairs, strict=True), start=1):
        chairs, out = list(before), list[Seat]()
        for seat in bench:
            if states.EMPTY in chairs:
                chairs[chairs.index(states.EMPTY)] = 2 * seat
            else:
                out.append(Seat(chairs.pop(0) >> 1))
                supplies[out[-1]] += 1
                chairs.append(2 * seat)
        if out:
            events.append(public_event("pushed-out", players=tuple(out), chamber=chamber))
        rooms.append(tuple(chairs))
    players = tuple([replace(player, supply=supply) for player, supply in zip(state.players, supplies, strict=True)])
    return replace(
        state, players=players, benches=((),) * CHAMBER_COUNT, chairs=tuple(rooms), phase="lords", turn_seat=state.first
    )


def check_place_lord(state: states.State, move: moves.PlaceLord) -> None:
    """Require a chamber with fewer than two lords (TU-5.1, TU-5.2)."""
    shared.check_phase_and_turn(state, move.seat, "lords", "TU-5.1", "place_lord")
    if len(state.lords[move.chamber]) >= MAX_LORDS_PER_CHAMBER:
        raise Refusal("TU-5.2", "lords-full", chamber=move.chamber + 1)


def perform_place_lord(state: states.State, move: moves.PlaceLord, events: list[Event]) -> states.State:
    chamber, seat = move.chamber, move.seat
    events.append(public_event("lord", player=seat, chamber=chamber + 1))
    lords = (*state.lords[:chamber], (*state.lords[chamber], 2 * seat), *state.lords[chamber + 1 :])
    following = (seat + 1) % len(state.players)
    if following != state.first:
        return replace(state, lords=lords, turn_seat=following)
    rooms = list(state.chairs)
    for number, inside in enumerate(lords):
        if not inside and any(chair != states.EMPTY for chair in rooms[number]):
            rooms[number] = tuple([chair if chair == states.EMPTY else chair | 1 for chair in rooms[number]])
            events.append(public_event("idle", chamber=number + 1))
    return replace(
        state,
        lords=lords,
        chairs=tuple(rooms),
        phase="actions",
        turn_seat=state.first,
        figure=None,
        done="",
        used_sides=0,
    )


RULES: Final[dict[type, tuple[shared.CheckMove, shared.PerformMove]]] = {
    moves.AssignCourtier: (check_assign, perform_assign),
    moves.PassPlacement: (check_pass_placement, perform_pass_placement),
    moves.PlaceLord: (check_place_lord, perform_place_lord),
    moves.RecallCourtier: (check_recall, perform_recall),
    moves.PlaceDrawnToken: (check_draw, perform_draw),
}
