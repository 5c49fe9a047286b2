"""A game's log with undo, and its corrections. The table's games subclass ``UndoableLog`` and ``Corrector``."""

import importlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

import msgspec
from msgspec import Struct

from controller.games.contract.effects import Effect, Notice, RowsScreen, Tell
from controller.games.contract.rules import Correction, CorrectionStep, RejectedAction, UndoneAction
from controller.games.contract.values import UNDO, Action, PublicAction, RefusedError, Text

StateT = TypeVar("StateT")


def lazy_import_method(module: str, name: str) -> Any:
    """Return a static method that imports ``module`` on its first call."""

    def call(*args: Any, **named: Any) -> Any:
        return getattr(importlib.import_module(module), name)(*args, **named)

    return staticmethod(call)


class Event(Struct, frozen=True, gc=False):
    """What an action caused.

    Attributes:
        key: key of its sentence in the story.
        values: the rules' values, each turned into words by the game's ``show``.
        hidden: the event reveals what only some players may see.
    """

    key: str
    values: dict[str, Any]
    hidden: bool = False


def public_event(key: str, /, **values: Any) -> Event:
    return Event(key, values)


def hidden_event(key: str, /, **values: Any) -> Event:
    return Event(key, values, hidden=True)


class AppliedAction(Struct, Generic[StateT], frozen=True, gc=False):
    state: StateT
    events: tuple[Event, ...]


def struct_to_mapping(typed: Any) -> dict[str, Any]:
    """Return a typed action as decoded JSON that shares nothing with it."""
    decoded: dict[str, Any] = _copy_with_lists(msgspec.to_builtins(typed))
    return decoded


def _copy_with_lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy_with_lists(inner) for key, inner in value.items()}
    return [_copy_with_lists(inner) for inner in value] if isinstance(value, tuple | list) else value


class CheckedAction(Struct, Generic[StateT], frozen=True):
    """A legal action not yet accepted, and what it will cause.

    Attributes:
        seq: its number in the log.
        action: as decoded JSON.
        state: the state after it.
    """

    seq: int
    action: dict[str, Any]
    state: StateT
    events: tuple[Event, ...]


class UndoableLog(ABC, Generic[StateT]):
    """A game's log from ``start`` on, and its states; a subclass parses and applies actions.

    Attributes:
        action: type of the game's typed actions.
        undo: type of its undo action.
        refusal: makes a refusal from a rule, a reason and values.
        actions: all accepted actions, undos too, as decoded JSON.
    """

    action: ClassVar[Any]
    undo: ClassVar[type]
    refusal: ClassVar[Callable[..., RefusedError]]

    def __init__(self, original: Self | None = None) -> None:
        self.actions: list[dict[str, Any]] = [] if original is None else list(original.actions)
        self._standing: list[tuple[int, StateT]] = [] if original is None else list(original.numbered_states)

    @property
    def state(self) -> StateT | None:
        """The state after the latest action; None before the start."""
        return self._standing[-1][1] if self._standing else None

    @property
    def seq(self) -> int:
        return len(self.actions)

    @property
    def standing(self) -> list[StateT]:
        return [state for _, state in self._standing]

    @property
    def numbered_states(self) -> Sequence[tuple[int, StateT]]:
        """Number of each action not undone, and the state after it."""
        return tuple(self._standing)

    def copy(self) -> Self:
        return type(self)(self)

    def submit(self, action: object) -> tuple[Event, ...]:
        """Take JSON, decoded or typed; raise RefusedError if the rules forbid it."""
        return self.accept(self.check(action))

    def check(self, action: object) -> CheckedAction[StateT]:
        """Return what ``action`` would cause; raise RefusedError if the rules forbid it."""
        typed = self.to_typed_action(action)
        step = self._undo_result() if isinstance(typed, self.undo) else self.apply(self.state, typed)
        return CheckedAction(seq=self.seq + 1, action=struct_to_mapping(typed), state=step.state, events=step.events)

    @staticmethod
    @abstractmethod
    def parse(obj: object, /) -> Any:
        """Return the typed action of decoded JSON; raise RefusedError for a wrong shape."""

    @staticmethod
    @abstractmethod
    def apply(state: Any, action: Any, /) -> AppliedAction[Any]:
        """Apply an action other than undo; raise RefusedError if illegal. The state is None before the start."""

    @classmethod
    def to_typed_action(cls, action: object) -> Any:
        """Decode JSON if necessary; raise RefusedError for a wrong shape."""
        if isinstance(action, cls.action):
            return action
        if isinstance(action, str | bytes):
            try:
                action = json.loads(action)
            except (ValueError, RecursionError) as error:
                raise cls.refusal("LOG", "not-json", detail=str(error)) from None
        return cls.parse(action)

    def accept(self, pending: CheckedAction[StateT]) -> tuple[Event, ...]:
        """Append what ``check`` returned; raise ValueError if another action was accepted since."""
        if pending.seq != self.seq + 1:
            raise ValueError(
                f"action {pending.seq} was checked, but {self.seq} actions have been accepted by now: check it again"
            )
        self.actions.append(pending.action)
        if pending.action["do"] == "undo":
            self._standing.pop()
        else:
            self._standing.append((pending.seq, pending.state))
        return pending.events

    def _undo_result(self) -> AppliedAction[StateT]:
        if not self._standing:
            raise self.refusal("LOG", "not-started")
        if len(self._standing) == 1:
            raise self.refusal("LOG", "nothing-to-undo")
        seq, _ = self._standing[-1]
        undone = self.actions[seq - 1]
        what = {key: undone[key] for key in ("do", "action", "player") if key in undone}
        return AppliedAction(self._standing[-2][1], (public_event("undone", what=what, seq=seq),))


ROWS_ON_SCREEN: Final = 4

DROPPED_SCREEN_S: Final = 6.0


class Corrector(ABC):
    """Corrects a game's log.

    A subclass knows the game's words; ``prefix`` begins the keys of its texts.
    """

    prefix = ""

    @abstractmethod
    def public_action(self, action: Action) -> PublicAction:
        """See ``Rules.public_action``."""

    @abstractmethod
    def action_name(self, action: Action, *, short: bool = False) -> Text:
        """Return an action in words, with its player if it has one."""

    @abstractmethod
    def no_such_step_refusal(self, seen: int, last: int) -> RefusedError:
        """Return the refusal of a step that is undone, missing or the start, which cannot be undone."""

    def public_refusal(self, refusal: RefusedError) -> RefusedError:
        """Return a refusal that reveals nothing hidden."""
        return refusal

    def actions_to_undo(self, play: UndoableLog[Any], before: int) -> tuple[UndoneAction, ...]:
        """Return the action number ``before`` and all later ones; raise RefusedError if that is no step to undo."""
        numbers = [seq for seq, _ in play.numbered_states]
        if before not in numbers[1:]:
            raise self.no_such_step_refusal(before, play.seq)
        return tuple(UndoneAction(seq, play.actions[seq - 1]) for seq in numbers if seq >= before)

    def plan_go_back(self, play: UndoableLog[Any], before: int) -> Correction:
        """Return a correction that only undoes, for amending by hand; raise RefusedError for a missing step."""
        undone = self.actions_to_undo(play, before)
        goal = self.action_name(undone[0].action)
        values = {"what": goal, "seq": before, "count": len(undone)}
        message = Tell(self._prefixed_text("told-gone-back", values))
        return Correction(tuple(CorrectionStep(UNDO) for _ in undone), (), undone, (message,), goal)

    def plan_correction(self, play: UndoableLog[Any], before: int, amendments: Sequence[Action]) -> Correction:
        """Return a correction that undoes, amends and redoes.

        Raises:
            RefusedError: an amendment is refused, or all of it changes nothing.
        """
        undone = self.actions_to_undo(play, before)
        trial = play.copy()
        for _ in undone:
            trial.submit(UNDO)
        for action in amendments:
            trial.submit(action)
        earlier = {
            now: play.apply(state, play.to_typed_action(play.actions[now - 1])).events
            for (_, state), (now, _) in pairwise(play.numbered_states)
        }
        redone, dropped = self._redo_in_trial(trial, undone, earlier)
        if trial.state == play.state:
            reason = f"the correction before step {before} changes nothing"
            raise RefusedError(None, reason, self._prefixed_text("told-corrects-nothing", {}))
        steps = (
            *(CorrectionStep(UNDO) for _ in undone),
            *(CorrectionStep(action, tell=True) for action in amendments),
            *redone,
        )
        head = {"what": self.action_name(undone[0].action), "seq": before, **_redo_counts(redone, dropped)}
        return Correction(
            steps, dropped, (), self._correction_effects(self._prefixed_text("told-corrected", head), dropped)
        )

    def plan_redo(self, play: UndoableLog[Any], undone: Sequence[UndoneAction]) -> Correction:
        """Return the correction to redo what is still legal of ``undone``; ``play`` is unchanged."""
        redone, dropped = self._redo_in_trial(play.copy(), undone, {})
        head = self._prefixed_text("told-done-again", _redo_counts(redone, dropped))
        return Correction(redone, dropped, (), self._correction_effects(head, dropped))

    def abandoned_redo_effects(self, waiting: Sequence[UndoneAction]) -> tuple[Effect, ...]:
        """Return effects naming the steps in ``waiting``, which will not be redone."""
        steps = tuple(
            self._prefixed_text("step-by-name", {"seq": each.seq, "what": self.action_name(each.action)})
            for each in waiting
        )
        return (Tell(self._prefixed_text("told-given-up", {"steps": steps})),)

    def dropped_screen(self, dropped: Sequence[tuple[Text, str]]) -> RowsScreen:
        """Return a screen of dropped actions, each with its refusing rule; as many as fit."""
        rows = [(what, self._prefixed_text("screen-dropped-rule", {"rule": rule})) for what, rule in dropped]
        if len(rows) > ROWS_ON_SCREEN:
            more = len(rows) - ROWS_ON_SCREEN + 1
            count = self._prefixed_text("screen-dropped-count", {"count": more})
            rows = [*rows[: ROWS_ON_SCREEN - 1], (self._prefixed_text("screen-dropped-more", {}), count)]
        said = self._prefixed_text("said-dropped", {"steps": tuple(what for what, _ in dropped)})
        return RowsScreen(self._prefixed_text("screen-dropped-title", {}), tuple(rows), (said,))

    def _redo_in_trial(
        self, trial: UndoableLog[Any], undone: Sequence[UndoneAction], earlier: Mapping[int, Sequence[Any]]
    ) -> tuple[tuple[CorrectionStep, ...], tuple[RejectedAction, ...]]:
        """Mark steps ``tell`` whose events differ from ``earlier``."""
        redone, dropped = [], []
        for each in undone:
            try:
                events = trial.submit(each.action)
            except RefusedError as refusal:
                dropped.append(RejectedAction(each.seq, self.public_action(each.action), self.public_refusal(refusal)))
            else:
                redone.append(CorrectionStep(each.action, of=each.seq, tell=earlier.get(each.seq) != events))
        return tuple(redone), tuple(dropped)

    def _correction_effects(self, head: Text, dropped: Sequence[RejectedAction]) -> tuple[Effect, ...]:
        effects: list[Effect] = [Tell(head)]
        for each in dropped:
            what, why = self.action_name(each.action), each.refusal.text
            values = {"what": what, "seq": each.seq, "why": why, "rule": each.refusal.code}
            effects.append(Tell(self._prefixed_text("told-dropped", values)))
        if dropped:
            screen = self.dropped_screen(
                [(self.action_name(each.action, short=True), each.refusal.code) for each in dropped]
            )
            effects.append(Notice(screen, DROPPED_SCREEN_S))
        return tuple(effects)

    def _prefixed_text(self, key: str, values: Mapping[str, Any]) -> Text:
        return Text(self.prefix + key, values)


def _redo_counts(redone: Sequence[CorrectionStep], dropped: Sequence[RejectedAction]) -> dict[str, int]:
    return {"again": len(redone), "dropped": len(dropped)}
