"""A game being played: the owner of its log, of its state, and of what an undo takes back."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from controller.games.tudor.rules import engine, parsing
from controller.games.tudor.rules.actions import Action, Undo, to_mapping
from controller.games.tudor.rules.events import Event, Undone
from controller.games.tudor.rules.refusal import Refusal
from controller.games.tudor.rules.state import State


class Pending(Struct, frozen=True):
    """An action that was found legal, and what it will bring about.

    Attributes:
        seq: the number it will have.
        action: as decoded JSON, a copy of its own.
        state: after it.
    """

    seq: int
    action: dict[str, Any]
    state: State
    events: tuple[Event, ...]


class GameLog:
    """A log of actions from ``start`` on, and the state it leads to.

    Attributes:
        actions: all accepted actions, undos too, as decoded JSON.
    """

    def __init__(self) -> None:
        self.actions: list[dict[str, Any]] = []
        self._standing: list[tuple[int, State]] = []

    @property
    def state(self) -> State | None:
        """The state after the latest action; None before the start."""
        return self._standing[-1][1] if self._standing else None

    @property
    def seq(self) -> int:
        """How many actions have been accepted."""
        return len(self.actions)

    @property
    def standing(self) -> list[State]:
        """The state after each action that was not taken back."""
        return [state for _, state in self._standing]

    @property
    def upright(self) -> Sequence[tuple[int, State]]:
        """Number of each action that was not taken back, and the state after it."""
        return tuple(self._standing)

    def fork(self) -> "GameLog":
        """The same game, to try what this one is not to do."""
        fork = GameLog()
        fork.actions, fork._standing = list(self.actions), list(self._standing)
        return fork

    def submit(self, action: object) -> tuple[Event, ...]:
        """Do ``action``: a line of the log, decoded JSON, or a typed action. Gives what happened.

        Raises:
            Refusal: the rules do not allow it; nothing changed.
        """
        return self.accept(self.check(action))

    def check(self, action: object) -> Pending:
        """What ``action`` would bring about, without doing it.

        Raises:
            Refusal: the rules do not allow it.
        """
        typed = typed_action(action)
        if isinstance(typed, Undo):
            state, events = self._undone()
        else:
            step = engine.apply(self.state, typed)
            state, events = step.state, step.events
        return Pending(seq=self.seq + 1, action=to_mapping(typed), state=state, events=events)

    def accept(self, pending: Pending) -> tuple[Event, ...]:
        """Do what ``check`` found legal.

        Raises:
            ValueError: another action was accepted since ``check``.
        """
        if pending.seq != self.seq + 1:
            raise ValueError(f"action {pending.seq} was checked, {self.seq} are accepted: check it again")
        self.actions.append(pending.action)
        if pending.action["do"] == "undo":
            self._standing.pop()
        else:
            self._standing.append((pending.seq, pending.state))
        return pending.events

    def _undone(self) -> tuple[State, tuple[Event, ...]]:
        if not self._standing:
            raise Refusal("LOG", "not-started")
        if len(self._standing) == 1:
            raise Refusal("LOG", "nothing-to-undo")
        seq, _ = self._standing[-1]
        return self._standing[-2][1], (Undone(do=self.actions[seq - 1]["do"], seq=seq),)


def typed_action(action: object) -> Action:
    """The typed action behind a line of the log, decoded JSON, or a typed action itself.

    Raises:
        Refusal: a fault of shape (``LOG``).
    """
    if isinstance(action, Action):
        return action
    return parsing.parse(parsing.decode(action) if isinstance(action, str | bytes) else action)
