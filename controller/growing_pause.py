"""How long to pause after failures in a row: twice as long each time, and never longer than a bound."""

from typing import Final

MOST_DOUBLINGS: Final = 64
"""By then every bound is reached; a power of all failures of a night would overflow (2.0**1024)."""


def grown_s(first_s: float, times: int, longest_s: float) -> float:
    """Return ``first_s`` doubled so many ``times``, but ``longest_s`` at most, however often it was."""
    return min(first_s * 2.0 ** min(times, MOST_DOUBLINGS), longest_s)


class Backoff:
    """The pauses between attempts at one thing.

    Attributes:
        failures: in a row.
    """

    def __init__(self, first_s: float = 1.0, longest_s: float = 8.0) -> None:
        self.failures = 0
        self._first_s = first_s
        self._longest_s = longest_s

    def after_failure_s(self) -> float:
        """Count a failure, and return the pause before the next attempt."""
        self.failures += 1
        return grown_s(self._first_s, self.failures - 1, self._longest_s)

    def worked(self) -> None:
        self.failures = 0
