"""How long a device is left alone after each failure: longer each time, but never longer than people would wait."""

from typing import Final

FIRST_S: Final = 1.0
LONGEST_S: Final = 8.0


class Backoff:
    """The pauses between the attempts at one device: ``FIRST_S``, then twice as long each time, to ``LONGEST_S``."""

    def __init__(self) -> None:
        self._next_s = FIRST_S

    def after_failure_s(self) -> float:
        """The pause before the next attempt."""
        pause_s = self._next_s
        self._next_s = min(2 * pause_s, LONGEST_S)
        return pause_s

    def worked(self) -> None:
        """The next pause is short again."""
        self._next_s = FIRST_S
