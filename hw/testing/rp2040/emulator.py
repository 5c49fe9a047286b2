"""A node process that runs an emulated Pico step by step: its commands, and what it reports."""

import socket
import struct
import subprocess
from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path
from typing import Final

from msgspec import Struct

from hw.errors import BusError
from hw.testing.rp2040.image import Rp2040Kit

PROGRAM: Final = Path(__file__).parent / "chip" / "main.mjs"

_COMMAND: Final = struct.Struct("<QIBBH")
_REPORT: Final = struct.Struct("<QQH")
_EVENT: Final = struct.Struct("<QBBH")


class Happened(IntEnum):
    """What a report tells; the same numbers as in ``chip/board.mjs``."""

    READ = 1
    """A register is read by SPI; the next command brings what is in it."""

    WRITE = 2
    """A whole transfer by SPI: an address and octets for it."""

    PIN = 3
    """A pin has another state: 0 low, 1 high, 3 an input pulled up; others are not told."""

    SERIAL = 4
    """Octets for the host."""

    RESET = 5
    """The chip has started anew, by its watchdog."""


class Event(Struct, frozen=True):
    """One thing that has happened, at ``at_s``."""

    at_s: float
    what: Happened
    number: int
    data: bytes


class Report(Struct, frozen=True):
    """Where the chip has come to.

    Attributes:
        at_s: its time, from when it was switched on first.
        busy_cycles: in which its processor did not sleep, since then.
        events: what has happened on the way there, in its order.
    """

    at_s: float
    busy_cycles: int
    events: Sequence[Event]


class Emulator:
    """One emulated Pico that is on; `end` switches it off.

    Args:
        kit: what it runs on.
        flash: the file that is its flash; it is written at the end.
        unique_id: of the flash chip, eight octets.
    """

    def __init__(self, kit: Rp2040Kit, flash: Path, unique_id: bytes) -> None:
        self._wire, far = socket.socketpair()
        self._complaints = flash.with_suffix(".stderr")
        arguments = [kit.node, str(PROGRAM), str(far.fileno()), str(kit.modules), str(flash), unique_id.hex()]
        with far, self._complaints.open("wb") as complaints:
            self._process = subprocess.Popen(  # noqa: S603  # our own files
                arguments, pass_fds=(far.fileno(),), stdin=subprocess.DEVNULL, stdout=complaints, stderr=complaints
            )

    def fileno(self) -> int:
        """Readable when there is a report, or the process has ended."""
        return self._wire.fileno()

    def run(self, until_s: float, levels: int, read: int | None, octets: bytes) -> None:
        """Run until then, or until a register is read; `report` says what has happened.

        Args:
            until_s: of its time.
            levels: of the pins that others drive, a bit each.
            read: what is in the register that the last report has asked for.
            octets: for the serial line.
        """
        command = _COMMAND.pack(round(until_s * 1e9), levels, read is not None, read or 0, len(octets))
        self._wire.sendall(command + octets)

    def report(self) -> Report:
        """The answer to `run`.

        Raises:
            BusError: the emulator has ended; with what it said.
        """
        nanos, busy_cycles, count = _REPORT.unpack(self._exactly(_REPORT.size))
        events = []
        for _ in range(count):
            at_nanos, what, number, length = _EVENT.unpack(self._exactly(_EVENT.size))
            events.append(Event(at_nanos / 1e9, Happened(what), number, self._exactly(length)))
        return Report(nanos / 1e9, busy_cycles, events)

    def end(self) -> None:
        """Switch it off; its flash is in its file then."""
        self._wire.close()
        self._process.wait()

    def _exactly(self, octets: int) -> bytes:
        came = b""
        while len(came) < octets:
            more = self._wire.recv(octets - len(came))
            if not more:
                said = self._complaints.read_text(encoding="utf-8").strip().splitlines()
                seen = next((line for line in said if "Error" in line), "no word") if said else "no word"
                raise BusError("emulated RP2040", seen=seen, expected="a running chip", remedy="See its *.stderr.")
            came += more
        return came
