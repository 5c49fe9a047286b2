"""A loop whose clock can run faster than the wall clock, for a simulated table at any speed up to a hundred."""

import selectors
import time
from typing import Final

from hw.testing.clock import VirtualLoop

FASTEST: Final = 100.0
"""Beyond this nothing is gained: computing takes longer than the waits that remain."""


_WORTH_WAITING_S: Final = 0.002
"""Shorter waits are saved up: asking the system for each would take longer than the wait itself."""

_LATE_S: Final = 0.1
"""Time lost to slow computing beyond this is not made up for."""


class _ScaledSelector(selectors.SelectSelector):
    """Waits for the next timer a ``speed``-th of the time, and moves the loop's clock by what that stands for."""

    loop: "ScaledLoop"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        loop = self.loop
        if timeout is None or timeout <= 0 or loop.speed == 1:
            return super().select(timeout)
        if loop.outside_work:  # a thread is at work: time stands still until it is done
            return super().select(None)
        wait_s = loop.early_s(timeout)
        ready: list[tuple[selectors.SelectorKey, int]] = super().select(wait_s if wait_s > _WORTH_WAITING_S else 0)
        loop.jump(max(0.0, timeout - loop.early_s(timeout) * loop.speed) if ready else timeout)
        return ready


class ScaledLoop(VirtualLoop):
    """At speed 1 the machine's own monotonic clock; faster, time passes only while nothing can run.

    So a table that is played at 100 times the speed misses nothing that it would see at its own.
    Its timers are as fine as those of ``hw.fine_loop``.
    """

    def __init__(self) -> None:
        selector = _ScaledSelector()
        selector.loop = self
        self.speed = 1.0
        self._ahead_s = 0.0
        super().__init__(selector)

    def time(self) -> float:
        """Seconds that never go back, whatever the speed was."""
        return time.monotonic() + self._ahead_s if self.speed == 1 else super().time()

    def set_speed(self, speed: float) -> None:
        """From now on time passes ``speed`` times as fast, 1 to ``FASTEST``.

        Raises:
            ValueError: another speed.
        """
        if not 1 <= speed <= FASTEST:
            raise ValueError(f"saw the speed {speed}, expected 1 to {FASTEST:.0f}")
        now_s = self.time()
        self.speed = speed
        self._now_s = self._anchor_now_s = now_s
        self._anchor_wall_s = time.monotonic()
        self._ahead_s = now_s - self._anchor_wall_s

    def early_s(self, seconds: float) -> float:
        """How long the wall clock still has to run until ``seconds`` from now have passed at this speed."""
        due_s = self._anchor_wall_s + (self._now_s + seconds - self._anchor_now_s) / self.speed
        wait_s = due_s - time.monotonic()
        if wait_s < -_LATE_S:
            self._anchor_wall_s -= wait_s
        return max(0.0, wait_s)
