"""From gpiozero's thread to the event loop, with the time at which it happened.

On a Pi gpiozero calls back from a thread of its own; mock pins call from the loop itself, which then goes straight on.
"""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from hw.clock import Clock

T = TypeVar("T")


class ToLoop(Generic[T]):
    """Call it from any thread with a value; ``receive(at_s, value)`` runs on the loop it was made in."""

    def __init__(self, clock: Clock, receive: Callable[[float, T], None]) -> None:
        self._clock = clock
        self._receive = receive
        self._loop = asyncio.get_running_loop()

    def __call__(self, value: T) -> None:
        """Pass on a value that was seen just now."""
        try:
            here = asyncio.get_running_loop() is self._loop
        except RuntimeError:
            here = False
        if here:
            self._receive(self._clock.now_s(), value)
        elif not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._arrive, self._loop.time(), value)

    def _arrive(self, seen_at_loop_s: float, value: T) -> None:
        """On the loop: subtract the way here, since another thread may not read the drivers' clock."""
        self._receive(self._clock.now_s() - (self._loop.time() - seen_at_loop_s), value)
