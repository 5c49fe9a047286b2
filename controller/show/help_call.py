"""The call for somebody of the house: whether it stands, as the console shows it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from controller.games.contract.effects import Announce, TextScreen
from controller.games.contract.values import Text
from controller.topic import Topic

CALL_SHOWN_S: Final = 4.0
COMING_SHOWN_S: Final = 8.0


class HelpCall:
    """Owner of it: they call until they take it back, or somebody answers.

    Attributes:
        called: they do.
        is_offered: somebody would hear it.
        changed: told of each change.
        answered: told once when somebody has said that he comes.
    """

    def __init__(self) -> None:
        self.called = False
        self.is_offered = False
        self.changed: Topic[None] = Topic()
        self.answered: Topic[None] = Topic()

    @contextmanager
    def offered(self) -> Iterator[None]:
        """There is somebody for as long who would hear it."""
        self.is_offered = True
        try:
            yield
        finally:
            self.is_offered = self.called = False

    def toggle(self) -> None:
        """They call, or take it back."""
        self.called = self.is_offered and not self.called
        self.changed.tell(None)

    def answer(self) -> None:
        """Somebody comes; where nobody calls any more that means nothing."""
        if self.called:
            self.called = False
            self.answered.tell(None)
            self.changed.tell(None)


def call_shown(*, called: bool) -> Announce:
    """Somebody is called, or no more."""
    said = Text("call-called" if called else "call-taken-back")
    return Announce(TextScreen(Text("call-title"), (said,)), CALL_SHOWN_S)


def somebody_comes() -> Announce:
    """An answer of the house."""
    return Announce(TextScreen(Text("call-title"), (Text("call-answered"),)), COMING_SHOWN_S, "accepted")
