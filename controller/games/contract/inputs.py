"""What happens at the table, as a game is told of it."""

from dataclasses import dataclass
from typing import Literal

from controller.games.contract.ids import CastleId, PieceId


@dataclass(frozen=True, slots=True)
class PieceTapped:
    """A tile passed the gate of a castle at ``at_s`` seconds of the loop's clock."""

    castle: CastleId
    tile: PieceId
    at_s: float


@dataclass(frozen=True, slots=True)
class GateComplained:
    """A gate saw what it cannot count; ``key`` names the sentence of the texts."""

    castle: CastleId
    key: str
    at_s: float


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A button was pressed: the console's knob (``castle`` is None) or a castle's yes or no."""

    button: Literal["knob", "yes", "no"]
    castle: CastleId | None
    long: bool
    at_s: float


@dataclass(frozen=True, slots=True)
class KnobTurned:
    """The console's knob moved by ``steps`` detents, clockwise positive."""

    steps: int
    at_s: float


@dataclass(frozen=True, slots=True)
class TimerRanOut:
    """The hourglass reached its deadline ``at_s``; nothing with an earlier time will follow."""

    at_s: float


Input = PieceTapped | GateComplained | ButtonPressed | KnobTurned | TimerRanOut
