"""Records of the MFRC522, and of the WS1850S, which has its registers on I2C."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from firmware.castle_node import board
from firmware.castle_node.i2c import WS1850S_ADDRESS
from hw.reader_record import ReaderChip, ReaderSettings

if TYPE_CHECKING:
    from hw.bus.ports import I2cPort, SpiPort
    from hw.mfrc522.driver import Mfrc522
    from hw.mfrc522.twin import I2cSide, Mfrc522Twin


def _open(port: "SpiPort", at: ReaderSettings) -> "Mfrc522":
    from hw.mfrc522.driver import Mfrc522  # not before a reader is opened

    return Mfrc522(port, at.clock, name=at.name, gain_db=at.gain_db, reset=at.reset, turn=at.turn)


def _open_on_i2c(port: "I2cPort", at: ReaderSettings) -> "Mfrc522":
    from hw.mfrc522.i2c import I2cReaderPort  # few tables have one

    return _open(I2cReaderPort(port), at)


def _make_twin(now_s: Callable[[], float]) -> "Mfrc522Twin":
    from hw.mfrc522.twin import Mfrc522Twin  # twins only

    return Mfrc522Twin(now_s)


def _make_ws1850s_twin(now_s: Callable[[], float]) -> "Mfrc522Twin":
    from hw.mfrc522 import flavours  # twins only
    from hw.mfrc522.twin import Mfrc522Twin  # twins only

    return Mfrc522Twin(now_s, flavours.WS1850S)


def _i2c_side(twin: "Mfrc522Twin") -> "I2cSide":
    from hw.mfrc522.twin import I2cSide  # twins only

    return I2cSide(twin)


MFRC522: Final = ReaderChip(
    name="mfrc522",
    label="MFRC522",
    module="reader module RC522 (MFRC522), 13.56 MHz",
    module_note="one per gate, and spares: many read the card that comes with them but no stickers",
    driver_module="hw.mfrc522.driver",
    open=_open,
    make_twin=_make_twin,
    board_hz=board.SPI_HZ,
    reset_pulled_up=False,
)

WS1850S: Final = ReaderChip(
    name="ws1850s",
    label="WS1850S",
    module="reader module with a WS1850S, such as M5Stack RFID2",
    module_note="on I2C; its address is fixed: one per bus",
    driver_module="hw.mfrc522.driver",
    open=_open_on_i2c,
    make_twin=_make_ws1850s_twin,
    i2c_address=WS1850S_ADDRESS,
    i2c_side=_i2c_side,
    board_hz=board.I2C_HZ,
)
