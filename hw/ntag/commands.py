"""Commands of the NTAG21x: their codes, time-outs and four-bit answers (data sheet chapter 10)."""

from enum import IntEnum
from typing import Final


class Code(IntEnum):
    """First octet of a command (table 22)."""

    GET_VERSION = 0x60
    READ = 0x30
    FAST_READ = 0x3A
    WRITE = 0xA2
    COMPATIBILITY_WRITE = 0xA0
    READ_COUNTER = 0x39
    AUTHENTICATE = 0x1B
    READ_SIGNATURE = 0x3C


ACK: Final = 0xA


class Nak(IntEnum):
    """Why a command was refused (table 24)."""

    INVALID_ARGUMENT = 0x0
    CHECKSUM = 0x1
    AUTHENTICATION_LIMIT = 0x4
    EEPROM = 0x5


READ_TIMEOUT_S: Final = 5e-3
WRITE_TIMEOUT_S: Final = 10e-3
