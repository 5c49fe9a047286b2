"""Tasks whose faults nobody may miss: those that nobody waits for tell the loop, those of a group end it."""

import asyncio
from collections.abc import Coroutine
from typing import Any


def begin(work: Coroutine[Any, Any, None], part: str) -> asyncio.Task[None]:
    """Start ``work`` for a part of the program; whoever gets the task keeps it for as long as it runs."""
    task = asyncio.get_running_loop().create_task(work, name=part)
    task.add_done_callback(_ended)
    return task


async def together(*works: Coroutine[Any, Any, None]) -> None:
    """Do all of them at once; when one fails or is cancelled, whoever waits has its fault, and the others end.

    An ``asyncio.TaskGroup`` takes a cancellation that nobody asked for as a quiet end of one of its tasks. Before
    Python 3.13 it also leaves whoever waits cancelled in name after a fault, so that ``nobody_asked`` is wrong of him.
    """
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


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
