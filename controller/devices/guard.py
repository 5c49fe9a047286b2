"""What only shows, counts or helps may fail without ending the table: it is said, counted and tried again."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeVar

from controller import log
from controller.background import code_location, is_unrequested_cancellation, redacted_message, root_cause
from controller.backoff import Backoff
from controller.devices.health import DeviceHealth
from controller.games.game_guard import GameFault
from hw.clock import Clock

News = TypeVar("News")

PROGRAM: Final = " program"
"""Behind the name of a part of this program that failed, where those of devices stand."""

BACKGROUND: Final = "background"
"""The part of timers, callbacks and unnamed tasks."""

PAGE: Final = "page"

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
        self._healing: dict[str, asyncio.TimerHandle] = {}

    async def keep_up(self, part: str, work: Callable[[], Awaitable[object]]) -> None:
        """Do ``work`` until it is done; begin it again whenever it fails, after a while."""
        backoff = Backoff()
        begins_s = self._clock.now_s()
        while True:
            try:
                await self._from(begins_s, part, work)
            except Exception as fault:  # noqa: BLE001  # whatever it is, the game goes on
                self._failed(part, fault)
                if not is_unrequested_cancellation(asyncio.current_task()):  # it failed while it was ended
                    return
            else:
                self._healed(part)
                return
            now_s = self._clock.now_s()
            if now_s - begins_s >= HEALTHY_S:
                backoff.reset()
            begins_s = now_s + backoff.next_pause_s()

    def listener(self, part: str, listen: Callable[[News], object]) -> Callable[[News], None]:
        def guarded(news: News) -> None:
            try:
                listen(news)
            except Exception as fault:  # noqa: BLE001  # as above
                self.failed(part, fault)

        return guarded

    def failed(self, part: str, fault: BaseException) -> None:
        self._failed(part, fault)
        self._heals(part)

    @contextmanager
    def hearing(self) -> Iterator[None]:
        """Handle the faults of timers, callbacks, connections and tasks that are not awaited."""
        loop = asyncio.get_running_loop()
        before = loop.get_exception_handler()
        loop.set_exception_handler(self._heard)
        try:
            yield
        finally:
            loop.set_exception_handler(before)
            for timer in self._healing.values():
                timer.cancel()

    async def _from(self, begins_s: float, part: str, work: Callable[[], Awaitable[object]]) -> None:
        """Do ``work`` from a moment on; treat an unrequested cancellation as a fault."""
        try:
            if self._clock.now_s() < begins_s:
                await self._clock.sleep_until(begins_s)
                self._heals(part)
            await work()
        except asyncio.CancelledError as fault:
            if not is_unrequested_cancellation(asyncio.current_task()):
                raise
            raise Unasked("cancelled, though nobody asked for it") from fault

    def _heard(self, _: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        fault = context.get("exception")
        if fault is None:
            log.warning("loop_says", what=context.get("message", ""))
            return
        self.failed(_part_of(context), fault)

    def _failed(self, part: str, fault: BaseException) -> None:
        self.faults[part] += 1
        self._keep_from_healing(part)
        if isinstance(root_cause(fault), GameFault):  # the game's, and said as such
            return
        if part in self._telling:  # what tells of it is what fails
            return
        self._telling.add(part)
        with suppress(Exception):  # what tells of faults may fail like anything else; this one is counted
            self._tell(part, fault)
        self._telling.discard(part)

    def _tell(self, part: str, fault: BaseException) -> None:
        fault, at = root_cause(fault), code_location(fault)
        what = redacted_message(fault)[:LONGEST]
        log.warning("part_failed", part=part, fault=what, at=at, count=self.faults[part])
        self._health.lost(
            part + PROGRAM,
            f"saw {what} at {at}, a fault of the program. It is tried again, and the game goes on. "
            "Whoever helps needs the report: royaltable report",
        )

    def _heals(self, part: str) -> None:
        self._keep_from_healing(part)
        self._healing[part] = asyncio.get_running_loop().call_later(HEALTHY_S, self._healed, part)

    def _keep_from_healing(self, part: str) -> None:
        timer = self._healing.pop(part, None)
        if timer is not None:
            timer.cancel()

    def _healed(self, part: str) -> None:
        self._keep_from_healing(part)
        self._health.note(part + PROGRAM, None)


class Unasked(Exception):
    """A task was cancelled though its owner did not ask for it."""


def _part_of(context: Mapping[str, Any]) -> str:
    task = context.get("task") or context.get("future")
    if isinstance(task, asyncio.Task) and not task.get_name().startswith("Task-"):
        return task.get_name()
    return PAGE if context.keys() & {"protocol", "transport", "socket", "server"} else BACKGROUND
