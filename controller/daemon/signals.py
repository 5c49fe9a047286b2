"""What is heard of each event, and what is seen of it in the same moment: no sound is the only sign of anything."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hw.console import sounds


@dataclass(frozen=True, slots=True)
class Signal:
    """``heard`` by the buzzer; ``seen`` in a silent house, too."""

    heard: sounds.Pattern
    seen: str


SIGNALS: Final[Mapping[str, Signal]] = {
    "accepted": Signal(sounds.ACCEPTED, "a number on the screen or whose move it is; the castle's lamps flash once"),
    "complaint": Signal(sounds.REFUSED, "the complaint, on the screen or at its castle"),
    "hourglass_start": Signal(sounds.START, "the hourglass on the screen"),
    "last_seconds": Signal(sounds.LAST_SECONDS, "the seconds that are left, large, and the ring"),
    "hourglass_end": Signal(sounds.STOP, "the screen says so; a lamp of each castle blinks until it has compared"),
    "tumult": Signal(sounds.TUMULT, "the tumult on the screen"),
    "fanfare": Signal(sounds.FANFARE, "the ranks, or the winner; the winner's lamps blink"),
    "trouble": Signal(sounds.TROUBLE, "the device on the screen, and how to go on without it"),
}
"""By the name of the event: those of a game's ``Sound``, and the daemon's own."""
