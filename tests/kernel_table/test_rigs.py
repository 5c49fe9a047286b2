"""The rigs of a guest: its GPIO lines, and a disk that loses its cache."""

import importlib
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.kernel_table import guest_machine
from tests.kernel_table.write_cache import SECTOR, WriteCache

GUEST = Path(guest_machine.__file__).parent / "guest"


@pytest.fixture
def far_side(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(GUEST)
    return importlib.import_module("far_side")


def test_a_twin_gets_each_change_of_its_line_with_the_kernels_time(far_side: Any) -> None:
    clock = far_side.KernelClock()
    pins = far_side.KernelPins(-1, clock)
    heard: list[tuple[float, float]] = []
    pins.on_change(17, lambda level: heard.append((level, clock.now_s())))
    for line, level, ns in ((17, 1, 2_000_000_000), (17, 1, 2_500_000_000), (4, 1, 2_700_000_000), (17, 0, 3 * 10**9)):
        pins.changed(far_side.CHANGE.pack(0, far_side.PIN, line, level, 0, 0, ns))
    assert heard == [(1.0, 2.0), (0.0, 3.0)]
    assert (pins.level(4), pins.changes) == (1.0, {17: 2, 4: 1})


def test_the_kernel_gets_the_level_that_a_twin_drives(far_side: Any) -> None:
    read, write = os.pipe()
    pins = far_side.KernelPins(write, far_side.KernelClock())
    for level in (True, False, None):
        pins.drive(22, level)
    size = far_side.ANSWER.size + 1
    told = os.read(read, 64)
    os.close(read)
    os.close(write)
    answers = [told[at : at + size] for at in range(0, len(told), size)]
    assert [(*far_side.ANSWER.unpack_from(each), each[-1]) for each in answers] == [(0, 22, 1), (0, 22, 0), (0, 22, 2)]


OLD, NEW = b"o" * SECTOR, b"n" * SECTOR


def test_flushed_sectors_survive_a_cut_and_others_by_chance() -> None:
    disk = WriteCache(OLD * 4, [(0, NEW), None, (SECTOR, NEW * 2), (3 * SECTOR, NEW)])
    seen = {bytes(disk.cut(4, Random(seed))[::SECTOR]) for seed in range(200)}
    assert all(after.startswith(b"n") for after in seen)
    assert seen >= {b"nooo", b"nnoo", b"nono", b"nnnn", b"nnno", b"noon"}


def test_writes_after_the_cut_are_never_there() -> None:
    disk = WriteCache(OLD * 2, [(0, NEW), None, (SECTOR, NEW), None])
    assert {bytes(disk.cut(2, Random(seed))[::SECTOR]) for seed in range(50)} == {b"no"}


def test_a_flush_that_did_nothing_leaves_earlier_writes_to_chance() -> None:
    disk = WriteCache(OLD, [(0, NEW), None])
    assert {bytes(disk.cut(2, Random(seed), lies=1)[::SECTOR]) for seed in range(50)} == {b"o", b"n"}
