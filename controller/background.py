"""Tasks that nobody waits for: what one of them fails with is told to the loop at once."""

import asyncio
from collections.abc import Coroutine
from typing import Any


def begin(work: Coroutine[Any, Any, None], part: str) -> asyncio.Task[None]:
    """Start ``work`` for a part of the program; whoever gets the task keeps it for as long as it runs."""
    task = asyncio.get_running_loop().create_task(work, name=part)
    task.add_done_callback(_ended)
    return task


def nobody_asked(task: asyncio.Task[Any] | None) -> bool:
    """Whether a cancellation that reached this task is a fault like any other: nobody has cancelled the task."""
    return task is not None and not task.cancelling()


def _ended(task: asyncio.Task[None]) -> None:
    if task.cancelled():
        fault: BaseException | None = asyncio.CancelledError() if nobody_asked(task) else None
    else:
        fault = task.exception()
    if fault is not None:
        told = {"message": f"{task.get_name()} failed", "exception": fault, "task": task}
        task.get_loop().call_exception_handler(told)
