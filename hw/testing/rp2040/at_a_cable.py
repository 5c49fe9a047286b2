"""A simulated table's castle board on an emulated RP2040, at a serial port that pyserial opens."""

import shutil
import tempfile
import weakref
from pathlib import Path
from random import Random

from hw.bus.mock_pins import TwinPinFactory
from hw.castle_link.board_twin import BoardTwin
from hw.castle_link.cable import Cable
from hw.castle_link.messages import BoardId
from hw.clock import Clock
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.boards import READER_SELECT
from hw.testing.pico.pty_end import PtyEnd
from hw.testing.rp2040.board import Rp2040Board
from hw.testing.rp2040.flashed import flashed
from hw.testing.rp2040.image import kit


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
    twin = Rp2040Board(runs_on, flash, {READER_SELECT: chip}, pins, cable.to_host)
    weakref.finalize(twin, shutil.rmtree, folder, ignore_errors=True)
    cable.board, cable.host_end = twin, PtyEnd
    return twin
