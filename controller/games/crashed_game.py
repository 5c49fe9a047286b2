"""Stand-in for a game whose code crashed: it refuses every action, and people may begin another game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from controller.games.contract.effects import Effect, Notice, Screen, Tell, TextScreen
from controller.games.contract.game import Game
from controller.games.contract.inputs import Input
from controller.games.contract.referee import Verdict, Waiting
from controller.games.contract.rules import Choice, Shuffled, Summary
from controller.games.contract.values import Action, CastleId, PublicAction, Text
from controller.games.game_guard import GameFault

CRASHED_GAME_NAME: Final = "fallen"
"""Name of the stand-in; the page has no drawings for it and uses its plain view."""

CRASH_SCREEN_S: Final = 10.0


class _RefusingLog:
    state: Any = None
    seq = 0
    standing: Sequence[Any] = ()

    def __init__(self, fault: GameFault) -> None:
        self._fault = fault

    def check(self, action: Action) -> Any:
        raise self._fault.refusal

    def accept(self, pending: Any) -> Sequence[Any]:
        return ()


def _method_returning(make: Callable[[], Any]) -> Any:
    return staticmethod(lambda *_: make())


class CrashedGame:
    """Implements ``Game`` without any code of ``crashed``, whose ``choices`` were read before the crash."""

    name = CRASHED_GAME_NAME
    first_memory = settle = _method_returning(lambda: None)
    pieces = sectors = stage = _method_returning(tuple)
    course = _method_returning(list)
    box = view = _method_returning(dict)

    def __init__(self, crashed: Game, fault: GameFault, choices: Sequence[Choice]) -> None:
        self.title, self.seats, self.devices = crashed.title, crashed.seats, crashed.devices
        self.fault = GameFault(fault.game, fault.method, fault.kind, fault.at)  # without traceback, which holds values
        self._choices = choices

    def new_log(self) -> _RefusingLog:
        return _RefusingLog(self.fault)

    def choices(self) -> Sequence[Choice]:
        return self._choices

    def setup(
        self, castles: Sequence[CastleId], options: Mapping[str, str], dealt: Mapping[str, Any], shuffled: Shuffled
    ) -> Action:
        raise self.fault.refusal

    def actions(self) -> dict[str, Any]:
        return {"schema": {"type": "object"}, "components": {}, "examples": []}

    def summary(self, state: Any) -> Summary:
        return Summary((), (), None)

    def round_of(self, state: Any) -> int:
        return 1

    def resolve(self, state: Any, action: Action, shuffled: Shuffled) -> Action:
        return action

    def public_action(self, action: Action) -> PublicAction:
        return PublicAction({"do": action.get("do")})

    def judge(self, state: Any, memory: Any, input_: Input) -> Verdict:
        return Verdict(None)

    def waiting(self, state: Any, memory: Any) -> Waiting:
        return waiting_after_crash(self.fault)

    def standings(self, state: Any) -> Screen:
        return _crash_screen(self.fault)


def waiting_after_crash(fault: GameFault) -> Waiting:
    return Waiting("fallen", None, _crash_screen(fault), over=True, gates=False)


def crash_effects(fault: GameFault) -> tuple[Effect, ...]:
    values = {"game": fault.game, "fault": fault.kind}
    return Tell(Text("told-game-fell", values)), Notice(_crash_screen(fault), CRASH_SCREEN_S, "alarm")


def _crash_screen(fault: GameFault) -> TextScreen:
    lines = (Text("game-fell-fault", {"fault": fault.kind}), Text("game-fell-parked"))
    return TextScreen(Text("game-fell-title", {"game": fault.game}), lines)
