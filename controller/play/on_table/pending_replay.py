"""What was taken back by hand and waits: it follows when people have done its first action anew."""

from collections.abc import Sequence

from msgspec import Struct

from controller.games.contract.rules import UndoneAction
from controller.games.contract.values import UNDO, Action


class PendingReplay(Struct):
    """Owner of what waits; a new start of the table forgets it.

    Attributes:
        waiting: what is done again, oldest first.
        upright: how many actions stood when people had gone back.
    """

    waiting: tuple[UndoneAction, ...] = ()
    upright: int = 0

    def wait(self, more: Sequence[UndoneAction], upright: int) -> None:
        """People have corrected; ``more`` waits, and after it what waited before."""
        self.upright = min(upright, self.upright) if self.waiting else upright
        self.waiting = (*more, *self.waiting)

    def due(self, action: Action) -> Sequence[UndoneAction]:
        """What follows this action now; nothing unless it is the first that waits."""
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
        """Nothing waits: another game lies on the table."""
        self.waiting = ()
