"""Run the firmware in a MicroPython process."""

import contextlib
import os
import shutil
import socket
import struct
import subprocess
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Final

from firmware import FOLDER
from hw.errors import BusError

HEAP_BYTES: Final = 190 * 1024
"""Approximate heap of the firmware on an RP2040."""

STANDINS: Final = Path(__file__).parent / "standins"
"""Modules that replace the Pico's ``machine``, ``time`` and ``select`` and call this process."""


def find_micropython() -> Path:
    """Return MicroPython's path, from ``tools/micropython`` or installed; raise BusError without one."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "royaltable" / "micropython"
    for candidate in (cache / "micropython", shutil.which("micropython")):
        if candidate is not None and Path(candidate).is_file():
            return Path(candidate)
    raise BusError(
        "MicroPython",
        seen="no interpreter",
        expected=f"one in {cache}",
        remedy="Run tools/micropython in the source tree.",
    )


_REQUEST_HEADER: Final = struct.Struct("<BHH")


class HarnessCall(IntEnum):
    """Requests of the firmware, with the numbers of ``standins/wire.py``."""

    SET_UP_PIN = 1
    SET_PIN = 2
    SPI_WRITE = 3
    SPI_TRANSFER = 4
    SLEEP = 5
    IDLE = 6
    START_WATCHDOG = 7
    FEED_WATCHDOG = 8
    RESET = 9
    GET_SERIAL = 10
    I2C_WRITE = 11
    I2C_READ = 12
    BITSTREAM = 13


class PicoProcess:
    """A run of the firmware.

    Args:
        folder: working directory; ``stderr.txt`` there gets MicroPython's errors.
        machine: the board's ``sys.implementation._machine``.

    Raises:
        BusError: MicroPython is missing.
    """

    def __init__(self, folder: Path, machine: str) -> None:
        python = find_micropython()
        self._wire, far_wire = socket.socketpair()
        self._line, far_line = socket.socketpair()
        self._line.setblocking(False)  # noqa: FBT003  # positional-only
        self._asked = bytearray()
        with far_wire, far_line, (folder / "stderr.txt").open("ab") as complaints:
            self._process = subprocess.Popen(  # noqa: S603  # our own files
                [str(python), "-X", f"heapsize={HEAP_BYTES}", str(STANDINS / "boot.py")],
                stdin=far_line.fileno(),
                stdout=far_line.fileno(),
                stderr=complaints,
                pass_fds=(far_wire.fileno(),),
                cwd=folder,
                env={
                    "MICROPYPATH": f"{STANDINS}:{FOLDER}:.frozen",
                    "PICO_WIRE": str(far_wire.fileno()),
                    "PICO_MACHINE": machine,
                },
            )

    def fileno(self) -> int:
        """Return a descriptor that is readable after a request or the firmware's end."""
        return self._wire.fileno()

    def receive_requests(self) -> bool:
        """Receive requests; return false if the firmware has ended."""
        data = self._wire.recv(65536)
        self._asked += data
        return bool(data)

    def pop_requests(self) -> Iterator[tuple[int, int, bytes]]:
        """Remove and yield each complete request: kind, number, data."""
        while len(self._asked) >= _REQUEST_HEADER.size:
            what, number, length = _REQUEST_HEADER.unpack_from(self._asked)
            end = _REQUEST_HEADER.size + length
            if len(self._asked) < end:
                return
            data = bytes(self._asked[_REQUEST_HEADER.size : end])
            del self._asked[:end]
            yield what, number, data

    def send_answer(self, data: bytes) -> None:
        self._wire.sendall(len(data).to_bytes(2, "little") + data)

    def read_output(self) -> bytes:
        """Return the bytes that the firmware has sent since the last call."""
        with contextlib.suppress(BlockingIOError):
            return self._line.recv(65536)
        return b""

    def send_to_firmware(self, data: bytearray) -> None:
        """Send bytes to the firmware; those that do not fit now stay in ``data``."""
        with contextlib.suppress(BlockingIOError):
            del data[: self._line.send(data)]

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._wire.close()
        self._line.close()
