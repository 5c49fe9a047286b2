"""Supervise the hub's child processes, and find their programs on Debian."""

import asyncio
import os
import pwd
import shutil
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from controller import limits, log
from controller.backoff import Backoff

POSTGRES_VERSIONS_FOLDER: Final = Path("/usr/lib/postgresql")
"""Debian has a folder for each version, outside the path (postgresql-common(7))."""

SYSTEM_PATH: Final = "/usr/sbin:/sbin:/usr/local/sbin"
"""Debian installs the broker here; only root's path has it."""


class MissingProgramError(Exception):
    """A needed program is not installed; the message has the command to install it."""


def find_postgres_program_folder(version: str | None = None, homes: Path = POSTGRES_VERSIONS_FOLDER) -> Path:
    """Return the newest without ``version``; raise MissingProgramError without one."""
    found = {home.parent.parent.name: home.parent for home in homes.glob("*/bin/postgres")}
    if version is None and found:
        return found[max(found, key=_version_to_number)]
    if version in found:
        return found[version]
    on_path = shutil.which("postgres")
    if on_path is not None and version is None:
        return Path(on_path).resolve().parent
    if version is None:
        raise MissingProgramError("PostgreSQL is not installed. Run: sudo apt install postgresql")
    here = ", ".join(sorted(found, key=_version_to_number)) or "none"
    raise MissingProgramError(
        f"The games were written by PostgreSQL {version}; installed here: {here}. Install postgresql-{version}, too, "
        'if this system has it. Otherwise restore a backup into the newer one: docs/hub.md, "A newer PostgreSQL".'
    )


def find_program_path(name: str, package: str) -> str:
    found = shutil.which(name) or shutil.which(name, path=SYSTEM_PATH)
    if found is None:
        raise MissingProgramError(f"{name} is not installed. Run: sudo apt install {package}")
    return found


def find_system_user(user: str, package: str) -> pwd.struct_passwd:
    """Raise MissingProgramError if there is none."""
    try:
        return pwd.getpwnam(user)
    except KeyError:
        raise MissingProgramError(
            f"There is no user {user}, which {package} needs when the hub runs as root. "
            f"Run: sudo apt install {package}, or run the hub as another user"
        ) from None


def _version_to_number(version: str) -> int:
    return int(version) if version.isdecimal() else 0


FIRST_PAUSE_S: Final = 0.25
LONGEST_PAUSE_S: Final = 10.0
"""Pauses between starts: children of a killed PostgreSQL hold its memory for seconds and prevent a start."""

HEALTHY_RUN_S: Final = 10.0
"""A run this long resets the pause to the first one."""

PIPE_DRAIN_S: Final = 10.0
"""How long to wait for output of a killed program's children."""


class SupervisedProcess:
    """A child process, restarted while `run` runs.

    It leads its own session, so the terminal's signals do not reach it, and receives ``stop`` when the hub dies in any
    way (prctl(2), PR_SET_PDEATHSIG).
    """

    def __init__(
        self,
        name: str,
        command: Callable[[], Sequence[str]],
        *,
        stop: signal.Signals = signal.SIGTERM,
        stop_s: float = 10.0,
        user: str | None = None,
        descriptors: Sequence[int] = (),
    ) -> None:
        """Call ``command`` before each start, which gets ``descriptors``; SIGKILL follows ``stop`` after ``stop_s``."""
        self.pid: int | None = None
        self.start_count = 0
        self.recent_output = ""
        self._name = name
        self._command = command
        self._stop_signal = stop
        self._stop_timeout_s = stop_s
        self._user = user
        self._descriptors = descriptors

    async def run(self) -> None:
        """Run and restart the process forever; on cancellation stop it and wait for its end."""
        backoff, retries = Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S), log.RetryLog()
        loop = asyncio.get_running_loop()
        while True:
            began_s = loop.time()
            code = await self._run_until_exit()
            if loop.time() - began_s > HEALTHY_RUN_S:
                backoff.reset()
                retries.log_recovery()
            pause_s = backoff.pause_after_failure_s()
            last = self.recent_output.strip().rpartition("\n")[2]
            pause = {"again_in_s": pause_s}
            retries.log_failure("engine_ended", loop.time(), pause, engine=self._name, code=code, said=last)
            await asyncio.sleep(pause_s)

    def send_signal(self, what: signal.Signals) -> None:
        if self.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, what)

    async def _run_until_exit(self) -> int:
        process = await asyncio.create_subprocess_exec(
            *setpriv_prefix(self._user, self._stop_signal),
            *self._command(),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
            cwd="/",
            pass_fds=self._descriptors,
        )
        self.pid = process.pid
        self.start_count += 1
        self.recent_output = ""
        assert process.stdout is not None
        reading = asyncio.create_task(self._read_output(process.stdout))
        try:
            code = await process.wait()
            await asyncio.wait([reading], timeout=PIPE_DRAIN_S)
            return code
        finally:
            await self._stop_or_kill(process)
            reading.cancel()
            self.pid = None

    async def _read_output(self, stream: asyncio.StreamReader) -> None:
        while chunk := await stream.read(4096):
            text = chunk.decode("utf-8", "replace")
            self.recent_output = (self.recent_output + text)[-limits.HUB_ENGINE_OUTPUT_CHARS :]

    async def _stop_or_kill(self, process: asyncio.subprocess.Process) -> None:
        for what, patience_s in ((self._stop_signal, self._stop_timeout_s), (signal.SIGKILL, None)):
            if process.returncode is not None:
                return
            with suppress(ProcessLookupError):
                process.send_signal(what)
            with suppress(TimeoutError):
                async with asyncio.timeout(patience_s):
                    await process.wait()


def setpriv_prefix(user: str | None, at_death: signal.Signals) -> list[str]:
    """Return a command prefix: run as ``user``; get ``at_death`` when the parent dies."""
    who = [] if user is None else [f"--reuid={user}", f"--regid={user}", "--init-groups"]
    return ["setpriv", *who, f"--pdeathsig={at_death.name.removeprefix('SIG')}", "--"]
