"""After a start: free memory goes back to the system, once."""

from pathlib import Path

import pytest

from controller.service import free_memory
from hw.clock import LoopClock
from hw.testing.clock import run_virtual

PIECES = 30_000
OCTETS = 1_000


def resident_kb() -> int:
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Anonymous:"))


def test_what_was_freed_between_pieces_that_are_kept_goes_back_to_the_system() -> None:
    pieces = [bytes(OCTETS) for _ in range(PIECES)]
    del pieces[1000:-1]  # the last one keeps all before it from being given back by itself
    before_kb = resident_kb()
    free_memory.give_back()
    assert resident_kb() < before_kb - 20_000


def test_it_is_given_back_once_two_seconds_after_the_devices_are_open(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = LoopClock()
    given_s: list[float] = []
    monkeypatch.setattr(free_memory, "give_back", lambda: given_s.append(clock.now_s()))

    async def starting() -> float:
        began_s = clock.now_s()
        await free_memory.free_after_the_start(clock)
        return began_s

    began_s = run_virtual(starting())
    assert given_s == [pytest.approx(began_s + 2.0)]
