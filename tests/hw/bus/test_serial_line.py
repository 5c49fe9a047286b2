"""A serial port through pyserial, with the other end of a pty in the test's hand."""

import asyncio
import contextlib
import os
import pty
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hw.bus.serial_line import MAX_WAITING_BYTES, SerialLine
from hw.errors import BusError

PATIENCE_S = 20.0
LOOK_EVERY_S = 0.005


class Far:
    def __init__(self) -> None:
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(self.master, False)
        self.path = os.ttyname(slave)
        self.slave = slave
        self.sent = self.received = b""
        self.lost: list[BusError] = []

    def open(self) -> SerialLine:
        return SerialLine(self.path, self._came, self.lost.append)

    def read(self) -> bytes:
        with contextlib.suppress(BlockingIOError):
            self.sent += os.read(self.master, 65536)
        return self.sent

    def pull(self) -> None:
        os.close(self.slave)
        os.close(self.master)
        self.master = self.slave = -1

    def _came(self, data: bytes) -> None:
        self.received += data


@pytest.fixture
def far() -> Iterator[Far]:
    end = Far()
    yield end
    if end.master >= 0:
        end.pull()


async def until(come: Callable[[], object]) -> None:
    for _ in range(int(PATIENCE_S / LOOK_EVERY_S)):
        if come():
            return
        await asyncio.sleep(LOOK_EVERY_S)
    raise AssertionError("it did not come")


def test_bytes_go_both_ways_unchanged(far: Far) -> None:
    every = bytes(range(256))

    async def deed() -> None:
        line = far.open()
        os.write(far.master, every)
        line.write(every)
        await until(lambda: far.received == every)
        await until(lambda: far.read() == every)
        line.close()
        line.close()

    asyncio.run(deed())


def test_a_pulled_cable_is_reported_once_and_closes_the_port(far: Far) -> None:
    async def deed() -> None:
        line = far.open()
        far.pull()
        await until(lambda: far.lost)
        line.write(b"nobody hears this")
        await asyncio.sleep(0.05)
        (fault,) = far.lost
        assert far.path in str(fault)
        assert "opens the port again by itself" in str(fault)

    asyncio.run(deed())


def test_a_closed_port_reports_no_more_bytes(far: Far) -> None:
    async def deed() -> None:
        line = far.open()
        line.close()
        os.write(far.master, b"late")
        await asyncio.sleep(0.05)
        assert far.received == b""
        assert far.lost == []

    asyncio.run(deed())


def test_bytes_written_before_closing_are_sent(far: Far) -> None:
    async def deed() -> None:
        line = far.open()
        line.write(b"lamps off")
        line.close()
        await until(lambda: far.read() == b"lamps off")

    asyncio.run(deed())


def test_writing_to_a_blocked_port_never_waits_and_keeps_4096_bytes(far: Far) -> None:
    async def deed() -> None:
        line = far.open()
        for _ in range(1000):  # far more than the kernel takes
            line.write(bytes(500))
            await asyncio.sleep(0)
        await until(lambda: far.read() and not line._waiting)
        line.write(b"end")
        await until(lambda: far.read().endswith(b"end"))
        taken = len(far.sent) - len(b"end")
        assert 0 < taken < 500_000
        assert taken % 500 == 0  # what was dropped was dropped whole
        line.close()

    asyncio.run(deed())
    assert MAX_WAITING_BYTES == 4096


def test_a_port_is_for_one_program_alone(far: Far) -> None:
    async def deed() -> None:
        line = far.open()
        with pytest.raises(BusError, match="Another program uses it"):
            far.open()
        line.close()
        far.open().close()

    asyncio.run(deed())


def test_a_missing_port_raises_with_a_remedy(tmp_path: Path) -> None:
    async def deed() -> None:
        with pytest.raises(BusError, match="Plug the board in"):
            SerialLine(str(tmp_path / "ttyACM9"), lambda _: None, lambda _: None)

    asyncio.run(deed())
