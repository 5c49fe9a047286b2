"""A question that only people can answer before the table goes on; it stands on the console and on the page."""

from collections.abc import Callable

from msgspec import Struct, field

from controller.games.contract.effects import Screen
from controller.topic import Topic


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
    stands: Callable[[], bool] = field(default=lambda: True)


class Questions:
    """Owner of the question that stands.

    Attributes:
        changed: told when one is asked or answered.
    """

    def __init__(self) -> None:
        self.changed: Topic[None] = Topic()
        self._asked: Question | None = None

    @property
    def standing(self) -> Question | None:
        """What people must decide before the table goes on."""
        return self._asked if self._asked is not None and self._asked.stands() else None

    def ask(self, question: Question) -> None:
        """Let people decide; it stands until they have, or it is not worth asking any more."""
        self._asked = question
        self.changed.tell(None)

    def answer(self, *, yes: bool) -> bool:
        """People said yes or no; tells whether that was an answer to anything."""
        question = self.standing
        follows = None if question is None else question.yes if yes else question.no
        if follows is None:
            return False
        self._asked = None
        try:
            follows()
        except Exception:  # nothing has come of it: people may answer again
            self._asked = question
            raise
        self.changed.tell(None)
        return True
