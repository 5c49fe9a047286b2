"""The serial port of the machine at which a simulated board with real firmware is."""

import asyncio
import contextlib
import os
import pty
import tty
from typing import Final

from hw.bus.ports import Lost, Received
from hw.bus.serial_line import SerialLine
from hw.castle_link.twin import Cable
from hw.errors import BusError
from hw.testing.clock import VirtualLoop

CHUNK: Final = 4096


class PtyEnd:
    """What the table has of one cable while it is plugged in and open (`hw.castle_link.twin.HostEnd`).

    Bytes that are inside the kernel hold virtual time up, as a thread at work does.

    Attributes:
        port: its path, for whoever wants to look on.
    """

    def __init__(self, cable: Cable, _place: str, received: Received, lost: Lost) -> None:
        self._cable = cable
        self._received = received
        self._lost = lost
        self._loop = asyncio.get_running_loop()
        self._inside = 0
        self._open = True
        self._master, self._slave = pty.openpty()  # the slave stays open here, or its closing would end the master
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)  # as the standard library has it
        self.port = os.ttyname(self._slave)
        self._line = SerialLine(self.port, self._arrived, self._hung_up)
        self._loop.add_reader(self._master, self._sent)

    def write(self, data: bytes) -> None:
        if self._open:
            self._count(len(data))
            self._line.write(data)

    def close(self) -> None:
        self._line.close()
        if self._open:
            self._let_go()
            self._cable.on_port_closed()

    def deliver(self, data: bytes) -> None:
        """Bytes come out of the cable; what the kernel has no room for is lost."""
        if self._open:
            with contextlib.suppress(BlockingIOError):
                self._count(os.write(self._master, data))

    def on_unplugged(self) -> None:
        """The cable was pulled: whoever has the port open gets an error, or the end of the line."""
        if self._open:
            self._let_go()

    def _arrived(self, data: bytes) -> None:
        self._count(-len(data))
        self._received(data)

    def _sent(self) -> None:
        data = os.read(self._master, CHUNK)
        self._count(-len(data))
        self._cable.to_board(data)

    def _hung_up(self, fault: BusError) -> None:
        self.close()
        self._lost(fault)

    def _let_go(self) -> None:
        self._open = False
        self._count(-self._inside)
        self._loop.remove_reader(self._master)
        os.close(self._master)
        os.close(self._slave)

    def _count(self, byte_count: int) -> None:
        before, self._inside = self._inside, self._inside + byte_count
        if isinstance(self._loop, VirtualLoop):
            self._loop.outside_work += (self._inside > 0) - (before > 0)
