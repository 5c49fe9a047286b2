"""What a game advises a castle to do."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from controller.games.contract.ids import CastleId
from controller.games.contract.texts import Text


class Advised(Struct, frozen=True):
    """What a game advises a castle to do: in words, and as JSON values of the game's own shape."""

    lines: tuple[Text, ...]
    plan: Mapping[str, Any]


@runtime_checkable
class Advising(Protocol):
    """A game that advises who asks, or its tools, where advice would tell the page what lies hidden."""

    def advise(self, state: Any, castle: CastleId) -> Advised:
        """The best that a castle can do now; ``state`` is never None.

        Raises:
            RefusedError: there is nothing to advise at this moment.
        """
        ...
