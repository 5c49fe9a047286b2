"""Going back in a game's log."""

from dataclasses import dataclass

from controller.games.contract.actions import Action, RefusedError
from controller.games.contract.effects import Effect
from controller.games.contract.texts import Text


@dataclass(frozen=True, slots=True)
class Move:
    """Something that people are to put elsewhere: what it is, and from where to where."""

    what: Text
    before: Text
    after: Text


@dataclass(frozen=True, slots=True)
class UndoneAction:
    """An action that was taken back, by its number in the log."""

    seq: int
    action: Action


@dataclass(frozen=True, slots=True)
class CorrectionStep:
    """One step of a correction.

    Attributes:
        of: the number of the action that it does again; None for one that is new.
        tell: what comes of it is news, to be told and shown.
    """

    action: Action
    of: int | None = None
    tell: bool = False


@dataclass(frozen=True, slots=True)
class RejectedAction:
    """An action that was taken back and is not legal any more."""

    seq: int
    action: Action
    refusal: RefusedError


@dataclass(frozen=True, slots=True)
class Correction:
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
