"""Who brought an action about, as the journal names it."""

from typing import Final

from controller.games.contract.inputs import (
    ButtonPressed,
    GateComplained,
    Input,
    KnobTurned,
    PieceTapped,
    TimerRanOut,
)

AGAIN: Final = "again"
"""The origin of what a correction does again; the number of the action that it repeats follows."""


def origin(input_: Input) -> str:
    """Who brought an input about, as the journal names it."""
    match input_:
        case PieceTapped(castle=castle) | GateComplained(castle=castle):
            return f"gate:{castle}"
        case ButtonPressed(castle=None) | KnobTurned():
            return "knob"
        case ButtonPressed(button=button, castle=castle):
            return f"{button}:{castle}"
        case TimerRanOut():
            return "hourglass"
