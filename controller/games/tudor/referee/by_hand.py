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
from controller.games.tudor.referee.memory import Laying, Memory
from controller.games.tudor.rules import actions, engine
from controller.games.tudor.rules.moves import Refusal

NOTHING: Final = Laying()


def judge(memory: Memory, input_: Input) -> Verdict:
    """A game begins with a piece over each player's gate; then the knob names cards, and tokens are tapped."""
    laying = memory.laying
    match input_:
        case PieceTapped():
            return _tapped(memory, laying or NOTHING, input_)
        case GateComplained(castle=castle, key=key) if laying is not None:
            return Verdict(memory, effects=(Complain(None if castle == TRAY else castle, Text(key)),))
        case KnobTurned(steps=steps) if laying is not None and laying.question is not None:
            return Verdict(replace(memory, turned=memory.turned + steps))
        case ButtonPressed() if laying is not None:
            return _pressed(memory, laying, input_)
        case _:
            return note(memory, None, "button")


def _tapped(memory: Memory, laying: Laying, tap: PieceTapped) -> Verdict:
    castle = None if tap.castle == TRAY else tap.castle
    tokens = {token.id for token in standard().tokens}
    if tap.piece not in tokens and tap.piece not in {ring.id for ring in standard().rings}:
        return complain(memory, castle, "not-in-play", "TU-0.2")
    if not laying.complete:
        return _joined(memory, laying, castle)
    if castle is not None and castle not in laying.castles:
        return complain(memory, castle, "castle-out", "TU-0.1")
    if laying.space is None:
        return complain(memory, castle, "answer-first", "TU-0.5")
    if tap.piece not in tokens:
        return complain(memory, castle, "tap-draw", "TU-0.5")
    if tap.piece in laying.tokens:
        where = laying.spaces[laying.tokens.index(tap.piece)]
        return complain(memory, castle, "lies-already", "TU-0.7", space=where)
    blink = () if castle is None else (Blink(castle),)
    return _goes_on(laying.tapped(tap.piece), blink)


def _joined(memory: Memory, laying: Laying, castle: CastleId | None) -> Verdict:
    if castle is None:
        return note(memory, None, "piece")
    if castle in laying.castles:
        return complain(memory, castle, "joined-already", "TU-0.1")
    if len(laying.castles) == PLAYER_COUNTS[-1]:
        return complain(memory, castle, "four-play", "TU-0.1")
    return Verdict(Memory(laying=replace(laying, castles=(*laying.castles, castle))), effects=(Blink(castle),))


def _pressed(memory: Memory, laying: Laying, press: ButtonPressed) -> Verdict:
    castle = press.castle
    if castle is not None and castle not in laying.castles:
        return complain(memory, castle, "castle-out", "TU-0.1")
    question = laying.question
    if press.long or (press.button == "no" and (question is None or question.feature != "round")):
        back = laying.back() if press.button != "yes" else laying
        return Verdict(Memory(laying=back))
    if not laying.complete:
        if len(laying.castles) < PLAYER_COUNTS[0]:
            return complain(memory, castle, "too-few", "TU-0.1")
        return Verdict(Memory(laying=replace(laying, complete=True)))
    if question is None:
        return complain(memory, castle, "tap-space", "TU-0.5")
    turned = memory.turned + (1 if press.button == "no" else 0)
    return _goes_on(laying.answered(question.values[turned % len(question.values)]), ())


def _goes_on(laying: Laying, effects: tuple[Blink, ...]) -> Verdict:
    memory = Memory(laying=laying)
    if not laying.done:
        return Verdict(memory, effects=effects)
    try:
        engine.apply(None, actions.parse(laying.start()))
    except Refusal as refusal:
        return refused(memory, None, refusal)
    return Verdict(memory, (laying.start(),), if_accepted=effects)
