"""By hand: what taps, turns or presses mean while people lay the board before a game (TU-0)."""

from typing import Final

from msgspec.structs import replace

from controller.games.contract.effects import Blink, Complain
from controller.games.contract.inputs import ButtonPressed, GateComplained, Input, KnobTurned, PieceTapped
from controller.games.contract.referee import Verdict
from controller.games.contract.values import TRAY, CastleId, Text
from controller.games.tudor.box.edition import PLAYER_COUNTS
from controller.games.tudor.box.reading import standard
from controller.games.tudor.referee.complaints import complain, note, refused
from controller.games.tudor.referee.memory import BoardSetup, Memory
from controller.games.tudor.rules import actions, engine
from controller.games.tudor.rules.moves import Refusal

NOTHING: Final = BoardSetup()


def judge(memory: Memory, input_: Input) -> Verdict:
    """A game begins with a piece over each player's gate; then the knob names cards, and tokens are tapped."""
    board_setup = memory.board_setup
    match input_:
        case PieceTapped():
            return _tapped(memory, board_setup or NOTHING, input_)
        case GateComplained(castle=castle, key=key) if board_setup is not None:
            return Verdict(memory, effects=(Complain(None if castle == TRAY else castle, Text(key)),))
        case KnobTurned(steps=steps) if board_setup is not None and board_setup.question is not None:
            return Verdict(replace(memory, turned=memory.turned + steps))
        case ButtonPressed() if board_setup is not None:
            return _pressed(memory, board_setup, input_)
        case _:
            return note(memory, None, "button")


def _tapped(memory: Memory, board_setup: BoardSetup, tap: PieceTapped) -> Verdict:
    castle = None if tap.castle == TRAY else tap.castle
    tokens = {token.id for token in standard().tokens}
    if tap.piece not in tokens and tap.piece not in {ring.id for ring in standard().rings}:
        return complain(memory, castle, "not-in-play", "TU-0.2")
    if not board_setup.complete:
        return _joined(memory, board_setup, castle)
    if castle is not None and castle not in board_setup.castles:
        return complain(memory, castle, "castle-out", "TU-0.1")
    if board_setup.space is None:
        return complain(memory, castle, "answer-first", "TU-0.5")
    if tap.piece not in tokens:
        return complain(memory, castle, "tap-draw", "TU-0.5")
    if tap.piece in board_setup.tokens:
        where = board_setup.spaces[board_setup.tokens.index(tap.piece)]
        return complain(memory, castle, "lies-already", "TU-0.7", space=where)
    blink = () if castle is None else (Blink(castle),)
    return _goes_on(board_setup.tapped(tap.piece), blink)


def _joined(memory: Memory, board_setup: BoardSetup, castle: CastleId | None) -> Verdict:
    if castle is None:
        return note(memory, None, "piece")
    if castle in board_setup.castles:
        return complain(memory, castle, "joined-already", "TU-0.1")
    if len(board_setup.castles) == PLAYER_COUNTS[-1]:
        return complain(memory, castle, "four-play", "TU-0.1")
    return Verdict(
        Memory(board_setup=replace(board_setup, castles=(*board_setup.castles, castle))), effects=(Blink(castle),)
    )


def _pressed(memory: Memory, board_setup: BoardSetup, press: ButtonPressed) -> Verdict:
    castle = press.castle
    if castle is not None and castle not in board_setup.castles:
        return complain(memory, castle, "castle-out", "TU-0.1")
    question = board_setup.question
    if press.long or (press.button == "no" and (question is None or question.feature != "round")):
        back = board_setup.back() if press.button != "yes" else board_setup
        return Verdict(Memory(board_setup=back))
    if not board_setup.complete:
        if len(board_setup.castles) < PLAYER_COUNTS[0]:
            return complain(memory, castle, "too-few", "TU-0.1")
        return Verdict(Memory(board_setup=replace(board_setup, complete=True)))
    if question is None:
        return complain(memory, castle, "tap-space", "TU-0.5")
    turned = memory.turned + (1 if press.button == "no" else 0)
    return _goes_on(board_setup.answered(question.values[turned % len(question.values)]), ())


def _goes_on(board_setup: BoardSetup, effects: tuple[Blink, ...]) -> Verdict:
    memory = Memory(board_setup=board_setup)
    if not board_setup.done:
        return Verdict(memory, effects=effects)
    try:
        engine.apply(None, actions.parse(board_setup.start()))
    except Refusal as refusal:
        return refused(memory, None, refusal)
    return Verdict(memory, (board_setup.start(),), if_accepted=effects)
