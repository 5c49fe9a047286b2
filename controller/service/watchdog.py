"""Feeding systemd's watchdog, only when sensing, game and effects have all advanced since the last time.

Each loop counts its rounds (``Table.rounds``), a turning arrow its half-steps. Game and effects wait for something to
happen, so they are nudged. A device that fails does not stop a round, so the watchdog is still fed; a loop that hangs
does, and systemd restarts the service.
"""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from controller import log
from controller.service.systemd_notify import ServiceManager
from hw.clock import Clock

LOOKS: Final = 10
"""How many times we look in the time that systemd waits."""

USUAL_S: Final = 20.0
"""Without a watchdog; the status is told all the same."""


class Watched(Protocol):
    """A table as the watchdog sees it."""

    def rounds(self) -> Mapping[str, int]:
        """How many rounds each loop has made."""
        ...

    def nudge(self) -> None:
        """Let each loop that waits go round once."""
        ...


class Watchdog:
    """Owner of the rounds that each loop had made when it was last fed."""

    def __init__(self, table: Watched, notices: ServiceManager, clock: Clock, status: Callable[[], str]) -> None:
        self._table = table
        self._notices = notices
        self._clock = clock
        self._status = status
        self._fed_at: Mapping[str, int] = {}
        self._missed = 0

    async def run(self) -> None:
        """Look again and again; never ends."""
        every_s = (self._notices.watchdog_s or USUAL_S) / LOOKS
        while True:
            self._table.nudge()
            await self._clock.sleep_until(self._clock.now_s() + every_s)
            self.look()

    def look(self) -> None:
        """Feed it if all loops have advanced; the log names those that have not for half of its time."""
        rounds = self._table.rounds()
        hanging = sorted(name for name, count in rounds.items() if count == self._fed_at.get(name))
        if not hanging:
            self._fed_at = dict(rounds)
            self._missed = 0
            self._notices.tell(WATCHDOG=1, STATUS=self._status())
            return
        self._missed += 1
        if self._missed == LOOKS // 2:
            log.warning("loops_hang", loops=",".join(hanging))
