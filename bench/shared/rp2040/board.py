"""A castle board on an emulated RP2040: its MicroPython, cycles, flash, USB and SPI.

It runs in the time of the loop, real or virtual, a little ahead of it: until it reads a register, at most ``ahead_s``.
In virtual time all is exact but that a byte of the host may come so much late. In real time it runs as fast as it
can, which is slower than a Pico. Not modelled: that the serial port goes away while the board restarts, and whether
it is open; what `chip/*.mjs` name.
"""

import asyncio
import hashlib
import json
import os
import pty
import shutil
import socket
import subprocess
import tempfile
import tty
import weakref
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar

from firmware import FOLDER
from firmware.castle_node.board import CHIP_SELECTS
from hw.bus.mock_pins import TwinPinFactory
from hw.castle_link.flash import flash_firmware, read_firmware
from hw.castle_link.messages import BoardId
from hw.castle_link.twin import BoardTwin, Cable, MakeBoard
from hw.clock import Clock
from hw.errors import BusError
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.clock import VirtualLoop
from hw.testing.pico.board_pins import BoardPins
from hw.testing.pico.port import PtyEnd

T = TypeVar("T")

PROGRAM: Final = Path(__file__).parent / "chip" / "main.mjs"
FLASH_BYTES: Final = 2 * 1024 * 1024
UNIQUE_ID: Final = "e6614c311b7e6f35"

AHEAD_S: Final = 1e-3
"""USB asks a full-speed device once a millisecond."""

PULLED_UP: Final = 3
"""State of a pin that is an input; 0 and 1 are the levels of an output."""

TOLERANCE_S: Final = 1e-7
"""A timer of asyncio may fire a nanosecond early."""

HOST_BYTES: Final = 512
"""Most bytes from the host in one step."""


def kit() -> Path:
    """Return the folder that ``tools/rp2040`` has made, with the emulator and MicroPython.

    Raises:
        BusError: something is missing.
    """
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "royaltable" / "rp2040" / "current"
    for needed in (home / "micropython.bin", home / "node_modules" / "rp2040js", Path(shutil.which("node") or "node")):
        if not needed.exists():
            remedy = "Run tools/rp2040 in the source tree."
            raise BusError("emulated RP2040", seen=f"no {needed}", expected="all that it runs on", remedy=remedy)
    return home


def make_fresh_flash(file: Path) -> None:
    """Write the flash of a board that has MicroPython and nothing else."""
    file.write_bytes((kit() / "micropython.bin").read_bytes().ljust(FLASH_BYTES, b"\xff"))


class Rp2040Board:
    """One board; make it inside a running loop: it is on at once.

    Args:
        flash: the file that is its flash; it is written when the board is switched off.
        chips: the readers by the pin of their chip select.
        pins: the pins of its buttons and lamps.
        to_host: takes what the board sends.
        ahead_s: how far it may run ahead.
    """

    def __init__(
        self,
        flash: Path,
        chips: Mapping[int, Mfrc522Twin],
        pins: TwinPinFactory,
        to_host: Callable[[bytes], object],
        *,
        ahead_s: float = AHEAD_S,
    ) -> None:
        self._flash = flash
        self._errors = flash.with_suffix(".stderr")
        self._pins = BoardPins(chips, pins)
        self._ahead_s = ahead_s
        self._to_host = to_host
        self._loop = asyncio.get_running_loop()
        self._process: subprocess.Popen[bytes] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._computing = False
        self._switch_on()

    def receive(self, data: bytes) -> None:
        if self._process is not None:
            self._to_board += data

    def reboot(self) -> None:
        self.off()
        self._switch_on()

    def off(self) -> None:
        """Take its power away; switching off twice is fine."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._process is None:
            return
        process, self._process = self._process, None
        self._loop.remove_reader(self._wire)
        self._hold_time_while_computing(computing=False)
        self._reports.close()
        self._wire.close()
        process.wait()
        self._pins.release_pins_and_reset_chips()

    def _switch_on(self) -> None:
        self._on_at_s = self._loop.time()
        self._to_board = bytearray()
        self._read: int | None = None
        self._wire, far = socket.socketpair()
        self._reports = self._wire.makefile("rb")
        command = [shutil.which("node") or "node", str(PROGRAM), str(far.fileno()), str(kit()), str(self._flash)]
        with far, self._errors.open("wb") as errors:
            self._process = subprocess.Popen(  # noqa: S603  # our own files
                [*command, UNIQUE_ID], pass_fds=(far.fileno(),), stdin=subprocess.DEVNULL, stdout=errors, stderr=errors
            )
        self._loop.add_reader(self._wire, self._reported)
        self._step(0.0)

    def _step(self, now_s: float) -> None:
        """Let the chip run on, until ``ahead_s`` from now or until it reads a register."""
        data = list(self._to_board[:HOST_BYTES])
        del self._to_board[:HOST_BYTES]
        command = [round((now_s + self._ahead_s) * 1e9), self._pins.input_level_bits, self._read, data]
        self._read = None
        self._wire.sendall(json.dumps(command).encode() + b"\n")
        self._hold_time_while_computing(computing=True)

    def _reported(self) -> None:
        line = self._reports.readline()
        if not line:
            said = self._errors.read_text(encoding="utf-8").splitlines()
            seen = next((line for line in said if "Error" in line), "no word")
            raise BusError("emulated RP2040", seen=seen, expected="a running chip", remedy=f"See {self._errors}.")
        self._hold_time_while_computing(computing=False)
        nanos, events = json.loads(line)
        self._come(nanos / 1e9, deque(events))

    def _come(self, ends_s: float, events: deque[list[Any]]) -> None:
        """Do what has happened on the chip, each at its time; the emulator goes on at the end."""
        self._timer = None
        now_s = self._loop.time() - self._on_at_s + TOLERANCE_S
        while events and events[0][0] / 1e9 <= now_s:
            _, what, number, data = events.popleft()
            self._do(what, number, bytes(data))
            if self._process is None:
                return
        next_s = events[0][0] / 1e9 if events else ends_s
        if next_s > now_s:
            self._timer = self._loop.call_at(self._on_at_s + next_s, self._come, ends_s, events)
        else:
            self._step(ends_s)

    def _do(self, what: str, number: int, data: bytes) -> None:
        match what:
            case "read":
                self._read = self._transfer(data + b"\0")[1]
            case "write":
                self._transfer(data)
            case "pin":
                self._set_pin(number, data[0])
            case "serial":
                self._to_host(data)
            case "reset":
                self._pins.release_pins_and_reset_chips()

    def _set_pin(self, number: int, state: int) -> None:
        if state == PULLED_UP:
            self._pins.make_input(number, pulled_up=True)
        elif self._pins.is_output(number):
            self._pins.set_output_level(number, high=bool(state))
        else:
            self._pins.make_output(number, high=bool(state))

    def _transfer(self, data: bytes) -> bytes:
        """Transfer with the selected reader; without one MISO stays low."""
        chip = self._pins.selected_reader
        return bytes(len(data)) if chip is None else chip.transfer(data)

    def _hold_time_while_computing(self, *, computing: bool) -> None:
        if computing != self._computing:
            self._computing = computing
            if isinstance(self._loop, VirtualLoop):
                self._loop.outside_work += 1 if computing else -1


CHUNK: Final = 4096

PORT_AHEAD_S: Final = 0.02
"""At a port nothing is timed: fewer steps make it faster."""


async def at_a_port(flash: Path, use: Callable[[str], T]) -> T:
    """Call ``use`` in a thread with the serial port of a board without readers; return its result."""
    master, slave = pty.openpty()  # an open slave keeps the master alive
    tty.setraw(slave)
    pins, loop = TwinPinFactory(), asyncio.get_running_loop()
    board = Rp2040Board(flash, {}, pins, partial(os.write, master), ahead_s=PORT_AHEAD_S)
    loop.add_reader(master, lambda: board.receive(os.read(master, CHUNK)))
    try:
        return await asyncio.to_thread(use, os.ttyname(slave))
    finally:
        loop.remove_reader(master)
        board.off()
        pins.close()
        os.close(master)
        os.close(slave)


SLOWER: Final = 30.0
"""Than a Pico, on a machine that has other things to do as well."""


def flashed(board: BoardId) -> Path:
    """Return a file with the flash of a board of this id, which is not to be changed; the first takes a minute.

    Raises:
        HardwareError: the emulator is not here, or the firmware could not be put on it.
    """
    image = read_firmware(FOLDER)
    recipe = hashlib.sha256(board.encode())
    for path, data in image.files.items():
        recipe.update(path.encode() + data)
    kept = kit() / f"flash-{recipe.hexdigest()[:16]}.bin"
    if not kept.exists():
        with tempfile.TemporaryDirectory(dir=kit()) as folder:
            fresh = Path(folder) / "flash.bin"
            make_fresh_flash(fresh)
            asyncio.run(at_a_port(fresh, partial(flash_firmware, firmware=image, new_id=board, time_factor=SLOWER)))
            fresh.rename(kept)
    return kept


def on_the_chip(flash: Path) -> MakeBoard:
    """Return a maker of boards with this flash; what they write to it is thrown away."""

    def make(
        _board: BoardId, cable: Cable, chip: Mfrc522Twin, pins: TwinPinFactory, _clock: Clock, _chance: Random
    ) -> BoardTwin:
        folder = Path(tempfile.mkdtemp(prefix="castle-board-"))
        twin = Rp2040Board(Path(shutil.copy(flash, folder)), {CHIP_SELECTS[0]: chip}, pins, cable.carry_to_host)
        weakref.finalize(twin, shutil.rmtree, folder, ignore_errors=True)
        cable.board, cable.host_end = twin, PtyEnd
        return twin

    return make
