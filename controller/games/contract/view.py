"""The view: what is shown of a game, to everybody's eyes, to a castle's own, to people's ears."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from controller.games.contract.actions import Action
from controller.games.contract.ids import CastleId, PieceId
from controller.games.contract.texts import Text


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


class PieceTold(Struct, frozen=True):
    """What a piece is, in one sentence.

    Attributes:
        hidden: only the castle that holds it may know.
    """

    text: Text
    hidden: bool = False


@runtime_checkable
class Audible(Protocol):
    """A game that can be played by ear; what everybody sees is told to all."""

    def told_piece(self, state: Any, castle: CastleId, piece: PieceId) -> PieceTold:
        """What somebody of this castle holds over its gate; ``state`` is None before a game. Pure."""
        ...

    def told_state(self, state: Any, memory: Any) -> Sequence[Text]:
        """All that everybody can see of a game that has begun, a sentence for each thing, what matters most first."""
        ...

    def told_choices(self, state: Any, memory: Any) -> Sequence[Text]:
        """Each thing that may be done now in a game that has begun, by what everybody sees, a sentence for each."""
        ...
