"""A clock that moves only when somebody waits on it: ten thousand spins in minutes, without an event loop."""

from collections.abc import Awaitable, Callable, Generator
from typing import TypeVar

T = TypeVar("T")


class ManualClock:
    """A ``Clock`` whose waits are over at once.

    Args:
        lateness_s: called at each wait: by how many seconds it ends late.
    """

    def __init__(self, lateness_s: Callable[[], float] = lambda: 0.0) -> None:
        self.lateness_s = lateness_s
        self._at_s = 0.0

    def now_s(self) -> float:
        """Seconds since it was made."""
        return self._at_s

    async def sleep_until(self, at_s: float) -> None:
        """Move on to ``at_s`` and the lateness beyond it."""
        self._at_s = max(self._at_s, at_s) + self.lateness_s()

    async def keep_to(self, moments: Generator[float, None, T]) -> T:
        """Move on to each of the moments in turn, and the lateness beyond it."""
        while True:
            try:
                at_s = next(moments)
            except StopIteration as end:
                ended: T = end.value
                return ended
            await self.sleep_until(at_s)


def finish(coroutine: Awaitable[object]) -> None:
    """Run to its end a coroutine that waits for nothing but a ``ManualClock``.

    Raises:
        ValueError: it waits for something else.
    """
    for _ in coroutine.__await__():
        raise ValueError("this waits for more than its clock; it needs an event loop")
