"""Who brought an action about, as the journal names it."""

from typing import Final

from controller.games.contract.inputs import (
    ButtonPressed,
    GateComplained,
    Happening,
    HourglassRanOut,
    KnobTurned,
    TileTapped,
)

AGAIN: Final = "again"
"""The origin of what a correction does again; the number of the action that it repeats follows."""


def origin(happening: Happening) -> str:
    """Who brought a happening about, as the journal names it."""
    match happening:
        case TileTapped(castle=castle) | GateComplained(castle=castle):
            return f"gate:{castle}"
        case ButtonPressed(castle=None) | KnobTurned():
            return "knob"
        case ButtonPressed(button=button, castle=castle):
            return f"{button}:{castle}"
        case HourglassRanOut():
            return "hourglass"
