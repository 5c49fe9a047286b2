"""Actions sent from a page and their confirmation, and the refusal for a piece that fits no legal move."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from controller.games.contract.effects import Blink
from controller.games.contract.inputs import ButtonPressed, Input, KnobTurned
from controller.games.contract.referee import Verdict
from controller.games.contract.rules import Correction
from controller.games.contract.values import Action, CastleId, RefusedError, Text
from controller.games.tudor.box.edition import Letter
from controller.games.tudor.referee import complaints, correction, interpretation
from controller.games.tudor.referee.memory import ActionToConfirm, Memory
from controller.games.tudor.rules import engine, moves, words
from controller.games.tudor.rules.actions import Start, Undo, line_to_move
from controller.games.tudor.rules.chapters.turns import open_action_letters
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.rules.moves import Move, Refusal
from controller.games.tudor.rules.options import legal_options
from controller.games.tudor.rules.state import EMPTY, EMPTY_HAND, ArrangeRingsStep, State, TakeRingStep
from controller.games.tudor.rules.table import SUPPLY, Path, RingNumber, Seat, Space, Token, bit_positions


def judge_page_action(state: State, memory: Memory, action: Action, castle: CastleId | None) -> Verdict:
    """Propose an action; from the shared page, one that depends on a hidden hand waits for the hand's owner."""
    if castle is not None or state.seat_to_act is None:
        return Verdict(memory, (fill_in_token_ids(state, action),))
    seats = confirming_seats(state, fill_in_token_ids(state, action, by_hand=False))
    if seats:
        return Verdict(Memory(pending=ActionToConfirm(action, seats)))
    return Verdict(memory, (fill_in_token_ids(state, action),))


def confirming_seats(state: State, action: Action) -> tuple[Seat, ...]:
    """Return the players whose hidden cards or tokens decide an action's legality; mostly none.

    The rules judge the action with full and with empty hands. If both answers agree, no hand matters: having more
    never forbids an action, so any hand in between gets the same answer.
    """
    try:
        typed = GameLog.to_typed_action(action)
        move = None if isinstance(typed, Start | Undo) else line_to_move(state, typed)
    except Refusal:
        return ()
    if move is None or _refusal_to_compare(
        _state_with_hands(state, interpretation.PLENTIFUL_COUNT), move
    ) == _refusal_to_compare(_state_with_hands(state, 0), move):
        return ()
    if isinstance(move, moves.AmendCards):
        return tuple(sorted({seat for seat, *_ in move.cards}))
    return (move.seat,) if isinstance(move, moves.PlayerMove) else ()


def _refusal_to_compare(state: State, move: Any) -> object:
    try:
        engine.check_move(state, move)
    except Refusal as refusal:
        return refusal.rule, refusal.reason, refusal.values
    return None


def _state_with_hands(state: State, number: int) -> State:
    """Return the state with ``number`` of each card and round token in each hand; 0 removes faction tokens, too."""
    tokens = (1 << len(state.table.pieces.tokens)) - 1 if number else 0
    cards = (number,) * len(state.stacks)
    players = [
        replace(player, cards=cards, tokens=tokens, influence=number, intrigue=number) for player in state.players
    ]
    return replace(state, players=tuple(players))


def fill_in_token_ids(state: State, action: Action, *, by_hand: bool = True) -> Action:
    """Replace factions by token ids: of the bag for a draw, of the player's hand for a payment (TU-11.2).

    Without such a token, use an id that the rules refuse. If not ``by_hand``, use any token of the faction.
    """
    match action:
        case {"do": "draw", "token": str(name)}:
            return {**action, "token": _pick_token_ids(state, [name], state.unseen)[0]}
        case {"do": "move", "player": str(color), "tokens": [str(), str()] as named} if color in state.table.colors:
            mine = state.players[state.table.colors.index(color)].tokens if by_hand else 0
            return {**action, "tokens": _pick_token_ids(state, named, mine)}
    return action


def _pick_token_ids(state: State, named: list[Any], among: int) -> list[str]:
    pieces, factions = state.table.pieces, state.table.faction_names
    found: list[str] = []
    for name in named:
        if name in pieces.token_numbers or name not in factions:
            found.append(name)
            continue
        all_of = pieces.tokens_by_faction[factions.index(name)]
        order = [*bit_positions(all_of & among), *bit_positions(all_of & ~among)]
        ids = [pieces.tokens[token] for token in order]
        found.append(next((each for each in ids if each not in found), ids[0]))
    return found


def correct(play: GameLog, back_to: int | None, amendments: Sequence[Action], *, by_hand: bool) -> Correction:
    """Like ``correction.correct``, but refuse amendments that take cards: they need the owner's yes."""
    if any(_removes_cards_from_a_hand(amendment) for amendment in amendments):
        raise RefusedError(None, "cards leave a hand only if its owner agrees", Text("tudor-told-amend-alone"))
    return correction.correct(play, back_to, amendments, by_hand=by_hand)


def _removes_cards_from_a_hand(amendment: Action) -> bool:
    cards = amendment.get("cards")
    hands = cards.values() if isinstance(cards, Mapping) else ()
    return any(
        isinstance(hand, Mapping) and any(type(each) is int and each < 0 for each in hand.values()) for hand in hands
    )


def verdict_unless_cancelled(state: State, memory: Memory, pending: ActionToConfirm, input_: Input) -> Verdict | None:
    """Return the verdict while a yes is due; None if the input cancels the pending action."""
    if isinstance(input_, KnobTurned):
        return complaints.log_only_verdict(memory, None, "button")
    if not isinstance(input_, ButtonPressed):
        return None
    castles = confirming_castles(state, pending)
    if input_.castle is not None and input_.castle not in castles:
        whose = words.player_word(state.table.colors[pending.seats[0]])
        return complaints.complaint_verdict(memory, input_.castle, "others-yes", state.phase_traits.rule, player=whose)
    if input_.button == "no" or input_.long:
        return Verdict(Memory())
    action = fill_in_token_ids(state, pending.action)
    try:
        engine.check_move(state, line_to_move(state, GameLog.to_typed_action(action)))
    except Refusal as refusal:
        return complaints.refusal_verdict(Memory(), castles[0], refusal)
    return Verdict(Memory(), (action,), if_accepted=(Blink(castles[0]),))


def confirming_castles(state: State, pending: ActionToConfirm) -> list[CastleId]:
    return [CastleId(state.table.gates[seat]) for seat in pending.seats]


LETTERS_FARTHEST_FIRST: tuple[Letter, ...] = ("E", "C", "G", "A")


def find_ring_refusal(state: State, ring: RingNumber) -> Refusal | None:
    """Return why a tapped ring is refused: in a layout, as an office's ring, or in a swap."""
    step = state.due[0] if state.due else None
    if isinstance(step, TakeRingStep):
        return _find_refusal(state, moves.TakeRing(state.turn_seat, ring, EMPTY_HAND))
    seat = state.acting_seat
    if isinstance(step, ArrangeRingsStep) or state.phase == "hands":
        return _find_refusal(state, moves.ArrangeRings(seat, ((ring,), (), (), (), ())))
    mine = state.players[seat].worn_rings or [ring]
    return _find_refusal(state, moves.SwapRings(seat, ((ring, mine[0]),), None))


def find_bonus_move_refusal(state: State, tokens: Sequence[Token], path: Path) -> Refusal | None:
    """Return the refusal of the bonus move with the player's own tokens (TU-11.2)."""
    mine = bit_positions(state.players[state.turn_seat].tokens)
    pair = tuple(dict.fromkeys((*tokens, *mine)))[:2]
    if len(pair) < 2:
        pair = (pair[0], pair[0])
    origin = _likely_origins(state, path)[0] if path else SUPPLY
    return _find_refusal(
        interpretation.state_with_full_hand(state),
        moves.BonusMove(state.turn_seat, origin, path or state.table.board.bottom_spaces[:1], pair),
    )


def find_path_refusal(state: State, path: Path) -> Refusal | None:
    """Return the refusal of a path by the farthest-reaching open action that refuses it."""
    for public in _states_after_activation(interpretation.state_with_full_hand(state)):
        letters = [letter for letter in LETTERS_FARTHEST_FIRST if letter in open_action_letters(public)] or ["G"]
        for letter in letters:
            for origin in _likely_origins(public, path):
                refusal = _find_refusal(public, _walk_move(public, letter, origin, path))
                if refusal is not None:
                    return refusal
    return None


def _walk_move(public: State, letter: Letter, origin: Space, path: Path) -> Move:
    factions = public.table.pieces.token_factions
    cards = tuple(0 if public.tokens[space] == EMPTY else factions[public.tokens[space]] for space in path)
    return moves.Walk(public.turn_seat, letter, origin, path, () if letter == "A" else cards)


def _states_after_activation(public: State) -> Iterator[State]:
    """Begin with those that reach farthest; if none, yield the state unchanged."""
    after = [
        engine.perform_move(public, move, [])
        for move in legal_options(public)
        if isinstance(move, moves.ActivateFigure)
    ]
    yield from sorted(
        after or [public],
        key=lambda each: min(
            map(LETTERS_FARTHEST_FIRST.index, set(open_action_letters(each)) & {*LETTERS_FARTHEST_FIRST}), default=9
        ),
    )


def _likely_origins(state: State, path: Path) -> list[Space]:
    board, player = state.table.board, state.players[state.turn_seat]
    standing = bit_positions(player.courtiers)
    beside = [space for space in standing if path[0] in board.neighbours[space]]
    if beside:
        return beside
    return [SUPPLY] if player.supply and (not standing or path[0] in board.bottom_spaces) else standing or [SUPPLY]


def _find_refusal(state: State, move: Move) -> Refusal | None:
    try:
        engine.check_move(state, move)
    except Refusal as refusal:
        return refusal
    return None
