"""A game being played: the owner of its log, of its state, and of what an undo takes back."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

from msgspec import Struct

StateT = TypeVar("StateT")
EventT = TypeVar("EventT")


class Pending(Struct, Generic[StateT, EventT], frozen=True):
    """An action that was found legal, and what it will bring about.

    Attributes:
        seq: the number it will have.
        action: as decoded JSON, a copy of its own.
        state: after it.
    """

    seq: int
    action: dict[str, Any]
    state: StateT
    events: tuple[EventT, ...]


class UndoableLog(ABC, Generic[StateT, EventT]):
    """A log of actions from ``start`` on, and the state it leads to; a game says what its lines mean.

    Attributes:
        undo: the type of a typed action that takes back another.
        actions: all accepted actions, undos too, as decoded JSON.
    """

    undo: ClassVar[type]

    def __init__(self) -> None:
        self.actions: list[dict[str, Any]] = []
        self._standing: list[tuple[int, StateT]] = []

    @property
    def state(self) -> StateT | None:
        """The state after the latest action; None before the start."""
        return self._standing[-1][1] if self._standing else None

    @property
    def seq(self) -> int:
        """How many actions have been accepted."""
        return len(self.actions)

    @property
    def standing(self) -> list[StateT]:
        """The state after each action that was not taken back."""
        return [state for _, state in self._standing]

    @property
    def upright(self) -> Sequence[tuple[int, StateT]]:
        """Number of each action that was not taken back, and the state after it."""
        return tuple(self._standing)

    def fork(self) -> Self:
        """The same game, to try what this one is not to do."""
        fork = type(self)()
        fork.actions, fork._standing = list(self.actions), list(self._standing)  # noqa: SLF001  # its own kind
        return fork

    def submit(self, action: object) -> tuple[EventT, ...]:
        """Do ``action``: a line of the log, decoded JSON, or a typed action. Gives what happened.

        Raises:
            RefusedError: the rules do not allow it; nothing changed.
        """
        return self.accept(self.check(action))

    def check(self, action: object) -> Pending[StateT, EventT]:
        """What ``action`` would bring about, without doing it.

        Raises:
            RefusedError: the rules do not allow it.
        """
        typed = self._typed(action)
        state, events = self._undone() if isinstance(typed, self.undo) else self._applied(typed)
        return Pending(seq=self.seq + 1, action=self._as_line(typed), state=state, events=events)

    def accept(self, pending: Pending[StateT, EventT]) -> tuple[EventT, ...]:
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

    def _undone(self) -> tuple[StateT, tuple[EventT, ...]]:
        if not self._standing:
            raise self._nothing_to_undo(started=False)
        if len(self._standing) == 1:
            raise self._nothing_to_undo(started=True)
        seq, _ = self._standing[-1]
        return self._standing[-2][1], (self._told_undone(self.actions[seq - 1]["do"], seq),)

    @abstractmethod
    def _typed(self, action: object) -> Any:
        """The typed action behind a line of the log, decoded JSON, or a typed action itself.

        Raises:
            RefusedError: a fault of shape.
        """

    @abstractmethod
    def _as_line(self, typed: Any) -> dict[str, Any]:
        """An action that was found legal as decoded JSON, a copy of its own; others may be nested without end."""

    @abstractmethod
    def _applied(self, typed: Any) -> tuple[StateT, tuple[EventT, ...]]:
        """What the rules make of it in the present state; it is no undo.

        Raises:
            RefusedError: they do not allow it.
        """

    @abstractmethod
    def _told_undone(self, do: str, seq: int) -> EventT:
        """That an action was taken back."""

    @abstractmethod
    def _nothing_to_undo(self, *, started: bool) -> Exception:
        """Why nothing can be taken back: there is no game yet, or only its start."""
