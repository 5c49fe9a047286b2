"""Programs that a hub starts again whenever they end, and where Debian's packages have them."""

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

POSTGRES_HOMES: Final = Path("/usr/lib/postgresql")
"""Debian keeps each version's programs in a folder of its own, none of them on the path (postgresql-common(7))."""

SYSTEM_PATH: Final = "/usr/sbin:/sbin:/usr/local/sbin"
"""Where Debian keeps the broker, and only root looks."""


class MissingProgramError(Exception):
    """A program that the hub needs is not on this machine; the message has the line to type."""


def find_postgres(version: str | None = None, homes: Path = POSTGRES_HOMES) -> Path:
    """Return the folder of this major version's programs, or of the newest; raise MissingProgramError if absent."""
    found = {home.parent.parent.name: home.parent for home in homes.glob("*/bin/postgres")}
    if version is None and found:
        return found[max(found, key=_as_number)]
    if version in found:
        return found[version]
    on_path = shutil.which("postgres")
    if on_path is not None and version is None:
        return Path(on_path).resolve().parent
    if version is None:
        raise MissingProgramError("There is no PostgreSQL on this machine. Type: sudo apt install postgresql")
    here = ", ".join(sorted(found, key=_as_number)) or "none"
    raise MissingProgramError(
        f"The games were written by PostgreSQL {version}; on this machine is {here}. "
        f"Type: sudo apt install postgresql-{version}"
    )


def find_program(name: str, package: str) -> str:
    found = shutil.which(name) or shutil.which(name, path=SYSTEM_PATH)
    if found is None:
        raise MissingProgramError(f"There is no {name} on this machine. Type: sudo apt install {package}")
    return found


def find_user(user: str, package: str) -> pwd.struct_passwd:
    """Return the user as whom a program runs under root; raise MissingProgramError if there is none."""
    try:
        return pwd.getpwnam(user)
    except KeyError:
        raise MissingProgramError(
            f"There is no user {user}, as whom it runs where the hub is root. "
            f"Type: sudo apt install {package}, or run the hub as another user than root"
        ) from None


def _as_number(version: str) -> int:
    return int(version) if version.isdecimal() else 0


FIRST_PAUSE_S: Final = 0.25
LONGEST_PAUSE_S: Final = 10.0
"""Between two starts: what a killed PostgreSQL leaves behind holds its memory for seconds."""

HEALTHY_S: Final = 10.0
"""Who has run so long begins again with the first pause."""

PIPE_DRAIN_S: Final = 10.0
"""Children of a killed program may still write into its pipe; so long they are waited for."""


class SupervisedProcess:
    """Owner of one process after the other, for as long as `run` runs.

    Each is the leader of a session of its own, so what is typed at the hub's terminal does not reach it, and ends by
    ``stop`` when the hub dies however it may (prctl(2), PR_SET_PDEATHSIG).
    """

    def __init__(
        self,
        name: str,
        command: Callable[[], Sequence[str]],
        *,
        stop: signal.Signals = signal.SIGTERM,
        stop_s: float = 10.0,
        user: str | None = None,
        heard: Callable[[str], None] = lambda _: None,
    ) -> None:
        """``command`` is asked before each start, ``stop`` ends it within ``stop_s``, ``heard`` is told each line."""
        self.pid: int | None = None
        self.starts = 0
        self.said = ""
        self._name = name
        self._command = command
        self._stop = stop
        self._stop_s = stop_s
        self._user = user
        self._heard = heard

    async def run(self) -> None:
        """Start it, and again after each end, for ever; cancelled, it ends the process and waits for it."""
        backoff, retries = Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S), log.RetryLog()
        loop = asyncio.get_running_loop()
        while True:
            began_s = loop.time()
            code = await self._once()
            if loop.time() - began_s > HEALTHY_S:
                backoff.reset()
                retries.recovered()
            pause_s = backoff.next_pause_s()
            last = self.said.strip().rpartition("\n")[2]
            pause = {"again_in_s": pause_s}
            retries.failed("engine_ended", loop.time(), pause, engine=self._name, code=code, said=last)
            await asyncio.sleep(pause_s)

    def tell(self, what: signal.Signals) -> None:
        if self.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, what)

    async def _once(self) -> int:
        process = await asyncio.create_subprocess_exec(
            *run_as(self._user, self._stop),
            *self._command(),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
            cwd="/",
        )
        self.pid = process.pid
        self.starts += 1
        self.said = ""
        assert process.stdout is not None
        listening = asyncio.create_task(self._listen(process.stdout))
        try:
            code = await process.wait()
            await asyncio.wait([listening], timeout=PIPE_DRAIN_S)
            return code
        finally:
            await self._ended(process)
            listening.cancel()
            self.pid = None

    async def _listen(self, stream: asyncio.StreamReader) -> None:
        line = ""
        while octets := await stream.read(4096):
            text = octets.decode("utf-8", "replace")
            self.said = (self.said + text)[-limits.HUB_ENGINE_OUTPUT_CHARS :]
            *lines, line = (line + text).split("\n")
            line = line[: limits.HUB_ENGINE_OUTPUT_CHARS]  # of a longer one its beginning, which says what it is
            for each in lines:
                self._heard(each)

    async def _ended(self, process: asyncio.subprocess.Process) -> None:
        for what, patience_s in ((self._stop, self._stop_s), (signal.SIGKILL, None)):
            if process.returncode is not None:
                return
            with suppress(ProcessLookupError):
                process.send_signal(what)
            with suppress(TimeoutError):
                async with asyncio.timeout(patience_s):
                    await process.wait()


def run_as(user: str | None, at_death: signal.Signals) -> list[str]:
    """The beginning of a command line: it runs as ``user``, and hears ``at_death`` when whoever started it is gone."""
    who = [] if user is None else [f"--reuid={user}", f"--regid={user}", "--init-groups"]
    return ["setpriv", *who, f"--pdeathsig={at_death.name.removeprefix('SIG')}", "--"]
