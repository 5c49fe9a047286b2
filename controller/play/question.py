"""A decision that only people can make before the table goes on; it stands on the console and on the page."""

from collections.abc import Callable
from dataclasses import dataclass, field

from controller.games.contract.screens import TextScreen


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and what follows. A short press of the knob is yes, holding it is no.

    Attributes:
        step: its name, as a step the table waits for.
        yes: what a yes does.
        no: what a no does; None if there is no such answer.
        stands: whether it is still worth asking.
    """

    step: str
    screen: TextScreen
    yes: Callable[[], None]
    no: Callable[[], None] | None = None
    stands: Callable[[], bool] = field(default=lambda: True)
