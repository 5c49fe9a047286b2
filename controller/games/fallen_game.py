"""What lies on the table after a game's own mistake has ended it: nothing moves, and people may begin another."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from controller.games.contained import GameFault
from controller.games.contract.effects import Announce, Effect, Screen, Tell, TextScreen
from controller.games.contract.game import Game
from controller.games.contract.inputs import Input
from controller.games.contract.referee import Verdict, Waiting
from controller.games.contract.rules import Choice, Shuffled, Summary
from controller.games.contract.values import Action, CastleId, Text, ToldAction

NAME: Final = "fallen"
"""No game has drawings of that name, so the page draws it plainly."""

SHOWN_S: Final = 10.0
"""How long the console shows it before it shows the way to the page again."""


class NoLog:
    state: Any = None
    seq = 0
    standing: Sequence[Any] = ()

    def __init__(self, fault: GameFault) -> None:
        self._fault = fault

    def check(self, action: Action) -> Any:
        """Raise RefusedError: nothing is possible."""
        raise self._fault.refusal

    def accept(self, pending: Any) -> Sequence[Any]:
        return ()


def _none(*_: Any, **__: Any) -> None:
    return None


def _nothing(*_: Any, **__: Any) -> tuple[()]:
    return ()


def _empty(*_: Any, **__: Any) -> dict[str, Any]:
    return {}


class FallenGame:
    """In the place of a game that fell, with what people are asked before a game: nothing of its code is called.

    Args:
        fallen: the game.
        choices: what people may choose of it, as it said when it still could.
    """

    name = NAME
    first_memory = settle = staticmethod(_none)
    pieces = sectors = stage = staticmethod(_nothing)
    box = view = staticmethod(_empty)

    def __init__(self, fallen: Game, fault: GameFault, choices: Sequence[Choice]) -> None:
        self.title, self.seats, self.devices = fallen.title, fallen.seats, fallen.devices
        self.fault = GameFault(fault.game, fault.method, fault.kind, fault.at)  # its traceback holds what the game gave
        self._choices = choices

    def new_log(self) -> NoLog:
        return NoLog(self.fault)

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

    def told(self, action: Action) -> ToldAction:
        return ToldAction({"do": action.get("do")})

    def judge(self, state: Any, memory: Any, input_: Input) -> Verdict:
        return Verdict(None)

    def waiting(self, state: Any, memory: Any) -> Waiting:
        return waiting(self.fault)

    def standings(self, state: Any) -> Screen:
        return _screen(self.fault)

    def course(self, states: Sequence[Any]) -> list[dict[str, Any]]:
        return []


def waiting(fault: GameFault) -> Waiting:
    """What the table waits for then: another game, or the same one taken up again."""
    return Waiting("fallen", None, _screen(fault), over=True, gates=False)


def told(fault: GameFault) -> tuple[Effect, ...]:
    values = {"game": fault.game, "fault": fault.kind}
    return Tell(Text("told-game-fell", values)), Announce(_screen(fault), SHOWN_S, "alarm")


def _screen(fault: GameFault) -> TextScreen:
    lines = (Text("game-fell-fault", {"fault": fault.kind}), Text("game-fell-parked"))
    return TextScreen(Text("game-fell-title", {"game": fault.game}), lines)
