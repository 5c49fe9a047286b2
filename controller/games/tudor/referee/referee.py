"""The referee: what a tap, a press or a turn of the knob means in the present state."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from controller.games.contract.effects import Blink, Complain
from controller.games.contract.inputs import ButtonPressed, GateComplained, Input, KnobTurned, PieceTapped, TimerRanOut
from controller.games.contract.referee import Verdict
from controller.games.contract.values import TRAY, UNDO, Action, CastleId, Text
from controller.games.tudor.referee import complaints, page_actions, setup_by_hand
from controller.games.tudor.referee.complaints import Place, complain, complain_refused, not_your_turn, note, place_of
from controller.games.tudor.referee.interpretation import AGAIN, interpret, public_state
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
from controller.games.tudor.rules.actions import to_line
from controller.games.tudor.rules.move_groups import RingTrades
from controller.games.tudor.rules.moves import Move, Refusal
from controller.games.tudor.rules.options import options
from controller.games.tudor.rules.state import RingStep, State, TokenStep
from controller.games.tudor.rules.table import Seat

RULE_OF_GATE: Final = {"complaint-unknown-tag": "TU-0.2"}
"""The rule that a gate's own complaint cites."""


def judge(state: State | None, memory: Memory, input_: Input) -> Verdict:
    """Return any of: actions, a changed memory, effects, a complaint, a note."""
    if isinstance(input_, TimerRanOut):
        return note(memory, None, "hourglass")
    if state is None:
        return setup_by_hand.judge(memory, input_)
    if state.to_act is None:
        return note(memory, None, "over")
    if memory.pending is not None:
        confirmed = page_actions.judge_confirmation(state, memory, memory.pending, input_)
        if confirmed is not None:
            return confirmed
        memory = replace(memory, pending=None)
    match input_:
        case PieceTapped():
            return _on_tap(state, memory, input_)
        case GateComplained(castle=castle, key=key):
            where = None if castle == TRAY else castle
            return Verdict(memory, effects=(Complain(where, Text(key), RULE_OF_GATE.get(key)),))
        case KnobTurned(steps=steps):
            if can_turn(interpret(state, memory.inputs_so_far)):
                return Verdict(replace(memory, turned=memory.turned + steps))
            return note(memory, None, "button")
        case ButtonPressed():
            return _on_press(state, memory, input_)


def can_turn(reading: Interpretation) -> bool:
    """Whether turning the knob means something."""
    return isinstance(reading, NeedsAnswer) or (isinstance(reading, HandInProgress) and len(reading.fingers) > 1)


def _gate(state: State, seat: Seat) -> CastleId:
    return CastleId(state.table.gates[seat])


def _on_tap(state: State, memory: Memory, tap: PieceTapped) -> Verdict:
    castle = None if tap.castle == TRAY else tap.castle
    seat = state.actor
    if castle is not None and castle not in state.table.gates:
        return complain(memory, castle, "castle-out", "TU-0.1")
    place = place_of(state, tap.piece)
    if place is None or place.where == "gone":
        return complain(memory, castle, "not-in-play", "TU-0.2")
    if castle not in {None, _gate(state, seat)} and not _may_be_traded(state, place):
        if place.seat == seat:
            return complaints.complain_wrong_owner(state, memory, castle, place, state.table.gates.index(tap.castle))
        return not_your_turn(state, memory, tap.castle)
    reading = interpret(state, memory.inputs_so_far)
    if isinstance(reading, NeedsTap) and reading.what == "draw":
        return _propose_draw(state, memory, castle, tap, place)
    if isinstance(reading, NeedsTap) and reading.what == "ring" and state.phase == "rings":
        ring = state.table.pieces.ring_numbers.get(tap.piece)
        if ring is None:
            return complain(memory, castle, "tap-ring", "TU-1.1")
        return _propose(state, memory, castle, (moves.ChooseRing(seat, ring),))
    return _add_or_remove_tap(state, memory, castle, tap, place)


def _may_be_traded(state: State, place: Place) -> bool:
    """Whether the acting player's ring may be tapped at its new owner's gate (TU-12.4)."""
    if place.where != "hand" or place.seat != state.turn_seat:
        return False
    return any(isinstance(option, RingTrades) for option in options(public_state(state)))


def _propose_draw(state: State, memory: Memory, castle: CastleId | None, tap: PieceTapped, place: Place) -> Verdict:
    token = state.table.pieces.token_numbers.get(tap.piece)
    if token is None:
        return complain(memory, castle, "tap-draw", "TU-7.10")
    if place.where in {"screen", "spent"}:
        return complaints.complain_wrong_owner(state, memory, castle, place, state.actor)
    return _propose(state, memory, castle, (moves.Draw(token),))


def _add_or_remove_tap(
    state: State, memory: Memory, castle: CastleId | None, tap: PieceTapped, place: Place
) -> Verdict:
    number = _input_removed_by(state, memory.inputs_so_far, tap)
    if number is None:
        after = memory.with_input(Tap(tap.piece))
        if isinstance(interpret(state, after.inputs), NoMatch):
            return _complain_no_match(state, memory, castle, tap, place)
    else:
        after = Memory((*memory.inputs_so_far[:number], *memory.inputs_so_far[number + 1 :]))
        if isinstance(interpret(state, after.inputs), NoMatch):
            after = Memory(memory.inputs[:number])
    return Verdict(after, effects=(Blink(_gate(state, state.actor)),))


def _input_removed_by(state: State, inputs: Sequence[TapOrAnswer], tap: PieceTapped) -> int | None:
    """Return the index of the input that this tap takes back; None if the tap is a new one.

    Some rings count twice: those of a first swap in a second one (TU-10.2), and an office's ring when it is laid.
    """
    first = max(
        (number + 1 for number, each in enumerate(inputs) if isinstance(each, Answer) and each.feature == AGAIN),
        default=0,
    )
    if state.due and isinstance(state.due[0], RingStep) and len(inputs) > 1:
        first = 1
    for number, each in enumerate(inputs[first:], first):
        if isinstance(each, Tap) and each.piece == tap.piece:
            return number
    return None


def _complain_no_match(
    state: State, memory: Memory, castle: CastleId | None, tap: PieceTapped, place: Place
) -> Verdict:
    if place.seat not in {state.actor, -1}:
        return complaints.complain_wrong_owner(state, memory, castle, place, state.actor)
    if place.where == "bag":
        return complain(memory, castle, "from-the-bag", "TU-7.10")
    if place.where == "spent":
        return complain(memory, castle, "spent", "TU-11.2")
    pieces = state.table.pieces
    tapped = [*(each.piece for each in memory.taps), tap.piece]
    tokens = [pieces.token_numbers[piece] for piece in tapped if piece in pieces.token_numbers]
    mine = state.players[state.actor].tokens
    path = tuple(state.tokens.index(token) for token in tokens if token in state.tokens)
    refusal: Refusal | None
    if place.where in {"hand", "stand"}:
        refusal = page_actions.refusal_of_ring(state, pieces.ring_numbers[tap.piece])
    elif any(mine >> token & 1 for token in tokens):
        refusal = page_actions.refusal_of_spent(state, [token for token in tokens if mine >> token & 1], path)
    else:
        refusal = page_actions.refusal_of_path(state, path)
    if refusal is None:
        return complain(memory, castle, "fits-nothing", "TU-6.3")
    return complain_refused(memory, castle, refusal)


def _on_press(state: State, memory: Memory, press: ButtonPressed) -> Verdict:
    castle = press.castle
    if castle is not None and castle not in state.table.gates:
        return complain(memory, castle, "castle-out", "TU-0.1")
    if press.button == "no" and press.long:
        return Verdict(memory, (UNDO,))
    if castle is not None and castle != _gate(state, state.actor):
        return not_your_turn(state, memory, castle)
    if press.button == "knob" and press.long:
        return Verdict(memory.without_last_input()) if memory.inputs else note(memory, None, "button")
    reading = interpret(state, memory.inputs_so_far)
    if isinstance(reading, NoMatch):
        return Verdict(Memory())
    return (
        _handle_no(state, memory, castle, reading)
        if press.button == "no"
        else _handle_yes(state, memory, castle, reading)
    )


def _handle_no(state: State, memory: Memory, castle: CastleId | None, reading: Interpretation) -> Verdict:
    if isinstance(reading, HandInProgress) and can_turn(reading):
        return Verdict(replace(memory, turned=memory.turned + 1))
    if memory.inputs:
        return Verdict(memory.without_last_input())
    if state.due and isinstance(state.due[0], TokenStep):
        return _propose(state, memory, castle, (moves.Decline(state.turn_seat),))
    if isinstance(reading, NeedsAnswer):
        return Verdict(replace(memory, turned=memory.turned + 1))
    return complain(memory, castle, "no-question", state.phase_traits.rule)


def _handle_yes(state: State, memory: Memory, castle: CastleId | None, reading: Interpretation) -> Verdict:
    match reading:
        case NeedsAnswer(question=question):
            value = question.values[memory.turned % len(question.values)]
            after = memory.with_input(Answer(question.feature, value))
            then = interpret(state, after.inputs)
            return _propose(state, memory, castle, then.moves) if isinstance(then, NeedsYes) else Verdict(after)
        case NeedsYes(moves=offered):
            return _propose(state, memory, castle, offered)
        case HandInProgress(move=move) if move is not None:
            return _propose(state, memory, castle, (move,))
        case HandInProgress():
            return complain(memory, castle, "tap-hand", complaints.RULE_OF_TAP["hand"])
        case NeedsTap(what=what):
            return complain(memory, castle, f"tap-{what}", complaints.RULE_OF_TAP[what])
        case NoMatch():
            return Verdict(Memory())


def _propose(state: State, memory: Memory, castle: CastleId | None, chosen: tuple[Move, ...]) -> Verdict:
    """Propose the moves and the placements that they force, or complain with the refusal."""
    after = state
    try:
        for move in chosen:
            engine.judge(after, move)
            after = engine.perform(after, move, [])
    except Refusal as refusal:
        return complain_refused(memory, castle, refusal)
    proposed = (*chosen, *_forced(after))
    actions: tuple[Action, ...] = tuple(to_line(state.table, move) for move in proposed)
    return Verdict(memory, actions, if_accepted=(Blink(_gate(state, state.actor)),))


def _forced(state: State) -> list[Move]:
    """Return the placements that have only one chamber left (TU-3.1, TU-5.1)."""
    found: list[Move] = []
    while state.phase_traits.places:
        listed = options(state)
        if len(listed) != 1 or not isinstance(listed[0], moves.Assign | moves.PlaceLord):
            break
        found.append(listed[0])
        state = engine.perform(state, listed[0], [])
    return found
