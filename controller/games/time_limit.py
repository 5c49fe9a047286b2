"""How long a game's code may take: what does not come back is ended by an exception in it.

A signal's handler raises it, between two steps of Python code in the main thread. A call of C code that never returns
is not ended so: systemd's watchdog starts the table again, which then knows the game (``at_work``).
"""

import atexit
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

from controller import limits
from controller.games.at_work import AT_WORK

TICK_S: Final = limits.GAME_CALL_S / 2
"""A call that sees two ticks is ended: it has taken one to two of them."""


MAIN: Final = threading.main_thread().ident


class GameTooSlow(BaseException):
    """A game's code did not come back; no ``except Exception`` of the game's keeps it."""


class TimeLimit:
    """Owner of the process's alarm. It ticks only while games are at work, so an idle table is not woken.

    Args:
        tick_s: seconds between two looks.
    """

    def __init__(self, tick_s: float = TICK_S) -> None:
        self._tick_s = tick_s
        self._inside = False
        self._ticks = False
        self._calls = 0
        self._seen = -1

    def limited(self, method: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Call ``method``; in a thread of its own nothing ends it.

        Raises:
            GameTooSlow: it took too long.
        """
        if threading.get_ident() != MAIN:
            return method(*args, **named)
        outer = self._inside
        try:
            self._calls += 1
            self._inside = True
            if not self._ticks:
                self._begin()
            return method(*args, **named)
        finally:
            self._inside = outer

    def _begin(self) -> None:
        self._ticks, self._seen = True, -1
        if signal.getsignal(signal.SIGALRM) != self._tick:
            signal.signal(signal.SIGALRM, self._tick)
            atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)  # a late one would end Python with its signal
        AT_WORK.watch()
        signal.setitimer(signal.ITIMER_REAL, self._tick_s)

    def _tick(self, _signal: int, _frame: FrameType | None) -> None:
        if not self._inside:
            self._ticks = False
            AT_WORK.rest()
            return
        AT_WORK.watch()
        signal.setitimer(signal.ITIMER_REAL, self._tick_s)  # again and again, if the game keeps what is raised
        if self._seen == self._calls:
            raise GameTooSlow
        self._seen = self._calls


LIMIT: Final = TimeLimit()
"""A process has one alarm."""
