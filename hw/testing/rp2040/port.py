"""An emulated Pico at a serial port of this machine or at a simulated table's cable."""

import asyncio
import hashlib
import os
import pty
import shutil
import tempfile
import threading
import tty
import weakref
from pathlib import Path
from random import Random
from typing import Final, Self

from firmware import FOLDER
from firmware.castle_node.board import CHIP_SELECTS
from hw.bus.mock_pins import TwinPinFactory
from hw.castle_link.flash import firmware_in, flash
from hw.castle_link.messages import BoardId
from hw.castle_link.twin import BoardTwin, Cable
from hw.clock import Clock
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.pico.port import PtyEnd
from hw.testing.rp2040.board import Rp2040Board, Rp2040Kit, kit

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


SLOWER: Final = 30.0
"""Than a Pico, on a machine that has other things to do as well."""


def flashed(kit: Rp2040Kit, board: BoardId) -> Path:
    """A file with the flash of a board of this id, which is not to be changed; the first takes a minute to make.

    Raises:
        HardwareError: the firmware could not be put on it.
    """
    image = firmware_in(FOLDER)
    recipe = hashlib.sha256(board.encode())
    for path, octets in image.files.items():
        recipe.update(path.encode() + octets)
    kept = kit.modules / f"flash-{recipe.hexdigest()[:16]}.bin"
    if not kept.exists():
        with tempfile.TemporaryDirectory(dir=kit.modules) as folder:
            fresh = Path(folder) / "flash.bin"
            fresh.write_bytes(kit.fresh_flash())
            with Rp2040Port(kit, fresh) as pico:
                flash(pico.port, image, board=board, slower=SLOWER)
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
