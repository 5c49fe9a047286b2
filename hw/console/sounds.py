"""What the buzzer can play, as data: tones with their lengths and the pauses after them."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Tone:
    """One tone and the silence after it. An active buzzer has one pitch only and keeps just the rhythm."""

    frequency_hz: int
    on_s: float
    rest_s: float = 0.05


Pattern = tuple[Tone, ...]

ACCEPTED: Final[Pattern] = (Tone(1800, 0.06), Tone(2400, 0.08))
REFUSED: Final[Pattern] = (Tone(400, 0.15), Tone(300, 0.25))
START: Final[Pattern] = (Tone(1200, 0.1), Tone(1600, 0.1), Tone(2000, 0.3))
LAST_SECONDS: Final[Pattern] = (Tone(2000, 0.05),)
STOP: Final[Pattern] = (Tone(2000, 0.5, 0.1), Tone(2000, 0.5))
TUMULT: Final[Pattern] = (Tone(600, 0.1, 0.02),) * 5
FANFARE: Final[Pattern] = (Tone(1200, 0.15), Tone(1200, 0.08), Tone(1600, 0.15), Tone(2400, 0.5))
TROUBLE: Final[Pattern] = (Tone(500, 0.2, 0.1),) * 3

PATTERNS: Final[dict[str, Pattern]] = {
    "accepted": ACCEPTED,
    "refused": REFUSED,
    "start": START,
    "last_seconds": LAST_SECONDS,
    "stop": STOP,
    "tumult": TUMULT,
    "fanfare": FANFARE,
    "trouble": TROUBLE,
}
"""Every pattern by name."""
