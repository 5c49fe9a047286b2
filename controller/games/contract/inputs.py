"""What happens at the table, as a game is told of it; ``origin`` is who brought it about, as the journal names it."""

from typing import Literal

from msgspec import Struct

from controller.games.contract.ids import CastleId, PieceId


class PieceTapped(Struct, frozen=True):
    """A piece passed the gate of a castle at ``at_s`` seconds of the loop's clock."""

    castle: CastleId
    piece: PieceId
    at_s: float

    @property
    def origin(self) -> str:
        """Its gate."""
        return f"gate:{self.castle}"


class GateComplained(Struct, frozen=True):
    """A gate saw what it cannot count; ``key`` names the sentence of the texts."""

    castle: CastleId
    key: str
    at_s: float

    @property
    def origin(self) -> str:
        """Its gate."""
        return f"gate:{self.castle}"


class ButtonPressed(Struct, frozen=True):
    """A button was pressed: the console's knob (``castle`` is None) or a castle's yes or no."""

    button: Literal["knob", "yes", "no"]
    castle: CastleId | None
    long: bool
    at_s: float

    @property
    def origin(self) -> str:
        """The button, and its castle if it has one."""
        return self.button if self.castle is None else f"{self.button}:{self.castle}"


class KnobTurned(Struct, frozen=True):
    """The console's knob moved by ``steps`` detents, clockwise positive."""

    steps: int
    at_s: float
    origin = "knob"


class TimerRanOut(Struct, frozen=True):
    """The hourglass reached its deadline ``at_s``; nothing with an earlier time will follow."""

    at_s: float
    origin = "hourglass"


Input = PieceTapped | GateComplained | ButtonPressed | KnobTurned | TimerRanOut
