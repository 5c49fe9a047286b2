"""The view: what the page shows of a game, to everybody and to a castle's own eyes, as JSON values."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from controller.games.contract.actions import Action
from controller.games.contract.ids import CastleId


class View(Protocol):
    """What the page shows of a game, as JSON values of the game's own shape."""

    def view(self, state: Any, memory: Any) -> dict[str, Any]:
        """What everybody may see; ``state`` is None before a game."""
        ...

    def course(self, states: Sequence[Any]) -> list[dict[str, Any]]:
        """How a game went, for a chart; ``states`` are those of ``Play.standing``."""
        ...


@runtime_checkable
class SeatView(Protocol):
    """A game in which each castle has something that only its own people see, such as a hand of cards."""

    def seat_view(self, state: Any, memory: Any, castle: CastleId) -> dict[str, Any] | None:
        """What the people of a castle that plays see beside ``View.view``; None where that is nothing.

        ``moves``, where there are any, are whole actions that they may send now.
        """
        ...

    def may_send(self, state: Any, action: Action, castle: CastleId) -> bool:
        """Whether an action is this castle's own; ``action`` is any JSON object, and the rules judge it afterwards."""
        ...
