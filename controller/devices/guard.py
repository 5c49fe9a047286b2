"""What only shows, counts or helps may fail without ending the table: it is said, counted and tried again."""

import asyncio
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from controller import log
from controller.devices.backoff import Backoff
from controller.devices.health import DeviceHealth
from hw.clock import Clock

News = TypeVar("News")

PROGRAM: Final = " program"
"""Behind the name of a part of this program that failed, where those of devices stand."""

HEALTHY_S: Final = 5.0
"""A part that has worked for so long after a fault works again."""

LONGEST: Final = 200
"""Characters of a fault that are told."""


class Guard:
    """Owner of the faults of our own code.

    Attributes:
        faults: how often each part has failed; a part that fails has not stopped going round.
    """

    def __init__(self, health: DeviceHealth, clock: Clock) -> None:
        self.faults: Counter[str] = Counter()
        self._health = health
        self._clock = clock
        self._telling: set[str] = set()

    async def keep_up(self, part: str, work: Callable[[], Awaitable[object]]) -> None:
        """Do ``work`` until it is done; begin it again whenever it fails, after a while."""
        backoff = Backoff()
        while True:
            begun_s = self._clock.now_s()
            healed = asyncio.get_running_loop().call_later(HEALTHY_S, self._healed, part)
            try:
                await work()
            except Exception as fault:  # noqa: BLE001  # whatever it is, the game goes on
                self._failed(part, fault)
            else:
                return
            finally:
                healed.cancel()
            if self._clock.now_s() - begun_s >= HEALTHY_S:
                backoff.worked()
            await self._clock.sleep_until(self._clock.now_s() + backoff.after_failure_s())

    def listener(self, part: str, listen: Callable[[News], object]) -> Callable[[News], None]:
        """The same listener, whose faults are not those of whoever tells."""

        def guarded(news: News) -> None:
            try:
                listen(news)
            except Exception as fault:  # noqa: BLE001  # as above
                self._failed(part, fault)

        return guarded

    def _failed(self, part: str, fault: Exception) -> None:
        self.faults[part] += 1
        frame = traceback.extract_tb(fault.__traceback__)[-1]
        where = f"{frame.filename.rpartition('/')[2]}:{frame.lineno}"
        what = f"{type(fault).__name__}: {fault}"[:LONGEST]
        log.warning("part_failed", part=part, fault=what, at=where, count=self.faults[part])
        if part in self._telling:  # what tells of it is what fails
            return
        self._telling.add(part)
        try:
            self._health.lost(
                part + PROGRAM,
                f"saw {what} at {where}, a fault of the program. It is tried again, and the game goes on. "
                "Whoever helps needs the report: royaltable report",
            )
        finally:
            self._telling.remove(part)

    def _healed(self, part: str) -> None:
        self._health.note(part + PROGRAM, None)
