"""Items of the game loop's inbox, and questions only people can answer."""

import asyncio
from collections.abc import Callable

from msgspec import Struct, field

from controller.games.contract import analysis, effects, rules, values
from controller.games.game_guard import GameFault
from controller.games.requests import GameRequest
from controller.signals import Signal
from controller.store.journal import Entry, ReplacementJournal


class LoopAnswer(Struct, frozen=True):
    """The result of a request; ``refusal`` is None unless it was refused.

    Attributes:
        needs_yes: not refused, but people at the table must say yes first.
        is_on_disk: all actions so far are on disk; else some are only in memory.
        story: the new sentences of the story.
        dropped: actions that a correction could not redo.
        last: the latest entry of the resumed game.
    """

    seq: int
    refusal: values.RefusedError | None = None
    story: tuple[values.Text, ...] = ()
    dropped: tuple[rules.RejectedAction, ...] = ()
    last: Entry | None = None
    is_on_disk: bool = True
    needs_yes: bool = False


class AdoptJournal(Struct, frozen=True):
    """Replace the journal by a longer copy, and continue with its current game."""

    journal: ReplacementJournal


class PendingRequest(Struct, frozen=True):
    request: GameRequest | AdoptJournal
    origin: str
    answer: asyncio.Future[LoopAnswer]


class WatchdogNudge(Struct, frozen=True):
    """Makes the loop handle a batch, so the watchdog sees progress."""


class GameCrashed(Struct, frozen=True):
    """The present game's code failed outside the loop; ``play`` is its log."""

    fault: GameFault
    play: rules.GameLog


class Question(Struct, frozen=True):
    """A question to people at the table: a short press of the knob is yes, a long one no.

    Attributes:
        step: its name, in place of the game's ``Waiting.step``.
        yes: called on yes.
        no: called on no; None if no is not an answer.
        is_current: whether the question is still worth asking.
        sentence: what the page says besides, where it has more room than the console.
        judged: the decision that it is about; the page marks its places on the board.
    """

    step: str
    screen: effects.Screen
    yes: Callable[[], None]
    no: Callable[[], None] | None = None
    is_current: Callable[[], bool] = field(default=lambda: True)
    sentence: values.Text | None = None
    judged: analysis.Decision | None = None


class QuestionSlot:
    """The current question, which a new one replaces; ``changed`` is emitted when one is asked or answered."""

    def __init__(self) -> None:
        self.changed: Signal[None] = Signal()
        self._asked: Question | None = None
        self._holds: list[Callable[[], bool]] = []

    def hold_bots_while(self, holds: Callable[[], bool]) -> None:
        """Let bots wait while ``holds`` returns true, too: for an answer, for what may be asked, for a scene."""
        self._holds.append(holds)

    def holds_bots(self) -> bool:
        return any(holds() for holds in self._holds)

    @property
    def current(self) -> Question | None:
        """The question to answer before the game continues, or None."""
        return self._asked if self._asked is not None and self._asked.is_current() else None

    def replace_question(self, question: Question) -> None:
        self._asked = question
        self.changed.emit(None)

    def answer_current(self, *, yes: bool) -> bool:
        """Return False if there is none or it does not take this answer."""
        question = self.current
        follows = None if question is None else question.yes if yes else question.no
        if follows is None:
            return False
        self._asked = None
        try:
            follows()
        except Exception:  # people may answer again
            self._asked = question
            raise
        self.changed.emit(None)
        return True
