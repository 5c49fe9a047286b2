"""What a round token just taken is good for at once (TU-12.1, TU-12.2, TU-13.6)."""

from msgspec.structs import replace

from controller.games.tudor.rules import events, moves
from controller.games.tudor.rules.chapters.cards import judge_stacks
from controller.games.tudor.rules.chapters.round_tokens import discarded, immediate, with_card
from controller.games.tudor.rules.chapters.shared import swapped, with_player
from controller.games.tudor.rules.chapters.throne import INFLUENCE, INTRIGUE
from controller.games.tudor.rules.chapters.turns import judge_step
from controller.games.tudor.rules.events import Event
from controller.games.tudor.rules.refusal import Refusal
from controller.games.tudor.rules.state import EMPTY, State, TokenStep


def judge_swap_tokens(state: State, move: moves.SwapTokens) -> None:
    """Card 1 right: two different spaces with a token each (TU-12.1)."""
    immediate(state, move.seat, INTRIGUE)
    one, other = move.spaces
    if one == other:
        raise Refusal("TU-12.1", "space-twice", space=state.table.board.names[one])
    for space in move.spaces:
        if state.tokens[space] == EMPTY:
            raise Refusal("TU-12.1", "space-without-token", space=state.table.board.names[space])


def swap_tokens(state: State, move: moves.SwapTokens, happened: list[Event]) -> State:
    """The tokens change places for the intrigue just taken (TU-12.1)."""
    player = discarded(state, move.seat, happened)
    happened.append(events.TokensSwapped(state.table.colors[move.seat], state.table.board.named(move.spaces)))
    return replace(
        state,
        players=with_player(state.players, move.seat, player),
        tokens=swapped(state.tokens, *move.spaces),
        due=state.due[1:],
    )


def judge_token_for_card(state: State, move: moves.TokenForCard) -> None:
    """Card 2 left: a card for the influence just taken (TU-12.2)."""
    immediate(state, move.seat, INFLUENCE)
    judge_stacks(state, (move.card,))


def token_for_card(state: State, move: moves.TokenForCard, happened: list[Event]) -> State:
    """The card is taken, the token is gone (TU-12.2)."""
    return replace(
        with_card(state, move.seat, discarded(state, move.seat, happened), move.card, happened), due=state.due[1:]
    )


def judge_change_chairs(state: State, move: moves.ChangeChairs) -> None:
    """Card 2 right: two neighbours, one of them his (TU-12.2)."""
    immediate(state, move.seat, INTRIGUE)
    one, other = move.chairs
    row = state.chairs[move.chamber]
    if abs(one - other) != 1:
        raise Refusal("TU-12.2", "chairs-apart")
    if EMPTY in {row[one], row[other]}:
        raise Refusal("TU-12.2", "chair-empty", chamber=move.chamber + 1)
    if move.seat not in {row[one] >> 1, row[other] >> 1}:
        raise Refusal("TU-12.2", "neither-his", player=state.table.colors[move.seat])


def change_chairs(state: State, move: moves.ChangeChairs, happened: list[Event]) -> State:
    """They change places, each stays used or not (TU-12.2)."""
    player = discarded(state, move.seat, happened)
    chamber = move.chamber
    chairs = tuple([chair + 1 for chair in move.chairs])
    happened.append(events.ChairsChanged(state.table.colors[move.seat], chamber + 1, chairs))
    row = swapped(state.chairs[chamber], *move.chairs)
    return replace(
        state,
        players=with_player(state.players, move.seat, player),
        chairs=(*state.chairs[:chamber], row, *state.chairs[chamber + 1 :]),
        due=state.due[1:],
    )


def judge_ambassador(state: State, move: moves.Ambassador) -> None:
    """Scoring card 6: a courtier of the supply for the token just taken (TU-13.6)."""
    judge_step(state, move.seat, (TokenStep,), "TU-13.6", "ambassador")
    if 6 not in state.table.scoring:
        raise Refusal("TU-13.6", "no-card-6")
    if not state.players[move.seat].supply:
        raise Refusal("TU-13.6", "ambassador-supply", player=state.table.colors[move.seat])


def ambassador(state: State, move: moves.Ambassador, happened: list[Event]) -> State:
    """The courtier stands on the card for good (TU-13.6)."""
    player = discarded(state, move.seat, happened)
    player = replace(player, supply=player.supply - 1, ambassadors=player.ambassadors + 1)
    happened.append(events.AmbassadorSent(state.table.colors[move.seat]))
    return replace(state, players=with_player(state.players, move.seat, player), due=state.due[1:])
