"""Simulated tables in processes of their own: started whole, or forked by one that has everything imported."""

import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

LONGEST_REQUEST: Final = 4096


@dataclass(frozen=True, slots=True)
class Daemon:
    """A daemon that plays; ``pidfd`` stands for its process as long as it is open, whatever gets its number."""

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
        with process.stdout as said:
            yield from _playing(os.pidfd_open(process.pid), said.fileno())
    finally:
        process.wait()


class Forks:
    """The process that forks daemons; one request at a time, from any thread."""

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair()
        self._turn = threading.Lock()
        with theirs:
            self._process = subprocess.Popen([sys.executable, "-m", __name__], stdin=theirs.fileno())

    @contextmanager
    def started(self, journal: Path) -> Iterator[Daemon]:
        reads, writes = os.pipe()
        with os.fdopen(reads, "rb") as said:
            try:
                with self._turn:
                    socket.send_fds(self._ours, [json.dumps(arguments(journal)).encode()], [writes])
                    _, (pidfd,), _, _ = socket.recv_fds(self._ours, 1, 1)
            finally:
                os.close(writes)
            yield from _playing(pidfd, said.fileno())

    def close(self) -> None:
        self._ours.close()
        self._process.wait()


def _playing(pidfd: int, said_fd: int) -> Iterator[Daemon]:
    line = b""
    try:
        while not line.endswith(b"\n") and (octet := os.read(said_fd, 1)):
            line += octet
        address = urlsplit(line.decode().split()[-1])
        assert address.hostname is not None, f"the daemon said {line!r}"
        assert address.port is not None, f"the daemon said {line!r}"
        yield Daemon(pidfd, address.hostname, address.port)
    finally:
        Daemon(pidfd, "", 0).kill()
        os.close(pidfd)


def _fork_on_request(door: socket.socket) -> None:
    """Fork a daemon for each request, which brings the arguments and where the daemon writes to."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them here; their pidfds tell
    while True:
        request, handles, _, _ = socket.recv_fds(door, LONGEST_REQUEST, 1)
        if not request:
            return
        child = os.fork()
        if child == 0:
            door.close()
            os.dup2(handles[0], 1)
            os.close(handles[0])
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            main(json.loads(request))
        os.close(handles[0])
        pidfd = os.pidfd_open(child)
        socket.send_fds(door, [b"."], [pidfd])
        os.close(pidfd)


if __name__ == "__main__":
    from controller.__main__ import main

    importlib.import_module("controller.cli.sim")  # all that a daemon imports
    gc.collect()
    gc.freeze()
    _fork_on_request(socket.socket(fileno=0))
