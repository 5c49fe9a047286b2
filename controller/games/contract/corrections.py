"""Going back in a game's log."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from controller.games.contract.actions import Action, RefusedError, ToldAction
from controller.games.contract.effects import Effect
from controller.games.contract.ids import PieceId
from controller.games.contract.texts import Text


class Move(Struct, frozen=True):
    """Something that people are to put elsewhere: what it is, and from where to where."""

    what: Text
    before: Text
    after: Text


class UndoneAction(Struct, frozen=True):
    """An action that was taken back, by its number in the log."""

    seq: int
    action: Action


class CorrectionStep(Struct, frozen=True):
    """One step of a correction.

    Attributes:
        of: the number of the action that it does again; None for one that is new.
        tell: what comes of it is news, to be told and shown.
    """

    action: Action
    of: int | None = None
    tell: bool = False


class RejectedAction(Struct, frozen=True):
    """An action that was taken back and is not legal any more, as it may be told."""

    seq: int
    action: ToldAction
    refusal: RefusedError


class Correction(Struct, frozen=True):
    """What a correction does: ``steps``, each an entry of the log, all together or none.

    Attributes:
        dropped: what cannot be done again.
        waiting: what is to be done again once people have corrected the table by hand.
        effects: how people learn of it.
    """

    steps: tuple[CorrectionStep, ...]
    dropped: tuple[RejectedAction, ...]
    waiting: tuple[UndoneAction, ...]
    effects: tuple[Effect, ...]


@runtime_checkable
class Correctable(Protocol):
    """A game in whose log people can go back farther than by one undo; all methods are pure."""

    def round_of(self, state: Any) -> int:
        """See ``Rules.round_of``: where pieces lay before a round does not matter."""
        ...

    def corrected(self, play: Any, back_to: int | None, amendments: Sequence[Action], *, by_hand: bool) -> Correction:
        """Go back before a step, amend, and do again what is still legal; ``play`` itself stays as it is.

        Args:
            play: made by ``new_log``.
            back_to: the number of the step; None for the latest after which people look at the table anew.
            amendments: what is done then.
            by_hand: people amend at the table; what was taken back waits until they do its first action again.

        Raises:
            RefusedError: there is no such step, or an amendment is refused.
        """
        ...

    def done_again(self, play: Any, waiting: Sequence[UndoneAction]) -> Correction:
        """Do again what is still legal of what waited."""
        ...

    def given_up(self, waiting: Sequence[UndoneAction]) -> tuple[Effect, ...]:
        """How people learn that what waited is not done again, since they went back farther."""
        ...

    def places(self, state: Any) -> Mapping[PieceId, str]:
        """Where each piece in play lies by the log: a castle or another place."""
        ...

    def lying_open(self, state: Any) -> Collection[PieceId]:
        """The pieces whose faces everybody sees."""
        ...

    def misplaced(self, state: Any, lie: Mapping[PieceId, str], seen: Collection[PieceId]) -> tuple[Move, ...]:
        """What is to be moved so that pieces that ``lie`` there lie as in the log; all know those ``seen``."""
        ...
