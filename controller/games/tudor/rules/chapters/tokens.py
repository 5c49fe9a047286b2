"""Round tokens and scenario cards (TU-12, TU-13.6)."""

from typing import Final

from msgspec.structs import replace

from controller.games.tudor.box.edition import COLUMN_LETTERS
from controller.games.tudor.rules import moves
from controller.games.tudor.rules import state as states
from controller.games.tudor.rules.chapters import cards, throne, turns
from controller.games.tudor.rules.chapters import shared as shareds
from controller.games.tudor.rules.moves import Refusal
from controller.games.tudor.rules.table import HIGH_ROW, Board, Seat, Space
from controller.games.undoable_log import Event, hidden_event, public_event


def check_scenario_use_in_turn(state: states.State, seat: Seat) -> None:
    """Allow the scenario card in the player's own turn while no step is due (TU-12.6)."""
    shareds.check_turn_no_step_due(state, seat, "TU-12.6", "scenario")


def check_immediate_token_use(state: states.State, seat: Seat, kind: int) -> None:
    """Require that a round token of this kind was just taken (TU-12.6)."""
    turns.check_step_due(state, seat, (states.RoundTokenStep,), "TU-12.6", "scenario")
    step = state.due[0]
    assert isinstance(step, states.RoundTokenStep)
    if step.kind != kind:
        raise Refusal("TU-12.6", "token-other-kind")


def check_has_round_tokens(state: states.State, seat: Seat, rule: str, influence: int, intrigue: int) -> None:
    player = state.players[seat]
    if player.influence < influence or player.intrigue < intrigue:
        raise Refusal(rule, "round-tokens-few", influence=influence, intrigue=intrigue)


def spend_round_tokens(
    state: states.State, seat: Seat, influence: int, intrigue: int, events: list[Event]
) -> states.Player:
    player = state.players[seat]
    events.append(hidden_event("round-tokens", player=seat, influence=influence, intrigue=intrigue))
    return replace(player, influence=player.influence - influence, intrigue=player.intrigue - intrigue)


def discard_round_token(state: states.State, seat: Seat, events: list[Event]) -> states.Player:
    step = state.due[0]
    assert isinstance(step, states.RoundTokenStep)
    return spend_round_tokens(
        state, seat, int(step.kind == throne.INFLUENCE), int(step.kind == throne.INTRIGUE), events
    )


def with_gained_card(
    state: states.State, seat: Seat, player: states.Player, card: int, events: list[Event]
) -> states.State:
    """Give the player a card for the influence already given up."""
    given = state.players[seat].influence - player.influence
    events.append(public_event("card-for-influence", player=seat, influence=given))
    events.append(hidden_event("gains", player=seat, cards=(card,)))
    player = replace(player, cards=shareds.with_counts_changed(player.cards, (card,)))
    return replace(
        state,
        players=shareds.with_player(state.players, seat, player),
        stacks=shareds.with_counts_changed(state.stacks, (card,), -1),
    )


def check_swap_tokens(state: states.State, move: moves.SwapTokens) -> None:
    """Card 1 right: require two different spaces with tokens (TU-12.1)."""
    check_immediate_token_use(state, move.seat, throne.INTRIGUE)
    one, other = move.spaces
    if one == other:
        raise Refusal("TU-12.1", "space-twice", space=state.table.board.names[one])
    for space in move.spaces:
        if state.tokens[space] == states.EMPTY:
            raise Refusal("TU-12.1", "space-without-token", space=state.table.board.names[space])


def perform_swap_tokens(state: states.State, move: moves.SwapTokens, events: list[Event]) -> states.State:
    player = discard_round_token(state, move.seat, events)
    events.append(public_event("tokens-swapped", player=move.seat, spaces=move.spaces))
    return replace(
        state,
        players=shareds.with_player(state.players, move.seat, player),
        tokens=shareds.with_swapped(state.tokens, *move.spaces),
        due=state.due[1:],
    )


def check_give_token_for_card(state: states.State, move: moves.GiveTokenForCard) -> None:
    check_immediate_token_use(state, move.seat, throne.INFLUENCE)
    cards.check_stacks_have(state, (move.card,))


def perform_give_token_for_card(state: states.State, move: moves.GiveTokenForCard, events: list[Event]) -> states.State:
    return replace(
        with_gained_card(state, move.seat, discard_round_token(state, move.seat, events), move.card, events),
        due=state.due[1:],
    )


def check_swap_chairs(state: states.State, move: moves.SwapChairs) -> None:
    """Card 2 right: require two adjacent figures, one of them the player's (TU-12.2)."""
    check_immediate_token_use(state, move.seat, throne.INTRIGUE)
    one, other = move.chairs
    row = state.chairs[move.chamber]
    if abs(one - other) != 1:
        raise Refusal("TU-12.2", "chairs-apart")
    if states.EMPTY in {row[one], row[other]}:
        raise Refusal("TU-12.2", "chair-empty", chamber=move.chamber + 1)
    if move.seat not in {row[one] >> 1, row[other] >> 1}:
        raise Refusal("TU-12.2", "neither-his", player=state.table.colors[move.seat])


def perform_swap_chairs(state: states.State, move: moves.SwapChairs, events: list[Event]) -> states.State:
    player = discard_round_token(state, move.seat, events)
    chamber, (one, other) = move.chamber, move.chairs
    events.append(public_event("chairs", player=move.seat, chamber=chamber + 1, pair=(one + 1, other + 1)))
    row = shareds.with_swapped(state.chairs[chamber], *move.chairs)
    return replace(
        state,
        players=shareds.with_player(state.players, move.seat, player),
        chairs=(*state.chairs[:chamber], row, *state.chairs[chamber + 1 :]),
        due=state.due[1:],
    )


def check_send_ambassador(state: states.State, move: moves.SendAmbassador) -> None:
    """Scoring card 6: require a courtier in supply and a round token just taken (TU-13.6)."""
    turns.check_step_due(state, move.seat, (states.RoundTokenStep,), "TU-13.6", "ambassador")
    if 6 not in state.table.scoring:
        raise Refusal("TU-13.6", "no-card-6")
    if not state.players[move.seat].supply:
        raise Refusal("TU-13.6", "ambassador-supply", player=state.table.colors[move.seat])


def perform_send_ambassador(state: states.State, move: moves.SendAmbassador, events: list[Event]) -> states.State:
    player = discard_round_token(state, move.seat, events)
    player = replace(player, supply=player.supply - 1, ambassadors=player.ambassadors + 1)
    events.append(public_event("ambassador", player=move.seat))
    return replace(state, players=shareds.with_player(state.players, move.seat, player), due=state.due[1:])


SIDE_PRICE: Final = 2
"""Price of most scenario sides, in round tokens of one kind."""

HIGH_BANISH_PRICE: Final = 3
"""Price in intrigue tokens to banish a courtier from row 4 or above (TU-12.5)."""

STROLL_STEPS: Final = 2


def check_bench_courtier(state: states.State, move: moves.BenchCourtier) -> None:
    """Card 1 left: require the player's courtier on the chair (TU-12.1)."""
    check_scenario_use_in_turn(state, move.seat)
    check_has_round_tokens(state, move.seat, "TU-12.1", SIDE_PRICE, 0)
    if state.chairs[move.chamber][move.chair] >> 1 != move.seat:
        color = state.table.colors[move.seat]
        raise Refusal("TU-12.1", "courtier-not-on-chair", player=color, chamber=move.chamber + 1, chair=move.chair + 1)
    throne.check_bench_has_room(state, move.to)


def perform_bench_courtier(state: states.State, move: moves.BenchCourtier, events: list[Event]) -> states.State:
    player = spend_round_tokens(state, move.seat, SIDE_PRICE, 0, events)
    chamber, chair = move.chamber, move.chair
    row = state.chairs[chamber]
    row = (*row[:chair], states.EMPTY, *row[chair + 1 :])
    events.append(public_event("benched", player=move.seat, chamber=chamber + 1, chair=chair + 1, to=move.to + 1))
    return replace(
        state,
        players=shareds.with_player(state.players, move.seat, player),
        chairs=(*state.chairs[:chamber], row, *state.chairs[chamber + 1 :]),
        benches=throne.with_courtier_on_bench(state.benches, move.to, move.seat),
    )


def check_buy_card(state: states.State, move: moves.BuyCard) -> None:
    check_scenario_use_in_turn(state, move.seat)
    check_has_round_tokens(state, move.seat, "TU-12.3", SIDE_PRICE, 0)
    cards.check_stacks_have(state, (move.card,))


def perform_buy_card(state: states.State, move: moves.BuyCard, events: list[Event]) -> states.State:
    return with_gained_card(
        state, move.seat, spend_round_tokens(state, move.seat, SIDE_PRICE, 0, events), move.card, events
    )


def space_between(board: Board, origin: Space, to: Space) -> Space | None:
    """Return the space between two that are two apart in a straight line; else None."""
    if origin == to:
        return None
    columns, rows = (
        abs(board.column_by_space[origin] - board.column_by_space[to]),
        abs(board.row_by_space[origin] - board.row_by_space[to]),
    )
    if {columns, rows} != {0, 2}:
        return None
    shared = set(board.neighbours[origin]) & set(board.neighbours[to])
    return next(iter(shared), None)


def check_jump(state: states.State, move: moves.JumpOverCourtier) -> None:
    """Card 3 right: require a courtier to jump over and an open space straight behind it (TU-12.3)."""
    check_scenario_use_in_turn(state, move.seat)
    check_has_round_tokens(state, move.seat, "TU-12.3", 0, SIDE_PRICE)
    board, to = state.table.board, move.to
    if not state.players[move.seat].courtiers >> move.origin & 1:
        color = state.table.colors[move.seat]
        raise Refusal("TU-7.2", "courtier-not-there", player=color, space=board.names[move.origin])
    between = space_between(board, move.origin, to)
    if between is None:
        raise Refusal("TU-12.3", "jump-not-behind", origin=board.names[move.origin], space=board.names[to])
    occupied = state.occupied_spaces
    if not occupied >> between & 1:
        raise Refusal("TU-12.3", "jump-nobody", space=board.names[between])
    if occupied >> to & 1:
        raise Refusal("TU-7.3", "occupied", space=board.names[to])
    column = board.column_by_space[to]
    if board.top_spaces >> to & 1 and state.offices[column] == move.seat:
        raise Refusal("TU-7.7", "own-office", column=COLUMN_LETTERS[column])


def perform_courtier_jump(state: states.State, move: moves.JumpOverCourtier, events: list[Event]) -> states.State:
    player = spend_round_tokens(state, move.seat, 0, SIDE_PRICE, events)
    return throne.move_courtier(
        state, move.seat, player, state.stacks, move.origin, (move.to,), "jump", state.done, events
    )


def check_trade_rings(state: states.State, move: moves.TradeRings) -> None:
    """Card 4 left: require a ring of the player's hand and one of another's (TU-12.4)."""
    check_scenario_use_in_turn(state, move.seat)
    check_has_round_tokens(state, move.seat, "TU-12.4", 1, 1)
    ids, color = state.table.pieces.rings, state.table.colors[move.seat]
    if move.mine not in state.players[move.seat].worn_rings:
        raise Refusal("TU-12.4", "ring-not-his", ring=ids[move.mine], player=color)
    if _seat_wearing(state, move.theirs) in {states.NO_SEAT, move.seat}:
        raise Refusal("TU-12.4", "ring-not-others", ring=ids[move.theirs])


def _seat_wearing(state: states.State, ring: int) -> Seat:
    for seat, player in enumerate(state.players):
        for finger in player.hand:
            if ring in finger:
                return seat
    return states.NO_SEAT


def perform_trade_rings(state: states.State, move: moves.TradeRings, events: list[Event]) -> states.State:
    seat, other = move.seat, _seat_wearing(state, move.theirs)
    player = spend_round_tokens(state, seat, 1, 1, events)
    events.append(public_event("traded", player=seat, other=other))
    player = replace(player, hand=cards.replace_ring(player.hand, move.mine, move.theirs))
    loser = state.players[other]
    loser = replace(loser, hand=cards.replace_ring(loser.hand, move.theirs, move.mine))
    return replace(state, players=shareds.with_player(shareds.with_player(state.players, seat, player), other, loser))


def check_stroll(state: states.State, move: moves.Stroll) -> None:
    check_scenario_use_in_turn(state, move.seat)
    _check_scenario_side_unused(state, states.LEFT_SIDE_BIT)
    check_has_round_tokens(state, move.seat, "TU-12.5", SIDE_PRICE, 0)
    throne.check_path(state, move.seat, move.origin, move.path, STROLL_STEPS, "TU-12.5")


def _check_scenario_side_unused(state: states.State, side: int) -> None:
    if state.used_sides & side:
        raise Refusal("TU-12.5", "side-used")


def perform_stroll(state: states.State, move: moves.Stroll, events: list[Event]) -> states.State:
    player = spend_round_tokens(state, move.seat, SIDE_PRICE, 0, events)
    state = replace(state, used_sides=state.used_sides | states.LEFT_SIDE_BIT)
    return throne.move_courtier(
        state, move.seat, player, state.stacks, move.origin, move.path, "stroll", state.done, events
    )


def check_banish(state: states.State, move: moves.BanishCourtier) -> None:
    """Card 5 right: require another player's courtier on the space (TU-12.5)."""
    check_scenario_use_in_turn(state, move.seat)
    _check_scenario_side_unused(state, states.RIGHT_SIDE_BIT)
    taken = 0
    for seat, player in enumerate(state.players):
        if seat != move.seat:
            taken |= player.courtiers
    if not taken >> move.space & 1:
        raise Refusal("TU-12.5", "banish-nobody", space=state.table.board.names[move.space])
    check_has_round_tokens(state, move.seat, "TU-12.5", 0, banish_price(state.table.board, move.space))


def banish_price(board: Board, space: Space) -> int:
    return HIGH_BANISH_PRICE if board.row_by_space[space] >= HIGH_ROW else SIDE_PRICE


def perform_banish(state: states.State, move: moves.BanishCourtier, events: list[Event]) -> states.State:
    bit = 1 << move.space
    player = spend_round_tokens(state, move.seat, 0, banish_price(state.table.board, move.space), events)
    players = shareds.with_player(state.players, move.seat, player)
    other = next(seat for seat, each in enumerate(players) if each.courtiers & bit)
    loser = players[other]
    loser = replace(loser, courtiers=loser.courtiers ^ bit, supply=loser.supply + 1)
    events.append(public_event("banished", player=move.seat, other=other, space=move.space))
    return replace(
        state,
        players=shareds.with_player(players, other, loser),
        due=tuple(throne.restock_draw_steps(state, [move.space])),
        used_sides=state.used_sides | states.RIGHT_SIDE_BIT,
    )


RULES: Final[dict[type, tuple[shareds.CheckMove, shareds.PerformMove]]] = {
    moves.BenchCourtier: (check_bench_courtier, perform_bench_courtier),
    moves.SwapTokens: (check_swap_tokens, perform_swap_tokens),
    moves.GiveTokenForCard: (check_give_token_for_card, perform_give_token_for_card),
    moves.SwapChairs: (check_swap_chairs, perform_swap_chairs),
    moves.BuyCard: (check_buy_card, perform_buy_card),
    moves.JumpOverCourtier: (check_jump, perform_courtier_jump),
    moves.TradeRings: (check_trade_rings, perform_trade_rings),
    moves.Stroll: (check_stroll, perform_stroll),
    moves.BanishCourtier: (check_banish, perform_banish),
    moves.SendAmbassador: (check_send_ambassador, perform_send_ambassador),
}
