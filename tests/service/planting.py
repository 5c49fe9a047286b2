"""Faults planted at awaits: every task that is started is driven step by step, and one step of one of them fails.

An await is a task and the lines of all coroutines below it that wait there. A fault is thrown in when the task goes on
after the wait; should it wait for longer than ``PATIENCE_S``, the wait itself is broken off.
"""

import asyncio
import errno
import gc
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import AsyncGeneratorType, CodeType
from typing import Any, Final

PATIENCE_S: Final = 2.0

ROOT: Final = Path(__file__).parents[2]
OURS: Final = (f"{ROOT}/controller/", "/uvicorn/")
"""Tasks are watched that begin in these folders; twins and tests are the world outside."""

NOT_OURS: Final = (f"{ROOT}/tests/", f"{ROOT}/bench/")

CANCELLED: Final = "CancelledError"

FAULTS: Final[dict[str, Callable[[], BaseException]]] = {
    "RuntimeError": lambda: RuntimeError("planted"),
    "OSError": lambda: OSError(errno.EMFILE, "planted: too many open files"),
    "MemoryError": lambda: MemoryError("planted"),
    "KeyError": lambda: KeyError("planted"),
    CANCELLED: lambda: asyncio.CancelledError("planted"),
    "ExceptionGroup": lambda: ExceptionGroup("planted", [ValueError("one"), KeyError("two")]),
}

Place = tuple[str, ...]


@dataclass(frozen=True)
class Await:
    """One await of one task."""

    task: str
    place: Place

    @property
    def innermost(self) -> tuple[str, str]:
        """The task, and the last line of ours that waits."""
        ours = [each for each in self.place if "controller/" in each or "hw/" in each]
        return self.task, (ours or list(self.place))[-1]

    def __str__(self) -> str:
        return f"{self.task}: {' > '.join(self.place)}"


@dataclass
class Plant:
    """A fault at one await, or at the how-manieth of a task wherever that is.

    Attributes:
        planted: whether it was thrown.
        late: whether that was after somebody had ended it all.
        caught: whether whoever was hit went on, as after a fault that he expects.
    """

    task: str
    place: Place | None
    nth: int
    fault: str
    planted: bool = False
    late: bool = False
    caught: bool = False


@dataclass
class Planter:
    """Sees all awaits, and has one fault after the other thrown.

    Attributes:
        seen: all awaits that were come to, with how often; kept while there is something to plant, or nothing ever was.
    """

    plants: Sequence[Plant] = ()
    seen: Counter[Await] = field(default_factory=Counter)
    ending: bool = False
    waits: Counter[str] = field(default_factory=Counter)

    def factory(self, loop: asyncio.AbstractEventLoop, coro: Any, **named: Any) -> "asyncio.Task[Any]":
        """For ``loop.set_task_factory``."""
        code: CodeType | None = getattr(coro, "cr_code", None)
        file = "" if code is None else code.co_filename
        if not any(part in file for part in OURS) or any(part in file for part in NOT_OURS):
            return asyncio.Task(coro, loop=loop, **named)
        driven = _Driven(coro, self)
        driven.task = asyncio.Task(driven, loop=loop, **named)
        return driven.task

    def due(self, task: str, coro: Any) -> Plant | None:
        """A task waits; gives what is to be thrown at it when it goes on."""
        self.waits[task] += 1
        mine = [plant for plant in self.plants if plant.task == task and not plant.planted]
        if self.plants and not mine:
            return None
        place = _place(coro)
        at = Await(task, place)
        self.seen[at] += 1
        for plant in mine:
            times = self.waits[task] if plant.place is None else self.seen[Await(task, plant.place)]
            if plant.place in {None, place} and times >= plant.nth:
                return plant
        return None


class _Driven(Coroutine[Any, Any, Any]):
    """A coroutine whose steps are watched."""

    task: "asyncio.Task[Any]"

    def __init__(self, coro: Any, planter: Planter) -> None:
        self._coro = coro
        self._planter = planter
        self._due: Plant | None = None
        self._forcing: asyncio.TimerHandle | None = None
        self._forced = False

    def send(self, value: Any) -> Any:
        if self._due is not None:
            return self._plant()
        return self._waiting(self._coro.send(value))

    def throw(self, *fault: Any) -> Any:
        if self._due is not None and self._forced:
            self.task.uncancel()
            return self._plant()
        if self._due is not None and self._due.fault != CANCELLED:  # a deadline, or somebody who wants it to end
            return self._plant()
        return self._waiting(self._coro.throw(*fault))

    def close(self) -> None:
        self._coro.close()

    def __await__(self) -> Any:
        return self._coro.__await__()

    @property
    def cr_code(self) -> CodeType:
        return self._coro.cr_code  # type: ignore[no-any-return]

    def _waiting(self, waits_for: Any) -> Any:
        if self._forcing is not None:
            self._forcing.cancel()
        name = self.task.get_name() if hasattr(self, "task") else "Task-"
        if name.startswith("Task-"):
            name = self._coro.__qualname__
        self._due = self._planter.due(name, self._coro)
        if self._due is not None:
            self._forcing = asyncio.get_running_loop().call_later(PATIENCE_S, self._force)
        return waits_for

    def _force(self) -> None:
        self._forced = True
        self.task.cancel()

    def _plant(self) -> Any:
        plant, self._due, self._forced = self._due, None, False
        assert plant is not None
        plant.planted, plant.late = True, self._planter.ending
        waits_for = self._coro.throw(FAULTS[plant.fault]())
        plant.caught = True
        return self._waiting(waits_for)


def _place(coro: Any) -> Place:
    """The lines that wait, from the task's own down to the last."""
    lines = []
    waiting: Any = coro
    while waiting is not None:
        if isinstance(waiting, _Driven):
            waiting = waiting._coro
        frame = getattr(waiting, "cr_frame", None) or getattr(waiting, "gi_frame", None)
        below = getattr(waiting, "cr_await", None) or getattr(waiting, "gi_yieldfrom", None)
        if frame is None and (stream := _stream_of(waiting)) is not None:
            frame, below = stream.ag_frame, stream.ag_await
        if frame is not None and "/asyncio/" not in frame.f_code.co_filename:
            lines.append(f"{_short(frame.f_code.co_filename)}:{frame.f_lineno}")
        waiting = below
    return tuple(lines)


def _stream_of(waiting: Any) -> Any:
    """The asynchronous generator behind one of its steps, which does not say whose it is."""
    if type(waiting).__name__ not in {"async_generator_asend", "async_generator_athrow"}:
        return None
    return next((each for each in gc.get_referents(waiting) if isinstance(each, AsyncGeneratorType)), None)


def _short(file: str) -> str:
    for root in ("/controller/", "/hw/", "/site-packages/"):
        if root in file:
            return (root + file.rpartition(root)[2]).lstrip("/").removeprefix("site-packages/")
    return file.rpartition("/")[2]
