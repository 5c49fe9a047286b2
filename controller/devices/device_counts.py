"""Counters: what each device has done since the start, for whoever looks after the table."""

from collections import Counter, defaultdict
from typing import Final

from controller.devices.gate import Passage, PiecePassed, UnknownTag

PIECES: Final = "tiles"
UNKNOWN: Final = "unknown"
UNCLEAR: Final = "unclear"
LOST: Final = "lost"


class DeviceCounts:
    """Owner of the counts."""

    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = defaultdict(Counter)

    def passed(self, passage: Passage) -> None:
        """A gate saw something."""
        match passage:
            case PiecePassed():
                what = PIECES
            case UnknownTag():
                what = UNKNOWN
            case _:
                what = UNCLEAR
        self._counts[passage.reader][what] += 1

    def lost(self, device: str) -> None:
        """A device was lost."""
        self._counts[device][LOST] += 1

    def of(self, device: str) -> dict[str, int]:
        """What was counted of a device, by ``PIECES``, ``UNKNOWN``, ``UNCLEAR``, ``LOST``."""
        return dict(self._counts[device])
