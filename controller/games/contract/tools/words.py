"""What ``act`` asks: the shapes of actions, to be written as words of a command line."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from msgspec import Struct


@runtime_checkable
class Worded(Protocol):
    """A game that says what its actions look like."""

    def kinds(self) -> Mapping[str, type[Struct]]:
        """The type of each kind of action, by its ``do``; its fields are those of a line of the log."""
        ...
