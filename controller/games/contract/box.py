"""The box: which components a game brings to the table."""

from collections.abc import Sequence
from typing import Any, Protocol

from controller.games.contract.ids import PieceId


class Box(Protocol):
    """The components of a game."""

    def tiles(self) -> Sequence[PieceId]:
        """All pieces that are carried over gates, in order; each has a sticker."""
        ...

    def sectors(self) -> Sequence[tuple[int, int]]:
        """The spinner's sectors: value and degrees, clockwise from the home mark; none where the game draws nothing."""
        ...

    def box(self) -> dict[str, Any]:
        """What is printed on the components, as JSON values."""
        ...
