"""Sounds of the buzzer: tones with their lengths and pauses."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct


class Tone(Struct, frozen=True):
    """A tone and the silence after it. An active buzzer of fixed pitch plays only the rhythm."""

    frequency_hz: int
    on_s: float
    rest_s: float = 0.05


Pattern = tuple[Tone, ...]

PATTERN_BY_SOUND: Final[Mapping[str, Pattern]] = {
    "accepted": (Tone(1800, 0.06), Tone(2400, 0.08)),
    "refused": (Tone(400, 0.15), Tone(300, 0.25)),
    "timer_starts": (Tone(1200, 0.1), Tone(1600, 0.1), Tone(2000, 0.3)),
    "last_seconds": (Tone(2000, 0.05),),
    "timer_ends": (Tone(2000, 0.5, 0.1), Tone(2000, 0.5)),
    "alarm": (Tone(600, 0.1, 0.02),) * 5,
    "fanfare": (Tone(1200, 0.15), Tone(1200, 0.08), Tone(1600, 0.15), Tone(2400, 0.5)),
    "trouble": (Tone(500, 0.2, 0.1),) * 3,
}
"""The pattern of each sound; docs/signals.md says when it is played."""
