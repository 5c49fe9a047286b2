"""MFRC522 registers: addresses, values after reset, meaning of bits (data sheet rev. 3.9, chapter 9)."""

from enum import IntEnum, IntFlag
from typing import Final

from msgspec import Struct


class Register(IntEnum):
    """Addresses of registers (table 20); SPI shifts them left by one (8.1.2.3)."""

    COMMAND = 0x01
    COM_IRQ_ENABLE = 0x02
    DIV_IRQ_ENABLE = 0x03
    COM_IRQ = 0x04
    DIV_IRQ = 0x05
    ERROR = 0x06
    STATUS_1 = 0x07
    STATUS_2 = 0x08
    FIFO_DATA = 0x09
    FIFO_LEVEL = 0x0A
    WATER_LEVEL = 0x0B
    CONTROL = 0x0C
    BIT_FRAMING = 0x0D
    COLLISION = 0x0E
    MODE = 0x11
    TX_MODE = 0x12
    RX_MODE = 0x13
    TX_CONTROL = 0x14
    TX_ASK = 0x15
    TX_SELECT = 0x16
    RX_SELECT = 0x17
    RX_THRESHOLD = 0x18
    DEMODULATOR = 0x19
    MIFARE_TX = 0x1C
    MIFARE_RX = 0x1D
    SERIAL_SPEED = 0x1F
    CRC_RESULT_HIGH = 0x21
    CRC_RESULT_LOW = 0x22
    MODULATION_WIDTH = 0x24
    RF_CONFIG = 0x26
    GS_N = 0x27
    CW_GS_P = 0x28
    MODULATION_GS_P = 0x29
    TIMER_MODE = 0x2A
    TIMER_PRESCALER = 0x2B
    TIMER_RELOAD_HIGH = 0x2C
    TIMER_RELOAD_LOW = 0x2D
    TIMER_COUNTER_HIGH = 0x2E
    TIMER_COUNTER_LOW = 0x2F
    TEST_SELECT_1 = 0x31
    TEST_SELECT_2 = 0x32
    TEST_PIN_ENABLE = 0x33
    TEST_PIN_VALUE = 0x34
    TEST_BUS = 0x35
    AUTO_TEST = 0x36
    VERSION = 0x37
    ANALOG_TEST = 0x38
    TEST_DAC_1 = 0x39
    TEST_DAC_2 = 0x3A
    TEST_ADC = 0x3B


RESET_VALUES: Final = {
    Register.COMMAND: 0x20,
    Register.COM_IRQ_ENABLE: 0x80,
    Register.COM_IRQ: 0x14,
    Register.STATUS_1: 0x21,
    Register.WATER_LEVEL: 0x08,
    Register.CONTROL: 0x10,
    Register.COLLISION: 0xA0,
    Register.MODE: 0x3F,
    Register.TX_CONTROL: 0x80,
    Register.TX_SELECT: 0x10,
    Register.RX_SELECT: 0x84,
    Register.RX_THRESHOLD: 0x84,
    Register.DEMODULATOR: 0x4D,
    Register.MIFARE_TX: 0x62,
    Register.SERIAL_SPEED: 0xEB,
    Register.CRC_RESULT_HIGH: 0xFF,
    Register.CRC_RESULT_LOW: 0xFF,
    Register.MODULATION_WIDTH: 0x26,
    Register.RF_CONFIG: 0x48,
    Register.GS_N: 0x88,
    Register.CW_GS_P: 0x20,
    Register.MODULATION_GS_P: 0x20,
    Register.TEST_PIN_ENABLE: 0x80,
    Register.AUTO_TEST: 0x40,
}
"""Values after reset. Bits that the data sheet leaves open are 0 here; other registers reset to 00h."""


DOCUMENTED_BITS: Final = {
    Register.MODE: 0xAB,
    Register.TX_MODE: 0xF8,
    Register.RX_MODE: 0xFC,
    Register.TX_CONTROL: 0xFB,
    Register.TX_ASK: 0x40,
    Register.TX_SELECT: 0x3F,
    Register.RX_THRESHOLD: 0xF7,
    Register.MIFARE_TX: 0x03,
    Register.MIFARE_RX: 0x10,
    Register.RF_CONFIG: 0x70,
    Register.CW_GS_P: 0x3F,
    Register.MODULATION_GS_P: 0x3F,
    Register.WATER_LEVEL: 0x3F,
    Register.DIV_IRQ_ENABLE: 0x94,
}
"""Documented bits of registers with reserved ones, whose values are undefined (chapter 9)."""


class Command(IntEnum):
    """Low four bits of CommandReg (table 149)."""

    IDLE = 0x0
    MEM = 0x1
    GENERATE_RANDOM_ID = 0x2
    CALC_CRC = 0x3
    TRANSMIT = 0x4
    NO_COMMAND_CHANGE = 0x7
    RECEIVE = 0x8
    TRANSCEIVE = 0xC
    MIFARE_AUTHENTICATE = 0xE
    SOFT_RESET = 0xF


POWER_DOWN: Final = 0x10
"""CommandReg: soft power-down."""


class ComIrq(IntFlag):
    """ComIrqReg (9.3.1.5): a write without SET clears the bits written as 1."""

    SET = 0x80
    TX = 0x40
    RX = 0x20
    IDLE = 0x10
    HIGH_ALERT = 0x08
    LOW_ALERT = 0x04
    ERROR = 0x02
    TIMER = 0x01


class DivIrq(IntFlag):
    """DivIrqReg (9.3.1.6)."""

    SET = 0x80
    MFIN_ACTIVE = 0x10
    CRC = 0x04


class ErrorFlag(IntFlag):
    """ErrorReg (9.3.1.7)."""

    WRITE = 0x80
    TEMPERATURE = 0x40
    BUFFER_OVERFLOW = 0x10
    COLLISION = 0x08
    CRC = 0x04
    PARITY = 0x02
    PROTOCOL = 0x01


FIFO_BYTES: Final = 64
FLUSH_FIFO: Final = 0x80
"""FIFOLevelReg: empty the FIFO and clear ErrorReg's BufferOvfl."""

TIMER_STOP_NOW: Final = 0x80
TIMER_START_NOW: Final = 0x40
"""ControlReg."""

START_SEND: Final = 0x80
"""BitFramingReg; RxAlign is bits 6 to 4, TxLastBits bits 2 to 0."""

VALUES_AFTER_COLLISION: Final = 0x80
COLLISION_POSITION_NOT_VALID: Final = 0x20
COLLISION_POSITION: Final = 0x1F
"""CollReg (9.3.1.15); position 0 means the 32nd bit."""

CRC_ENABLE: Final = 0x80
"""TxModeReg and RxModeReg."""

CRC_PRESETS: Final = (0x0000, 0x6363, 0xA671, 0xFFFF)
"""Initial values of the CRC; the index is ModeReg's CRCPreset (table 55)."""

ANTENNA_ON: Final = 0x03
"""TxControlReg: Tx1RFEn and Tx2RFEn."""

TIMER_AUTO: Final = 0x80
"""TModeReg: start after each transmission, stop at an answer's fifth bit (9.3.3.10)."""

GAIN_DB_BY_CODE: Final = (18, 23, 18, 23, 33, 38, 43, 48)
"""Gain in dB; the index is RFCfgReg's RxGain, bits 6 to 4 (table 98)."""


def timer_duration_s(prescaler: int, reload: int) -> float:
    """Return the time from start to TimerIRq: (2 x prescaler + 1) x (reload + 1) / 13.56 MHz (8.5)."""
    return (2 * prescaler + 1) * (reload + 1) / 13.56e6


def register_write_frame(register: Register, *values: int) -> bytes:
    return bytes((register << 1, *values))


def combined_read_frame(*registers: Register) -> bytes:
    """Return the addresses of a combined read; each answer comes one byte later."""
    return bytes(0x80 | register << 1 for register in registers) + b"\x00"


VERSION_MEANINGS: Final = {
    0x90: "NXP MFRC522 version 0.0",
    0x91: "NXP MFRC522 version 1.0",
    0x92: "NXP MFRC522 version 2.0",
    0x88: "Fudan FM17522, a clone that works",
    0xB2: "Fudan FM17522, a later clone",
    0x15: "WS1850S, a clone that works",
    0x12: "a counterfeit; some read, some do not",
    0x00: "no chip: MISO stays low; check wiring, chip select and power",
    0xFF: "no chip: MISO stays high; check wiring, chip select and power",
}
"""Meanings of VersionReg: NXP's from data sheet 9.3.4.8, others as users of boards report them."""

COUNTING_TEXT: Final = {
    None: "as not seen yet",
    True: "from the first bit of the byte, so that the alignment is included",
    False: "from the first bit received",
}
"""Texts for `FieldSearch.counts_from_byte`: how a chip counts CollPos when an answer starts inside a byte."""

NO_CHIP_VERSIONS: Final = frozenset((0x00, 0xFF))


class ChipVersion(Struct, frozen=True):
    """Value of VersionReg and its meaning."""

    value: int

    @property
    def meaning(self) -> str:
        return VERSION_MEANINGS.get(self.value, "an unknown clone")

    def __str__(self) -> str:
        return f"{self.value:02X}h, {self.meaning}"
