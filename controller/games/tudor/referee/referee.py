"""The referee: what a tap, press or turn of the knob means now."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from controller.games.contract.effects import Blink, Complain
from controller.games.contract.inputs import ButtonPressed, GateComplained, Input, KnobTurned, PieceTapped, TimerRanOut
from controller.games.contract.referee import Verdict
from controller.games.contract.values import TRAY, UNDO, Action, CastleId, Text
from controller.games.tudor.referee import complaints, page_actions, setup_by_hand
from controller.games.tudor.referee.interpretation import SWAP_TWICE, interpret_inputs, state_with_full_hand
from controller.games.tudor.referee.memory import (
    Answer,
    HandInProgress,
    Interpretation,
    Memory,
    NeedsAnswer,
    NeedsTap,
    NeedsYes,
    NoMatch,
    Tap,
    TapOrAnswer,
)
from controller.games.tudor.rules import engine, moves
from controller.games.tudor.rules.actions import move_to_line
from controller.games.tudor.rules.move_groups import RingTrades
from controller.games.tudor.rules.moves import Move, Refusal
from controller.games.tudor.rules.options import legal_options
from controller.games.tudor.rules.state import RoundTokenStep, State, TakeRingStep
from controller.games.tudor.rules.table import Seat

RULE_BY_GATE_COMPLAINT: Final = {"complaint-unknown-tag": "TU-0.2"}


def judge(state: State | None, memory: Memory, input_: Input) -> Verdict:
    if isinstance(input_, TimerRanOut):
        return complaints.log_only_verdict(memory, None, "hourglass")
    if state is None:
        return setup_by_hand.judge_setup_input(memory, input_)
    if state.seat_to_act is None:
        return complaints.log_only_verdict(memory, None, "over")
    if memory.pending is not None:
        confirmed = page_actions.verdict_unless_cancelled(state, memory, memory.pending, input_)
        if confirmed is not None:
            return confirmed
        memory = replace(memory, pending=None)
    match input_:
        case PieceTapped():
            return _judge_tap(state, memory, input_)
        case GateComplained(castle=castle, key=key):
            where = None if castle == TRAY else castle
            return Verdict(memory, effects=(Complain(where, Text(key), RULE_BY_GATE_COMPLAINT.get(key)),))
        case KnobTurned(steps=steps):
            if is_knob_turnable(interpret_inputs(state, memory.inputs_with_detents)):
                return Verdict(replace(memory, turned=memory.turned + steps))
            return complaints.log_only_verdict(memory, None, "button")
        case ButtonPressed():
            return _judge_press(state, memory, input_)


def is_knob_turnable(reading: Interpretation) -> bool:
    """Whether the knob chooses an answer or a finger for the last tapped ring."""
    return isinstance(reading, NeedsAnswer) or (isinstance(reading, HandInProgress) and len(reading.fingers) > 1)


def _castle_of_seat(state: State, seat: Seat) -> CastleId:
    return CastleId(state.table.gates[seat])


def _judge_tap(state: State, memory: Memory, tap: PieceTapped) -> Verdict:
    castle = None if tap.castle == TRAY else tap.castle
    seat = state.acting_seat
    if castle is not None and castle not in state.table.gates:
        return complaints.complaint_verdict(memory, castle, "castle-out", "TU-0.1")
    place = complaints.find_piece_place(state, tap.piece)
    if place is None or place.where == "gone":
        return complaints.complaint_verdict(memory, castle, "not-in-play", "TU-0.2")
    if castle not in {None, _castle_of_seat(state, seat)} and not _is_ring_tradeable(state, place):
        if place.seat == seat:
            return complaints.wrong_owner_verdict(state, memory, castle, place, state.table.gates.index(tap.castle))
        return complaints.not_your_turn_verdict(state, memory, tap.castle)
    reading = interpret_inputs(state, memory.inputs_with_detents)
    if isinstance(reading, NeedsTap) and reading.what == "draw":
        return _judge_draw_tap(state, memory, castle, tap, place)
    if isinstance(reading, NeedsTap) and reading.what == "ring" and state.phase == "rings":
        ring = state.table.pieces.ring_numbers.get(tap.piece)
        if ring is None:
            return complaints.complaint_verdict(memory, castle, "tap-ring", "TU-1.1")
        return _propose_moves(state, memory, castle, (moves.ChooseRing(seat, ring),))
    return _add_or_remove_tap(state, memory, castle, tap, place)


def _is_ring_tradeable(state: State, place: complaints.PiecePlace) -> bool:
    """Whether the piece is a ring that the acting player may trade at another's gate (TU-12.4)."""
    if place.where != "hand" or place.seat != state.turn_seat:
        return False
    return any(isinstance(option, RingTrades) for option in legal_options(state_with_full_hand(state)))


def _judge_draw_tap(
    state: State, memory: Memory, castle: CastleId | None, tap: PieceTapped, place: complaints.PiecePlace
) -> Verdict:
    token = state.table.pieces.token_numbers.get(tap.piece)
    if token is None:
        return complaints.complaint_verdict(memory, castle, "tap-draw", "TU-7.10")
    if place.where in {"screen", "spent"}:
        return complaints.wrong_owner_verdict(state, memory, castle, place, state.acting_seat)
    return _propose_moves(state, memory, castle, (moves.PlaceDrawnToken(token),))


def _add_or_remove_tap(
    state: State, memory: Memory, castle: CastleId | None, tap: PieceTapped, place: complaints.PiecePlace
) -> Verdict:
    number = _index_of_removed_input(state, memory.inputs_with_detents, tap)
    if number is None:
        after = memory.with_input(Tap(tap.piece))
        if isinstance(interpret_inputs(state, after.inputs), NoMatch):
            return _no_match_verdict(state, memory, castle, tap, place)
    else:
        after = Memory((*memory.inputs_with_detents[:number], *memory.inputs_with_detents[number + 1 :]))
        if isinstance(interpret_inputs(state, after.inputs), NoMatch):
            after = Memory(memory.inputs[:number])
    return Verdict(after, effects=(Blink(_castle_of_seat(state, state.acting_seat)),))


def _index_of_removed_input(state: State, inputs: Sequence[TapOrAnswer], tap: PieceTapped) -> int | None:
    """Return the index of the input this tap takes back; None if the tap is new.

    A second tap takes back no ring of the first swap in a second (TU-10.2), nor an office's ring when it is
    laid on a finger.
    """
    first = max(
        (number + 1 for number, each in enumerate(inputs) if isinstance(each, Answer) and each.feature == SWAP_TWICE),
        default=0,
    )
    if state.due and isinstance(state.due[0], TakeRingStep) and len(inputs) > 1:
        first = 1
    for number, each in enumerate(inputs[first:], first):
        if isinstance(each, Tap) and each.piece == tap.piece:
            return number
    return None


def _no_match_verdict(
    state: State, memory: Memory, castle: CastleId | None, tap: PieceTapped, place: complaints.PiecePlace
) -> Verdict:
    if place.seat not in {state.acting_seat, -1}:
        return complaints.wrong_owner_verdict(state, memory, castle, place, state.acting_seat)
    if place.where == "bag":
        return complaints.complaint_verdict(memory, castle, "from-the-bag", "TU-7.10")
    if place.where == "spent":
        return complaints.complaint_verdict(memory, castle, "spent", "TU-11.2")
    pieces = state.table.pieces
    tapped = [*(each.piece for each in memory.taps), tap.piece]
    tokens = [pieces.token_numbers[piece] for piece in tapped if piece in pieces.token_numbers]
    mine = state.players[state.acting_seat].tokens
    path = tuple(state.tokens.index(token) for token in tokens if token in state.tokens)
    refusal: Refusal | None
    if place.where in {"hand", "stand"}:
        refusal = page_actions.find_ring_refusal(state, pieces.ring_numbers[tap.piece])
    elif any(mine >> token & 1 for token in tokens):
        refusal = page_actions.find_bonus_move_refusal(state, [token for token in tokens if mine >> token & 1], path)
    else:
        refusal = page_actions.find_path_refusal(state, path)
    if refusal is None:
        return complaints.complaint_verdict(memory, castle, "fits-nothing", "TU-6.3")
    return complaints.refusal_verdict(memory, castle, refusal)


def _judge_press(state: State, memory: Memory, press: ButtonPressed) -> Verdict:
    castle = press.castle
    if castle is not None and castle not in state.table.gates:
        return complaints.complaint_verdict(memory, castle, "castle-out", "TU-0.1")
    if press.button == "no" and press.long:
        return Verdict(memory, (UNDO,))
    if castle is not None and castle != _castle_of_seat(state, state.acting_seat):
        return complaints.not_your_turn_verdict(state, memory, castle)
    if press.button == "knob" and press.long:
        return (
            Verdict(memory.without_last_input())
            if memory.inputs
            else complaints.log_only_verdict(memory, None, "button")
        )
    reading = interpret_inputs(state, memory.inputs_with_detents)
    if isinstance(reading, NoMatch):
        return Verdict(Memory())
    return (
        _judge_no(state, memory, castle, reading)
        if press.button == "no"
        else _judge_yes(state, memory, castle, reading)
    )


def _judge_no(state: State, memory: Memory, castle: CastleId | None, reading: Interpretation) -> Verdict:
    if isinstance(reading, HandInProgress) and is_knob_turnable(reading):
        return Verdict(replace(memory, turned=memory.turned + 1))
    if memory.inputs:
        return Verdict(memory.without_last_input())
    if state.due and isinstance(state.due[0], RoundTokenStep):
        return _propose_moves(state, memory, castle, (moves.DeclineStep(state.turn_seat),))
    if isinstance(reading, NeedsAnswer):
        return Verdict(replace(memory, turned=memory.turned + 1))
    return complaints.complaint_verdict(memory, castle, "no-question", state.phase_traits.rule)


def _judge_yes(state: State, memory: Memory, castle: CastleId | None, reading: Interpretation) -> Verdict:
    match reading:
        case NeedsAnswer(question=question):
            value = question.values[memory.turned % len(question.values)]
            after = memory.with_input(Answer(question.feature, value))
            then = interpret_inputs(state, after.inputs)
            return _propose_moves(state, memory, castle, then.moves) if isinstance(then, NeedsYes) else Verdict(after)
        case NeedsYes(moves=offered):
            return _propose_moves(state, memory, castle, offered)
        case HandInProgress(move=move) if move is not None:
            return _propose_moves(state, memory, castle, (move,))
        case HandInProgress():
            return complaints.complaint_verdict(memory, castle, "tap-hand", complaints.RULE_BY_TAP["hand"])
        case NeedsTap(what=what):
            return complaints.complaint_verdict(memory, castle, f"tap-{what}", complaints.RULE_BY_TAP[what])
        case NoMatch():
            return Verdict(Memory())


def _propose_moves(state: State, memory: Memory, castle: CastleId | None, chosen: tuple[Move, ...]) -> Verdict:
    """Propose the moves and the placements they force, or complain."""
    after = state
    try:
        for move in chosen:
            engine.check_move(after, move)
            after = engine.perform_move(after, move, [])
    except Refusal as refusal:
        return complaints.refusal_verdict(memory, castle, refusal)
    proposed = (*chosen, *_forced_placements(after))
    actions: tuple[Action, ...] = tuple(move_to_line(state.table, move) for move in proposed)
    return Verdict(memory, actions, if_accepted=(Blink(_castle_of_seat(state, state.acting_seat)),))


def _forced_placements(state: State) -> list[Move]:
    """Return the placements with only one chamber left (TU-3.1, TU-5.1)."""
    found: list[Move] = []
    while state.phase_traits.placed_figure:
        listed = legal_options(state)
        if len(listed) != 1 or not isinstance(listed[0], moves.AssignCourtier | moves.PlaceLord):
            break
        found.append(listed[0])
        state = engine.perform_move(state, listed[0], [])
    return found
