"""Simulated tables in their own processes: started, or forked from one with all imports done."""

import multiprocessing
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Daemon:
    """A daemon that plays; ``pidfd`` stands for its process as long as it is open, also if its number is used again."""

    pidfd: int
    host: str
    port: int

    def kill(self) -> None:
        """SIGKILL; once this returns the process is gone, with its files and locks."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)
        select.select([self.pidfd], [], [])


def arguments(journal: Path) -> list[str]:
    return ["sim", "--port", "0", "--seed", "7", "--journal", str(journal)]


@contextmanager
def started(journal: Path) -> Iterator[Daemon]:
    command = [sys.executable, "-m", "controller", *arguments(journal)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        with process.stdout as output:
            yield from _playing(process.pid, output.fileno())
    finally:
        process.wait()


class Forks:
    """The process that forks daemons, with all imported that one needs."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["__main__", "controller.cli.sim", __name__])

    @contextmanager
    def started(self, journal: Path) -> Iterator[Daemon]:
        reads, writes = self._context.Pipe(duplex=False)
        process = self._context.Process(target=_serve, args=(journal, writes))
        with reads:
            with writes:
                process.start()
            assert process.pid is not None
            yield from _playing(process.pid, reads.fileno())
        process.join()


def _serve(journal: Path, says: Connection) -> None:
    from controller.__main__ import main

    os.dup2(says.fileno(), 1)
    says.close()
    main(arguments(journal))


def _playing(pid: int, output_fd: int) -> Iterator[Daemon]:
    pidfd, line = os.pidfd_open(pid), b""
    try:
        while not line.endswith(b"\n") and (byte := os.read(output_fd, 1)):
            line += byte
        address = urlsplit(line.decode().split()[-1])
        assert address.hostname is not None, f"the daemon said {line!r}"
        assert address.port is not None, f"the daemon said {line!r}"
        yield Daemon(pidfd, address.hostname, address.port)
    finally:
        Daemon(pidfd, "", 0).kill()
        os.close(pidfd)
