"""Stand-ins for the Pi's kernel and packages, with twins where the kernel and the wires would be."""

import ctypes
import errno
import os
import struct
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest

from hw.bus import spidev
from hw.bus.twin_i2c import TwinI2cBus
from hw.mfrc522.twin import Mfrc522Twin
from hw.oled.twin import Ssd1306Twin

READER_AT = (0, 1)
OLED_ADDRESS = 0x3C


class StubKernel:
    """The kernel's side of spidev, with a chip twin at /dev/spidev0.1.

    Attributes:
        calls: the system calls so far, but for opening and closing.
        hertz: the clock that was set.
        refusal: what opening is answered with.
        batches: whether it takes several transfers in one message.
    """

    O_RDWR, O_CLOEXEC, strerror = os.O_RDWR, os.O_CLOEXEC, staticmethod(os.strerror)

    def __init__(self, chip: Mfrc522Twin) -> None:
        self.chip = chip
        self.calls = 0
        self.hertz = 0
        self.refusal: OSError | None = None
        self.batches = True
        self._open: set[int] = set()
        self._opened = 100

    def open(self, path: str, flags: int) -> int:
        if self.refusal is not None:
            raise self.refusal
        if path != f"/dev/spidev{READER_AT[0]}.{READER_AT[1]}":
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        assert flags & os.O_CLOEXEC
        self._opened += 1
        self._open.add(self._opened)
        return self._opened

    def close(self, descriptor: int) -> None:
        self._open.discard(descriptor)

    def unplug(self) -> None:
        self._open.clear()

    def ioctl(self, descriptor: int, code: int, argument: bytes) -> None:
        self.calls += 1
        if descriptor not in self._open:
            raise OSError(errno.ESHUTDOWN, "Cannot send after transport endpoint shutdown")
        if code == 0x40016B01:
            assert argument == b"\x00"
        elif code == 0x40046B04:
            self.hertz = int.from_bytes(argument, "little")
        else:
            self._message(code, argument)

    def _message(self, code: int, argument: bytes) -> None:
        transfers = list(struct.iter_unpack("=QQIIHBBBBBx", argument))
        assert code == 0x40006B00 | 32 * len(transfers) << 16
        if len(transfers) > 1 and not self.batches:
            raise OSError(errno.EINVAL, "Invalid argument")
        sent = [ctypes.string_at(out_at, octets) for out_at, _, octets, *_ in transfers]
        for answer, transfer in zip(self.chip.message(sent), transfers, strict=True):
            ctypes.memmove(transfer[1], answer, len(answer))
        assert [transfer[6] for transfer in transfers] == [1] * (len(transfers) - 1) + [0]
        assert {transfer[3] for transfer in transfers} == {self.hertz}


class StubMessage:
    def __init__(self, address: int, octets: Sequence[int]) -> None:
        self.address = address
        self.octets = bytes(octets)

    @classmethod
    def write(cls, address: int, octets: Sequence[int]) -> "StubMessage":
        return cls(address, octets)


class StubSmBus:
    """smbus2.SMBus on a bus of twins; ENXIO and EREMOTEIO are what the kernel says without an acknowledge."""

    wires: TwinI2cBus
    no_acknowledge = errno.EREMOTEIO
    refusal: OSError | None = None

    def __init__(self, bus: int) -> None:
        if self.refusal is not None:
            raise self.refusal
        if bus != 1:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        self._open = True

    def i2c_rdwr(self, *messages: StubMessage) -> None:
        if not self._open:
            raise OSError(errno.EBADF, "Bad file descriptor")
        for message in messages:
            if message.address != OLED_ADDRESS:
                raise OSError(self.no_acknowledge, "Remote I/O error")
            self.wires.write(message.address, message.octets)

    def close(self) -> None:
        self._open = False


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A Pi as far as its kernel's spidev and smbus2 can tell: a reader on SPI 0.1, a display on I2C 1."""
    chip, oled, wires = Mfrc522Twin(lambda: 1.0), Ssd1306Twin(), TwinI2cBus()
    wires.attach(OLED_ADDRESS, oled)
    kernel, smbus2 = StubKernel(chip), ModuleType("smbus2")
    i2c = type("SMBus", (StubSmBus,), {"wires": wires})
    monkeypatch.setattr(spidev, "os", kernel)
    monkeypatch.setattr(spidev, "fcntl", kernel)
    monkeypatch.setattr(smbus2, "SMBus", i2c, raising=False)
    monkeypatch.setattr(smbus2, "i2c_msg", StubMessage, raising=False)
    monkeypatch.setitem(sys.modules, "smbus2", smbus2)
    return {"chip": chip, "oled": oled, "wires": wires, "spi": kernel, "i2c": i2c}
