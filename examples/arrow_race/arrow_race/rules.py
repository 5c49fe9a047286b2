"""The rules: a state, the actions that are legal in it, and the log that they make."""

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
        turn: whose turn it is, by its place among the players.
        drawn: what the arrow said; None before it was turned.
    """

    players: tuple[CastleId, ...]
    at: Mapping[str, int]
    turn: int = 0
    drawn: int | None = None

    @property
    def mover(self) -> CastleId:
        """Whose turn it is."""
        return self.players[self.turn]

    @property
    def winner(self) -> CastleId | None:
        """Who has a runner at the goal."""
        return next((CastleId(runner.split("-")[1]) for runner, at in self.at.items() if at >= GOAL), None)

    def best(self, castle: CastleId) -> int:
        """How far the better of a castle's two runners has come."""
        return max(self.at[f"{runner}-{castle}"] for runner in RUNNERS)


def after(state: State | None, action: Action) -> State:
    """The state that an action leads to.

    Raises:
        RefusedError: it is not legal now.
    """
    match state, action:
        case None, {"do": "start", "players": [*players]}:
            return State(tuple(players), {f"{runner}-{castle}": 0 for castle in players for runner in RUNNERS})
        case State(drawn=None, winner=None), {"do": "draw", "steps": 1 | 2 | 3 | 4 as steps}:
            return replace(state, drawn=steps)
        case State(drawn=int(steps), winner=None), {"do": "run", "runner": runner} if runner in state.at:
            if not runner.endswith(f"-{state.mover}"):
                raise RefusedError("AR-2", "It is another player's turn.", Text("arrow-race-not-yours"))
            return _moved(state, runner, state.at[runner] + steps)
    raise RefusedError("AR-1", "That is no move now.", Text("arrow-race-not-now"))


def _moved(state: State, runner: str, to: int) -> State:
    """A runner that stands where this one lands goes back to the start."""
    others = {each: 0 if at == to < GOAL else at for each, at in state.at.items()}
    return State(state.players, {**others, runner: to}, (state.turn + 1) % len(state.players))


class Log:
    """One race as it is played: the table journals its actions, and replays them after a stop."""

    def __init__(self) -> None:
        self.standing: list[State] = []
        self.seq = 0

    @property
    def state(self) -> State | None:
        """The latest; None before the start."""
        return self.standing[-1] if self.standing else None

    def check(self, action: Action) -> list[State]:
        """All states that would stand then."""
        if action.get("do") == "undo" and len(self.standing) > 1:
            return self.standing[:-1]
        return [*self.standing, after(self.state, action)]

    def accept(self, pending: list[State]) -> Sequence[Any]:
        """Let them stand; a race tells its story by comparing states, so there are no events."""
        self.standing, self.seq = pending, self.seq + 1
        return ()
