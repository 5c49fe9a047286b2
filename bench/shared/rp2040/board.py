"""A castle board on an emulated RP2040: its MicroPython, cycles, flash, USB and SPI.

It runs in the time of the loop, real or virtual, a little ahead of it: until it reads a register, at most ``ahead_s``.
In virtual time all is exact but that a byte of the host may come so much late. In real time it runs as fast as it
can, which is slower than a Pico. Not modelled: that the serial port goes away while the board restarts, and whether
somebody has it open; what `chip/*.mjs` name.
"""

import asyncio
import hashlib
import os
import pty
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
import tty
import weakref
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from random import Random
from typing import Final, Self

from msgspec import Struct

from firmware import FOLDER
from firmware.castle_node.board import CHIP_SELECTS
from hw.bus.mock_pins import TwinPinFactory
from hw.castle_link.flash import firmware_in, flash
from hw.castle_link.messages import BoardId
from hw.castle_link.twin import BoardTwin, Cable
from hw.clock import Clock
from hw.errors import BusError
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.clock import VirtualLoop
from hw.testing.pico.board_pins import BoardPins
from hw.testing.pico.port import PtyEnd

FLASH_BYTES: Final = 2 * 1024 * 1024
"""Of a Pico."""

ERASED: Final = b"\xff"


class Rp2040Kit(Struct, frozen=True):
    """Where ``tools/rp2040`` has put things.

    Attributes:
        node: the program.
        modules: the folder that holds ``node_modules``.
        micropython: the image of MicroPython, as it lies at the start of the flash.
    """

    node: str
    modules: Path
    micropython: Path

    def fresh_flash(self) -> bytes:
        """The flash of a board that has MicroPython, and nothing else."""
        return self.micropython.read_bytes().ljust(FLASH_BYTES, ERASED)


def kit() -> Rp2040Kit:
    """What there is on this machine.

    Raises:
        BusError: something is missing.
    """
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "royaltable" / "rp2040" / "current"
    node, micropython = shutil.which("node"), home / "micropython.bin"
    modules = home / "node_modules" / "rp2040js"
    for what, there in (("node", node), (str(micropython), micropython.exists()), (str(modules), modules.exists())):
        if not there:
            remedy = "Run tools/rp2040 of the sources."
            raise BusError("emulated RP2040", seen=f"no {what}", expected="all that it runs on", remedy=remedy)
    assert node is not None
    return Rp2040Kit(node, home, micropython)


PROGRAM: Final = Path(__file__).parent / "chip" / "main.mjs"

_COMMAND: Final = struct.Struct("<QIBBH")
_REPORT: Final = struct.Struct("<QQH")
_EVENT: Final = struct.Struct("<QBBH")


class Happened(IntEnum):
    """What a report tells; the same numbers as in ``chip/board.mjs``."""

    READ = 1
    """A register is read by SPI; the next command brings what is in it."""

    WRITE = 2
    """A whole transfer by SPI: an address and bytes for it."""

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
        unique_id: of the flash chip, eight bytes.
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
        return self._wire.fileno()

    def run(self, until_s: float, levels: int, read: int | None, data: bytes) -> None:
        """Run until then, or until a register is read; `report` says what has happened.

        Args:
            until_s: of its time.
            levels: of the pins that others drive, a bit each.
            read: what is in the register that the last report has asked for.
            data: for the serial port.
        """
        command = _COMMAND.pack(round(until_s * 1e9), levels, read is not None, read or 0, len(data))
        self._wire.sendall(command + data)

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

    def _exactly(self, count: int) -> bytes:
        came = b""
        while len(came) < count:
            more = self._wire.recv(count - len(came))
            if not more:
                said = self._complaints.read_text(encoding="utf-8").strip().splitlines()
                seen = next((line for line in said if "Error" in line), "no word") if said else "no word"
                raise BusError("emulated RP2040", seen=seen, expected="a running chip", remedy="See its *.stderr.")
            came += more
        return came


AHEAD_S: Final = 1e-3
"""USB asks a full-speed device once a millisecond."""

PULLED_UP: Final = 3

TOLERANCE_S: Final = 1e-7
"""A timer of asyncio may fire a nanosecond before its moment."""

HOST_BYTES: Final = 512
"""So many at the most are handed over with a step."""


class Rp2040Board:
    """One board; make it inside a running loop: it is on at once.

    Args:
        kit: what the emulator runs on.
        flash: the file that is its flash.
        chips: the readers by the pin of their chip select.
        pins: the pins of its buttons and lamps.
        to_host: takes what the board sends.
        unique_id: the Pico's own number.
        ahead_s: how far it may run ahead.

    Attributes:
        starts: how often the chip has started.
        busy_cycles: in which its processor did not sleep, since it was switched on.
        on_s: how long it has been on, by its own time.
    """

    def __init__(
        self,
        kit: Rp2040Kit,
        flash: Path,
        chips: Mapping[int, Mfrc522Twin],
        pins: TwinPinFactory,
        to_host: Callable[[bytes], None],
        *,
        unique_id: bytes = b"\xe6\x61\x4c\x31\x1b\x7e\x6f\x35",
        ahead_s: float = AHEAD_S,
    ) -> None:
        self.starts = 0
        self._kit = kit
        self._flash = flash
        self._pins = BoardPins(chips, pins)
        self._ahead_s = ahead_s
        self._to_host = to_host
        self._unique_id = unique_id
        self._loop = asyncio.get_running_loop()
        self._emulator: Emulator | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._computing = False
        self._switch_on()

    def receive(self, data: bytes) -> None:
        if self._emulator is not None:
            self._to_board += data

    def reboot(self) -> None:
        self.off()
        self._switch_on()

    def off(self) -> None:
        """Take its power away; switching off twice is fine."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._emulator is None:
            return
        emulator, self._emulator = self._emulator, None
        self._loop.remove_reader(emulator)
        self._computes(computing=False)
        emulator.end()
        self._pins.let_go()

    def _switch_on(self) -> None:
        self.starts += 1
        self.busy_cycles = 0
        self.on_s = 0.0
        self._on_at_s = self._loop.time()
        self._to_board = bytearray()
        self._read: int | None = None
        self._emulator = Emulator(self._kit, self._flash, self._unique_id)
        self._loop.add_reader(self._emulator, self._reported)
        self._step()

    def _step(self) -> None:
        assert self._emulator is not None
        data = bytes(self._to_board[:HOST_BYTES])
        del self._to_board[:HOST_BYTES]
        self._emulator.run(self.on_s + self._ahead_s, self._pins.levels, self._read, data)
        self._read = None
        self._computes(computing=True)

    def _reported(self) -> None:
        assert self._emulator is not None
        report = self._emulator.report()
        self._computes(computing=False)
        self._come(report, 0)

    def _come(self, report: Report, done: int) -> None:
        """Do what is next in the report, each at its time; the emulator goes on at the end."""
        self._timer = None
        events, now_s = report.events, self._loop.time() - self._on_at_s + TOLERANCE_S
        while done < len(events) and events[done].at_s <= now_s:
            self._do(events[done])
            done += 1
            if self._emulator is None:
                return
        next_s = events[done].at_s if done < len(events) else report.at_s
        if next_s > now_s:
            self._timer = self._loop.call_at(self._on_at_s + next_s, self._come, report, done)
            return
        self.on_s, self.busy_cycles = report.at_s, report.busy_cycles
        self._step()

    def _do(self, event: Event) -> None:
        match event.what:
            case Happened.READ:
                self._read = self._transfer(event.data + b"\0")[1]
            case Happened.WRITE:
                self._transfer(event.data)
            case Happened.PIN:
                self._changed(event.number, event.data[0])
            case Happened.SERIAL:
                self._to_host(event.data)
            case Happened.RESET:
                self.starts += 1
                self._pins.let_go()

    def _changed(self, number: int, state: int) -> None:
        if state == PULLED_UP:
            self._pins.make_input(number, pulled_up=True)
        elif self._pins.is_output(number):
            self._pins.drive(number, high=bool(state))
        else:
            self._pins.make_output(number, high=bool(state))

    def _transfer(self, data: bytes) -> bytes:
        """Who is selected answers; where nobody is wired, MISO stays low."""
        chip = self._pins.selected
        return bytes(len(data)) if chip is None else chip.transfer(data)

    def _computes(self, *, computing: bool) -> None:
        if computing != self._computing:
            self._computing = computing
            if isinstance(self._loop, VirtualLoop):
                self._loop.outside_work += 1 if computing else -1


CHUNK: Final = 4096

PORT_AHEAD_S: Final = 0.02
"""At a port nothing is timed: fewer steps make it faster."""


class Rp2040Port:
    """One board without readers; ``with`` switches it on and off.

    Args:
        kit: what the emulator runs on.
        flash: the file that is its flash.

    Attributes:
        port: where it is.
    """

    def __init__(self, kit: Rp2040Kit, flash: Path) -> None:
        self._kit = kit
        self._flash = flash
        self._master, self._slave = pty.openpty()  # the slave stays open here, or its closing would end the master
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._live(),), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        self._loop.close()
        for end in (self._master, self._slave):
            os.close(end)

    async def _live(self) -> None:
        pins = TwinPinFactory()

        def to_host(data: bytes) -> None:
            os.write(self._master, data)

        board = Rp2040Board(self._kit, self._flash, {}, pins, to_host, ahead_s=PORT_AHEAD_S)
        self._loop.add_reader(self._master, lambda: board.receive(os.read(self._master, CHUNK)))
        await self._stop.wait()
        self._loop.remove_reader(self._master)
        board.off()
        pins.close()


SLOWER: Final = 30.0
"""Than a Pico, on a machine that has other things to do as well."""


def flashed(kit: Rp2040Kit, board: BoardId) -> Path:
    """A file with the flash of a board of this id, which is not to be changed; the first takes a minute to make.

    Raises:
        HardwareError: the firmware could not be put on it.
    """
    image = firmware_in(FOLDER)
    recipe = hashlib.sha256(board.encode())
    for path, data in image.files.items():
        recipe.update(path.encode() + data)
    kept = kit.modules / f"flash-{recipe.hexdigest()[:16]}.bin"
    if not kept.exists():
        with tempfile.TemporaryDirectory(dir=kit.modules) as folder:
            fresh = Path(folder) / "flash.bin"
            fresh.write_bytes(kit.fresh_flash())
            with Rp2040Port(kit, fresh) as pico:
                flash(pico.port, image, board=board, time_factor=SLOWER)
            fresh.rename(kept)
    return kept


def rp2040(
    board: BoardId, cable: Cable, chip: Mfrc522Twin, pins: TwinPinFactory, _clock: Clock, _chance: Random
) -> BoardTwin:
    """A board as ``royaltable flash`` has left it; what it writes to its flash is thrown away.

    Raises:
        HardwareError: the emulator is not here, or the firmware could not be put on it.
    """
    runs_on = kit()
    folder = Path(tempfile.mkdtemp(prefix="castle-board-"))
    flash = Path(shutil.copy(flashed(runs_on, board), folder))
    twin = Rp2040Board(runs_on, flash, {CHIP_SELECTS[0]: chip}, pins, cable.to_host)
    weakref.finalize(twin, shutil.rmtree, folder, ignore_errors=True)
    cable.board, cable.host_end = twin, PtyEnd
    return twin
