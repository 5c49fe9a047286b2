"""An emulated Pico at a serial port of this machine, as fast as it runs: what ``royaltable flash`` meets."""

import asyncio
import os
import pty
import threading
import tty
from pathlib import Path
from typing import Final, Self

from hw.bus.mock_pins import TwinPinFactory
from hw.testing.rp2040.board import Rp2040Board
from hw.testing.rp2040.image import Rp2040Kit

CHUNK: Final = 4096

AHEAD_S: Final = 0.02
"""Nothing is timed here, and the fewer steps it makes, the faster it is."""


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

        def to_host(octets: bytes) -> None:
            os.write(self._master, octets)

        board = Rp2040Board(self._kit, self._flash, {}, pins, to_host, ahead_s=AHEAD_S)
        self._loop.add_reader(self._master, lambda: board.octets_came(os.read(self._master, CHUNK)))
        await self._stop.wait()
        self._loop.remove_reader(self._master)
        board.off()
        pins.close()
