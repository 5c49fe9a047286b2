"""The rules: the state of a race, its legal actions, and its log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from controller.games.contract.values import Action, CastleId, RefusedError, Text

GOAL: Final = 12
RUNNERS: Final = ("hare", "tortoise")


@dataclass(frozen=True)
class State:
    """A race.

    Attributes:
        at: how far each runner has come, such as ``hare-blue``.
        turn: index of the player whose turn it is.
        drawn: the number that the arrow drew; None before.
    """

    players: tuple[CastleId, ...]
    at: Mapping[str, int]
    turn: int = 0
    drawn: int | None = None

    @property
    def mover(self) -> CastleId:
        return self.players[self.turn]

    @property
    def winner(self) -> CastleId | None:
        return next((CastleId(runner.split("-")[1]) for runner, at in self.at.items() if at >= GOAL), None)

    def best(self, castle: CastleId) -> int:
        """Return how far the leading runner of a castle has come."""
        return max(self.at[f"{runner}-{castle}"] for runner in RUNNERS)


def after(state: State | None, action: Action) -> State:
    """Return the state after ``action``; raise RefusedError if it is not legal."""
    match state, action:
        case None, {"do": "start", "players": [*players]}:
            return State(tuple(players), {f"{runner}-{castle}": 0 for castle in players for runner in RUNNERS})
        case State(drawn=None, winner=None), {"do": "draw", "steps": 1 | 2 | 3 | 4 as steps}:
            return replace(state, drawn=steps)
        case State(drawn=int(steps), winner=None), {"do": "run", "runner": runner} if runner in state.at:
            if not runner.endswith(f"-{state.mover}"):
                raise RefusedError("AR-2", "It is another player's turn.", Text("arrow-race-not-yours"))
            return _moved(state, runner, state.at[runner] + steps)
    raise RefusedError("AR-1", "That is not possible now.", Text("arrow-race-not-now"))


def _moved(state: State, runner: str, to: int) -> State:
    """Send a runner on the same field back to the start."""
    others = {each: 0 if at == to < GOAL else at for each, at in state.at.items()}
    return State(state.players, {**others, runner: to}, (state.turn + 1) % len(state.players))


class Log:
    """The log of one race."""

    def __init__(self) -> None:
        self.standing: list[State] = []
        self.seq = 0

    @property
    def state(self) -> State | None:
        return self.standing[-1] if self.standing else None

    def check(self, action: Action) -> list[State]:
        """Return all states after ``action``; raise RefusedError if it is not legal."""
        if action.get("do") == "undo" and len(self.standing) > 1:
            return self.standing[:-1]
        return [*self.standing, after(self.state, action)]

    def accept(self, pending: list[State]) -> Sequence[Any]:
        """Keep what ``check`` returned. There are no events: ``stage`` compares states."""
        self.standing, self.seq = pending, self.seq + 1
        return ()
