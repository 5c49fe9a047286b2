"""What a bot computes for long: in a process with little memory and a deadline, so that no game waits for it."""

import asyncio
import resource
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from typing import Any, Final

from controller import limits
from controller.games.contract.inputs import Think, Work

START_S: Final = 20.0
"""Further time for the first answer, for Python's start on a busy Pi."""

NICENESS: Final = 10

PROGRAM: Final = """
import os, sys
try:
    os.nice({niceness})
    if {idle}:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
except (PermissionError, AttributeError):  # as a system service; outside Linux
    pass
sys.path[:] = {path!r}
from controller.play.bots.thinking import answer_all
answer_all({fd})
"""


class Thinker:
    """One process, started when it is first asked; another one after a late or missing answer.

    It is no ``multiprocessing.Process``, which imports the command anew and leaves a tracker beside each table.

    Attributes:
        killed_after_s: so long after its time is over, a process that has not answered is killed.
    """

    killed_after_s = 1.0

    def __init__(self, *, idle: bool = False) -> None:
        """With ``idle`` the process runs only when nothing else does."""
        self._idle = idle
        self._thread = ThreadPoolExecutor(1, "thinking")
        self._lock = asyncio.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None
        self._asking = False
        self._closed = False

    async def think(self, thought: Think) -> None:
        """Give the thought its answer."""
        thought.answer(await self.compute(thought.work, thought.within_s))

    async def compute(self, work: Work, within_s: float) -> Any:
        """Return what ``work`` returns, see ``Think``; None if that is late, or its process failed."""
        async with self._lock:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, work, within_s)

    def close(self) -> None:
        self._closed = True
        if self._process is not None:
            self._process.kill()
        if not self._asking:
            self._reap()

    def _ask(self, work: Work, within_s: float) -> Any:
        self._asking, answered = True, False
        late_s = within_s + self.killed_after_s + (START_S if self._process is None else 0.0)
        try:
            pipe = self._pipe or self._start_process()
            pipe.send((work, within_s))
            if pipe.poll(late_s):
                answer = pipe.recv()
                answered = True
                return answer
        except (EOFError, OSError):
            pass  # it ended
        finally:
            self._asking = False
            if not answered or self._closed:
                self._reap()
        return None

    def _start_process(self) -> Connection:
        self._pipe, its = Pipe()
        with its:
            program = PROGRAM.format(path=sys.path, fd=its.fileno(), niceness=NICENESS, idle=self._idle)
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-c", program],
                pass_fds=[its.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                process_group=0,  # and the same session: a session has its own share of the processor
            )
        return self._pipe

    def _reap(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            pipe.close()


def answer_all(fd: int) -> None:
    """Answer the questions on a pipe until it ends: the process's program."""
    if sys.platform == "linux":  # macOS refuses a limit of address space
        resource.setrlimit(resource.RLIMIT_AS, (limits.THINKING_MEMORY_BYTES,) * 2)
    pipe = Connection(fd)
    with suppress(EOFError):
        while True:
            work, within_s = pipe.recv()
            pipe.send(_answer_in_time(work, time.monotonic() + within_s))


def _answer_in_time(work: Work, deadline_s: float) -> Any:
    try:
        return work(lambda: time.monotonic() < deadline_s)
    except Exception:  # noqa: BLE001  # a bot without an answer plays on
        return None
