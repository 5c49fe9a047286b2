"""Staging: what people see and hear of what has happened."""

from collections.abc import Sequence
from typing import Any, Protocol

from controller.games.contract.effects import Effect
from controller.games.contract.screens import Screen


class Staging(Protocol):
    """What people see and hear of a game at the table."""

    def stage(self, before: Any, after: Any, events: Sequence[Any]) -> tuple[Effect, ...]:
        """The effects that events have on people's eyes and ears."""
        ...

    def standings(self, state: Any) -> Screen:
        """Who is where at this moment, for people who ask."""
        ...
