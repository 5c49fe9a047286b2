"""Which parts a simulated table has, where they stand, and what runs on its castle boards."""

import shutil
import tempfile
import weakref
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct, field

from firmware.castle_node.board import CHIP_SELECTS
from hw.bus.mock_pins import TwinPinFactory
from hw.castle_link.messages import BoardId
from hw.castle_link.twin import BoardTwin, Cable, MakeBoard
from hw.clock import Clock
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.pico.firmware_board import FirmwareBoard
from hw.testing.pico.node_board import cpython
from hw.testing.pico.port import PtyEnd
from hw.values import ReaderId


class PanelWiring(Struct, frozen=True):
    """A castle's buttons and lamps.

    Attributes:
        own_board: the pins are those of a board of the castle's own, not the machine's.
    """

    yes_pin: int
    no_pin: int
    lamp_pins: tuple[int, int, int]
    own_board: bool


class TableWiring(Struct, frozen=True):
    """Which parts stand where; the twin of what a person soldered.

    Attributes:
        readers: SPI bus and chip select of each reader of the machine's own.
        reader_drivers: what each is driven by; the twin of its chip follows from that.
        spi_hz: at what clock.
        reset_pins: the pin on the RST of each reader that has such a wire; one may be on several.
        boards: the castle boards with a reader, buttons and lamps of their own, by the reader's name.
        oled: I2C bus and address.
        oled_spi: instead, SPI bus and chip select, and the pin on D/C.
        oled_chip: what is on the module.
        oled_reset_pin: the pin on its RES, if there is a wire.
        coil_pins, home_pin: the spinner's pins (BCM numbers).
        knob_pins, button_pin: the console's pins.
        knob_clicks_a_cycle: of its encoder.
        panels: of the castles that have buttons and lamps.
        voice: whether there is a loudspeaker.
    """

    readers: Mapping[ReaderId, tuple[int, int]]
    reader_drivers: Mapping[ReaderId, str] = field(default_factory=dict)
    spi_hz: int = 2_000_000
    reset_pins: Mapping[ReaderId, int] = field(default_factory=dict)
    oled: tuple[int, int] | None = None
    oled_spi: tuple[tuple[int, int], int] | None = None
    oled_chip: str = "ssd1306"
    oled_reset_pin: int | None = None
    coil_pins: tuple[int, int, int, int] | None = None
    home_pin: int | None = None
    knob_pins: tuple[int, int] | None = None
    button_pin: int | None = None
    knob_clicks_a_cycle: int = 1
    panels: Mapping[ReaderId, PanelWiring] = field(default_factory=dict)
    boards: Mapping[ReaderId, BoardId] = field(default_factory=dict)
    voice: bool = False


def usual_wiring(*, boards: bool = False) -> TableWiring:
    """Two readers, a display on I2C, an arrow and a knob; each reader on a castle board of its own if there are any."""
    blue, yellow = ReaderId("blue"), ReaderId("yellow")
    return TableWiring(
        readers={} if boards else {blue: (0, 0), yellow: (0, 1)},
        boards={blue: BoardId("blue"), yellow: BoardId("yellow")} if boards else {},
        oled=(1, 0x3C),
        coil_pins=(17, 27, 22, 23),
        home_pin=26,
        knob_pins=(16, 20),
        button_pin=21,
    )


def micropython(
    board: BoardId, cable: Cable, chip: Mfrc522Twin, pins: TwinPinFactory, clock: Clock, _chance: Random
) -> BoardTwin:
    """A board with the real firmware at a real serial port; its flash is a folder that is thrown away.

    Raises:
        BusError: there is no MicroPython here.
    """
    flash = Path(tempfile.mkdtemp(prefix="castle-board-"))
    twin = FirmwareBoard(
        {CHIP_SELECTS[0]: chip},
        pins,
        clock,
        cable.to_host,
        folder=flash,
        board_id=board,
    )
    weakref.finalize(twin, shutil.rmtree, flash, ignore_errors=True)
    cable.board, cable.host_end = twin, PtyEnd
    return twin


MAKERS: Final[Mapping[str, MakeBoard]] = {"cpython": cpython, "micropython": micropython}
"""By the name that ``--nodes`` takes."""
