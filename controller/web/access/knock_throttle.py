"""How soon somebody may knock again: after each knock that was not let in all visitors wait, ever longer."""

from collections.abc import Callable

from controller import limits
from controller.growing_pause import grown_s


class KnockThrottle:
    """Owner of the knocks in a row that nobody let in. The knob belongs to the game, whoever knocks from wherever."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._refused = 0
        self._until_s = 0.0

    def wait_s(self) -> float:
        """How long everybody has to wait before the next knock, 0 if nobody has to."""
        return max(0.0, self._until_s - self._now_s())

    def refused(self) -> None:
        """A knock was not let in."""
        if self._now_s() - self._until_s > limits.KNOCKS_FORGOTTEN_S:
            self._refused = 0
        self._until_s = self._now_s() + grown_s(limits.KNOCK_WAIT_S, self._refused, limits.LONGEST_KNOCK_WAIT_S)
        self._refused += 1

    def let_in(self) -> None:
        """Somebody was let in: people at the table want visitors."""
        self._refused, self._until_s = 0, 0.0
