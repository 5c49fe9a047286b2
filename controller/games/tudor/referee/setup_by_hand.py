"""Inputs while players lay the board by hand before a game (TU-0)."""

from typing import Final

from msgspec.structs import replace

from controller.games.contract.effects import Blink, Complain
from controller.games.contract.inputs import ButtonPressed, GateComplained, Input, KnobTurned, PieceTapped
from controller.games.contract.referee import Verdict
from controller.games.contract.values import TRAY, CastleId, Text
from controller.games.tudor.box.edition import PLAYER_COUNTS
from controller.games.tudor.box.reading import standard_edition
from controller.games.tudor.referee.complaints import complaint_verdict, log_only_verdict, refusal_verdict
from controller.games.tudor.referee.memory import BoardSetup, Memory
from controller.games.tudor.rules import actions, engine
from controller.games.tudor.rules.moves import Refusal

EMPTY_SETUP: Final = BoardSetup()


def judge_setup_input(memory: Memory, input_: Input) -> Verdict:
    """Judge an input: players join with a piece at their gate, choose cards by the knob, then tap tokens."""
    setup = memory.board_setup
    match input_:
        case PieceTapped():
            return _judge_tap(memory, setup or EMPTY_SETUP, input_)
        case GateComplained(castle=castle, key=key) if setup is not None:
            return Verdict(memory, effects=(Complain(None if castle == TRAY else castle, Text(key)),))
        case KnobTurned(steps=steps) if setup is not None and setup.due_question is not None:
            return Verdict(replace(memory, turned=memory.turned + steps))
        case ButtonPressed() if setup is not None:
            return _judge_press(memory, setup, input_)
        case _:
            return log_only_verdict(memory, None, "button")


def _judge_tap(memory: Memory, setup: BoardSetup, tap: PieceTapped) -> Verdict:
    castle = None if tap.castle == TRAY else tap.castle
    tokens = {token.id for token in standard_edition().tokens}
    if tap.piece not in tokens and tap.piece not in {ring.id for ring in standard_edition().rings}:
        return complaint_verdict(memory, castle, "not-in-play", "TU-0.2")
    if not setup.complete:
        return _join_player(memory, setup, castle)
    if castle is not None and castle not in setup.castles:
        return complaint_verdict(memory, castle, "castle-out", "TU-0.1")
    if setup.next_space is None:
        return complaint_verdict(memory, castle, "answer-first", "TU-0.5")
    if tap.piece not in tokens:
        return complaint_verdict(memory, castle, "tap-draw", "TU-0.5")
    if tap.piece in setup.laid_tokens:
        where = setup.space_names[setup.laid_tokens.index(tap.piece)]
        return complaint_verdict(memory, castle, "lies-already", "TU-0.7", space=where)
    blink = () if castle is None else (Blink(castle),)
    return _continue_setup_or_start_game(setup.with_answer(tap.piece), blink)


def _join_player(memory: Memory, setup: BoardSetup, castle: CastleId | None) -> Verdict:
    if castle is None:
        return log_only_verdict(memory, None, "piece")
    if castle in setup.castles:
        return complaint_verdict(memory, castle, "joined-already", "TU-0.1")
    if len(setup.castles) == PLAYER_COUNTS[-1]:
        return complaint_verdict(memory, castle, "four-play", "TU-0.1")
    joined = replace(setup, castles=(*setup.castles, castle))
    return Verdict(Memory(board_setup=joined), effects=(Blink(castle),))


def _judge_press(memory: Memory, setup: BoardSetup, press: ButtonPressed) -> Verdict:
    castle = press.castle
    if castle is not None and castle not in setup.castles:
        return complaint_verdict(memory, castle, "castle-out", "TU-0.1")
    question = setup.due_question
    if press.long or (press.button == "no" and (question is None or question.feature != "round")):
        back = setup.without_last_step() if press.button != "yes" else setup
        return Verdict(Memory(board_setup=back))
    if not setup.complete:
        if len(setup.castles) < PLAYER_COUNTS[0]:
            return complaint_verdict(memory, castle, "too-few", "TU-0.1")
        return Verdict(Memory(board_setup=replace(setup, complete=True)))
    if question is None:
        return complaint_verdict(memory, castle, "tap-space", "TU-0.5")
    turned = memory.turned + (1 if press.button == "no" else 0)
    return _continue_setup_or_start_game(setup.with_answer(question.values[turned % len(question.values)]), ())


def _continue_setup_or_start_game(setup: BoardSetup, effects: tuple[Blink, ...]) -> Verdict:
    memory = Memory(board_setup=setup)
    if not setup.is_done:
        return Verdict(memory, effects=effects)
    try:
        engine.apply_action(None, actions.parse_action(setup.start_action()))
    except Refusal as refusal:
        return refusal_verdict(memory, None, refusal)
    return Verdict(memory, (setup.start_action(),), if_accepted=effects)
