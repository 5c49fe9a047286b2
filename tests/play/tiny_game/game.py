"""A race: a piece tapped at its own gate goes one step, the arrow moves who is last; the first at five wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.games.contract.effects import Announce, Complain, Effect, RowsScreen, Screen, Tell, TextScreen
from controller.games.contract.game import Game, Piece
from controller.games.contract.inputs import ButtonPressed, Devices, Input, PieceTapped
from controller.games.contract.referee import Verdict, Waiting
from controller.games.contract.rules import Choice, Outcome, Shuffled, Summary
from controller.games.contract.values import Action, CastleId, PieceId, PublicAction, RandomDraw, RefusedError, Text

CASTLES = ("blue", "yellow", "purple", "grey")
GOAL = 5


@dataclass(frozen=True, slots=True)
class State:
    at: Mapping[CastleId, int]

    @property
    def winner(self) -> CastleId | None:
        return next((castle for castle, at in self.at.items() if at >= GOAL), None)


class Log:
    def __init__(self) -> None:
        self.standing: list[State] = []
        self.seq = 0

    @property
    def state(self) -> State | None:
        return self.standing[-1] if self.standing else None

    def check(self, action: Action) -> list[State]:
        match self.state, action:
            case None, {"do": "start", "players": players}:
                return [State(dict.fromkeys(players, 0))]
            case State(), {"do": "undo"} if len(self.standing) > 1:
                return self.standing[:-1]
            case State(at=at, winner=None), {"do": "move", "player": player, "by": int(by)} if player in at:
                return [*self.standing, State({**at, player: at[player] + by})]
        raise RefusedError(None, "That is not possible now.", Text("race-not-now"))

    def accept(self, pending: list[State]) -> Sequence[Any]:
        self.standing, self.seq = pending, self.seq + 1
        return ()


class Race:
    name = "race"
    title = "The Race"
    seats = range(1, 4)
    devices = Devices(uses=frozenset({"arrow", "gates", "knob"}))

    def new_log(self) -> Log:
        return Log()

    def choices(self) -> Sequence[Choice]:
        return ()

    def setup(
        self, castles: Sequence[CastleId], options: Mapping[str, str], dealt: Mapping[str, Any], shuffled: Shuffled
    ) -> Action:
        return {"do": "start", "game": "race", "players": list(castles), **dealt}

    def actions(self) -> dict[str, Any]:
        moved = {"do": "move", "player": "blue", "by": 1}
        return {"schema": {"type": "object"}, "components": {}, "examples": [moved]}

    def summary(self, state: State) -> Summary:
        outcome = None if state.winner is None else Outcome(1, (state.winner,), state.at)
        compare = tuple(Text("race-at", {"castle": Text(castle), "at": at}) for castle, at in state.at.items())
        return Summary(tuple(state.at), compare, outcome)

    def round_of(self, state: State) -> int:
        return 1

    def resolve(self, state: State | None, action: Action, shuffled: Shuffled) -> Action:
        return {"by": shuffled((1, 2))[0], **action} if action.get("do") == "move" else action

    def public_action(self, action: Action) -> PublicAction:
        return PublicAction(action)

    def first_memory(self) -> None:
        return None

    def settle(self, state: State, memory: None, action: Action, by: str) -> None:
        return None

    def judge(self, state: State | None, memory: None, input_: Input) -> Verdict:
        match input_:
            case PieceTapped(castle=castle, piece=piece) if piece == f"piece-{castle}":
                return Verdict(None, ({"do": "move", "player": castle, "by": 1},))
            case PieceTapped(castle=castle):
                return Verdict(None, effects=(Complain(castle, Text("race-not-yours")),))
            case ButtonPressed(castle=None) if state is not None:
                last = min(state.at, key=lambda castle: state.at[castle])
                return Verdict(None, (RandomDraw({"do": "move", "player": last}, "by", self.sectors()),))
        return Verdict(None)

    def waiting(self, state: State | None, memory: None) -> Waiting:
        if state is None:
            return Waiting("begin", None, TextScreen(Text("race-title"), (Text("race-begin"),)), over=True)
        if state.winner is not None:
            return Waiting("won", state.winner, TextScreen(Text("race-title"), (_won(state.winner),)), over=True)
        return Waiting("race", None, TextScreen(Text("race-title"), (Text("race-on"),)))

    def stage(self, before: State | None, after: State, events: Sequence[Any]) -> tuple[Effect, ...]:
        moved = [castle for castle in after.at if before is not None and before.at[castle] != after.at[castle]]
        sentences = tuple(Tell(_moved(after, castle)) for castle in moved)
        if after.winner is None:
            return sentences
        return (*sentences, Announce(TextScreen(Text("race-title"), (_won(after.winner),)), 4.0, "fanfare"))

    def standings(self, state: State) -> Screen:
        rows = tuple((Text(castle), _moved(state, castle)) for castle in state.at)
        return RowsScreen(Text("race-title"), rows, tuple(moved for _, moved in rows))

    def view(self, state: State | None, memory: None) -> dict[str, Any]:
        return {"at": {} if state is None else {str(castle): at for castle, at in state.at.items()}}

    def course(self, states: Sequence[State]) -> list[dict[str, Any]]:
        return [{str(castle): at for castle, at in state.at.items()} for state in states]

    def pieces(self) -> Sequence[Piece]:
        return [Piece(PieceId(f"piece-{castle}"), "runner") for castle in CASTLES]

    def sectors(self) -> tuple[tuple[int, int], ...]:
        return ((1, 270), (2, 90))

    def box(self) -> dict[str, Any]:
        return {"goal": GOAL}


def race(options: Mapping[str, str]) -> Game:
    return Race()


def _moved(state: State, castle: CastleId) -> Text:
    return Text("race-moved", {"castle": Text(castle), "at": state.at[castle]})


def _won(winner: CastleId) -> Text:
    return Text("race-won", {"castle": Text(winner)})
