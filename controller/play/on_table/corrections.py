"""Going back: what people correct, which pieces then lie elsewhere, and what is done again."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from controller.games.contract.effects import Announce, StopTimer, Tell
from controller.games.contract.rules import Correction, UndoneAction
from controller.games.contract.values import UNDO, Action, PieceId, RefusedError, Text
from controller.games.requests import Correct
from controller.play.on_table.game_on_table import Batch, GameOnTable
from controller.play.requests import LoopAnswer


class PendingReplay(Struct):
    """Owner of what waits; a new start of the table forgets it.

    Attributes:
        waiting: what is done again, oldest first.
        upright: how many actions stood when people had gone back.
    """

    waiting: tuple[UndoneAction, ...] = ()
    upright: int = 0

    def wait(self, more: Sequence[UndoneAction], upright: int) -> None:
        self.upright = min(upright, self.upright) if self.waiting else upright
        self.waiting = (*more, *self.waiting)

    def due(self, action: Action) -> Sequence[UndoneAction]:
        if not self.waiting or action["do"] != self.waiting[0].action["do"]:
            return ()
        due, self.waiting = self.waiting[1:], ()
        return due

    def given_up(self, action: Action, upright: int) -> Sequence[UndoneAction]:
        """What will not be done again, since this undo goes back farther than people had gone."""
        if action != UNDO or upright >= self.upright:
            return ()
        lost, self.waiting = self.waiting, ()
        return lost

    def forget(self) -> None:
        self.waiting = ()


AGAIN: Final = "again"
"""The origin of what a correction does again; the number of the action that it repeats follows."""


class Corrections:
    """Owner of what waits to be done again, and of how often people have gone back."""

    def __init__(self, on_table: GameOnTable) -> None:
        self._on_table = on_table
        self._waiting = PendingReplay()
        self._counted: tuple[tuple[int | None, int | None], int] = ((None, None), 0)

    @property
    def in_this_round(self) -> int:
        """How often people have gone back in it, since the start."""
        at, number = self._counted
        return number if at == self._round else 0

    @property
    def _round(self) -> tuple[int | None, int | None]:
        state = self._on_table.state
        return self._on_table.game_id, None if state is None else self._on_table.game.round_of(state)

    def went_back(self) -> None:
        self._counted = self._round, self.in_this_round + 1

    def forget(self) -> None:
        self._waiting.forget()

    def correct(self, wanted: Correct, by: str, batch: Batch) -> LoopAnswer:
        """All steps of the correction or none; they stand together in one batch, and so in one commit."""
        on_table, correctable, seq = self._on_table, self._on_table.correctable, self._on_table.play.seq
        if correctable is None:
            return LoopAnswer(seq, RefusedError(None, "This game cannot do that.", Text("complaint-game-cannot")))
        try:
            correction = correctable.corrected(on_table.play, wanted.back_to, wanted.amend, by_hand=wanted.by_hand)
        except RefusedError as refusal:
            return LoopAnswer(seq, refusal)
        shown = len(batch.effects)
        self._carry_out(correction, by, batch)
        self.went_back()
        self._waiting.wait(correction.waiting, len(on_table.play.standing))
        return LoopAnswer(on_table.play.seq, None, batch.told(shown), correction.dropped)

    def acted(self, action: Action, batch: Batch) -> None:
        """When people have done anew what they went back before, the rest follows."""
        correctable, play = self._on_table.correctable, self._on_table.play
        lost = self._waiting.given_up(action, len(play.standing))
        due = self._waiting.due(action)
        if correctable is None:
            return
        if lost:
            batch.effects.extend(correctable.given_up(lost))
        if due:
            self._carry_out(correctable.done_again(play, due), AGAIN, batch)

    def _carry_out(self, correction: Correction, by: str, batch: Batch) -> None:
        """Each step through the one door; of those that are news the story is told and the screens are shown."""
        on_table = self._on_table
        batch.effects.extend(effect for effect in correction.effects if isinstance(effect, Tell))
        way, amended, amended_in = [on_table.state], dict[PieceId, str](), None
        for step in correction.steps:
            before = on_table.state
            events = on_table.do(step.action)
            way.append(on_table.state)
            batch.entries.append(on_table.entry(step.action, by if step.of is None else f"{AGAIN}:{step.of}"))
            if step.of is None and step.action != UNDO:
                amended |= on_table.misplaced.moved(before, on_table.state)
                amended_in = on_table.game.round_of(before)
            if step.tell:
                staged = on_table.game.stage(before, on_table.state, events)
                batch.effects.extend(effect for effect in staged if isinstance(effect, Tell | Announce))
        batch.effects.extend(effect for effect in correction.effects if not isinstance(effect, Tell))
        of_this_round = amended if amended_in == on_table.game.round_of(on_table.state) else {}
        on_table.misplaced.corrected(way, of_this_round)
        if on_table.summary.timer != "running":
            batch.effects.append(StopTimer())
