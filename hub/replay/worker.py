"""A child process for games' code, with a deadline and a memory limit; replaced if it fails."""

import asyncio
import os
import signal
import sys
from asyncio import subprocess
from contextlib import suppress
from typing import Any, Final, TypeVar

import msgspec

from controller import limits
from controller.reading import JSON_ERRORS
from hub.replay import LENGTH_PREFIX
from hub.replay.child import UnknownRulesError

IDLE_TIMEOUT_S: Final = 60.0
"""The process ends this long after its latest answer."""

FIRST_ANSWER_EXTRA_S: Final = 20.0
"""Extra time for the first answer, for Python's start on a busy Pi."""

VIEWERS_POLICY: Final = getattr(os, "SCHED_IDLE", None)
"""How the system schedules work for viewers: only when nothing else runs; None where it cannot (macOS)."""

CHILD_PROGRAM: Final = """
import os, sys
if {policy} is not None:
    os.sched_setscheduler(0, {policy}, os.sched_param(0))
sys.path[:] = {path!r}
from hub.replay.child import serve_requests
serve_requests({max_bytes})
"""

AnswerT = TypeVar("AnswerT")


class WorkerError(Exception):
    """The process gave no valid answer and was killed; the next request starts another."""


class UnplayableError(UnknownRulesError):
    """The rules refuse an action, or the game's code failed."""


class Worker:
    """Runs one ``hub.replay.child`` at a time, which answers requests one by one.

    With ``for_viewers`` it runs only when nothing else does.
    """

    def __init__(self, idle_s: float = IDLE_TIMEOUT_S, *, for_viewers: bool = False) -> None:
        self._idle_s = idle_s
        self._for_viewers = for_viewers
        self._lock = asyncio.Lock()
        self._process: subprocess.Process | None = None
        self._killed: list[subprocess.Process] = []
        self._idle_timer: asyncio.TimerHandle | None = None

    @property
    def is_busy(self) -> bool:
        return self._lock.locked()

    async def call_method(
        self, method: str, *args: Any, within_s: float | None = None, most: int = limits.REPLAY_ANSWER_BYTES
    ) -> tuple[str, msgspec.Raw]:
        """Return an answer for `decode_answer`; raise WorkerError if it is late, large or missing."""
        request = msgspec.json.encode((method, args))
        async with self._lock:
            self._reschedule_idle_kill(None)
            deadline_s = limits.REPLAY_ANSWER_TIMEOUT_S if within_s is None else within_s
            try:
                async with asyncio.timeout(deadline_s + (FIRST_ANSWER_EXTRA_S if self._process is None else 0)):
                    return msgspec.json.decode(
                        await self._send_and_receive(request, most), type=tuple[str, msgspec.Raw]
                    )
            except TimeoutError:
                self.kill_process()
                raise WorkerError("no answer in time") from None
            except (OSError, asyncio.IncompleteReadError):
                self.kill_process()
                raise WorkerError("its process ended") from None
            except JSON_ERRORS:
                self.kill_process()
                raise WorkerError("an answer that cannot be read") from None
            except BaseException:
                self.kill_process()
                raise
            finally:
                self._reschedule_idle_kill(self._idle_s)

    def kill_process(self) -> None:
        if self._process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._killed = [each for each in (*self._killed, self._process) if each.returncode is None]
        self._process = None

    async def close(self) -> None:
        """End the process; call this only when no request waits for an answer."""
        self._reschedule_idle_kill(None)
        self.kill_process()
        for process in self._killed:
            await process.communicate()

    async def _send_and_receive(self, request: bytes, most: int) -> bytes:
        if self._process is None:
            policy = VIEWERS_POLICY if self._for_viewers else None
            program = CHILD_PROGRAM.format(policy=policy, path=sys.path, max_bytes=limits.REPLAY_MEMORY_BYTES)
            self._process = await subprocess.create_subprocess_exec(
                sys.executable,
                "-c",
                program,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                process_group=0,  # in the same session, as `Thinker`'s
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(LENGTH_PREFIX.pack(len(request)) + request)
        await self._process.stdin.drain()
        (length,) = LENGTH_PREFIX.unpack(await self._process.stdout.readexactly(LENGTH_PREFIX.size))
        if length > most:
            raise WorkerError(f"an answer of {length} bytes, expected at most {most}")
        return await self._process.stdout.readexactly(length)

    def _reschedule_idle_kill(self, after_s: float | None) -> None:
        """Schedule the end of the idle process; None cancels it."""
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        self._idle_timer = (
            None if after_s is None else asyncio.get_running_loop().call_later(after_s, self.kill_process)
        )


class WorkerSet:
    """As many workers as there are places for viewers, each for one call at a time."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(limits.VIEWER_PLACES)
        self._idle: list[Worker] = []

    async def call_method(self, method: str, *args: Any, **bounds: Any) -> tuple[str, msgspec.Raw]:
        """Call a worker's method as ``Worker.call_method``."""
        async with self._free:
            worker = self._idle.pop() if self._idle else Worker(for_viewers=True)
            try:
                return await worker.call_method(method, *args, **bounds)
            finally:
                self._idle.append(worker)

    async def close(self) -> None:
        for worker in self._idle:
            await worker.close()


def json_of_answer(answer: tuple[str, msgspec.Raw]) -> bytes:
    """Return the value of an answer as JSON.

    Raises:
        UnplayableError: the rules refuse an action, or the game's code failed.
        WorkerError: the method failed.
    """
    said, value = answer
    if said == "unknown":
        raise UnplayableError(str(msgspec.json.decode(value)))
    if said != "came":
        raise WorkerError(f"it failed: {msgspec.json.decode(value)}")
    return bytes(value)


def decode_answer(answer: tuple[str, msgspec.Raw], kind: type[AnswerT]) -> AnswerT:
    """Return the value of an answer, which is untrusted; raise as `json_of_answer`."""
    try:
        return msgspec.json.decode(json_of_answer(answer), type=kind)
    except msgspec.ValidationError as fault:
        raise WorkerError(f"an unexpected answer: {fault}") from None
