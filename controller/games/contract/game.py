"""``Game``, the protocol that every game implements, and the contents of its box."""

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
        kind: the game's word, such as ``tile``; the text ``kind-KIND`` names ``$count`` pieces.
        printed: what is printed on it, by which people recognise it.
    """

    id: PieceId
    kind: str
    printed: Mapping[str, str | int] = {}


class Box(Protocol):
    def pieces(self) -> Sequence[Piece]:
        """Return all pieces that pass gates, in the order of looking through the box."""

    def sectors(self) -> Sequence[tuple[int, int]]:
        """Return the sectors of the spinner as (value, width in degrees), clockwise from the home mark; () without one.

        The widths add up to 360.
        """

    def box(self) -> dict[str, Any]:
        """Return what is printed on the components, as JSON values."""


class Game(Rules, Referee, Staging, View, Box, Equipped, Protocol):
    """A game as the table plays it.

    It may also implement ``Correctable``, ``Simulated``, ``Advising``, ``Analysing``, ``Audible``, ``Judging``,
    ``OpenMoments``, ``PageActionReferee``, ``Revealing``, ``SeatView``, ``Drawable`` or ``Charting``, which the table
    checks with ``isinstance``.
    """


class Advised(Struct, frozen=True):
    """Advice for a castle: in words, and as JSON values in the game's own shape."""

    lines: tuple[Text, ...]
    plan: Mapping[str, Any]


@runtime_checkable
class Advising(Protocol):
    """A game that gives advice on the page; advice that reveals hidden values belongs in the tools."""

    def advise(self, state: Any, castle: CastleId) -> Advised:
        """Return advice for a castle; raise RefusedError if there is none."""
