"""The log of a game that is played: its state, undo, going back, and when all of it may leave the table."""

import importlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

import msgspec
from msgspec import Struct

from controller.games.contract.effects import Announce, Effect, RowsScreen, Tell
from controller.games.contract.rules import Correction, CorrectionStep, RejectedAction, UndoneAction
from controller.games.contract.values import UNDO, Action, RefusedError, Text, ToldAction

StateT = TypeVar("StateT")


def later(module: str, name: str) -> Any:
    """Make a function of a module that is imported when it is first called."""

    def called(*args: Any, **named: Any) -> Any:
        return getattr(importlib.import_module(module), name)(*args, **named)

    return staticmethod(called)


class Event(Struct, frozen=True, gc=False):
    """Something that an action brought about.

    Attributes:
        key: of the sentence that tells it.
        values: what the sentence names, in the numbers of the rules; the game's ``show`` says each by its name.
        hidden: not for everybody: it tells what lies behind a screen.
    """

    key: str
    values: dict[str, Any]
    hidden: bool = False


def told(key: str, /, **values: Any) -> Event:
    return Event(key, values)


def hidden(key: str, /, **values: Any) -> Event:
    return Event(key, values, hidden=True)


class Applied(Struct, Generic[StateT], frozen=True, gc=False):
    state: StateT
    events: tuple[Event, ...]


def as_line(typed: Any) -> dict[str, Any]:
    """A typed action as decoded JSON, a copy of its own; lists within actions may be nested without end."""
    line: dict[str, Any] = _plain(msgspec.to_builtins(typed))
    return line


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, tuple | list) else value


class Pending(Struct, Generic[StateT], frozen=True):
    """An action that was found legal, and what it will bring about.

    Attributes:
        seq: the number it will have.
        action: as decoded JSON, a copy of its own.
        state: after it.
    """

    seq: int
    action: dict[str, Any]
    state: StateT
    events: tuple[Event, ...]


class UndoableLog(ABC, Generic[StateT]):
    """A log of actions from ``start`` on, and the state it leads to; a game says what its lines mean.

    Attributes:
        action: the type of typed actions.
        undo: the type of a typed action that takes back another.
        refusal: makes the refusal with a rule, a reason and values.
        actions: all accepted actions, undos too, as decoded JSON.
    """

    action: ClassVar[Any]
    undo: ClassVar[type]
    refusal: ClassVar[Callable[..., RefusedError]]

    def __init__(self, of: Self | None = None) -> None:
        self.actions: list[dict[str, Any]] = [] if of is None else list(of.actions)
        self._standing: list[tuple[int, StateT]] = [] if of is None else list(of.upright)

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
    def upright(self) -> Sequence[tuple[int, StateT]]:
        """Number of each action that was not taken back, and the state after it."""
        return tuple(self._standing)

    def fork(self) -> Self:
        return type(self)(self)

    def submit(self, action: object) -> tuple[Event, ...]:
        """Do a line of the log, decoded JSON or a typed action; return what happened, or raise RefusedError."""
        return self.accept(self.check(action))

    def check(self, action: object) -> Pending[StateT]:
        """Return what ``action`` would bring about; raise RefusedError if the rules do not allow it."""
        typed = self.typed(action)
        step = self._undo() if isinstance(typed, self.undo) else self.apply(self.state, typed)
        return Pending(seq=self.seq + 1, action=as_line(typed), state=step.state, events=step.events)

    @staticmethod
    @abstractmethod
    def parse(obj: object, /) -> Any:
        """The typed action that decoded JSON describes, or a refusal."""

    @staticmethod
    @abstractmethod
    def apply(state: Any, action: Any, /) -> Applied[Any]:
        """What the rules make of an action that is no undo, or a refusal; the state is None before the start."""

    @classmethod
    def typed(cls, action: object) -> Any:
        """Return the typed action of a line or decoded JSON; raise RefusedError for a fault of shape."""
        if isinstance(action, cls.action):
            return action
        if isinstance(action, str | bytes):
            try:
                action = json.loads(action)
            except (ValueError, RecursionError) as error:
                raise cls.refusal("LOG", "not-json", detail=str(error)) from None
        return cls.parse(action)

    def accept(self, pending: Pending[StateT]) -> tuple[Event, ...]:
        """Do what ``check`` found legal; raise ValueError if another action was accepted since ``check``."""
        if pending.seq != self.seq + 1:
            raise ValueError(f"action {pending.seq} was checked, {self.seq} are accepted: check it again")
        self.actions.append(pending.action)
        if pending.action["do"] == "undo":
            self._standing.pop()
        else:
            self._standing.append((pending.seq, pending.state))
        return pending.events

    def _undo(self) -> Applied[StateT]:
        if not self._standing:
            raise self.refusal("LOG", "not-started")
        if len(self._standing) == 1:
            raise self.refusal("LOG", "nothing-to-undo")
        seq, _ = self._standing[-1]
        return Applied(self._standing[-2][1], (told("undone", what=self.actions[seq - 1]["do"], seq=seq),))


ROWS: Final = 4
"""On a screen."""

DROPPED_S: Final = 6.0


class GoingBack(ABC):
    """How a game goes back, said in its own words.

    Attributes:
        prefix: what the keys of its texts begin with.
    """

    prefix = ""

    @abstractmethod
    def told(self, action: Action) -> ToldAction:
        """What of an action may be told."""

    @abstractmethod
    def name(self, action: Action, *, short: bool = False) -> Text:
        """An action in words, with its player where it has one."""

    @abstractmethod
    def nowhere(self, seen: int, last: int) -> RefusedError:
        """The refusal of a step that does not stand, or is the start, which stays."""

    def may_be_told(self, refusal: RefusedError) -> RefusedError:
        """What of a refusal may be told: all of it, unless it says what is hidden."""
        return refusal

    def taken_back(self, play: UndoableLog[Any], before: int) -> tuple[UndoneAction, ...]:
        """Return the actions to take back; raise RefusedError unless ``before`` stands after the start."""
        numbers = [seq for seq, _ in play.upright]
        if before not in numbers[1:]:
            raise self.nowhere(before, play.seq)
        return tuple(UndoneAction(seq, play.actions[seq - 1]) for seq in numbers if seq >= before)

    def gone_back(self, play: UndoableLog[Any], before: int) -> Correction:
        """Only take back, for people to correct at the table; raise RefusedError if there is no such step."""
        undone = self.taken_back(play, before)
        values = {"what": self.name(undone[0].action), "seq": before, "count": len(undone)}
        told = self._text("told-gone-back", values)
        return Correction(tuple(CorrectionStep(UNDO) for _ in undone), (), undone, (Tell(told),))

    def corrected(self, play: UndoableLog[Any], before: int, amendments: Sequence[Action]) -> Correction:
        """Take back, amend and do again what is still legal, in a copy; raise RefusedError if that is refused."""
        undone = self.taken_back(play, before)
        trial = play.fork()
        for _ in undone:
            trial.submit(UNDO)
        for action in amendments:
            trial.submit(action)
        earlier = {
            now: play.apply(state, play.typed(play.actions[now - 1])).events
            for (_, state), (now, _) in pairwise(play.upright)
        }
        again, dropped = self._again(trial, undone, earlier)
        steps = (
            *(CorrectionStep(UNDO) for _ in undone),
            *(CorrectionStep(action, tell=True) for action in amendments),
            *again,
        )
        head = {"what": self.name(undone[0].action), "seq": before, **_counts(again, dropped)}
        return Correction(steps, dropped, (), self._effects(self._text("told-corrected", head), dropped))

    def done_again(self, play: UndoableLog[Any], undone: Sequence[UndoneAction]) -> Correction:
        """Do again what is still legal of what was taken back, all of it told; ``play`` itself stays as it is."""
        again, dropped = self._again(play.fork(), undone, {})
        head = self._text("told-done-again", _counts(again, dropped))
        return Correction(again, dropped, (), self._effects(head, dropped))

    def given_up(self, waiting: Sequence[UndoneAction]) -> tuple[Effect, ...]:
        """Tell by name what is not done again, since people went back farther."""
        steps = tuple(self._text("step-by-name", {"seq": each.seq, "what": self.name(each.action)}) for each in waiting)
        return (Tell(self._text("told-given-up", {"steps": steps})),)

    def dropped_screen(self, dropped: Sequence[tuple[Text, str]]) -> RowsScreen:
        """What was not done again, each with the rule that refuses it; as many as fit."""
        rows = [(what, self._text("screen-dropped-rule", {"rule": rule})) for what, rule in dropped]
        if len(rows) > ROWS:
            more = len(rows) - ROWS + 1
            count = self._text("screen-dropped-count", {"count": more})
            rows = [*rows[: ROWS - 1], (self._text("screen-dropped-more", {}), count)]
        return RowsScreen(self._text("screen-dropped-title", {}), tuple(rows))

    def _again(
        self, trial: UndoableLog[Any], undone: Sequence[UndoneAction], earlier: Mapping[int, Sequence[Any]]
    ) -> tuple[tuple[CorrectionStep, ...], tuple[RejectedAction, ...]]:
        """What is still legal, told where it comes to something else than ``earlier``; and what is not."""
        again, dropped = [], []
        for each in undone:
            try:
                events = trial.submit(each.action)
            except RefusedError as refusal:
                dropped.append(RejectedAction(each.seq, self.told(each.action), self.may_be_told(refusal)))
            else:
                again.append(CorrectionStep(each.action, of=each.seq, tell=earlier.get(each.seq) != events))
        return tuple(again), tuple(dropped)

    def _effects(self, head: Text, dropped: Sequence[RejectedAction]) -> tuple[Effect, ...]:
        effects: list[Effect] = [Tell(head)]
        for each in dropped:
            what, why = self.name(each.action), each.refusal.text
            values = {"what": what, "seq": each.seq, "why": why, "rule": each.refusal.code}
            effects.append(Tell(self._text("told-dropped", values)))
        if dropped:
            screen = self.dropped_screen([(self.name(each.action, short=True), each.refusal.code) for each in dropped])
            effects.append(Announce(screen, DROPPED_S))
        return tuple(effects)

    def _text(self, key: str, values: Mapping[str, Any]) -> Text:
        return Text(self.prefix + key, values)


def _counts(again: Sequence[CorrectionStep], dropped: Sequence[RejectedAction]) -> dict[str, int]:
    return {"again": len(again), "dropped": len(dropped)}
