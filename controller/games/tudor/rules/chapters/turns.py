"""Turns, and actions A to H with enhancements (TU-6, TU-9 to TU-11, TU-14)."""

from typing import Final

from msgspec.structs import replace

from controller.games.tudor.box.edition import ESSENTIALS_CARD, Letter
from controller.games.tudor.rules import moves
from controller.games.tudor.rules.chapters import scoring, shared
from controller.games.tudor.rules.chapters.throne import check_path, move_courtier
from controller.games.tudor.rules.moves import Refusal
from controller.games.tudor.rules.state import EMPTY, LORD_CHAIR, Hand, OfficeActionStep, Player, RoundTokenStep, State
from controller.games.tudor.rules.table import Seat, Table
from controller.games.undoable_log import Event, hidden_event, public_event

COMMON_LETTERS: Final = ("G", "H")


def check_activate(state: State, move: moves.ActivateFigure) -> None:
    """Allow one unused figure of the player's per turn (TU-6.2)."""
    shared.check_turn_no_step_due(state, move.seat, "TU-6.2", "activate")
    if state.figure is not None:
        raise Refusal("TU-6.2", "activated-already")
    unused = 2 * move.seat
    where = state.lords[move.chamber]
    there = unused in where if move.chair == LORD_CHAIR else state.chairs[move.chamber][move.chair] == unused
    if not there:
        color = state.table.colors[move.seat]
        if move.chair == LORD_CHAIR:
            raise Refusal("TU-6.2", "lord-not-there", player=color, chamber=move.chamber + 1)
        raise Refusal("TU-6.2", "figure-not-there", player=color, chamber=move.chamber + 1, chair=move.chair + 1)


def perform_activate(state: State, move: moves.ActivateFigure, events: list[Event]) -> State:
    chamber, chair, seat = move.chamber, move.chair, move.seat
    if chair == LORD_CHAIR:
        events.append(public_event("activated-lord", player=seat, chamber=chamber + 1))
        inside = tuple([2 * seat + 1 if lord == 2 * seat else lord for lord in state.lords[chamber]])
        lords = (*state.lords[:chamber], inside, *state.lords[chamber + 1 :])
        return replace(state, lords=lords, figure=(chamber, chair))
    events.append(public_event("activated", player=seat, chamber=chamber + 1, chair=chair + 1))
    row = state.chairs[chamber]
    row = (*row[:chair], 2 * seat + 1, *row[chair + 1 :])
    return replace(state, chairs=(*state.chairs[:chamber], row, *state.chairs[chamber + 1 :]), figure=(chamber, chair))


def open_action_letters(state: State) -> str:
    """Return the letters of the open actions (TU-6.3 to TU-6.5); A to F for an office's action (TU-12.4)."""
    if state.due:
        return "ABCDEF" if type(state.due[0]) is OfficeActionStep else ""
    done = state.done
    if state.figure is None:
        return "" if done or state.has_unused_figure(state.turn_seat) else "GH"
    chamber, chair = state.figure
    letters = state.table.edition.chambers[chamber]
    if not done:
        return letters[0] + letters[1] + "GH"
    if chair != LORD_CHAIR or len(done) > 1 or done in COMMON_LETTERS:
        return ""
    return letters[1] if done == letters[0] else letters[0]


def check_action_open(state: State, seat: Seat, letter: Letter) -> None:
    """Refuse an action not open to the player (TU-6.3, TU-6.4, TU-12.4)."""
    if state.phase != "actions":
        raise shared.phase_refusal(state, "TU-6.3", "act")
    if state.due and type(state.due[0]) is not OfficeActionStep:
        raise shared.step_due_refusal(state, "TU-6.3", "act")
    if seat != state.turn_seat:
        due = state.table.colors[state.turn_seat]
        raise Refusal("TU-6.3", "turn", do="act", seen=state.table.colors[seat], due=due)
    if letter in open_action_letters(state):
        return
    if state.due:
        raise Refusal("TU-12.4", "office-letter", letter=letter)
    rule = "TU-6.4" if letter in COMMON_LETTERS else "TU-6.3"
    if state.figure is None and not state.done and state.has_unused_figure(seat):
        raise Refusal(rule, "activate-first", letter=letter)
    raise Refusal(rule, "letter-closed", letter=letter, done=", ".join(state.done) or "-")


def done_letters_after(state: State, letter: Letter) -> str:
    """Return the letters of the turn's actions after one more; an office's action is not added."""
    return state.done if state.due else state.done + letter


def check_decline(state: State, move: moves.DeclineStep) -> None:
    """Allow declining only a round token's use or an office's action (TU-12.7)."""
    check_step_due(state, move.seat, (RoundTokenStep, OfficeActionStep), "TU-12.7", "decline")


def check_step_due(state: State, seat: Seat, steps: tuple[type, ...], rule: str, do: str) -> None:
    """Refuse an action whose step is not due, or due for another player."""
    if not state.due or type(state.due[0]) not in steps:
        raise shared.step_not_due_refusal(state, rule, do)
    if seat != state.turn_seat:
        raise Refusal(rule, "turn", do=do, seen=state.table.colors[seat], due=state.table.colors[state.turn_seat])


def perform_decline(state: State, move: moves.DeclineStep, events: list[Event]) -> State:
    keeps = isinstance(state.due[0], RoundTokenStep)
    events.append(hidden_event("kept", player=move.seat) if keeps else public_event("forgone", player=move.seat))
    return replace(state, due=state.due[1:])


def check_end_turn(state: State, move: moves.EndTurn) -> None:
    """Require an activation before the turn ends if a figure is unused (TU-6.6)."""
    shared.check_turn_no_step_due(state, move.seat, "TU-6.6", "end_turn")
    if state.figure is None and state.has_unused_figure(move.seat):
        raise Refusal("TU-6.6", "must-activate", player=state.table.colors[move.seat])


def perform_end_turn(state: State, move: moves.EndTurn, events: list[Event]) -> State:
    count = len(state.players)
    following = (move.seat + 1) % count
    if following == state.first and not any(state.has_unused_figure(seat) for seat in range(count)):
        return scoring.end_round(state, events)

    return replace(state, turn_seat=following, figure=None, done="", used_sides=0)


def is_action_enhanced(table: Table, hand: Hand, letter: Letter) -> bool:
    """Whether each finger of the action's enhancement wears a ring (TU-2.4)."""
    return not table.pieces.enhancing_fingers[letter] & bare_fingers(hand)


def bare_fingers(hand: Hand) -> int:
    """Return the fingers without a ring, as bits."""
    return sum([1 << place for place, finger in enumerate(hand) if not finger])


def ring_count_by_faction(table: Table, hand: Hand) -> list[int]:
    counts = [0] * len(table.faction_names)
    factions = table.pieces.ring_factions
    for finger in hand:
        for ring in finger:
            counts[factions[ring]] += 1
    return counts


RULE_BY_LETTER: Final[dict[Letter, str]] = {"A": "TU-9.1", "C": "TU-9.3", "E": "TU-9.5", "G": "TU-9.7"}
MAX_STEPS_BY_LETTER: Final[dict[Letter, int]] = {"A": 1, "C": 2, "E": 7, "G": 1}
ENHANCED_STEPS: Final = 3
"""Most steps of an enhanced C (TU-10.3), and fewest for which an enhanced E brings a card (TU-10.5)."""


def check_walk(state: State, move: moves.Walk) -> None:
    """Judge A, C, E and G (TU-9.1, TU-9.3, TU-9.5, TU-9.7)."""
    seat, letter, path = move.seat, move.letter, move.path
    check_action_open(state, seat, letter)
    table, player, rule = state.table, state.players[seat], RULE_BY_LETTER[letter]
    freely = letter == "A" or (letter == "C" and is_action_enhanced(table, player.hand, "C"))
    most = ENHANCED_STEPS if letter == "C" and freely else MAX_STEPS_BY_LETTER[letter]
    check_path(state, seat, move.origin, path, most, rule, straight=not freely)
    if letter == "A":
        _check_matching_ring(state, player, move.path[0])
        return
    _check_path_cards(state, player, move, rule)
    if letter == "E" and move.bonus is not None:
        if not is_action_enhanced(table, player.hand, "E"):
            raise Refusal("TU-10.5", "bonus-not-enhanced")
        if len(path) < ENHANCED_STEPS:
            raise Refusal("TU-10.5", "bonus-few-spaces", seen=len(path))
        if move.bonus not in move.cards:
            raise Refusal("TU-10.5", "bonus-not-paid", faction=table.faction_names[move.bonus])


def _check_matching_ring(state: State, player: Player, space: int) -> None:
    """Require a ring matching the token, unless A is enhanced (TU-9.1, TU-10.1)."""
    table, token = state.table, state.tokens[space]
    if is_action_enhanced(table, player.hand, "A"):
        return
    rings = ring_count_by_faction(table, player.hand)
    if token == EMPTY and any(rings):
        return
    if token == EMPTY or not rings[table.pieces.token_factions[token]]:
        faction = "-" if token == EMPTY else table.faction_names[table.pieces.token_factions[token]]
        raise Refusal("TU-9.1", "ring-missing", space=table.board.names[space], faction=faction)


def _check_path_cards(state: State, player: Player, move: moves.Walk, rule: str) -> None:
    """Require a card for each space; where a token lies, one of its faction (TU-9, TU-7.12)."""
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
                faction=table.faction_names[table.pieces.token_factions[token]],
                seen=table.faction_names[card],
            )
    if not shared.has_all_cards(player.cards, move.cards):
        raise Refusal(rule, "cards-not-held", cards=", ".join(table.faction_names_of(move.cards)))


def perform_walk(state: State, move: moves.Walk, events: list[Event]) -> State:
    seat = move.seat
    player, stacks = state.players[seat], state.stacks
    if move.cards:
        cards, piles = list(player.cards), list(stacks)
        for card in move.cards:
            cards[card] -= 1
            piles[card] += 1
        events.append(hidden_event("pays", player=seat, cards=move.cards))
        if move.bonus is not None:
            cards[move.bonus] += 1
            piles[move.bonus] -= 1
            events.append(hidden_event("gains", player=seat, cards=(move.bonus,)))
        player, stacks = replace(player, cards=tuple(cards)), tuple(piles)
    done = done_letters_after(state, move.letter)
    return move_courtier(state, seat, player, stacks, move.origin, move.path, move.letter, done, events)


def check_bonus_move(state: State, move: moves.BonusMove) -> None:
    """Allow one bonus move a round, for two faction tokens (TU-11.2)."""
    shared.check_turn_no_step_due(state, move.seat, "TU-11.2", "move")
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
        if not is_token_spendable(table, token):
            raise Refusal("TU-13.2", "token-worth", token=table.pieces.tokens[token])
    check_path(state, move.seat, move.origin, move.path, 1, "TU-11.2")


def is_token_spendable(table: Table, token: int) -> bool:
    """Whether a token may be spent; with scoring card 2, only if worth at least 0 (TU-13.2)."""
    return ESSENTIALS_CARD not in table.scoring or (
        table.edition.essentials[table.pieces.token_factions[token]].worth >= 0
    )


def perform_bonus_move(state: State, move: moves.BonusMove, events: list[Event]) -> State:
    player = state.players[move.seat]
    spent = 1 << move.tokens[0] | 1 << move.tokens[1]
    events.append(public_event("spends", player=move.seat, tokens=move.tokens))
    player = replace(player, tokens=player.tokens ^ spent, spent=player.spent | spent, moved=True)
    return move_courtier(state, move.seat, player, state.stacks, move.origin, move.path, "move", state.done, events)


RULES: Final[dict[type, tuple[shared.CheckMove, shared.PerformMove]]] = {
    moves.ActivateFigure: (check_activate, perform_activate),
    moves.DeclineStep: (check_decline, perform_decline),
    moves.EndTurn: (check_end_turn, perform_end_turn),
    moves.Walk: (check_walk, perform_walk),
    moves.BonusMove: (check_bonus_move, perform_bonus_move),
}
