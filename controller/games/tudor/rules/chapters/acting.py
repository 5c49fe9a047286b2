"""The actions A to H with their enhancements, the bonus move and the exchange of cards (TU-9, TU-10, TU-11)."""

from typing import Final

from msgspec.structs import replace

from controller.games.tudor.box.words import Letter
from controller.games.tudor.rules import events, moves
from controller.games.tudor.rules.chapters.enhancements import enhanced, ring_counts
from controller.games.tudor.rules.chapters.shared import free_turn, holds
from controller.games.tudor.rules.chapters.throne import go, judge_path
from controller.games.tudor.rules.chapters.turns import after_letter, judge_letter
from controller.games.tudor.rules.events import Event
from controller.games.tudor.rules.refusal import Refusal
from controller.games.tudor.rules.state import EMPTY, Player, State
from controller.games.tudor.rules.table import Table

ESSENTIALS: Final = 2
"""The scoring card with which a token may be worth less than nothing (TU-13.2)."""

RULE_OF: Final[dict[Letter, str]] = {
    "A": "TU-9.1",
    "C": "TU-9.3",
    "E": "TU-9.5",
    "G": "TU-9.7",
}
MOST_STEPS: Final[dict[Letter, int]] = {"A": 1, "C": 2, "E": 7, "G": 1}
ENHANCED_STEPS: Final = 3
"""Of an enhanced C (TU-10.3); with as many an enhanced E brings a card (TU-10.5)."""


def judge_walk(state: State, move: moves.Walk) -> None:
    """Actions A, C, E and G (TU-9.1, TU-9.3, TU-9.5, TU-9.7)."""
    seat, letter, path = move.seat, move.letter, move.path
    judge_letter(state, seat, letter)
    table, player, rule = state.table, state.players[seat], RULE_OF[letter]
    freely = letter == "A" or (letter == "C" and enhanced(table, player.hand, "C"))
    most = ENHANCED_STEPS if letter == "C" and freely else MOST_STEPS[letter]
    judge_path(state, seat, move.origin, path, most, rule, straight=not freely)
    if letter == "A":
        _judge_ring(state, player, move.path[0])
        return
    _judge_cards(state, player, move, rule)
    if letter == "E" and move.bonus is not None:
        if not enhanced(table, player.hand, "E"):
            raise Refusal("TU-10.5", "bonus-not-enhanced")
        if len(path) < ENHANCED_STEPS:
            raise Refusal("TU-10.5", "bonus-few-spaces", seen=len(path))
        if move.bonus not in move.cards:
            raise Refusal("TU-10.5", "bonus-not-paid", faction=table.names[move.bonus])


def _judge_ring(state: State, player: Player, space: int) -> None:
    """A: the token must match a ring on the hand (TU-9.1, TU-10.1)."""
    table, token = state.table, state.tokens[space]
    if enhanced(table, player.hand, "A"):
        return
    rings = ring_counts(table, player.hand)
    if token == EMPTY and any(rings):
        return
    if token == EMPTY or not rings[table.pieces.token_factions[token]]:
        faction = "-" if token == EMPTY else table.names[table.pieces.token_factions[token]]
        raise Refusal("TU-9.1", "ring-missing", space=table.board.names[space], faction=faction)


def _judge_cards(state: State, player: Player, move: moves.Walk, rule: str) -> None:
    """A card for each space, that of its token where it has one (TU-9, TU-7.12)."""
    table = state.table
    if len(move.cards) != len(move.path):
        raise Refusal(rule, "cards-number", seen=len(move.cards), expected=len(move.path))
    for space, card in zip(move.path, move.cards, strict=True):
        token = state.tokens[space]
        if token != EMPTY and table.pieces.token_factions[token] != card:
            raise Refusal(
                rule,
                "card-no-match",
                space=table.board.names[space],
                faction=table.names[table.pieces.token_factions[token]],
                seen=table.names[card],
            )
    if not holds(player.cards, move.cards):
        raise Refusal(rule, "cards-not-held", cards=", ".join(table.factions_named(move.cards)))


def walk(state: State, move: moves.Walk, happened: list[Event]) -> State:
    """The courtier moves, its cards go back to the stacks (TU-9)."""
    table, seat = state.table, move.seat
    player, stacks = state.players[seat], state.stacks
    if move.cards:
        cards, piles = list(player.cards), list(stacks)
        for card in move.cards:
            cards[card] -= 1
            piles[card] += 1
        happened.append(events.CardsPaid(table.colors[seat], table.factions_named(move.cards)))
        if move.bonus is not None:
            cards[move.bonus] += 1
            piles[move.bonus] -= 1
            happened.append(events.CardsGained(table.colors[seat], (table.names[move.bonus],)))
        player, stacks = replace(player, cards=tuple(cards)), tuple(piles)
    done = after_letter(state, move.letter)
    return go(state, seat, player, stacks, move.origin, move.path, move.letter, done, happened)


def judge_bonus_move(state: State, move: moves.BonusMove) -> None:
    """Once a round, for two faction tokens (TU-11.2)."""
    free_turn(state, move.seat, "TU-11.2", "move")
    table, player = state.table, state.players[move.seat]
    if player.moved:
        raise Refusal("TU-11.2", "moved-already", player=table.colors[move.seat])
    one, other = move.tokens
    if one == other:
        raise Refusal("TU-11.2", "tokens-alike", token=table.pieces.tokens[one])
    for token in move.tokens:
        if not player.tokens >> token & 1:
            raise Refusal("TU-11.2", "token-not-his", token=table.pieces.tokens[token], player=table.colors[move.seat])
    for token in move.tokens:
        if not spendable(table, token):
            raise Refusal("TU-13.2", "token-worth", token=table.pieces.tokens[token])
    judge_path(state, move.seat, move.origin, move.path, 1, "TU-11.2")


def spendable(table: Table, token: int) -> bool:
    """Whether a token is not worth less than nothing (TU-13.2)."""
    return ESSENTIALS not in table.scoring or (table.edition.essentials[table.pieces.token_factions[token]].worth >= 0)


def bonus_move(state: State, move: moves.BonusMove, happened: list[Event]) -> State:
    """The tokens lie before the screen, the courtier moves (TU-11.2)."""
    player, table = state.players[move.seat], state.table
    spent = 1 << move.tokens[0] | 1 << move.tokens[1]
    happened.append(events.TokensSpent(table.colors[move.seat], tuple(table.pieces.token_ids(spent))))
    player = replace(player, tokens=player.tokens ^ spent, spent=player.spent | spent, moved=True)
    return go(state, move.seat, player, state.stacks, move.origin, move.path, "move", state.done, happened)
