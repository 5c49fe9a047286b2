"""The view: what the page shows of a game, as JSON values."""

from collections.abc import Sequence
from typing import Any, Protocol


class View(Protocol):
    """What the page shows of a game, as JSON values of the game's own shape."""

    def view(self, state: Any, memory: Any) -> dict[str, Any]:
        """What everybody may see; ``state`` is None before a game."""
        ...

    def course(self, states: Sequence[Any]) -> list[dict[str, Any]]:
        """How a game went, for a chart; ``states`` are those of ``Play.standing``."""
        ...
