"""What runs on simulated castle boards: the twin in Python, or the real firmware in a real MicroPython."""

import shutil
import tempfile
import weakref
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

from hw.bus.mock_pins import TwinPinFactory
from hw.castle_link import firmware
from hw.castle_link.board_twin import BoardTwin, MakeBoard
from hw.castle_link.cable import Cable
from hw.castle_link.messages import BoardId
from hw.castle_link.twin import PythonBoard
from hw.clock import Clock
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.pico.firmware_board import FirmwareBoard
from hw.testing.pico.pty_end import PtyEnd

READER_SELECT: Final = 17
"""The pin on the chip select of a board's first reader (wiring.md)."""


def micropython(
    board: BoardId, cable: Cable, chip: Mfrc522Twin, pins: TwinPinFactory, clock: Clock, _chance: Random
) -> BoardTwin:
    """A board with the real firmware at a real serial port; its flash is a folder that is thrown away.

    Raises:
        BusError: there is no MicroPython here.
    """
    flash = Path(tempfile.mkdtemp(prefix="castle-board-"))
    twin = FirmwareBoard(
        {READER_SELECT: chip},
        pins,
        clock,
        cable.to_host,
        firmware=firmware.folder(),
        folder=flash,
        board_id=board,
    )
    weakref.finalize(twin, shutil.rmtree, flash, ignore_errors=True)
    cable.board, cable.host_end = twin, PtyEnd
    return twin


MAKERS: Final[Mapping[str, MakeBoard]] = {"cpython": PythonBoard, "micropython": micropython}
"""By the name that ``--nodes`` takes."""
