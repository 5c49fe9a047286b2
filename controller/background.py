"""Tasks whose faults are never lost: a task on its own tells the loop, one of a group ends the group."""

import asyncio
import re
import traceback
from collections.abc import Coroutine
from typing import Any, Final

OURS: Final = re.compile(r"/(controller|hub|hw)/[^.]*\.py$")


def begin(work: Coroutine[Any, Any, None], part: str) -> asyncio.Task[None]:
    """Start ``work`` for a part of the program; the caller keeps the task while it runs."""
    task = asyncio.get_running_loop().create_task(work, name=part)
    task.add_done_callback(_ended)
    return task


async def together(*works: Coroutine[Any, Any, None]) -> None:
    """Do all of them at once; when one fails or is cancelled, end the others and raise its fault.

    An ``asyncio.TaskGroup`` takes an unrequested cancellation as a quiet end of one of its tasks. Before
    Python 3.13 it also leaves the waiting task cancelled in name after a fault, so that ``nobody_asked`` is wrong.
    """
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


def nobody_asked(task: asyncio.Task[Any] | None) -> bool:
    """Return whether a cancellation that reached this task is a fault: the task itself was not cancelled."""
    return task is not None and not task.cancelling()


def root(fault: BaseException) -> BaseException:
    """The first fault of a group; any other is its own."""
    return root(fault.exceptions[0]) if isinstance(fault, BaseExceptionGroup) else fault


def where(fault: BaseException) -> str:
    """Return the last file and line of our code that it came through, else the last of all."""
    every = list(traceback.extract_tb(root(fault).__traceback__ or fault.__traceback__))
    frames = [frame for frame in every if OURS.search(frame.filename)] or every
    return f"{frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else "an unknown place"


def without_values(fault: BaseException) -> str:
    """A fault in words for the log, the page and the report.

    Python's own exceptions quote values, which may be secret or lie face down: of those only the kind is told, and of
    one of the system what the system says.
    """
    kind = type(fault)
    if isinstance(fault, OSError) and fault.strerror:
        return f"{kind.__name__}: {fault.strerror}"
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__name__}: {fault}"


def _ended(task: asyncio.Task[None]) -> None:
    if task.cancelled():
        fault: BaseException | None = asyncio.CancelledError() if nobody_asked(task) else None
    else:
        fault = task.exception()
    if fault is not None:
        told = {"message": f"{task.get_name()} failed", "exception": fault, "task": task}
        task.get_loop().call_exception_handler(told)
