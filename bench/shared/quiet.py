"""Whether the machine is quiet enough for a time to be a figure: work of others, and a loop of known work."""

import statistics
import time
from pathlib import Path
from typing import Final

from msgspec import Struct

STAT: Final = Path("/proc/stat")
TICK_S: Final = 0.01
"""Unit of /proc/stat (proc(5), USER_HZ)."""

LISTEN_S: Final = 1.0
LOOPS: Final = 15
LOOP_STEPS: Final = 200_000

OTHERS_AT_MOST_CORES: Final = 0.15
SLOWER_AT_MOST: Final = 1.1
"""How much longer the loop may take after a bench than before, or the other way round."""


class Quiet(Struct, frozen=True):
    """What the machine did while the bench did nothing.

    Attributes:
        other_cores: processor that other work took, in cores; also what a host took away from this machine.
        loop_ms: median time of the calibration loop.
    """

    other_cores: float
    loop_ms: float

    def __str__(self) -> str:
        return f"other work {self.other_cores:.2f} cores, loop {self.loop_ms:.1f} ms"


def listen() -> Quiet:
    """Sleep for a second and read what others did, then time the calibration loop."""
    before, began_s = _busy_s(), time.monotonic()
    time.sleep(LISTEN_S)
    other_cores = (_busy_s() - before) / (time.monotonic() - began_s)
    return Quiet(round(other_cores, 3), round(statistics.median(_loop_ms() for _ in range(LOOPS)), 2))


def disturbance(before: Quiet, after: Quiet) -> str | None:
    """Return why times measured between two moments are no figures; None if the machine was quiet."""
    others = max(before.other_cores, after.other_cores)
    if others > OTHERS_AT_MOST_CORES:
        return f"other work took {others:.2f} cores, at most {OTHERS_AT_MOST_CORES} are allowed"
    slower = max(before.loop_ms, after.loop_ms) / min(before.loop_ms, after.loop_ms)
    if slower > SLOWER_AT_MOST:
        return f"the calibration loop took {before.loop_ms:.1f} ms before and {after.loop_ms:.1f} ms after"
    return None


def _loop_ms() -> float:
    began_s, total = time.perf_counter(), 0
    for step in range(LOOP_STEPS):
        total += step * step
    return (time.perf_counter() - began_s) * 1e3


def _busy_s() -> float:
    """Return the seconds that all cores were not idle since the start; 0 where the system does not say."""
    try:
        user, nice, system, _idle, _waits, *interrupts = map(
            int, STAT.read_text("ascii").split("\n", 1)[0].split()[1:9]
        )
    except OSError:
        return 0.0
    return (user + nice + system + sum(interrupts)) * TICK_S
