"""The referee: what a tap, a press or a turn of the knob means in the present state."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from controller.games.contract.effects import Blink, Complain
from controller.games.contract.inputs import ButtonPressed, GateComplained, Input, KnobTurned, PieceTapped, TimerRanOut
from controller.games.contract.referee import Verdict
from controller.games.contract.values import TRAY, UNDO, Action, CastleId, Text
from controller.games.tudor.referee import by_hand, complaints, receiving
from controller.games.tudor.referee.complaints import Place, complain, not_your_turn, note, place_of, refused
from controller.games.tudor.referee.meaning import AGAIN, read, seen
from controller.games.tudor.referee.memory import Asked, Awaited, Laid, Memory, Offered, Pick, Reading, Said, Stuck, Tap
from controller.games.tudor.rules import engine, moves
from controller.games.tudor.rules.actions import as_line
from controller.games.tudor.rules.lots import Trades
from controller.games.tudor.rules.moves import Move, Refusal
from controller.games.tudor.rules.options import options
from controller.games.tudor.rules.state import RingStep, State, TokenStep
from controller.games.tudor.rules.table import Seat

RULE_OF_GATE: Final = {"complaint-unknown-tag": "TU-0.2"}
"""Why a gate cannot count what it saw."""


def judge(state: State | None, memory: Memory, input_: Input) -> Verdict:
    """What the table does about an input: exactly one of actions, a change of its memory, a complaint, a note."""
    if isinstance(input_, TimerRanOut):
        return note(memory, None, "hourglass")
    if state is None:
        return by_hand.judge(memory, input_)
    if state.to_act is None:
        return note(memory, None, "over")
    if memory.chosen is not None:
        confirmed = receiving.judge(state, memory, memory.chosen, input_)
        if confirmed is not None:
            return confirmed
        memory = replace(memory, chosen=None)
    match input_:
        case PieceTapped():
            return _tapped(state, memory, input_)
        case GateComplained(castle=castle, key=key):
            where = None if castle == TRAY else castle
            return Verdict(memory, effects=(Complain(where, Text(key), RULE_OF_GATE.get(key)),))
        case KnobTurned(steps=steps):
            if turns(read(state, memory.so_far)):
                return Verdict(replace(memory, turned=memory.turned + steps))
            return note(memory, None, "button")
        case ButtonPressed():
            return _pressed(state, memory, input_)


def turns(reading: Reading) -> bool:
    return isinstance(reading, Asked) or (isinstance(reading, Laid) and len(reading.fingers) > 1)


def _gate(state: State, seat: Seat) -> CastleId:
    return CastleId(state.table.gates[seat])


# Pieces.


def _tapped(state: State, memory: Memory, tap: PieceTapped) -> Verdict:
    castle = None if tap.castle == TRAY else tap.castle
    seat = state.actor
    if castle is not None and castle not in state.table.gates:
        return complain(memory, castle, "castle-out", "TU-0.1")
    place = place_of(state, tap.piece)
    if place is None or place.where == "gone":
        return complain(memory, castle, "not-in-play", "TU-0.2")
    if castle not in {None, _gate(state, seat)} and not _goes_to_its_new_owner(state, place):
        if place.seat == seat:
            return complaints.somebody_s(state, memory, castle, place, state.table.gates.index(tap.castle))
        return not_your_turn(state, memory, tap.castle)
    reading = read(state, memory.so_far)
    if isinstance(reading, Awaited) and reading.what == "draw":
        return _drawn(state, memory, castle, tap, place)
    if isinstance(reading, Awaited) and reading.what == "ring" and state.phase == "rings":
        ring = state.table.pieces.ring_numbers.get(tap.piece)
        if ring is None:
            return complain(memory, castle, "tap-ring", "TU-1.1")
        return _done(state, memory, castle, (moves.ChooseRing(seat, ring),))
    return _said(state, memory, castle, tap, place)


def _goes_to_its_new_owner(state: State, place: Place) -> bool:
    """While rings may be traded, one of the one to act may be tapped where it goes (TU-12.4)."""
    if place.where != "hand" or place.seat != state.at:
        return False
    return any(isinstance(option, Trades) for option in options(seen(state)))


def _drawn(state: State, memory: Memory, castle: CastleId | None, tap: PieceTapped, place: Place) -> Verdict:
    token = state.table.pieces.token_numbers.get(tap.piece)
    if token is None:
        return complain(memory, castle, "tap-draw", "TU-7.10")
    if place.where in {"screen", "spent"}:
        return complaints.somebody_s(state, memory, castle, place, state.actor)
    return _done(state, memory, castle, (moves.Draw(token),))


def _said(state: State, memory: Memory, castle: CastleId | None, tap: PieceTapped, place: Place) -> Verdict:
    number = _number_of(state, memory.so_far, tap)
    if number is None:
        after = memory.with_said(Tap(tap.piece))
        if isinstance(read(state, after.said), Stuck):
            return _stuck(state, memory, castle, tap, place)
    else:
        after = Memory((*memory.so_far[:number], *memory.so_far[number + 1 :]))
        if isinstance(read(state, after.said), Stuck):
            after = Memory(memory.said[:number])
    return Verdict(after, effects=(Blink(_gate(state, state.actor)),))


def _number_of(state: State, said: Sequence[Said], tap: PieceTapped) -> int | None:
    """Which of what was said this tap takes off; None if it is a new one.

    What a first exchange moved, the second may move back (TU-10.2); a ring that came for an office is tapped again
    while the hand is laid.
    """
    first = max(
        (number + 1 for number, each in enumerate(said) if isinstance(each, Pick) and each.feature == AGAIN), default=0
    )
    if state.due and isinstance(state.due[0], RingStep) and len(said) > 1:
        first = 1
    for number, each in enumerate(said[first:], first):
        if isinstance(each, Tap) and each.piece == tap.piece:
            return number
    return None


def _stuck(state: State, memory: Memory, castle: CastleId | None, tap: PieceTapped, place: Place) -> Verdict:
    if place.seat not in {state.actor, -1}:
        return complaints.somebody_s(state, memory, castle, place, state.actor)
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
        refusal = receiving.refusal_of_ring(state, pieces.ring_numbers[tap.piece])
    elif any(mine >> token & 1 for token in tokens):
        refusal = receiving.refusal_of_spent(state, [token for token in tokens if mine >> token & 1], path)
    else:
        refusal = receiving.refusal_of_path(state, path)
    if refusal is None:
        return complain(memory, castle, "fits-nothing", "TU-6.3")
    return refused(memory, castle, refusal)


# Buttons: the knob, which speaks for the one to act, and a castle's own yes and no.


def _pressed(state: State, memory: Memory, press: ButtonPressed) -> Verdict:
    castle = press.castle
    if castle is not None and castle not in state.table.gates:
        return complain(memory, castle, "castle-out", "TU-0.1")
    if press.button == "no" and press.long:
        return Verdict(memory, (UNDO,))
    if castle is not None and castle != _gate(state, state.actor):
        return not_your_turn(state, memory, castle)
    if press.button == "knob" and press.long:
        return Verdict(memory.back()) if memory.said else note(memory, None, "button")
    reading = read(state, memory.so_far)
    if isinstance(reading, Stuck):
        return Verdict(Memory())
    return _no(state, memory, castle, reading) if press.button == "no" else _yes(state, memory, castle, reading)


def _no(state: State, memory: Memory, castle: CastleId | None, reading: Reading) -> Verdict:
    if isinstance(reading, Laid) and turns(reading):
        return Verdict(replace(memory, turned=memory.turned + 1))
    if memory.said:
        return Verdict(memory.back())
    if state.due and isinstance(state.due[0], TokenStep):
        return _done(state, memory, castle, (moves.Decline(state.at),))
    if isinstance(reading, Asked):
        return Verdict(replace(memory, turned=memory.turned + 1))
    return complain(memory, castle, "no-question", state.in_phase.rule)


def _yes(state: State, memory: Memory, castle: CastleId | None, reading: Reading) -> Verdict:
    match reading:
        case Asked(question=question):
            value = question.values[memory.turned % len(question.values)]
            after = memory.with_said(Pick(question.feature, value))
            then = read(state, after.said)
            return _done(state, memory, castle, then.moves) if isinstance(then, Offered) else Verdict(after)
        case Offered(moves=offered):
            return _done(state, memory, castle, offered)
        case Laid(done=move) if move is not None:
            return _done(state, memory, castle, (move,))
        case Laid():
            return complain(memory, castle, "tap-hand", complaints.TO_TAP["hand"])
        case Awaited(what=what):
            return complain(memory, castle, f"tap-{what}", complaints.TO_TAP[what])
        case Stuck():
            return Verdict(Memory())


def _done(state: State, memory: Memory, castle: CastleId | None, said: tuple[Move, ...]) -> Verdict:
    """Do what was said, and what then has one legal answer that nobody may decline; or say what forbids it."""
    after = state
    try:
        for move in said:
            engine.judge(after, move)
            after = engine.perform(after, move, [])
    except Refusal as refusal:
        return refused(memory, castle, refusal)
    proposed = (*said, *_forced(after))
    actions: tuple[Action, ...] = tuple(as_line(state.table, move) for move in proposed)
    return Verdict(memory, actions, if_accepted=(Blink(_gate(state, state.actor)),))


def _forced(state: State) -> list[Move]:
    """Placements with one chamber left, one after the other (TU-3.1, TU-5.1)."""
    found: list[Move] = []
    while state.in_phase.places:
        listed = options(state)
        if len(listed) != 1 or not isinstance(listed[0], moves.Assign | moves.PlaceLord):
            break
        found.append(listed[0])
        state = engine.perform(state, listed[0], [])
    return found
