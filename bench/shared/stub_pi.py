"""`python -m bench.shared.stub_pi serve ...`: the real command on a Pi whose parts are stubs.

Readers are chips in empty fields that answer through the real `LinuxSpi`, each message one real system call; the
display takes what it gets; pins are gpiozero's own mock. No twin is loaded. SIGUSR1 pushes the knob's button.
"""

import asyncio
import ctypes
import fcntl
import importlib
import os
import signal
import struct
from typing import Any, Final

from hw.bus import gpio, kernel_buses

_fcntl, _F_GETFD = fcntl.fcntl, fcntl.F_GETFD

BUTTON_PIN: Final = 12
PRESS_S: Final = 0.1
CHIP_VERSION: Final = 0x92
ANTENNA_ON: Final = 0x83
POLLS: Final = 2
"""A frame sent, a status read."""
SETTLED_AFTER: Final = 20
"""Messages after its setting up."""


class _Chip:
    """Registers that keep what is written, a FIFO, and a field in which nobody answers."""

    def __init__(self) -> None:
        self._registers = bytearray(64)
        self._fifo = bytearray()
        self._answered: set[bytes] = set()
        self._settled = 0

    def transfer(self, data: bytes) -> bytes:
        if not data[0] & 0x80:
            self._write(data[0] >> 1, data[1:])
            return bytes(len(data))
        return bytes((0, *(self._read(byte >> 1 & 0x3F) for byte in data[:-1])))

    def settles_on(self, request: bytes) -> bool:
        """Whether this request, on a chip that is set up, is one that comes again and again and is answered alike."""
        if request not in self._answered and len(self._answered) < POLLS and self._registers[0x14] == ANTENNA_ON:
            self._settled += 1
            if self._settled > SETTLED_AFTER:
                self._answered.add(request)
        return request in self._answered

    def _write(self, register: int, data: bytes) -> None:
        if register == 0x09:
            self._fifo += data
        elif register == 0x0A:
            self._fifo.clear()
        elif register == 0x0D and data[-1] & 0x80:  # StartSend: sent, and nothing is heard until the timer ends
            self._fifo.clear()
            self._registers[0x04] = 0x41
        elif register == 0x04:
            self._registers[0x04] &= ~data[-1] & 0x7F
        else:
            self._registers[register] = data[-1]

    def _read(self, register: int) -> int:
        if register == 0x09:
            return self._fifo.pop(0) if self._fifo else 0
        if register == 0x0A:
            return len(self._fifo)
        return CHIP_VERSION if register == 0x37 else self._registers[register]


class _Kernel:
    """Stands in for ``os`` and ``fcntl`` in `hw.bus.kernel_buses`."""

    O_RDWR, O_CLOEXEC, strerror, close = os.O_RDWR, os.O_CLOEXEC, staticmethod(os.strerror), staticmethod(os.close)
    write = staticmethod(os.write)

    def __init__(self) -> None:
        self._chips: dict[int, _Chip] = {}
        self._polls: set[bytes] = set()

    def open(self, _path: str, flags: int) -> int:
        descriptor = os.open(os.devnull, flags)
        self._chips[descriptor] = _Chip()
        return descriptor

    @staticmethod
    def read(_descriptor: int, count: int) -> bytes:
        """Return the status of a display that is on."""
        return bytes(count)

    def ioctl(self, descriptor: int, code: int, request: bytes | int) -> None:
        """One real system call, as the message would be, and the chip's answers in its buffers.

        The messages of a poll come back again and again, buffers and all, and their answers stay what they are.
        """
        _fcntl(descriptor, _F_GETFD)
        if isinstance(request, int):  # the address of a device on I2C
            return
        if request in self._polls or code & 0xFF:
            return
        chip = self._chips[descriptor]
        if chip.settles_on(request):
            self._polls.add(request)
        for out_at, in_at, size, *_ in struct.iter_unpack("=QQIIHBBBBBx", request):
            ctypes.memmove(in_at, chip.transfer(ctypes.string_at(out_at, size)), size)


def _mock_pins() -> Any:
    mock = importlib.import_module("gpiozero.pins.mock")
    factory = mock.MockFactory(pin_class=mock.MockPWMPin)

    def press(*_: object) -> None:
        pin = factory.pin(BUTTON_PIN)
        pin.drive_low()
        asyncio.get_running_loop().call_later(PRESS_S, pin.drive_high)

    signal.signal(signal.SIGUSR1, lambda *_: asyncio.get_running_loop().call_soon(press))
    return factory


def main() -> None:
    """Replace the Pi's parts by stubs, then run the command line."""
    kernel: Any = _Kernel()
    for name in ("os", "fcntl"):
        setattr(kernel_buses, name, kernel)
    setattr(gpio, "lgpio_pin_factory", _mock_pins)  # noqa: B010  # of another signature
    importlib.import_module("controller.__main__").main()


if __name__ == "__main__":
    main()
