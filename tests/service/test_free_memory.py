"""Threads share one malloc arena, and free memory returns to the system once after the start."""

import subprocess
import sys
from pathlib import Path

import pytest

from controller.service import service_manager
from hw.clock import LoopClock

PIECES = 30_000
OCTETS = 1_000

POOL_MB = 64
"""What glibc reserves for each further arena."""

THREADS = """
import sys, threading
from pathlib import Path
from controller.service import service_manager
if sys.argv[1] == "one":
    service_manager.limit_malloc_arenas()
def reserved_mb():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmSize:")) // 1024
threading.stack_size(1 << 18)
before_mb, at_work = reserved_mb(), threading.Barrier(5)
def work():
    kept = [bytes(1000) for _ in range(100)]
    at_work.wait()
    at_work.wait()
threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
at_work.wait()
print(reserved_mb() - before_mb)
at_work.wait()
"""


def resident_kb() -> int:
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Anonymous:"))


def test_freed_memory_between_used_blocks_returns_to_the_system() -> None:
    pieces = [bytes(OCTETS) for _ in range(PIECES)]
    del pieces[1000:-1]  # the last one keeps all before it from being given back by itself
    before_kb = resident_kb()
    service_manager.trim_malloc()
    assert resident_kb() < before_kb - 20_000


async def test_memory_is_trimmed_once_two_seconds_after_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = LoopClock()
    given_s: list[float] = []
    monkeypatch.setattr(service_manager, "trim_malloc", lambda: given_s.append(clock.now_s()))
    began_s = clock.now_s()
    await service_manager.trim_after_start(clock)
    assert given_s == [pytest.approx(began_s + 2.0)]


def test_threads_take_from_one_pool() -> None:
    assert reserved_by_four_threads_mb("one") < POOL_MB
    assert reserved_by_four_threads_mb("each its own") > POOL_MB


def reserved_by_four_threads_mb(pools: str) -> int:
    done = subprocess.run(
        [sys.executable, "-c", THREADS, pools], capture_output=True, text=True, check=True, timeout=60
    )
    return int(done.stdout)
