"""Restart a failed part of the hub, with backoff, while the others go on."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from controller import log
from controller.background import fault_location, is_unrequested_cancellation, redacted_message, root_cause
from controller.backoff import Backoff

FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0
"""First and longest pause before a restart; the pause doubles after each failure."""

HEALTHY_RUN_S: Final = 120.0
"""A run this long resets the pause to the first one."""

MAX_MESSAGE_CHARS: Final = 200


async def run_with_restarts(part: str, work: Callable[[], Awaitable[None]]) -> None:
    """Restart ``work`` after a pause if it raises or cancels itself."""
    loop, backoff, retries = asyncio.get_running_loop(), Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S), log.RetryLog()
    while True:
        began_s = loop.time()
        try:
            await work()
        except (Exception, asyncio.CancelledError) as fault:
            if not is_unrequested_cancellation(asyncio.current_task()):  # the caller cancelled it
                raise
            if loop.time() - began_s >= HEALTHY_RUN_S:
                backoff.reset()
                retries.log_recovery()
            rest_s = backoff.pause_after_failure_s()
            seen = redacted_message(root_cause(fault))[:MAX_MESSAGE_CHARS]
            at, pause = fault_location(fault), {"begins_again_in_s": rest_s}
            retries.log_failure("hub_part_failed", loop.time(), pause, part=part, seen=seen, at=at)
        else:
            retries.log_recovery()
            return
        await asyncio.sleep(rest_s)
