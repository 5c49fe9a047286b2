"""How often somebody may guess: wrong tries cost waiting, ever longer, and never lock the right one out for good."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

FREE: Final = 5
"""Wrong tries before waiting begins: people mistype."""

LONGEST_WAIT_S: Final = 60.0
FORGOTTEN_AFTER_S: Final = 900.0
REMEMBERED: Final = 256
"""Addresses; the one that was quiet for longest is forgotten first."""


class LoginThrottle:
    """Owner of the wrong tries of each address.

    At most one guess a minute is left to whoever goes on: 6 digits take over a year on average.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def wait_s(self, address: str) -> float:
        """How long this address has to wait before its next try, 0 if it need not."""
        tries, last_s = self._wrong.get(address, (0, 0.0))
        since_s = self._now_s() - last_s
        if since_s > FORGOTTEN_AFTER_S:
            self._wrong.pop(address, None)
            return 0.0
        over = tries - FREE
        return max(0.0, min(LONGEST_WAIT_S, 2.0**over) - since_s) if over >= 0 else 0.0

    def wrong(self, address: str) -> None:
        """A try of this address was wrong."""
        tries, _ = self._wrong.pop(address, (0, 0.0))
        self._wrong[address] = (tries + 1, self._now_s())
        while len(self._wrong) > REMEMBERED:
            self._wrong.popitem(last=False)

    def right(self, address: str) -> None:
        """A try of this address was right."""
        self._wrong.pop(address, None)
