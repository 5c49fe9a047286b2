"""A child process for games' code, with a deadline and a memory limit; replaced if it fails."""

import asyncio
import os
import signal
import sys
from asyncio import subprocess
from contextlib import suppress
from typing import Any, Final

import msgspec

from controller import limits
from controller.reading import JSON_ERRORS
from hub.replay import LENGTH_PREFIX

IDLE_TIMEOUT_S: Final = 60.0
"""The process ends this long after its latest answer."""

FIRST_ANSWER_EXTRA_S: Final = 20.0
"""Extra time for the first answer, for Python's start on a busy Pi."""

CHILD_PROGRAM: Final = (
    "import sys; sys.path[:] = {path!r}; from hub.replay.child import serve_requests; serve_requests({max_bytes})"
)


class WorkerError(Exception):
    """The process gave no valid answer and was killed; the next request starts another."""


class Worker:
    """Runs one ``hub.replay.child`` at a time, which answers requests one by one."""

    def __init__(self, idle_s: float = IDLE_TIMEOUT_S) -> None:
        self._idle_s = idle_s
        self._lock = asyncio.Lock()
        self._process: subprocess.Process | None = None
        self._killed: list[subprocess.Process] = []
        self._idle_timer: asyncio.TimerHandle | None = None

    @property
    def is_busy(self) -> bool:
        return self._lock.locked()

    async def call_method(
        self, method: str, *args: Any, within_s: float | None = None, most: int = limits.REPLAY_ANSWER_BYTES
    ) -> Any:
        """Raise WorkerError if the answer is late, large or missing."""
        request = msgspec.json.encode((method, args))
        async with self._lock:
            self._reschedule_idle_kill(None)
            deadline_s = limits.REPLAY_ANSWER_TIMEOUT_S if within_s is None else within_s
            try:
                async with asyncio.timeout(deadline_s + (FIRST_ANSWER_EXTRA_S if self._process is None else 0)):
                    return msgspec.json.decode(await self._send_and_receive(request, most))
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
            program = CHILD_PROGRAM.format(path=sys.path, max_bytes=limits.REPLAY_MEMORY_BYTES)
            self._process = await subprocess.create_subprocess_exec(
                sys.executable,
                "-c",
                program,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
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
