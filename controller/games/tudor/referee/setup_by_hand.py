"""Taps, turns and presses while players lay the board by hand before a game (TU-0)."""

from typing import Final

from msgspec.structs import replace

from controller.games.contract.effects import Blink, Complain
from controller.games.contract.inputs import ButtonPressed, GateComplained, Input, KnobTurned, PieceTapped
from controller.games.contract.referee import Verdict
from controller.games.contract.values import TRAY, CastleId, Text
from controller.games.tudor.box.edition import PLAYER_COUNTS
from controller.games.tudor.box.reading import standard
from controller.games.tudor.referee.complaints import complain, complain_refused, note
from controller.games.tudor.referee.memory import BoardSetup, Memory
from controller.games.tudor.rules import actions, engine
from controller.games.tudor.rules.moves import Refusal

NOTHING: Final = BoardSetup()


def judge(memory: Memory, input_: Input) -> Verdict:
    """Judge an input: players join with a piece at their gate, choose cards with the knob, then tap the tokens."""
    setup = memory.board_setup
    match input_:
        case PieceTapped():
            return _on_tap(memory, setup or NOTHING, input_)
        case GateComplained(castle=castle, key=key) if setup is not None:
            return Verdict(memory, effects=(Complain(None if castle == TRAY else castle, Text(key)),))
        case KnobTurned(steps=steps) if setup is not None and setup.question is not None:
            return Verdict(replace(memory, turned=memory.turned + steps))
        case ButtonPressed() if setup is not None:
            return _on_press(memory, setup, input_)
        case _:
            return note(memory, None, "button")


def _on_tap(memory: Memory, setup: BoardSetup, tap: PieceTapped) -> Verdict:
    castle = None if tap.castle == TRAY else tap.castle
    tokens = {token.id for token in standard().tokens}
    if tap.piece not in tokens and tap.piece not in {ring.id for ring in standard().rings}:
        return complain(memory, castle, "not-in-play", "TU-0.2")
    if not setup.complete:
        return _join_player(memory, setup, castle)
    if castle is not None and castle not in setup.castles:
        return complain(memory, castle, "castle-out", "TU-0.1")
    if setup.space is None:
        return complain(memory, castle, "answer-first", "TU-0.5")
    if tap.piece not in tokens:
        return complain(memory, castle, "tap-draw", "TU-0.5")
    if tap.piece in setup.tokens:
        where = setup.spaces[setup.tokens.index(tap.piece)]
        return complain(memory, castle, "lies-already", "TU-0.7", space=where)
    blink = () if castle is None else (Blink(castle),)
    return _continue(setup.with_answer(tap.piece), blink)


def _join_player(memory: Memory, setup: BoardSetup, castle: CastleId | None) -> Verdict:
    if castle is None:
        return note(memory, None, "piece")
    if castle in setup.castles:
        return complain(memory, castle, "joined-already", "TU-0.1")
    if len(setup.castles) == PLAYER_COUNTS[-1]:
        return complain(memory, castle, "four-play", "TU-0.1")
    joined = replace(setup, castles=(*setup.castles, castle))
    return Verdict(Memory(board_setup=joined), effects=(Blink(castle),))


def _on_press(memory: Memory, setup: BoardSetup, press: ButtonPressed) -> Verdict:
    castle = press.castle
    if castle is not None and castle not in setup.castles:
        return complain(memory, castle, "castle-out", "TU-0.1")
    question = setup.question
    if press.long or (press.button == "no" and (question is None or question.feature != "round")):
        back = setup.without_last() if press.button != "yes" else setup
        return Verdict(Memory(board_setup=back))
    if not setup.complete:
        if len(setup.castles) < PLAYER_COUNTS[0]:
            return complain(memory, castle, "too-few", "TU-0.1")
        return Verdict(Memory(board_setup=replace(setup, complete=True)))
    if question is None:
        return complain(memory, castle, "tap-space", "TU-0.5")
    turned = memory.turned + (1 if press.button == "no" else 0)
    return _continue(setup.with_answer(question.values[turned % len(question.values)]), ())


def _continue(setup: BoardSetup, effects: tuple[Blink, ...]) -> Verdict:
    memory = Memory(board_setup=setup)
    if not setup.done:
        return Verdict(memory, effects=effects)
    try:
        engine.apply(None, actions.parse(setup.start()))
    except Refusal as refusal:
        return complain_refused(memory, None, refusal)
    return Verdict(memory, (setup.start(),), if_accepted=effects)
