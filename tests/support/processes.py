"""Measure a server process: time to its first answer, memory and CPU when idle."""

import contextlib
import os
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PATIENCE_S: Final = 90.0
LOOK_EVERY_S: Final = 0.01
OUTPUT_BYTES: Final = 2000
"""Output quoted of a server that never answered."""
PYTEST_OF_OTHERS: Final = {"PYTEST_ADDOPTS": "-p no:schemathesis -p no:hypothesispytest -p no:xdist -p no:anyio"}
"""The environment of a pytest in another project, which has not our plugins; they take two seconds to import."""
SETTLE_S: Final = 4.0
"""From a server's first answer until it is idle."""
IDLE_S: Final = 8.0


@dataclass(frozen=True, slots=True)
class ServerFigures:
    """Figures of a server.

    Attributes:
        start_s: from the start of the process to its first HTTP response.
        plays_s: the same until ``plays`` is true; equal to `start_s` without it.
        resident_mb: memory when idle, children included (Pss, so that shared pages count once).
        cpu_percent: of one core when idle.
        wakes_a_second: how often one of its threads woke from waiting, when idle.
    """

    start_s: float
    plays_s: float
    resident_mb: float
    cpu_percent: float
    wakes_a_second: float


def measure(
    command: Sequence[str],
    url: str,
    cwd: Path | None = None,
    *,
    busy: Callable[[int], None] | None = None,
    plays: Callable[[str], bool] | None = None,
) -> ServerFigures:
    """Start a server, wait for its first response at ``url``, measure it while idle, end it.

    ``busy`` gets its process id, to put load on it instead; ``plays`` returns whether the server at a URL is ready.

    Raises:
        TimeoutError: it never answered.
    """
    begun_s = time.monotonic()
    with running(command, cwd) as process:
        wait_until_it_answers(process, url)
        plays_s = start_s = time.monotonic() - begun_s
        if plays is not None:
            _until(process, plays, url)
            plays_s = time.monotonic() - begun_s
        time.sleep(SETTLE_S)
        if busy is not None:
            busy(process.pid)
        before_s, woken = sum(map(cpu_s, family(process.pid))), sum(map(_wakes, family(process.pid)))
        time.sleep(IDLE_S)
        all_ = family(process.pid)
        spent_s, woken = sum(map(cpu_s, all_)) - before_s, sum(map(_wakes, all_)) - woken
        return ServerFigures(start_s, plays_s, sum(map(resident_mb, all_)), 100 * spent_s / IDLE_S, woken / IDLE_S)


@contextlib.contextmanager
def running(command: Sequence[str], cwd: Path | None = None) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a process inside the context; add the end of its output to a `TimeoutError`."""
    with (
        tempfile.TemporaryFile() as printed,
        subprocess.Popen(command, cwd=cwd, stdout=printed, stderr=printed) as process,  # our own commands
    ):
        try:
            yield process
        except TimeoutError as given_up:
            size = os.fstat(printed.fileno()).st_size
            output = os.pread(printed.fileno(), OUTPUT_BYTES, max(0, size - OUTPUT_BYTES))
            given_up.add_note(output.decode(errors="replace") or "It printed nothing.")
            raise
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def wait_until_it_answers(process: "subprocess.Popen[bytes]", url: str) -> None:
    """Wait for its first answer.

    Raises:
        TimeoutError: it never came.
    """
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):  # our own address
                return
        except urllib.error.HTTPError:
            return  # an answer, if only that one has to log in
        except OSError:
            time.sleep(LOOK_EVERY_S)
    raise TimeoutError(f"{url}: saw no answer, exit status {process.poll()}; expected one within {PATIENCE_S:.0f} s")


def _until(process: "subprocess.Popen[bytes]", plays: Callable[[str], bool], url: str) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while not plays(url):
        if time.monotonic() > until_s or process.poll() is not None:
            raise TimeoutError(f"{url}: saw a server that does not play, expected one within {PATIENCE_S:.0f} s")
        time.sleep(LOOK_EVERY_S)


def family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [pid, *(member for child in children for member in family(int(child)))]


def cpu_s(pid: int) -> float:
    """Of all threads, to the nanosecond: ticks of 10 ms are too coarse for a server that does nothing."""
    spent_ns = 0
    for schedstat in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with contextlib.suppress(OSError):
            spent_ns += int(schedstat.read_text(encoding="ascii").split()[0])
    return spent_ns / 1e9


def _wakes(pid: int) -> int:
    """How often threads of a process have given up the processor to wait."""
    waits = 0
    for status in Path(f"/proc/{pid}/task").glob("*/status"):
        with contextlib.suppress(OSError):  # a thread may end meanwhile
            lines = status.read_text(encoding="ascii").splitlines()
            waits += next(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches:"))
    return waits


def resident_mb(pid: int) -> float:
    """Memory of one process, in megabytes; pages that it shares count in part."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
