"""Facts of the PN532's user manual (UM0701-02, rev. 02) that driver and twin share."""

from enum import IntEnum
from typing import Final


class Command(IntEnum):
    """Commands of chapter 7."""

    GET_FIRMWARE_VERSION = 0x02
    SET_PARAMETERS = 0x12
    SAM_CONFIGURATION = 0x14
    RF_CONFIGURATION = 0x32
    IN_DATA_EXCHANGE = 0x40
    IN_COMMUNICATE_THRU = 0x42
    IN_DESELECT = 0x44
    IN_LIST_PASSIVE_TARGET = 0x4A
    IN_RELEASE = 0x52
    IN_SELECT = 0x54


class Status(IntEnum):
    """First byte of an answer about a card (7.1)."""

    OK = 0x00
    TIMEOUT = 0x01
    CRC = 0x02
    WRONG_DATA = 0x13
    AUTHENTICATION = 0x14
    WRONG_CONTEXT = 0x27


class SpiOperation(IntEnum):
    """First byte of an SPI transfer (6.2.5)."""

    WRITE = 0x01
    READ_STATUS = 0x02
    READ = 0x03


TO_CHIP: Final = 0xD4
FROM_CHIP: Final = 0xD5
"""TFI, the first byte of a frame's data (6.2.1.1). The code of an answer is the command's plus 1."""

ACK: Final = bytes.fromhex("0000FF00FF00")
"""Confirms a command; from the host it aborts one (6.2.1.3)."""

NACK: Final = bytes.fromhex("0000FFFF0000")
"""Has the chip repeat its last answer (6.2.1.4)."""

SYNTAX_ERROR: Final = bytes.fromhex("0000FF01FF7F8100")
"""Answer to a command that the chip does not know (6.2.1.5)."""

CHIP_PN532: Final = 0x32
"""First byte of the firmware version (7.2.2)."""

MAX_TARGETS: Final = 2
"""Targets that InListPassiveTarget lists (7.3.5)."""

TYPE_A_106_KBIT: Final = 0x00
NORMAL_MODE: Final = bytes((0x01, 0x00, 0x01))
"""SAMConfiguration without a security module (7.2.10): mode, time limit, use of P70_IRQ."""

NO_RATS: Final = bytes((0x00,))
"""SetParameters (7.2.9) without the automatic RATS, which only cards of ISO/IEC 14443-4 know."""

RF_FIELD: Final = 0x01
MAX_RETRIES: Final = 0x05
"""Items of RFConfiguration (7.3.1)."""

REVERSED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
"""Bytes with their bits reversed: the chip sends the least significant bit first (6.2.5), a Pi's SPI the most."""
