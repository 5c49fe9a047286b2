"""What hands do at a simulated table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, runtime_checkable

from controller.games.contract.actions import Action
from controller.games.contract.ids import CastleId, PieceId


@dataclass(frozen=True, slots=True)
class Piece:
    """One tile as it lies on the table; ``face`` only where everybody may see it."""

    tile: PieceId
    where: str
    castle: CastleId | None
    face: Mapping[str, str | int] | None


@dataclass(frozen=True, slots=True)
class Rest:
    """Do nothing for ``seconds``: look, think, wait for the others."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Carry:
    """Carry a tile over the gate of the hand's castle."""

    tile: PieceId


@dataclass(frozen=True, slots=True)
class PressKnob:
    """Press the knob when all that is announced has been seen; ``long`` holds it."""

    long: bool = False


@dataclass(frozen=True, slots=True)
class TurnKnob:
    """Turn the knob by ``steps`` detents."""

    steps: int


@dataclass(frozen=True, slots=True)
class PointAtPage:
    """Point at the map on the page, which sends this action."""

    action: Action


Gesture = Rest | Carry | PressKnob | TurnKnob | PointAtPage


@dataclass(frozen=True, slots=True)
class Observation:
    """What a hand sees before its next deed."""

    state: Any
    memory: Any


@runtime_checkable
class Simulated(Protocol):
    """A game that can be played at a simulated table: with a mouse, and by bots."""

    def pieces(self, state: Any) -> Sequence[Piece]:
        """The pieces in play as they lie now; the same order for the whole game."""
        ...

    def looked_at(self, state: Any, tile: PieceId) -> Mapping[str, str | int]:
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
