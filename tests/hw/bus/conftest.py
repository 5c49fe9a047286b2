"""Stand-ins for the Pi's packages, with twins where the kernel and the wires would be."""

import errno
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest

from hw.bus.twin_i2c import TwinI2cBus
from hw.mfrc522.twin import Mfrc522Twin
from hw.oled.twin import Ssd1306Twin

READER_AT = (0, 1)
OLED_ADDRESS = 0x3C


class StubSpiDev:
    """spidev.SpiDev with a chip twin at bus 0, chip select 1."""

    chip: Mfrc522Twin
    refusal: OSError | None = None

    def __init__(self) -> None:
        self.max_speed_hz = 0
        self.mode = -1
        self._open = False

    def open(self, bus: int, device: int) -> None:
        if self.refusal is not None:
            raise self.refusal
        if (bus, device) != READER_AT:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        self._open = True

    def xfer2(self, octets: list[int]) -> list[int]:
        if not self._open:
            raise OSError(errno.EBADF, "Bad file descriptor")
        assert self.mode == 0
        return list(self.chip.transfer(bytes(octets)))

    def close(self) -> None:
        self._open = False


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
    """A Pi as far as spidev and smbus2 can tell: a reader on SPI 0.1, a display on I2C 1."""
    chip, oled, wires = Mfrc522Twin(lambda: 1.0), Ssd1306Twin(), TwinI2cBus()
    wires.attach(OLED_ADDRESS, oled)
    spidev, smbus2 = ModuleType("spidev"), ModuleType("smbus2")
    spi = type("SpiDev", (StubSpiDev,), {"chip": chip})
    i2c = type("SMBus", (StubSmBus,), {"wires": wires})
    monkeypatch.setattr(spidev, "SpiDev", spi, raising=False)
    monkeypatch.setattr(smbus2, "SMBus", i2c, raising=False)
    monkeypatch.setattr(smbus2, "i2c_msg", StubMessage, raising=False)
    monkeypatch.setitem(sys.modules, "spidev", spidev)
    monkeypatch.setitem(sys.modules, "smbus2", smbus2)
    return {"chip": chip, "oled": oled, "wires": wires, "spi": spi, "i2c": i2c}
