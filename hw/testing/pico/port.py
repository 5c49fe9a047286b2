"""Real serial port of a simulated board."""

import asyncio
import contextlib
import os
import pty
import tty
from typing import Final

from hw.bus.ports import OnBytes, OnConnectionLost
from hw.bus.serial_line import SerialLine
from hw.castle_link.twin import Cable
from hw.errors import BusError
from hw.testing.clock import VirtualLoop

CHUNK: Final = 4096


class PtyEnd:
    """The host's end of an open cable, on the pseudo-terminal ``port`` (`hw.castle_link.twin.HostEnd`).

    Virtual time stands still while the kernel holds bytes.
    """

    def __init__(self, cable: Cable, _place: str, received: OnBytes, lost: OnConnectionLost) -> None:
        self._cable = cable
        self._received = received
        self._lost = lost
        self._loop = asyncio.get_running_loop()
        self._inside = 0
        self._open = True
        self._master, self._slave = pty.openpty()  # an open slave keeps the master alive
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)  # positional-only
        self.port = os.ttyname(self._slave)
        self._line = SerialLine(self.port, self._pass_bytes_to_host, self._close_and_report_lost)
        self._loop.add_reader(self._master, self._forward_to_board)

    def write(self, data: bytes) -> None:
        if self._open:
            self._count_bytes_inside(len(data))
            self._line.write(data)

    def close(self) -> None:
        self._line.close()
        if self._open:
            self._close_terminal()
            self._cable.forget_host_end()

    def deliver(self, data: bytes) -> None:
        """Pass bytes from the cable to the port; drop what the kernel has no room for."""
        if self._open:
            with contextlib.suppress(BlockingIOError):
                self._count_bytes_inside(os.write(self._master, data))

    def on_unplugged(self) -> None:
        """Close the port, whose user gets an error or end of file."""
        if self._open:
            self._close_terminal()

    def _pass_bytes_to_host(self, data: bytes) -> None:
        self._count_bytes_inside(-len(data))
        self._received(data)

    def _forward_to_board(self) -> None:
        data = os.read(self._master, CHUNK)
        self._count_bytes_inside(-len(data))
        self._cable.carry_to_board(data)

    def _close_and_report_lost(self, fault: BusError) -> None:
        self.close()
        self._lost(fault)

    def _close_terminal(self) -> None:
        self._open = False
        self._count_bytes_inside(-self._inside)
        self._loop.remove_reader(self._master)
        os.close(self._master)
        os.close(self._slave)

    def _count_bytes_inside(self, byte_count: int) -> None:
        before, self._inside = self._inside, self._inside + byte_count
        if isinstance(self._loop, VirtualLoop):
            self._loop.outside_work += (self._inside > 0) - (before > 0)
