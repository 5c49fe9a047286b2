"""Going back: what it makes of a game's log, as actions that pass the one door one by one; the same for every game."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, Protocol

from controller.games.contract.actions import UNDO, Action, RefusedError, ToldAction
from controller.games.contract.corrections import Correction, CorrectionStep, RejectedAction, UndoneAction
from controller.games.contract.effects import Announce, Effect, Tell
from controller.games.contract.screens import RowsScreen
from controller.games.contract.texts import Text

ROWS: Final = 4
"""On a screen."""

DROPPED_S: Final = 6.0


class TriableLog(Protocol):
    """A game's log that can be tried out on a fork of it."""

    @property
    def actions(self) -> Sequence[Mapping[str, Any]]:
        """All accepted actions, undos too."""
        ...

    @property
    def upright(self) -> Sequence[tuple[int, Any]]:
        """Number of each action that was not taken back, and the state after it."""
        ...

    @property
    def seq(self) -> int:
        """How many actions have been accepted."""
        ...

    def fork(self) -> "TriableLog":
        """The same game, to try what this one is not to do."""
        ...

    def submit(self, action: object) -> Sequence[Any]:
        """Do ``action``; gives what happened.

        Raises:
            RefusedError: the rules do not allow it.
        """
        ...


class GoingBack(ABC):
    """How a game goes back, said in its own words.

    Attributes:
        prefix: what the keys of its texts begin with.
    """

    prefix = ""

    @abstractmethod
    def happened(self, before: Any, action: Action) -> Sequence[Any]:
        """The events of an action that was legal then."""

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

    def taken_back(self, play: TriableLog, before: int) -> tuple[UndoneAction, ...]:
        """The actions that going back before step ``before`` takes back, oldest first.

        Raises:
            RefusedError: no action that stands has this number, or it is the start, which stays.
        """
        numbers = [seq for seq, _ in play.upright]
        if before not in numbers[1:]:
            raise self.nowhere(before, play.seq)
        return tuple(UndoneAction(seq, play.actions[seq - 1]) for seq in numbers if seq >= before)

    def gone_back(self, play: TriableLog, before: int) -> Correction:
        """Only take back; people correct at the table, and what was taken back waits for ``done_again``.

        Raises:
            RefusedError: there is no such step.
        """
        undone = self.taken_back(play, before)
        values = {"what": self.name(undone[0].action), "seq": before, "count": len(undone)}
        told = self._text("told-gone-back", values)
        return Correction(tuple(CorrectionStep(UNDO) for _ in undone), (), undone, (Tell(told),))

    def corrected(self, play: TriableLog, before: int, amendments: Sequence[Action]) -> Correction:
        """Take back all from ``before`` on, amend, and do again what is still legal; ``play`` itself stays as it is.

        Raises:
            RefusedError: there is no such step, or an amendment is refused.
        """
        undone = self.taken_back(play, before)
        trial = play.fork()
        for _ in undone:
            trial.submit(UNDO)
        for action in amendments:
            trial.submit(action)
        earlier = {now: self.happened(state, play.actions[now - 1]) for (_, state), (now, _) in pairwise(play.upright)}
        again, dropped = self._again(trial, undone, earlier)
        steps = (
            *(CorrectionStep(UNDO) for _ in undone),
            *(CorrectionStep(action, tell=True) for action in amendments),
            *again,
        )
        head = {"what": self.name(undone[0].action), "seq": before, **_counts(again, dropped)}
        return Correction(steps, dropped, (), self._effects(self._text("told-corrected", head), dropped))

    def done_again(self, play: TriableLog, undone: Sequence[UndoneAction]) -> Correction:
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
        self, trial: TriableLog, undone: Sequence[UndoneAction], earlier: Mapping[int, Sequence[Any]]
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
        """What people are told: how much was done again, and by name what was not, with its rule."""
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
