"""One castle board with the firmware, on CPython or in a real MicroPython, in virtual time; the tests are the host."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware.castle_node import board as pins_of
from hw.bus.mock_pins import TwinPinFactory
from hw.clock import LoopClock
from hw.console.twin import ButtonTwin
from hw.errors import BusError
from hw.iso14443.picc import Picc
from hw.mfrc522.flavours import STRICTEST, Flavour
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.testing.pico import firmware_board, node_board, process
from hw.values import Uid

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "castle_link.json").read_text(encoding="utf-8"))

BOTH = ("CPython", "MicroPython")
"""What the firmware runs on."""


def needs(python: str) -> None:
    if python == "MicroPython":
        try:
            process.find_micropython()
        except BusError as missing:
            pytest.skip(str(missing))


def sealed(body: str) -> bytes:
    return f"${body}*{zlib.crc32(body.encode()):08X}\n".encode()


@dataclass
class Rig:
    chips: list[Mfrc522Twin]
    pins: TwinPinFactory
    board: Any
    data: bytearray
    _lines: list[list[str]] = field(default_factory=list)
    _sequence: int = 0
    _split: int = 0

    def say(self, body: str) -> None:
        self.board.receive(sealed(f"{self._sequence} {body}"))
        self._sequence += 1

    @property
    def lines(self) -> list[list[str]]:
        self._read()
        return self._lines

    def heard(self, word: str) -> list[list[str]]:
        return [line[1:] for line in self.lines if line[0] == word]

    def ack(self) -> None:
        self.lines.clear()

    async def greet(self) -> str:
        self.ack()
        self.say("hello 1")
        await asyncio.sleep(0.1)
        return self.heard("hello")[-1][3]

    async def alive(self, seconds: float) -> None:
        while seconds > 0:
            self.say("beat 1")
            await asyncio.sleep(min(seconds, 0.5))
            seconds -= 0.5

    async def carry(self, *piccs: Picc | bytes, dwell_s: float = 0.1, chip: int = 0) -> None:
        tags = [Ntag213(Uid(picc)) if isinstance(picc, bytes) else picc for picc in piccs]
        for tag in tags:
            self.chips[chip].enter(tag)
        await asyncio.sleep(dwell_s)
        for tag in tags:
            self.chips[chip].leave(tag)

    async def press(self, pin: int, held_s: float) -> None:
        await ButtonTwin(self.pins, pin, LoopClock()).press(held_s)

    @property
    def lit(self) -> tuple[bool, ...]:
        return tuple(bool(self.pins.pin_level(number)) for number in pins_of.LAMPS)

    def _read(self) -> None:
        end = self.data.rfind(b"\n") + 1
        for line in bytes(self.data[self._split : end]).split(b"\n")[:-1]:
            body = line[1:-9].decode()
            assert sealed(body) == line + b"\n", line
            self._lines.append(body.split(" ")[1:])
        self._split = max(end, self._split)


@asynccontextmanager
async def board(
    python: str,
    folder: Path = Path(),
    *,
    readers: int = 1,
    board_id: str | None = None,
    machine: str = firmware_board.PICO_MACHINE,
    flavour: Flavour = STRICTEST,
) -> AsyncIterator[Rig]:
    """Run a board; half a second after its start it waits for a host."""
    needs(python)
    clock, pins, data = LoopClock(), TwinPinFactory(), bytearray()
    chips = [Mfrc522Twin(clock.now_s, flavour) for _ in range(readers)]
    running: firmware_board.MicroPythonBoard | node_board.CPythonBoard
    if python == "MicroPython":
        selected = dict(zip(pins_of.CHIP_SELECTS, chips, strict=False))
        running = firmware_board.MicroPythonBoard(
            selected, pins, clock, data.extend, folder=folder, board_id=board_id, machine=machine
        )
    else:
        running = node_board.CPythonBoard(chips, pins, clock, data.extend, Random(1))
    try:
        await asyncio.sleep(0.5)
        yield Rig(chips, pins, running, data)
        assert isinstance(running, node_board.CPythonBoard) or running.error_output == ""
    finally:
        running.off()
        pins.close()
