"""Exponential backoff between retries, with an upper bound."""

from typing import Final

MOST_DOUBLINGS: Final = 64
"""Limit of the exponent; after a night of failures, ``2.0 ** 1024`` would overflow."""


def backoff_s(first_s: float, doublings: int, longest_s: float) -> float:
    return min(first_s * 2.0 ** min(doublings, MOST_DOUBLINGS), longest_s)


class Backoff:
    """The pauses between attempts; ``failures`` counts consecutive failures since ``reset``."""

    def __init__(self, first_s: float = 1.0, longest_s: float = 8.0) -> None:
        self.failures = 0
        self._first_s = first_s
        self._longest_s = longest_s

    def pause_after_failure_s(self) -> float:
        self.failures += 1
        return backoff_s(self._first_s, self.failures - 1, self._longest_s)

    def reset(self) -> None:
        self.failures = 0
