"""Parts and wiring of a simulated table, and implementations of its castle boards."""

import shutil
import tempfile
import weakref
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final, Literal

from msgspec import Struct, field

from firmware.castle_node.board import CHIP_SELECTS
from hw.bus.mock_pins import TwinPinFactory
from hw.castle_link.messages import BoardId
from hw.castle_link.twin import BoardTwin, Cable, MakeBoard
from hw.clock import Clock
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.pico.firmware_board import MicroPythonBoard
from hw.testing.pico.node_board import make_cpython_board
from hw.testing.pico.port import PtyEnd
from hw.values import ReaderId


class PanelWiring(Struct, frozen=True):
    """A castle's buttons and lamps; with ``own_board`` on a castle board's pins, not the machine's."""

    yes_pin: int
    no_pin: int
    lamp_pins: tuple[int, int, int]
    own_board: bool


class TableWiring(Struct, frozen=True):
    """Parts and their connections; pins are BCM numbers.

    Attributes:
        readers: SPI bus and chip select of the machine's own readers.
        i2c_readers: I2C bus of each reader on I2C.
        reader_chips: chip of each reader (default: mfrc522), also on castle boards; decides its twin.
        spi_hz: SPI clock.
        reset_pins: pins on RST, by reader; readers may share one.
        irq_pins: pins on IRQ, by reader; only a ``SimulatedPi`` has them.
        boards: castle boards by their readers' names.
        oled: I2C bus and address.
        oled_spi: SPI bus and chip select, and the pin on D/C.
        oled_chip: luma.oled's name of the chip.
        oled_reset_pin: pin on RES, if wired.
        coil_pins, home_pin: pins of the spinner and of its mark's sensor, if there is one.
        knob_pins, button_pin: pins of the console's knob and of its button, if there is one.
        buzzer_pin: pin of the console's buzzer, if there is one.
        knob_clicks_a_cycle: detents per cycle of its encoder.
        knob_pulled_up: whether it is a module with resistors to the supply, such as the KY-040.
        pulls: "up" or "down" for each pin with a resistor to the supply or to ground, as many sensors and buttons have.
        serial: whether the UART on the header is in use; only a ``SimulatedPi`` has it.
        panels: buttons and lamps by castle.
        beams: gates with light beams; pins of first low, high and second low beam and of their LEDs, None for those of
            a castle board.
        rings: pixels of the ring that shows a castle's lamps, by castle.
        voice: whether there is a loudspeaker.
    """

    readers: Mapping[ReaderId, tuple[int, int]] = field(default_factory=dict)
    i2c_readers: Mapping[ReaderId, int] = field(default_factory=dict)
    reader_chips: Mapping[ReaderId, str] = field(default_factory=dict)
    spi_hz: int = 2_000_000
    reset_pins: Mapping[ReaderId, int] = field(default_factory=dict)
    irq_pins: Mapping[ReaderId, int] = field(default_factory=dict)
    oled: tuple[int, int] | None = None
    oled_spi: tuple[tuple[int, int], int] | None = None
    oled_chip: str = "ssd1306"
    oled_reset_pin: int | None = None
    coil_pins: tuple[int, int, int, int] | None = None
    home_pin: int | None = None
    knob_pins: tuple[int, int] | None = None
    button_pin: int | None = None
    buzzer_pin: int | None = None
    knob_clicks_a_cycle: int = 1
    knob_pulled_up: bool = False
    pulls: Mapping[int, Literal["up", "down"]] = field(default_factory=dict)
    serial: bool = False
    panels: Mapping[ReaderId, PanelWiring] = field(default_factory=dict)
    boards: Mapping[ReaderId, BoardId] = field(default_factory=dict)
    beams: Mapping[ReaderId, tuple[int, int, int, int] | None] = field(default_factory=dict)
    rings: Mapping[ReaderId, int] = field(default_factory=dict)
    voice: bool = False


def usual_wiring(*, boards: bool = False) -> TableWiring:
    """Return two readers, on castle boards with light beams if ``boards``, a display on I2C, an arrow and a knob."""
    blue, yellow = ReaderId("blue"), ReaderId("yellow")
    return TableWiring(
        readers={} if boards else {blue: (0, 0), yellow: (0, 1)},
        boards={blue: BoardId("blue"), yellow: BoardId("yellow")} if boards else {},
        beams=dict.fromkeys((blue, yellow)) if boards else {},
        oled=(1, 0x3C),
        coil_pins=(17, 27, 22, 23),
        home_pin=26,
        knob_pins=(16, 20),
        button_pin=21,
    )


def make_micropython_board(
    board: BoardId, cable: Cable, chip: Mfrc522Twin, pins: TwinPinFactory, clock: Clock, _chance: Random
) -> BoardTwin:
    """Run firmware at a real serial port, its flash a temporary folder; raise BusError without MicroPython."""
    flash = Path(tempfile.mkdtemp(prefix="castle-board-"))
    twin = MicroPythonBoard(
        {CHIP_SELECTS[0]: chip},
        pins,
        clock,
        cable.carry_to_host,
        folder=flash,
        board_id=board,
    )
    weakref.finalize(twin, shutil.rmtree, flash, ignore_errors=True)
    cable.board, cable.host_end = twin, PtyEnd
    return twin


BOARD_MAKERS: Final[Mapping[str, MakeBoard]] = {"cpython": make_cpython_board, "micropython": make_micropython_board}
"""The function that creates a board, by value of ``--nodes``."""
