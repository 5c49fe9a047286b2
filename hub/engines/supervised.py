"""A program that is started again, with patience, whenever it ends."""

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from controller import limits, log
from controller.growing_pause import grown_s

FIRST_PAUSE_S: Final = 0.25
LONGEST_PAUSE_S: Final = 10.0
"""Between two starts: what a killed PostgreSQL leaves behind holds its memory for seconds."""

STEADY_S: Final = 10.0
"""Who has run so long begins again with the first pause."""

LAST_WORDS_S: Final = 10.0
"""Children of a killed program may still write into its pipe; so long they are waited for."""


class Supervised:
    """Owner of one process after the other, for as long as `run` runs.

    Each is the leader of a session of its own, so what is typed at the hub's terminal does not reach it, and ends by
    ``stop`` when the hub dies however it may (prctl(2), PR_SET_PDEATHSIG).

    Attributes:
        pid: of the process that runs; None while there is none.
        starts: how many there were.
        said: the end of what it has said.
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
        failures = 0
        loop = asyncio.get_running_loop()
        while True:
            began_s = loop.time()
            code = await self._once()
            failures = 0 if loop.time() - began_s > STEADY_S else failures + 1
            pause_s = grown_s(FIRST_PAUSE_S, failures, LONGEST_PAUSE_S)
            last = self.said.strip().rpartition("\n")[2]
            log.warning("engine_ended", engine=self._name, code=code, said=last, again_in_s=pause_s)
            await asyncio.sleep(pause_s)

    def tell(self, what: signal.Signals) -> None:
        """Send the running process a signal, if there is one."""
        if self.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, what)

    async def _once(self) -> int:
        process = await asyncio.create_subprocess_exec(
            *as_user(self._user, self._stop),
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
            await asyncio.wait([listening], timeout=LAST_WORDS_S)
            return code
        finally:
            await self._ended(process)
            listening.cancel()
            self.pid = None

    async def _listen(self, stream: asyncio.StreamReader) -> None:
        line = ""
        while octets := await stream.read(4096):
            text = octets.decode("utf-8", "replace")
            self.said = (self.said + text)[-limits.HUB_ENGINE_SAID :]
            *lines, line = (line + text).split("\n")
            line = line[: limits.HUB_ENGINE_SAID]  # of a longer one its beginning, which says what it is
            for each in lines:
                self._heard(each)

    async def _ended(self, process: asyncio.subprocess.Process) -> None:
        """Let it end in good order, then at once."""
        for what, patience_s in ((self._stop, self._stop_s), (signal.SIGQUIT, 5.0), (signal.SIGKILL, None)):
            if process.returncode is not None:
                return
            with suppress(ProcessLookupError):
                process.send_signal(what)
            with suppress(TimeoutError):
                async with asyncio.timeout(patience_s):
                    await process.wait()


def as_user(user: str | None, at_death: signal.Signals) -> list[str]:
    """The beginning of a command line: it runs as ``user``, and hears ``at_death`` when whoever started it is gone."""
    who = [] if user is None else [f"--reuid={user}", f"--regid={user}", "--init-groups"]
    return ["setpriv", *who, f"--pdeathsig={at_death.name.removeprefix('SIG')}", "--"]
