"""How long one waits who failed so often: twice as long each time, and never longer than a bound."""

from typing import Final

MOST_DOUBLINGS: Final = 64
"""By then every bound is reached; a power of all failures of a night would overflow (2.0**1024)."""


def grown_s(first_s: float, times: int, longest_s: float) -> float:
    """``first_s`` doubled so many ``times``, but ``longest_s`` at most, however often it was."""
    return min(first_s * 2.0 ** min(times, MOST_DOUBLINGS), longest_s)
