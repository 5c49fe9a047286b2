"""Twins at the header of an emulated Raspberry Pi; ``header.c`` brings them each byte and each change of a pin."""

import socket
import threading
import time
from pathlib import Path
from typing import Final

from controller.config.schema import TableConfig
from controller.devices.part_or_twin import wiring
from hw.bus.mock_pins import TwinPinFactory
from hw.bus.ports import SpiPort
from hw.clock import LoopClock
from hw.testing.machine import TwinMachine

CHIP_SELECTS: Final = {8: 0, 7: 1}
"""Of SPI 0, by GPIO; the kernel drives them as pins."""

READ: Final = 0x80
"""In an MFRC522's address byte (data sheet, 8.1.2.3)."""

ACK, NACK = 0, 1


class WallClock(LoopClock):
    def now_s(self) -> float:
        return time.monotonic()


class Header(threading.Thread):
    """Serve one emulator.

    Attributes:
        table: the twins; hold ``lock`` to move something there.
    """

    def __init__(self, config: TableConfig, at: Path) -> None:
        super().__init__(daemon=True)
        self.lock = threading.RLock()
        self._pins = TwinPinFactory()
        self.table = TwinMachine(wiring(config), WallClock(), pins=self._pins)
        self._chip: SpiPort | None = None
        self._sent: list[int] = []
        self._address = 0
        self._written = bytearray()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(at))
        self._listener.listen()

    def run(self) -> None:
        with self._listener, self._listener.accept()[0] as line:
            while message := line.recv(2, socket.MSG_WAITALL):
                kind = chr(message[0])
                with self.lock:
                    answer = self._answer(kind, message[1])
                if answer is not None:
                    line.send(bytes((answer,)))

    def _answer(self, kind: str, value: int) -> int | None:
        match kind:
            case "p":
                self._change_pin(value >> 1, value & 1)
                return None
            case "s":
                return self._exchange(value)
            case "i":
                self._address = value >> 1
                oled = self.table.oled
                return NACK if oled is None or oled.missing else ACK
            case "w":
                self._written.append(value)
            case "r":
                return self.table.i2c_port(1).read(self._address, 1)[0]
            case "e":
                if self._written:
                    self.table.i2c_port(1).write(self._address, bytes(self._written))
                    self._written.clear()
        return ACK

    def _change_pin(self, pin: int, level: int) -> None:
        if pin in CHIP_SELECTS:
            self._chip = None if level else self.table.spi_port(0, CHIP_SELECTS[pin])
            self._sent.clear()
        for callback in tuple(self._pins.pin_listeners_and_hooks(pin)[0]):
            callback(float(level))

    def _exchange(self, value: int) -> int:
        """Pass on what a reader can answer: a read of one register, or a write of one byte."""
        answer, sent = 0, self._sent
        if self._chip is not None and sent:
            if sent[0] & READ:
                answer = self._chip.transfer(bytes((sent[-1], 0)))[1]
            else:
                self._chip.transfer(bytes((sent[0], value)))
        sent.append(value)
        return answer
