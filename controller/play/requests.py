"""What waits in the game loop's inbox, and questions that only people can answer."""

import asyncio
from collections.abc import Callable

from msgspec import Struct, field

from controller.games.contract.effects import Screen
from controller.games.contract.rules import GameLog, RejectedAction
from controller.games.contract.values import RefusedError, Text
from controller.games.game_guard import GameFault
from controller.games.requests import GameRequest
from controller.signals import Signal
from controller.store.journal import Entry, ExtendedJournal


class LoopAnswer(Struct, frozen=True):
    """What became of a request: ``refusal`` is None when it was done.

    Attributes:
        waits: it is neither refused nor done: a yes at the table is due.
        kept: it is on disk, as is all before it; while the disk takes nothing, it is in memory alone.
        told: the sentences of the story that came of it.
        dropped: what a correction could not do again.
        last: the latest entry of a game that was taken up.
    """

    seq: int
    refusal: RefusedError | None = None
    story: tuple[Text, ...] = ()
    dropped: tuple[RejectedAction, ...] = ()
    last: Entry | None = None
    is_on_disk: bool = True
    needs_yes: bool = False


class AdoptJournal(Struct, frozen=True):
    """Go on with a longer copy of the journal, and with the game that lies on the table there."""

    journal: ExtendedJournal


class PendingRequest(Struct, frozen=True):
    """A request, who made it as the journal names them, and where the answer is waited for."""

    request: GameRequest | AdoptJournal
    origin: str
    answer: asyncio.Future[LoopAnswer]


class Nudge(Struct, frozen=True):
    """Nothing: it lets the loop go round."""


class GameCrashed(Struct, frozen=True):
    """The game on the table failed while it was viewed; ``play`` is its log."""

    fault: GameFault
    play: GameLog


class Question(Struct, frozen=True):
    """What is asked, and what follows. A short press of the knob is yes, holding it is no.

    Attributes:
        step: its name, as a step the table waits for.
        yes: what a yes does.
        no: what a no does; None if there is no such answer.
        stands: whether it is still worth asking.
    """

    step: str
    screen: Screen
    yes: Callable[[], None]
    no: Callable[[], None] | None = None
    is_current: Callable[[], bool] = field(default=lambda: True)


class Questions:
    """Owner of the question that stands.

    Attributes:
        changed: told when one is asked or answered.
    """

    def __init__(self) -> None:
        self.changed: Signal[None] = Signal()
        self._asked: Question | None = None

    @property
    def current(self) -> Question | None:
        """What people must decide before the table goes on."""
        return self._asked if self._asked is not None and self._asked.is_current() else None

    def ask(self, question: Question) -> None:
        self._asked = question
        self.changed.emit(None)

    def answer(self, *, yes: bool) -> bool:
        """People said yes or no; tells whether that was an answer to anything."""
        question = self.current
        follows = None if question is None else question.yes if yes else question.no
        if follows is None:
            return False
        self._asked = None
        try:
            follows()
        except Exception:  # nothing has come of it: people may answer again
            self._asked = question
            raise
        self.changed.emit(None)
        return True
