"""What hands do at a simulated table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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
