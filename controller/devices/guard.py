"""Keep faults in secondary parts from ending the game: log, count and retry them."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeVar

from controller import log
from controller.background import fault_location, is_unrequested_cancellation, redacted_message, root_cause
from controller.backoff import Backoff
from controller.devices.health import DeviceHealth
from controller.games.game_guard import GameFault
from hw.clock import Clock

NewsT = TypeVar("NewsT")

PROGRAM_PART_SUFFIX: Final = " program"
"""Suffix that makes a program part's name a device name, for device health."""

BACKGROUND_PART: Final = "background"
"""Part name for timers, callbacks and unnamed tasks."""

PAGE_PART: Final = "page"

RECOVERED_AFTER_S: Final = 5.0
"""A part that runs this long without a fault counts as working again."""

MAX_FAULT_CHARS: Final = 200


class FaultGuard:
    """Catches, counts and reports exceptions of the program's own parts.

    The watchdog counts ``fault_counts``, by part, as progress: a failing part does not hang.
    """

    def __init__(self, health: DeviceHealth, clock: Clock) -> None:
        self.fault_counts: Counter[str] = Counter()
        self._health = health
        self._clock = clock
        self._reporting: set[str] = set()
        self._recoveries: dict[str, asyncio.TimerHandle] = {}

    async def keep_running(self, part: str, work: Callable[[], Awaitable[object]]) -> None:
        """Run ``work`` to its end; restart it with backoff after a failure."""
        backoff = Backoff()
        begins_s = self._clock.now_s()
        while True:
            try:
                await self._run_at(begins_s, part, work)
            except Exception as fault:  # noqa: BLE001  # no fault of a part may end the game
                self._count_and_report_failure(part, fault)
                if not is_unrequested_cancellation(asyncio.current_task()):  # it failed while being cancelled
                    return
            else:
                self._report_recovery(part)
                return
            now_s = self._clock.now_s()
            if now_s - begins_s >= RECOVERED_AFTER_S:
                backoff.reset()
            begins_s = now_s + backoff.pause_after_failure_s()

    def guard_handler(self, part: str, listen: Callable[[NewsT], object]) -> Callable[[NewsT], None]:
        def call_and_report_failure(news: NewsT) -> None:
            try:
                listen(news)
            except Exception as fault:  # noqa: BLE001  # no handler may end the game
                self.report_failure(part, fault)

        return call_and_report_failure

    def report_failure(self, part: str, fault: BaseException) -> None:
        self._count_and_report_failure(part, fault)
        self._schedule_recovery(part)

    @contextmanager
    def handle_loop_errors(self) -> Iterator[None]:
        """Handle exceptions of timers, callbacks, connections and tasks that are not awaited."""
        loop = asyncio.get_running_loop()
        before = loop.get_exception_handler()
        loop.set_exception_handler(self._on_loop_error)
        try:
            yield
        finally:
            loop.set_exception_handler(before)
            for timer in self._recoveries.values():
                timer.cancel()

    async def _run_at(self, begins_s: float, part: str, work: Callable[[], Awaitable[object]]) -> None:
        """Raise an unrequested cancellation as a fault."""
        try:
            if self._clock.now_s() < begins_s:
                await self._clock.sleep_until(begins_s)
                self._schedule_recovery(part)
            await work()
        except asyncio.CancelledError as fault:
            if not is_unrequested_cancellation(asyncio.current_task()):
                raise
            raise UnrequestedCancellation("cancelled without a request") from fault

    def _on_loop_error(self, _: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        fault = context.get("exception")
        if fault is None:
            log.warning("loop_says", what=context.get("message", ""))
            return
        self.report_failure(_failed_part_name(context), fault)

    def _count_and_report_failure(self, part: str, fault: BaseException) -> None:
        self.fault_counts[part] += 1
        self._cancel_recovery(part)
        if isinstance(root_cause(fault), GameFault):  # `GameGuard` has reported it as a fault of the game
            return
        if part in self._reporting:  # the fault is in reporting itself
            return
        self._reporting.add(part)
        with suppress(Exception):  # a fault in reporting is only counted
            self._log_and_report_failure(part, fault)
        self._reporting.discard(part)

    def _log_and_report_failure(self, part: str, fault: BaseException) -> None:
        fault, at = root_cause(fault), fault_location(fault)
        what = redacted_message(fault)[:MAX_FAULT_CHARS]
        log.warning("part_failed", part=part, fault=what, at=at, count=self.fault_counts[part])
        self._health.report_lost(
            part + PROGRAM_PART_SUFFIX,
            f"failed with {what} at {at}. It is restarted, and the game goes on. "
            "To get help, send the output of: royaltable report",
        )

    def _schedule_recovery(self, part: str) -> None:
        self._cancel_recovery(part)
        self._recoveries[part] = asyncio.get_running_loop().call_later(RECOVERED_AFTER_S, self._report_recovery, part)

    def _cancel_recovery(self, part: str) -> None:
        timer = self._recoveries.pop(part, None)
        if timer is not None:
            timer.cancel()

    def _report_recovery(self, part: str) -> None:
        self._cancel_recovery(part)
        self._health.report_fault_or_recovery(part + PROGRAM_PART_SUFFIX, None)


class UnrequestedCancellation(Exception):
    """A task was cancelled, but not by its owner."""


def _failed_part_name(context: Mapping[str, Any]) -> str:
    task = context.get("task") or context.get("future")
    if isinstance(task, asyncio.Task) and not task.get_name().startswith("Task-"):
        return task.get_name()
    return PAGE_PART if context.keys() & {"protocol", "transport", "socket", "server"} else BACKGROUND_PART
