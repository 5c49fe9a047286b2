"""The box: which components a game brings to the table."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from controller.games.contract.ids import PieceId


class Piece(Struct, frozen=True):
    """A component with a sticker.

    Attributes:
        kind: the game's word for what it is, such as ``tile``; the text ``kind-KIND`` says ``$count`` of it.
        printed: what people look for to find it.
    """

    id: PieceId
    kind: str
    printed: Mapping[str, str | int] = {}


class Box(Protocol):
    """The components of a game."""

    def pieces(self) -> Sequence[Piece]:
        """All that is carried over gates, in the order in which people look through the box."""
        ...

    def sectors(self) -> Sequence[tuple[int, int]]:
        """The spinner's sectors: value and degrees, clockwise from the home mark; none where the game draws nothing."""
        ...

    def box(self) -> dict[str, Any]:
        """What is printed on the components, as JSON values."""
        ...
