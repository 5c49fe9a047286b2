"""Device nodes of the simulated Pi for our own ports, and what a kernel may refuse."""

import errno
import fcntl
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any, Final
from unittest import mock

from hw.bus.twin_i2c import TwinI2cBus
from hw.errors import BusError
from hw.mfrc522.twin import Mfrc522Twin
from hw.oled.twin import Ssd1306Twin
from hw.testing.pi.nodes import Nodes
from hw.testing.wiring import TableWiring
from hw.values import ReaderId

READER_AT: Final = "/dev/spidev0.1"
BUS_AT: Final = "/dev/i2c-1"
OLED_ADDRESS: Final = 0x3C


class Pi:
    """A reader and a display on any clock; counts and refuses system calls to their nodes."""

    wiring = TableWiring(readers={ReaderId("reader"): (0, 1)}, oled=(1, OLED_ADDRESS))

    def __init__(self, now_s: Callable[[], float]) -> None:
        self.chip = Mfrc522Twin(now_s)
        self.oled = Ssd1306Twin()
        self.wires = TwinI2cBus()
        self.wires.attach(OLED_ADDRESS, self.oled)
        self.calls = 0
        self.hertz = 0
        self.refusals: dict[str, OSError] = {}
        self.batches = True
        self.no_acknowledge = errno.EREMOTEIO
        self.address_taken = False
        self.open_nodes: dict[int, str] = {}
        self._dead: set[int] = set()
        self._nodes = Nodes(self)

    @contextmanager
    def booted(self) -> Iterator["Pi"]:
        with self._nodes.installed(), ExitStack() as stack:
            for module, name in ((os, "open"), (os, "close"), (os, "read"), (os, "write"), (fcntl, "ioctl")):
                call = partial(getattr(self, f"_{name}", self._call), getattr(module, name))
                stack.enter_context(mock.patch.object(module, name, call))
            yield self

    def spi(self, bus: int, chip_select: int, transfers: Sequence[bytes], hertz: int) -> Sequence[bytes]:
        self.hertz = hertz
        return self.chip.transfer_many(transfers)

    def i2c(self, bus: int, address: int, data: bytes | None, count: int | None = None) -> bytes:
        try:
            if data is not None:
                self.wires.write(address, data)
            return b"" if count is None else self.wires.read(address, count)
        except BusError:
            raise OSError(self.no_acknowledge, os.strerror(self.no_acknowledge)) from None

    def unplug(self, path: str) -> None:
        self._dead |= {descriptor for descriptor, opened in self.open_nodes.items() if opened == path}
        self.refusals[path] = FileNotFoundError(errno.ENOENT, "No such file or directory")

    def plug(self, path: str) -> None:
        del self.refusals[path]

    def _open(self, call: Any, path: Any, flags: int, *rest: Any, **named: Any) -> int:
        if path in self.refusals:
            raise self.refusals[path]
        descriptor = int(call(path, flags, *rest, **named))
        if self._nodes.has(path):
            assert flags & os.O_CLOEXEC
            self.open_nodes[descriptor] = path
            self._dead.discard(descriptor)
        return descriptor

    def _close(self, call: Any, descriptor: int) -> None:
        self.open_nodes.pop(descriptor, None)
        call(descriptor)

    def _call(self, call: Any, descriptor: Any, *arguments: Any) -> Any:
        self.calls += descriptor in self.open_nodes
        if descriptor in self._dead:
            raise OSError(errno.ESHUTDOWN, "Cannot send after transport endpoint shutdown")
        return call(descriptor, *arguments)

    def _ioctl(self, call: Any, descriptor: Any, code: int, *arguments: Any) -> Any:
        if descriptor in self.open_nodes and code == 0x0703 and self.address_taken:
            raise OSError(errno.EBUSY, "Device or resource busy")
        if descriptor in self.open_nodes and code & 0xFFFF == 0x6B00 and code >> 16 & 0x3FFF > 32 and not self.batches:
            raise OSError(errno.EINVAL, "Invalid argument")
        return self._call(call, descriptor, code, *arguments)
