"""A game of Tudor being played: what the lines of its log mean."""

from typing import Any

from controller.games.tudor.rules import engine, parsing
from controller.games.tudor.rules.actions import Action, Undo, to_mapping
from controller.games.tudor.rules.events import Event, Undone
from controller.games.tudor.rules.refusal import Refusal
from controller.games.tudor.rules.state import State
from controller.games.undoable_log import UndoableLog


class GameLog(UndoableLog[State, Event]):
    """A log of its actions, and the state it leads to; what is not allowed is a `Refusal`."""

    undo = Undo

    def _typed(self, action: object) -> Action:
        return typed_action(action)

    def _as_line(self, typed: Action) -> dict[str, Any]:
        return to_mapping(typed)

    def _applied(self, typed: Any) -> tuple[State, tuple[Event, ...]]:
        step = engine.apply(self.state, typed)
        return step.state, step.events

    def _told_undone(self, do: str, seq: int) -> Event:
        return Undone(do=do, seq=seq)

    def _nothing_to_undo(self, *, started: bool) -> Refusal:
        return Refusal("LOG", "nothing-to-undo") if started else Refusal("LOG", "not-started")


def typed_action(action: object) -> Action:
    """The typed action behind a line of the log, decoded JSON, or a typed action itself.

    Raises:
        Refusal: a fault of shape (``LOG``).
    """
    if isinstance(action, Action):
        return action
    return parsing.parse(parsing.decode(action) if isinstance(action, str | bytes) else action)
