"""One castle board with the firmware, on CPython or in a real MicroPython, in virtual time; the tests are the host."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from firmware.castle_node import board as pins_of
from firmware.castle_node.node import Node
from firmware.castle_node.ports import Board, BoardSystem, Bus, Clock, Line, Panel, ResetLine
from hw.bus.mock_pins import TwinPinFactory
from hw.clock import LoopClock
from hw.console.twin import ButtonTwin
from hw.errors import BusError
from hw.iso14443.picc import Picc
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.testing.pico.firmware_board import FirmwareBoard
from hw.testing.pico.process import interpreter
from hw.values import Uid

FIRMWARE = Path(__file__).parents[2] / "firmware"
VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "castle_link.json").read_text(encoding="utf-8"))

BOTH = ("CPython", "MicroPython")
"""What the firmware runs on."""


def needs(python: str) -> None:
    """Skip the test where there is no such Python, and say the cure."""
    if python == "MicroPython":
        try:
            interpreter()
        except BusError as missing:
            pytest.skip(str(missing))


def sealed(body: str) -> bytes:
    """A line as the host sends it."""
    return f"${body}*{zlib.crc32(body.encode()):08X}\n".encode()


class TwinBus(Bus):
    def __init__(self, chip: Mfrc522Twin | None) -> None:
        self._chip = chip

    def transfer(self, out: bytes, into: bytearray) -> None:
        into[:] = self._chip.transfer(bytes(out)) if self._chip else bytes(len(out))

    def write(self, out: bytes) -> None:
        if self._chip:
            self._chip.transfer(bytes(out))


class TwinReset(ResetLine):
    def __init__(self, chip: Mfrc522Twin | None) -> None:
        self._chip = chip

    def drive(self, high: bool) -> None:
        if self._chip and high:
            self._chip.reset_pin.on()
        elif self._chip:
            self._chip.reset_pin.off()


class TwinClock(Clock):
    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._began_s = self._loop.time()
        self.arrived = asyncio.Event()

    def now_ms(self) -> int:
        return int((self._loop.time() - self._began_s) * 1000 + 1e-6)

    async def sleep_us(self, us: int) -> None:
        await asyncio.sleep(us / 1e6)

    async def idle(self, until_ms: int) -> None:
        self.arrived.clear()
        try:
            async with asyncio.timeout(max(0.0, self._began_s + until_ms / 1000 - self._loop.time())):
                await self.arrived.wait()
        except TimeoutError:
            pass


class TwinLine(Line):
    """Takes whatever comes, until ``room`` says how many octets more it takes."""

    def __init__(self, to_host: Callable[[bytes], None]) -> None:
        self.waiting = b""
        self.room: int | None = None
        self._to_host = to_host

    def read(self) -> bytes:
        octets, self.waiting = self.waiting, b""
        return octets

    def write(self, octets: bytes, start: int) -> int:
        taken = octets[start:] if self.room is None else octets[start : start + self.room]
        if self.room is not None:
            self.room -= len(taken)
        self._to_host(taken)
        return len(taken)


class TwinPanel(Panel):
    def __init__(self, pins: TwinPinFactory) -> None:
        self._buttons = [pins.pin(number) for number in pins_of.BUTTONS]
        self._lamps = [pins.pin(number) for number in pins_of.LAMPS]
        for pin in self._buttons:
            pin.function, pin.pull = "input", "up"
        for pin in self._lamps:
            pin.function = "output"

    def held(self) -> tuple[bool, bool]:
        yes, no = self._buttons
        return not yes.state, not no.state

    def light(self, left: bool, middle: bool, right: bool) -> None:
        for pin, lit in zip(self._lamps, (left, middle, right), strict=True):
            pin.state = lit


class TwinKeeper(BoardSystem):
    def __init__(self, kept: dict[str, str]) -> None:
        self.kept = kept
        self.feeds = 0
        self.full = False

    def feed(self) -> None:
        self.feeds += 1

    def collect(self) -> int:
        return 100_000

    def load(self) -> dict[str, str]:
        return self.kept

    def save(self, settings: dict[str, str]) -> None:
        if self.full:
            raise OSError(28, "no space")
        self.kept = dict(settings)


@dataclass
class Rig:
    """A board that is on, and everything around it.

    Attributes:
        chips: of the first and, where there is one, the second reader.
        octets: everything it said.
    """

    chips: list[Mfrc522Twin]
    pins: TwinPinFactory
    send: Callable[[bytes], None]
    octets: bytearray
    _lines: list[list[str]] = field(default_factory=list)
    _sequence: int = 0
    _split: int = 0

    def say(self, body: str) -> None:
        """The host says something."""
        self.send(sealed(f"{self._sequence} {body}"))
        self._sequence += 1

    @property
    def lines(self) -> list[list[str]]:
        """What the board said so far: word and fields of each line."""
        self._read()
        return self._lines

    def heard(self, word: str) -> list[list[str]]:
        """The fields of every line with this word so far."""
        return [line[1:] for line in self.lines if line[0] == word]

    def forget(self) -> None:
        """Look only at what comes from now on."""
        self.lines.clear()

    async def greet(self) -> str:
        """Greet the board; its boot."""
        self.forget()
        self.say("hello 1")
        await asyncio.sleep(0.1)
        return self.heard("hello")[-1][3]

    async def alive(self, seconds: float) -> None:
        """Let time pass, with a beat each half second."""
        while seconds > 0:
            self.say("beat 1")
            await asyncio.sleep(min(seconds, 0.5))
            seconds -= 0.5

    async def carry(self, *piccs: Picc | bytes, dwell_s: float = 0.1, chip: int = 0) -> None:
        """Hold tags into a field together, then take them away."""
        tags = [Ntag213(Uid(picc)) if isinstance(picc, bytes) else picc for picc in piccs]
        for tag in tags:
            self.chips[chip].enter(tag)
        await asyncio.sleep(dwell_s)
        for tag in tags:
            self.chips[chip].leave(tag)

    async def press(self, pin: int, held_s: float) -> None:
        """A finger on a button."""
        await ButtonTwin(self.pins, pin, LoopClock()).press(held_s)

    @property
    def lit(self) -> tuple[bool, ...]:
        """The lamps, from left to right."""
        return tuple(bool(self.pins.level(number)) for number in pins_of.LAMPS)

    def _read(self) -> None:
        end = self.octets.rfind(b"\n") + 1
        for line in bytes(self.octets[self._split : end]).split(b"\n")[:-1]:
            body = line[1:-9].decode()
            assert sealed(body) == line + b"\n", line
            self._lines.append(body.split(" ")[1:])
        self._split = max(end, self._split)


@asynccontextmanager
async def board(python: str, folder: Path, *, readers: int = 1) -> AsyncIterator[Rig]:
    """A board with the firmware on one Python or the other."""
    clock = LoopClock()
    chips = [Mfrc522Twin(clock.now_s) for _ in range(readers)]
    pins = TwinPinFactory()
    octets = bytearray()
    if python == "MicroPython":
        selected = dict(zip(pins_of.CHIP_SELECTS, chips, strict=False))
        firmware = FirmwareBoard(selected, pins, clock, octets.extend, firmware=FIRMWARE, folder=folder)
        try:
            yield Rig(chips, pins, firmware.octets_came, octets)
            assert firmware.complaints == ""
        finally:
            firmware.off()
            pins.close()
        return
    line, own_clock = TwinLine(octets.extend), TwinClock()

    def send(said: bytes) -> None:
        line.waiting += said
        own_clock.arrived.set()

    node = Node(node_board(chips, pins, line, own_clock, TwinKeeper({})))
    task = asyncio.create_task(node.run())
    try:
        yield Rig(chips, pins, send, octets)
        if task.done():
            task.result()
    finally:
        task.cancel()
        pins.close()


def node_board(
    chips: list[Mfrc522Twin],
    pins: TwinPinFactory,
    line: Line,
    clock: Clock,
    system: BoardSystem,
    boot: str = "0A1B2C3D",
) -> Board:
    """The ports of a board on CPython; a place without a chip answers zeros."""
    places = [*chips, None][:2]
    return Board(
        serial="e6614c311b7e6f35",
        boot=boot,
        buses=tuple(TwinBus(chip) for chip in places),
        resets=tuple(TwinReset(chip) for chip in places),
        clock=clock,
        line=line,
        panel=TwinPanel(pins),
        system=system,
    )
