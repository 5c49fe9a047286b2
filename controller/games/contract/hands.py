"""What hands do at a simulated table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from controller.games.contract.actions import Action
from controller.games.contract.ids import CastleId, PieceId


class LyingPiece(Struct, frozen=True):
    """One piece as it lies on the table; ``face`` only where everybody may see it."""

    piece: PieceId
    where: str
    castle: CastleId | None
    face: Mapping[str, str | int] | None


class Rest(Struct, frozen=True):
    """Do nothing for ``seconds``: look, think, wait for the others."""

    seconds: float


class Carry(Struct, frozen=True):
    """Carry a piece over the gate of the hand's castle."""

    piece: PieceId


class PressKnob(Struct, frozen=True):
    """Press the knob when all that is announced has been seen; ``long`` holds it."""

    long: bool = False


class TurnKnob(Struct, frozen=True):
    """Turn the knob by ``steps`` detents."""

    steps: int


class PointAtPage(Struct, frozen=True):
    """Point at the map on the page, which sends this action."""

    action: Action


Gesture = Rest | Carry | PressKnob | TurnKnob | PointAtPage


class Observation(Struct, frozen=True):
    """What a hand sees before its next deed."""

    state: Any
    memory: Any


@runtime_checkable
class Simulated(Protocol):
    """A game that can be played at a simulated table: with a mouse, and by bots."""

    def lying(self, state: Any) -> Sequence[LyingPiece]:
        """The pieces in play as they lie now; the same order for the whole game."""
        ...

    def looked_at(self, state: Any, piece: PieceId) -> Mapping[str, str | int]:
        """The face of a piece for a hand that lifts it.

        Raises:
            RefusedError: it may not be looked at now.
        """
        ...

    def hand(
        self, castle: CastleId, see: Callable[[], Observation], random: Random, lifted: set[PieceId], *, alone: bool
    ) -> Iterator[Gesture]:
        """The deeds of a bot's hand, until the game is over.

        Args:
            castle: whose hand it is.
            see: what it sees at that moment; a piece's face it takes from the state only while it lifts the piece.
            random: its moods.
            lifted: the pieces in any hand; shared by all hands of a table.
            alone: no people play; else they count.
        """
        ...
