"""`spidev` on the simulated Pi, with the errors of spidev 3.8. Mode and chip select's polarity have no effect.

What a Pi's controller cannot do, bit order and words of other lengths, its node refuses: `hw/testing/pi/nodes.py`.
"""

import contextlib
import errno
import fcntl
import os
from collections.abc import Iterable
from operator import index
from typing import Any, Self

from hw.testing.pi.machine import current

__version__ = "3.8"
LONGEST = 4096
"""Bytes of one transfer: the kernel's buffer (spidev's bufsiz)."""

MODE, BITS, SPEED = 0x4001_6B01, 0x4001_6B03, 0x4004_6B04
"""SPI_IOC_WR_MODE, _BITS_PER_WORD and _MAX_SPEED_HZ."""


def _flag(bit: int, name: str) -> property:
    def set_bit(device: "SpiDev", value: Any) -> None:
        if not isinstance(value, bool):
            raise TypeError(f"The {name} attribute must be boolean")
        device._set_mode(device._mode | bit if value else device._mode & ~bit)  # noqa: SLF001  # its own

    return property(lambda device: bool(device._mode & bit), set_bit)  # noqa: SLF001


def _integer(value: Any, name: str) -> int:
    if not isinstance(value, int):
        raise TypeError(f"The {name} attribute must be an integer")
    return value


class SpiDev:
    __slots__ = ("_bits", "_descriptor", "_hertz", "_mode", "_read0", "_where")

    def __init__(self, *args: Any, **named: Any) -> None:
        self._descriptor, self._mode, self._bits, self._hertz, self._read0 = -1, 0, 0, 0, False
        self._where = (-1, -1)
        if args or named:
            self.open(*args, **named)

    cshigh, lsbfirst, threewire = _flag(0x04, "cshigh"), _flag(0x08, "lsbfirst"), _flag(0x10, "3wire")
    loop, no_cs = _flag(0x20, "loop"), _flag(0x40, "no_cs")

    @property
    def mode(self) -> int:
        return self._mode & 3

    @mode.setter
    def mode(self, mode: int) -> None:
        if not 0 <= _integer(mode, "mode") <= 3:
            raise TypeError("The mode attribute must be an integerbetween 0 and 3.")
        self._set_mode(self._mode & ~3 | mode)

    @property
    def bits_per_word(self) -> int:
        return self._bits

    @bits_per_word.setter
    def bits_per_word(self, bits: int) -> None:
        if not 8 <= _integer(bits, "bits_per_word") <= 32:
            raise TypeError("invalid bits_per_word (8 to 32)")
        self._ioctl(BITS, bytes((bits,)))
        self._bits = bits

    @property
    def max_speed_hz(self) -> int:
        return self._hertz

    @max_speed_hz.setter
    def max_speed_hz(self, hertz: int) -> None:
        self._ioctl(SPEED, _integer(hertz, "max_speed_hz").to_bytes(4, "little"))
        self._hertz = hertz

    @property
    def read0(self) -> bool:
        return self._read0

    @read0.setter
    def read0(self, value: bool) -> None:
        if not isinstance(value, bool):
            raise TypeError("The read0 attribute must be boolean")
        self._read0 = value

    def open(self, bus: int, device: int) -> None:
        self.open_path(f"/dev/spidev{index(bus)}.{index(device)}")

    def open_path(self, spidev_path: Any) -> None:
        path = os.fspath(spidev_path)
        try:
            descriptor = os.open(path, os.O_RDWR)
        except OSError as error:
            raise OSError(error.errno, error.strerror) from None
        self.close()
        bus, device = map(int, path.removeprefix("/dev/spidev").split("."))
        self._descriptor, self._where, self._hertz, self._bits = descriptor, (bus, device), 125_000_000, 8

    def close(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor = -1

    def fileno(self) -> int:
        return self._descriptor

    def xfer2(self, values: Iterable[int], speed_hz: int = 0, delay_usecs: int = 0, bits_per_word: int = 0) -> Any:
        data = _checked(values)
        if len(data) > LONGEST:
            raise OverflowError(f"Argument list size exceeds {LONGEST} bytes.")
        answer = self._transfer(data, speed_hz, delay_usecs, bits_per_word)
        return tuple(answer) if isinstance(values, tuple) else list(answer)

    xfer = xfer2

    def xfer3(self, values: Iterable[int], speed_hz: int = 0, delay_usecs: int = 0, bits_per_word: int = 0) -> Any:
        data = _checked(values)
        parts = [data[at : at + LONGEST] for at in range(0, len(data), LONGEST)]
        return tuple(byte for part in parts for byte in self._transfer(part, speed_hz, delay_usecs, bits_per_word))

    def readbytes(self, count: int) -> list[int]:
        return list(self._transfer(bytes(min(max(1, index(count)), LONGEST))))

    def writebytes(self, values: Iterable[int]) -> None:
        self.xfer2(values)

    def writebytes2(self, values: Iterable[int]) -> None:
        self.xfer3(values)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.close()

    def _set_mode(self, mode: int) -> None:
        self._ioctl(MODE, bytes((mode,)))
        self._mode = mode

    def _ioctl(self, code: int, argument: bytes) -> None:
        if self._descriptor < 0:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        fcntl.ioctl(self._descriptor, code, argument)

    def _transfer(self, data: bytes, speed_hz: int = 0, delay_usecs: int = 0, bits_per_word: int = 0) -> bytes:
        hertz = self._hertz
        if speed_hz or delay_usecs or bits_per_word:
            hertz = index(speed_hz) or hertz
            if index(delay_usecs) < 0 or index(bits_per_word) not in (0, 8):
                raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        if self._descriptor < 0:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return current().spi(*self._where, [data], hertz)[0]


def _checked(values: Any) -> bytes:
    if values and isinstance(values, list | tuple | bytes | bytearray):
        with contextlib.suppress(TypeError, ValueError):
            return bytes(values)
    try:
        items = list(values)
    except TypeError:
        raise TypeError("expected a sequence") from None
    if not items:
        raise TypeError("Empty argument list.")
    for value in items:
        if not isinstance(value, int):
            raise TypeError(f"Non-Int/Long value in arguments: {id(value) & 0xFFFFFFFF:x}.")
    return bytes(value & 0xFF for value in items)
