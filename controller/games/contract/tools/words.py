"""What ``act`` asks: the shapes of actions, to be written as words of a command line."""

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from msgspec import Struct


@runtime_checkable
class Worded(Protocol):
    """A game that says what its actions look like."""

    def kinds(self) -> Mapping[str, Sequence[type[Struct]]]:
        """The types of each kind of action, by its ``do``: their fields are those of a line of the log."""
        ...
