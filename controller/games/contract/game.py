"""A game: the part that every game implements, with its box and its advice."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from controller.games.contract.effects import Staging, View
from controller.games.contract.inputs import Equipped
from controller.games.contract.referee import Referee
from controller.games.contract.rules import Rules
from controller.games.contract.values import CastleId, PieceId, Text


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
    def pieces(self) -> Sequence[Piece]:
        """All that is carried over gates, in the order in which people look through the box."""

    def sectors(self) -> Sequence[tuple[int, int]]:
        """The spinner's sectors: value and degrees, clockwise from the home mark; none where the game draws nothing."""

    def box(self) -> dict[str, Any]:
        """What is printed on the components, as JSON values."""


class Game(Rules, Referee, Staging, View, Box, Equipped, Protocol):
    """A game as the table plays it.

    What else one may be: ``Correctable``, ``Simulated``, ``Advising``, ``Audible``, ``OpenMoments``, ``Receiving``,
    ``SeatView``, ``Drawn``, ``Charting``; ``isinstance`` tells which.
    """


class Advised(Struct, frozen=True):
    """What a game advises a castle to do: in words, and as JSON values of the game's own shape."""

    lines: tuple[Text, ...]
    plan: Mapping[str, Any]


@runtime_checkable
class Advising(Protocol):
    """A game that advises who asks, or its tools, where advice would tell the page what lies hidden."""

    def advise(self, state: Any, castle: CastleId) -> Advised:
        """Return the best that a castle can do in a game that has begun; raise RefusedError if there is nothing."""
