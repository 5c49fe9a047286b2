"""What is heard of each event, and what is seen of it in the same moment: no sound is the only sign of anything."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hw.console.sounds import PATTERNS, Pattern


@dataclass(frozen=True, slots=True)
class Signal:
    """``heard`` by the buzzer; ``seen`` in a silent house, too."""

    heard: Pattern
    seen: str


SEEN: Final[Mapping[str, str]] = {
    "accepted": "a number on the screen or whose move it is; the castle's lamps flash once",
    "complaint": "the complaint, on the screen or at its castle",
    "hourglass_start": "the hourglass on the screen",
    "last_seconds": "the seconds that are left, large, and the ring",
    "hourglass_end": "the screen says so; a lamp of each castle blinks until it has compared",
    "tumult": "the tumult on the screen",
    "fanfare": "the ranks, or the winner; the winner's lamps blink",
    "trouble": "the device on the screen, and how to go on without it",
}

SIGNALS: Final[Mapping[str, Signal]] = {name: Signal(PATTERNS[name], seen) for name, seen in SEEN.items()}
"""By the name of the event: those of a game's ``Sound``, and the daemon's own."""
