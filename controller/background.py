"""Start asyncio tasks without losing their exceptions, describe an exception for the log, and read the loop's speed."""

import asyncio
import re
import traceback
from collections.abc import Coroutine
from typing import Any, Final

OUR_SOURCE_FILE: Final = re.compile(r"/(controller|hub|hw)/[^.]*\.py$")


def start_task(work: Coroutine[Any, Any, None], part: str) -> asyncio.Task[None]:
    """Start ``work`` as the task ``part``; its failure goes to the loop's exception handler.

    The caller must keep a reference to it while it runs: the loop has only a weak one.
    """
    task = asyncio.get_running_loop().create_task(work, name=part)
    task.add_done_callback(_report_task_failure)
    return task


async def run_concurrently(*works: Coroutine[Any, Any, None]) -> None:
    """Run all coroutines concurrently; if one fails or is cancelled, cancel the others and raise its exception.

    ``asyncio.TaskGroup`` is no substitute: it takes an unrequested cancellation for a task's normal end.
    Before Python 3.13, a failure also leaves the waiting task's cancel count raised, which misleads
    ``is_unrequested_cancellation``.
    """
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


def loop_speed() -> float:
    """Return the loop's seconds per real second; above 1 only at a simulated table."""
    speed: float = getattr(asyncio.get_running_loop(), "speed", 1.0)
    return speed


def is_unrequested_cancellation(task: asyncio.Task[Any] | None) -> bool:
    """Return whether a ``CancelledError`` in ``task`` is a fault: ``task.cancel()`` was not called."""
    return task is not None and not task.cancelling()


def root_cause(fault: BaseException) -> BaseException:
    """Look at any depth; return ``fault`` itself if it is no group."""
    return root_cause(fault.exceptions[0]) if isinstance(fault, BaseExceptionGroup) else fault


def fault_location(fault: BaseException) -> str:
    """Return file and line of the innermost frame, of our code if possible."""
    every = list(traceback.extract_tb(root_cause(fault).__traceback__ or fault.__traceback__))
    frames = [frame for frame in every if OUR_SOURCE_FILE.search(frame.filename)] or every
    return f"{frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else "an unknown place"


def redacted_message(fault: BaseException) -> str:
    """Return the exception's type and, if safe, its message, for the log, the page and the report.

    Python's own messages may quote secrets or hidden tiles: of such exceptions return only the type, of an
    ``OSError`` also the operating system's message.
    """
    kind = type(fault)
    if isinstance(fault, OSError) and fault.strerror:
        return f"{kind.__name__}: {fault.strerror}"
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__name__}: {fault}"


def _report_task_failure(task: asyncio.Task[None]) -> None:
    if task.cancelled():
        fault: BaseException | None = asyncio.CancelledError() if is_unrequested_cancellation(task) else None
    else:
        fault = task.exception()
    if fault is not None:
        context = {"message": f"{task.get_name()} failed", "exception": fault, "task": task}
        task.get_loop().call_exception_handler(context)
