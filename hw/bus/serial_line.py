"""A serial port opened by pyserial and watched by the running loop."""

import asyncio
import errno
import os
import termios
from contextlib import suppress
from pathlib import Path
from typing import Final

import serial

from hw.bus import kernel_buses
from hw.bus.ports import OnBytes, OnConnectionLost
from hw.errors import BusError

MICROPYTHON_PORT_PATTERN: Final = "dev/serial/by-id/usb-MicroPython_*"
"""udev's names of boards with MicroPython: maker, model, serial number."""

BAUD: Final = 115200
"""Ignored over USB; matters over a serial cable."""

CHUNK: Final = 4096
MAX_WAITING_BYTES: Final = 4096
"""Most bytes that wait for the other end; more are dropped: they would be outdated when read."""


def find_micropython_ports(root: Path = Path("/")) -> list[str]:
    """Return the ports of all boards with MicroPython below ``root``.

    Of two boards with one serial number (pico-sdk#1132) udev's names show one only; the other is found by its maker.
    """
    named = sorted(root.glob(MICROPYTHON_PORT_PATTERN))
    known = {port.resolve() for port in named}
    makers = {port: root / f"sys/class/tty/{port.name}/device/../manufacturer" for port in root.glob("dev/ttyACM*")}
    hidden = [port for port in sorted(makers) if port not in known and _read_line(makers[port]) == "MicroPython"]
    return [str(port) for port in (*named, *hidden)]


def _read_line(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8").rstrip()
    except OSError:
        return ""


class SerialLine:
    """A port opened exclusively, in a running loop; raise BusError if it is missing, in use or forbidden."""

    def __init__(self, place: str, received: OnBytes, lost: OnConnectionLost) -> None:
        self._place = place
        self._received = received
        self._lost = lost
        self._waiting = bytearray()
        self._loop = asyncio.get_running_loop()
        try:
            self._port = serial.Serial(place, BAUD, timeout=0, exclusive=True)
        except (serial.SerialException, OSError) as fault:
            raise cannot_open_error(place, fault) from fault
        self._fd: int = self._port.fileno()
        self._loop.add_reader(self._fd, self._read_available)

    def write(self, data: bytes) -> None:
        if not self._port.is_open or len(self._waiting) + len(data) > MAX_WAITING_BYTES:
            return
        if not self._waiting:
            # Write what fits at once, so that a last message before `close` goes out.
            data = data[self._write_now(data) :]
            if data:
                self._loop.add_writer(self._fd, self._write_waiting)
        self._waiting += data

    def close(self) -> None:
        if self._port.is_open:
            self._loop.remove_reader(self._fd)
            self._loop.remove_writer(self._fd)
            if self._waiting:
                self._discard_waiting()
            self._port.close()

    def _read_available(self) -> None:
        try:
            data = os.read(self._fd, CHUNK)
        except BlockingIOError:
            return
        except OSError as fault:
            self._close_and_report_lost(os.strerror(fault.errno or errno.EIO))
            return
        if data:
            self._received(data)
        else:
            self._close_and_report_lost("end of file")

    def _write_waiting(self) -> None:
        try:
            done = os.write(self._fd, self._waiting)
        except BlockingIOError:
            return
        except OSError as fault:
            self._close_and_report_lost(os.strerror(fault.errno or errno.EIO))
            return
        del self._waiting[:done]
        if not self._waiting:
            self._loop.remove_writer(self._fd)

    def _write_now(self, data: bytes) -> int:
        """`_write_waiting` handles a lost port."""
        try:
            return os.write(self._fd, data)
        except OSError:
            return 0

    def _discard_waiting(self) -> None:
        """Drop unsent bytes: with them closing could block for half a minute."""
        self._waiting.clear()
        with suppress(serial.SerialException, OSError, termios.error):
            self._port.reset_output_buffer()

    def _close_and_report_lost(self, seen: str) -> None:
        self.close()
        remedy = "Check the cable; the table opens the port again by itself."
        self._lost(BusError(self._place, seen=seen, expected="an open port", remedy=remedy))


def cannot_open_error(place: str, fault: serial.SerialException | OSError) -> BusError:
    number = fault.errno
    if number in {errno.ENOENT, errno.ENODEV, errno.ENXIO}:
        remedy = "Plug the board in, or name another port."
    elif number in {errno.EACCES, errno.EPERM}:
        remedy = kernel_buses.remedy_to_join_group("dialout")
    elif number in {errno.EBUSY, errno.EAGAIN} or "exclusively" in str(fault):
        remedy = "Another program uses it. End that program, such as a running table: sudo systemctl stop royaltable"
    else:
        remedy = "Check the cable."
    seen = os.strerror(number) if number else str(fault)
    return BusError(place, seen=seen, expected="a serial port that can be opened", remedy=remedy)
