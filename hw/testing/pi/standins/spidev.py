"""`spidev` on the simulated Pi. Mode, bit order and chip select's polarity are kept and have no effect."""

import errno
import os
from collections.abc import Sequence
from typing import Any, Self

from hw.testing.pi.machine import current

__version__ = "3.8"
LONGEST = 4096
"""Bytes of one transfer: the kernel's buffer (spidev's bufsiz)."""


class SpiDev:
    def __init__(self, bus: int = -1, client: int = -1) -> None:
        self.bits_per_word = 8
        self.cshigh = self.loop = self.no_cs = self.lsbfirst = self.threewire = self.read0 = False
        self.max_speed_hz = 125_000_000
        self._mode = 0
        self._descriptor = -1
        self._where = (bus, client)
        if bus >= 0:
            self.open(bus, client)

    @property
    def mode(self) -> int:
        return self._mode

    @mode.setter
    def mode(self, mode: int) -> None:
        if not 0 <= mode <= 3:
            raise TypeError(f"saw the mode {mode}, expected 0 to 3")
        self._mode = mode

    def open(self, bus: int, device: int) -> None:
        self.open_path(f"/dev/spidev{bus}.{device}")

    def open_path(self, path: str) -> None:
        descriptor = os.open(path, os.O_RDWR)
        self.close()
        bus, device = map(int, path.removeprefix("/dev/spidev").split("."))
        self._descriptor, self._where = descriptor, (bus, device)

    def close(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor = -1

    def fileno(self) -> int:
        return self._descriptor

    def xfer2(
        self, values: Sequence[int], speed_hz: int = 0, delay_usec: int = 0, bits_per_word: int = 0
    ) -> Sequence[int]:
        answer = self._transfer(self._checked(values), speed_hz)
        return tuple(answer) if isinstance(values, tuple) else list(answer)

    xfer = xfer2

    def xfer3(
        self, values: Sequence[int], speed_hz: int = 0, delay_usec: int = 0, bits_per_word: int = 0
    ) -> tuple[int, ...]:
        data = bytes(values)
        parts = [data[at : at + LONGEST] for at in range(0, len(data), LONGEST)]
        return tuple(byte for part in parts for byte in self._transfer(part, speed_hz))

    def readbytes(self, count: int) -> list[int]:
        return list(self._transfer(bytes(count)))

    def writebytes(self, values: Sequence[int]) -> None:
        self._transfer(self._checked(values))

    def writebytes2(self, values: Sequence[int]) -> None:
        self.xfer3(values)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.close()

    def _checked(self, values: Any) -> bytes:
        if not isinstance(values, Sequence) or isinstance(values, str) or not values:
            raise TypeError(f"saw {values!r}, expected a list of bytes")
        if len(values) > LONGEST:
            raise OverflowError(f"saw {len(values)} bytes, expected at most {LONGEST}")
        return bytes(int(value) & 0xFF for value in values)

    def _transfer(self, data: bytes, speed_hz: int = 0) -> bytes:
        if self._descriptor < 0:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return current().spi(*self._where, [data], speed_hz or self.max_speed_hz)[0]
