"""What a bot computes for long: in a process with little memory and a deadline, so that no game waits for it."""

import asyncio
import os
import pickle  # both sides of the pipe are ours
import resource
import select
import subprocess
import sys
import time
from collections.abc import Callable
from struct import Struct
from typing import IO, Any, Final

from controller import limits
from controller.games.contract.inputs import Think

LENGTH: Final = Struct(">I")

KILLED_AFTER_S: Final = 1.0
"""So long after its time is over, a process that has not answered is killed."""

START_S: Final = 20.0
"""Further time for the first answer, for Python's start on a busy Pi."""

NICENESS: Final = 10

PROGRAM: Final = "import sys; sys.path[:] = {path!r}; from controller.play.thinking import answer_all; answer_all()"


class Thinker:
    """One process, started when it is first asked; another one after a late or missing answer."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._asking = False
        self._closed = False

    async def think(self, thought: Think) -> None:
        """Give the thought its answer: None if that is late, or its process failed."""
        async with self._lock:
            answer = await asyncio.to_thread(
                self._ask, pickle.dumps((thought.work, thought.within_s)), thought.within_s
            )
        thought.answer(answer)

    def close(self) -> None:
        self._closed = True
        if self._process is not None:
            self._process.kill()
        if not self._asking:
            self._reap()

    def _ask(self, question: bytes, within_s: float) -> Any:
        self._asking, answer = True, b""
        first = self._process is None
        try:
            process = self._process = self._process or _start_process()
            assert process.stdin is not None
            assert process.stdout is not None
            _write(process.stdin, question)
            late_s = within_s + KILLED_AFTER_S + (START_S if first else 0.0)
            if select.select([process.stdout], [], [], late_s)[0]:
                answer = _read(process.stdout)
        except OSError:
            pass  # it ended
        finally:
            self._asking = False
            if not answer or self._closed:
                self._reap()
        return pickle.loads(answer) if answer else None  # noqa: S301

    def _reap(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


def _start_process() -> "subprocess.Popen[bytes]":
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", PROGRAM.format(path=sys.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def answer_all() -> None:
    """Answer the questions on standard input until it ends: the process's program."""
    resource.setrlimit(resource.RLIMIT_AS, (limits.THINKING_MEMORY_BYTES,) * 2)
    os.nice(NICENESS)
    while question := _read(sys.stdin.buffer):
        work, within_s = pickle.loads(question)  # noqa: S301
        _write(sys.stdout.buffer, pickle.dumps(_answer_in_time(work, time.monotonic() + within_s)))


def _answer_in_time(work: Callable[[Callable[[], bool]], Any], deadline_s: float) -> Any:
    try:
        return work(lambda: time.monotonic() < deadline_s)
    except Exception:  # noqa: BLE001  # a bot without an answer plays on
        return None


def _write(pipe: IO[bytes], message: bytes) -> None:
    pipe.write(LENGTH.pack(len(message)) + message)
    pipe.flush()


def _read(pipe: IO[bytes]) -> bytes:
    """Return the next message; b"" at the end."""
    length = pipe.read(LENGTH.size)
    return pipe.read(LENGTH.unpack(length)[0]) if len(length) == LENGTH.size else b""
