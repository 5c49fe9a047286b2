"""Stand-ins for the Pi's kernel, with twins where its wires would be."""

import ctypes
import errno
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hw.bus import kernel_buses
from hw.bus.twin_i2c import TwinI2cBus
from hw.errors import BusError
from hw.mfrc522.twin import Mfrc522Twin
from hw.oled.twin import Ssd1306Twin

READER_AT = "/dev/spidev0.1"
BUS_AT = "/dev/i2c-1"
OLED_ADDRESS = 0x3C


class StubKernel:
    O_RDWR, O_CLOEXEC, strerror = os.O_RDWR, os.O_CLOEXEC, staticmethod(os.strerror)

    def __init__(self, chip: Mfrc522Twin, wires: TwinI2cBus) -> None:
        self.chip = chip
        self.wires = wires
        self.calls = 0
        self.hertz = 0
        self.refusals: dict[str, OSError] = {}
        self.batches = True
        self.no_acknowledge = errno.EREMOTEIO
        self.address_taken = False
        self.open_nodes: dict[int, str] = {}
        self._dead: set[int] = set()
        self._addresses: dict[int, int] = {}
        self._opened = 100

    def open(self, path: str, flags: int) -> int:
        if path in self.refusals:
            raise self.refusals[path]
        if path not in {READER_AT, BUS_AT}:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        assert flags & os.O_CLOEXEC
        self._opened += 1
        self.open_nodes[self._opened] = path
        return self._opened

    def close(self, descriptor: int) -> None:
        del self.open_nodes[descriptor]

    def unplug(self, path: str) -> None:
        self._dead |= {descriptor for descriptor, opened in self.open_nodes.items() if opened == path}
        self.refusals[path] = FileNotFoundError(errno.ENOENT, "No such file or directory")

    def plug(self, path: str) -> None:
        del self.refusals[path]

    def ioctl(self, descriptor: int, code: int, argument: Any) -> None:
        self._called(descriptor)
        if code == 0x0703:
            if self.address_taken:
                raise OSError(errno.EBUSY, "Device or resource busy")
            self._addresses[descriptor] = argument
        elif code == 0x40016B01:
            assert argument == b"\x00"
        elif code == 0x40046B04:
            self.hertz = int.from_bytes(argument, "little")
        else:
            self._message(code, argument)

    def write(self, descriptor: int, data: bytes) -> int:
        with self._wires(descriptor) as address:
            self.wires.write(address, data)
        return len(data)

    def read(self, descriptor: int, count: int) -> bytes:
        with self._wires(descriptor) as address:
            return self.wires.read(address, count)

    @contextmanager
    def _wires(self, descriptor: int) -> Iterator[int]:
        self._called(descriptor)
        assert self.open_nodes[descriptor] == BUS_AT
        try:
            yield self._addresses[descriptor]
        except BusError:
            raise OSError(self.no_acknowledge, os.strerror(self.no_acknowledge)) from None

    def _called(self, descriptor: int) -> None:
        self.calls += 1
        if descriptor not in self.open_nodes:
            raise OSError(errno.EBADF, "Bad file descriptor")
        if descriptor in self._dead:
            raise OSError(errno.ESHUTDOWN, "Cannot send after transport endpoint shutdown")

    def _message(self, code: int, argument: bytes) -> None:
        transfers = list(struct.iter_unpack("=QQIIHBBBBBx", argument))
        assert code == 0x40006B00 | 32 * len(transfers) << 16
        if len(transfers) > 1 and not self.batches:
            raise OSError(errno.EINVAL, "Invalid argument")
        sent = [ctypes.string_at(out_at, data) for out_at, _, data, *_ in transfers]
        for answer, transfer in zip(self.chip.transfer_many(sent), transfers, strict=True):
            ctypes.memmove(transfer[1], answer, len(answer))
        assert [transfer[6] for transfer in transfers] == [1] * (len(transfers) - 1) + [0]
        assert {transfer[3] for transfer in transfers} == {self.hertz}


class Pi:
    def __init__(self, now_s: Any) -> None:
        self.chip = Mfrc522Twin(now_s)
        self.oled = Ssd1306Twin()
        self.wires = TwinI2cBus()
        self.wires.attach(OLED_ADDRESS, self.oled)
        self.kernel = StubKernel(self.chip, self.wires)


def kernel_is(kernel: StubKernel, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("os", "fcntl"):
        monkeypatch.setattr(kernel_buses, name, kernel)
