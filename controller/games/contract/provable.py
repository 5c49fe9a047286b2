"""What a game tells about its draws, so that they can be proved afterwards."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from controller.games.contract.actions import Action


@runtime_checkable
class Provable(Protocol):
    """A game that knows what chance decides in it. Both methods are pure."""

    def is_drawn(self, action: Action) -> bool:
        """Whether chance decides such an action, unless people enter what they drew: a deal, a spin."""
        ...

    def sectors_of(self, state: Any) -> Sequence[tuple[int, int]]:
        """What is spun in this game: sectors of (value, degrees), clockwise from the home mark."""
        ...
