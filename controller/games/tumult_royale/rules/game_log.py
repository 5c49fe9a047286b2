"""A game of Tumult Royale being played: what the lines of its log mean."""

from typing import Any

from controller.games.tumult_royale.rules import actions, engine
from controller.games.tumult_royale.rules.actions import Action, Undo
from controller.games.tumult_royale.rules.events import Event, Undone
from controller.games.tumult_royale.rules.refusal import Refusal
from controller.games.tumult_royale.rules.state import State
from controller.games.undoable_log import UndoableLog


class GameLog(UndoableLog[State, Event]):
    """A log of its actions, and the state it leads to; what is not allowed is a `Refusal`."""

    undo = Undo

    def _typed(self, action: object) -> Action:
        return typed_action(action)

    def _as_line(self, typed: Action) -> dict[str, Any]:
        return actions.to_mapping(typed)

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
    return actions.parse(actions.decode(action) if isinstance(action, str | bytes) else action)
