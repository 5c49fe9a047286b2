"""How many people enter themselves from one address."""

from collections import deque
from collections.abc import Callable
from typing import Final

from controller import limits

HOUR_S: Final = 3600.0
ADDRESSES: Final = 4096


class SignUps:
    """Owner of who entered somebody within the hour.

    Args:
        now_s: of a monotonic clock.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._at_s: dict[str, deque[float]] = {}

    def one_more(self, address: str) -> bool:
        """Whether one more of this address is taken now; it counts then."""
        now_s = self._now_s()
        for known in [each for each, times in self._at_s.items() if now_s - times[-1] > HOUR_S]:
            del self._at_s[known]
        if address not in self._at_s and len(self._at_s) >= ADDRESSES:
            return False
        times = self._at_s.setdefault(address, deque(maxlen=limits.TOURNAMENT_SIGN_UPS))
        if len(times) == limits.TOURNAMENT_SIGN_UPS and now_s - times[0] <= HOUR_S:
            return False
        times.append(now_s)
        return True
