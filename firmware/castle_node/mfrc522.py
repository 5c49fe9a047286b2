"""Drive an MFRC522: set it up, send a frame, read the answer; for castle boards and, via `hw.mfrc522.chip`, the host.

Written from the data sheet (rev. 3.9). Each exchange begins with Idle and a flush, as a receiver that waits for
an answer may refuse FIFO writes (9.3.1.7). It ends with one read of status and FIFO.
"""

from . import iso14443
from .ports import Bus, Clock

COMMAND = 0x01
COM_IRQ = 0x04
ERROR = 0x06
FIFO_DATA = 0x09
FIFO_LEVEL = 0x0A
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
MODULATION_WIDTH = 0x24
RF_CONFIG = 0x26
GS_N = 0x27
CW_GS_P = 0x28
MODULATION_GS_P = 0x29
TIMER_MODE = 0x2A
TIMER_PRESCALER = 0x2B
TIMER_RELOAD_HIGH = 0x2C
TIMER_RELOAD_LOW = 0x2D
AUTO_TEST = 0x36
VERSION = 0x37

IDLE = 0x00
TRANSCEIVE = 0x0C
SOFT_RESET = 0x0F

GAIN_CODES = {18: 0, 23: 1, 33: 4, 38: 5, 43: 6, 48: 7}
"""Map from a gain in dB to RxGain in RFCfgReg (table 98)."""

GAIN_DB = 38
"""Usual gain; reads a sticker at 2 cm. At 48 dB a touching sticker saturates the receiver."""

SILENT = 0
GARBLED = 1
OK = 2
"""Outcomes of an exchange: no answer; an invalid one; one that is complete or has an allowed collision."""

RESET_WAIT_US = 5000
"""NXP's chip needs 38 us, some clones 4 ms (users' reports)."""

RESET_PULSE_US = 1000
WAIT_MARGIN_US = 10
LATE_RETRY_US = 500
MAX_LATE_RETRIES = 8
"""How often to read a late chip's status again, without its FIFO."""

_ANTENNA_OFF = 0x80
ANTENNA_ON = 0x83
_ANSWER_TIMEOUT_US = 225
"""Prescaler 0A9h, reload 8: nine steps of 25 us without an answer mean silence."""

IRQ_SET = 0x80
IRQ_TX = 0x40
IRQ_RX = 0x20
IRQ_TIMER = 0x01
ANSWER_ERROR_BITS = 0x1F
_COLLISION_ERROR_BIT = 0x08
_POSITION_NOT_VALID = 0x20
_ALIGN_LOSING_FIRST_BIT = 7

SETTINGS = (
    (TIMER_MODE, 0x80),
    (TIMER_PRESCALER, 0xA9),
    (TIMER_RELOAD_HIGH, 0),
    (TIMER_RELOAD_LOW, 8),
    (TX_MODE, 0),
    (RX_MODE, 0),
    (MODULATION_WIDTH, 0x26),
    (TX_ASK, 0x40),
    (MODE, 0x3D),
    (COLLISION, 0),
)
AUDITED_REGISTERS = (
    (TIMER_MODE, 0xFF),
    (TIMER_PRESCALER, 0xFF),
    (TIMER_RELOAD_HIGH, 0xFF),
    (TIMER_RELOAD_LOW, 0xFF),
    (TX_MODE, 0xF8),
    (RX_MODE, 0xFC),
    (MODULATION_WIDTH, 0xFF),
    (TX_ASK, 0x40),
    (MODE, 0xAB),
    (COLLISION, 0x80),
    (RF_CONFIG, 0x70),
    (TX_CONTROL, 0xFB),
    (TX_SELECT, 0x3F),
    (RX_SELECT, 0xFF),
    (RX_THRESHOLD, 0xF7),
    (DEMODULATOR, 0xFF),
    (MIFARE_TX, 0x03),
    (MIFARE_RX, 0x10),
    (GS_N, 0xFF),
    (CW_GS_P, 0x3F),
    (MODULATION_GS_P, 0x3F),
    (AUTO_TEST, 0xFF),
)
"""Registers that must keep their values, with their unreserved bits."""

_TO_FIFO = bytes((FIFO_DATA << 1,))
START_WRITE_BY_ALIGN = tuple([bytes((BIT_FRAMING << 1, 0x80 | align << 4 | align)) for align in range(8)])
START_SHORT_WRITE = bytes((BIT_FRAMING << 1, 0x80 | iso14443.SHORT_FRAME_BITS))
_FLUSH = bytes((FIFO_LEVEL << 1, 0x80))
_CLEAR_IRQ = bytes((COM_IRQ << 1, 0x7F))
_IDLE = bytes((COMMAND << 1, IDLE))
_TRANSCEIVE = bytes((COMMAND << 1, TRANSCEIVE))

ECHO_PROBE = bytes(range(0xA5, 0xA5 + 25))
"""Bytes sent through the FIFO to test the chip."""


def combined_read_frame(*registers: int) -> bytes:
    """Return a combined read's addresses; answers come one byte later (8.1.2.1)."""
    return bytes([0x80 | register << 1 for register in registers] + [0])


_STATUS = (COM_IRQ, ERROR, FIFO_LEVEL, CONTROL, COLLISION, TX_CONTROL)
STATUS_FIFO_OFFSET = 1 + len(_STATUS)
STATUS_READ_BY_SIZE = tuple(combined_read_frame(*(_STATUS + (FIFO_DATA,) * answer_bytes)) for answer_bytes in range(6))
"""Reads of status and FIFO; the index is the size of a complete answer in bytes."""

_AUDIT_READ = combined_read_frame(*[register for register, _ in AUDITED_REGISTERS])
_VERSION_READ = combined_read_frame(VERSION)
_GAIN_READ = combined_read_frame(RF_CONFIG)
_RELOAD_READ = combined_read_frame(TIMER_RELOAD_LOW)
_PROBE_READ = combined_read_frame(*((FIFO_DATA,) * len(ECHO_PROBE)))


def writes_for_exchange(out: bytes, start: bytes) -> tuple[bytes, ...]:
    return (_IDLE, _FLUSH, _CLEAR_IRQ, _TO_FIFO + out, _TRANSCEIVE, start)


def gain_register_value(gain_db: int) -> int:
    return GAIN_CODES[gain_db] << 4 | 0x08


class ChipError(Exception):
    """The chip did not respond as specified; the message says what was seen."""


class Mfrc522:
    """One chip behind its bus.

    Attributes:
        gain_db: receiver gain, applied by the next set-up.
        version: VersionReg at the last set-up.
        answer: bytes of the last answer.
        collision: position of its first collision as the chip counts, from 1; 0 for none.
        whole_bytes: bytes of ``answer`` that surely came before the collision, if ``is_cut``.
        is_cut: whether the answer ends early at a collision: some chips leave out the collided byte, too
            (community.nxp.com, thread 470482).
        before_next_us: wait after an answer, so that the next frame may follow at once.
        lacks_first: whether the first byte of ``answer`` is unknown and set to 0: at an alignment of 7 it has a single
            bit, which some chips drop (data sheet MFRC500, 11.2.2.4).
    """

    before_next_us = iso14443.FRAME_DELAY_PCD_US

    def __init__(self, bus: Bus, clock: Clock) -> None:
        self._transfer = bus.transfer
        self._send = bus.send
        self._sleep_us = clock.sleep_us
        self._status = tuple(bytearray(len(read)) for read in STATUS_READ_BY_SIZE)
        self._settled = bytearray(len(_AUDIT_READ))
        self._seen = bytearray(len(_AUDIT_READ))
        self._steady = bytearray([bits if register == COLLISION else 0xFF for register, bits in AUDITED_REGISTERS])
        self.gain_db = GAIN_DB
        self.version = 0
        self.answer = b""
        self.collision = 0
        self.whole_bytes = 0
        self.is_cut = self.lacks_first = False

    async def soft_reset(self) -> None:
        """Reset all registers; the field goes off."""
        self._send((bytes((COMMAND << 1, SOFT_RESET)),))
        await self._sleep_us(RESET_WAIT_US)

    async def set_up(self) -> None:
        """Test the chip after a reset, write settings, switch the antenna on, let cards start.

        Raises:
            ChipError: no MFRC522 answers, or it did not keep a setting.
        """
        self.version = self._read_registers(_VERSION_READ)[0]
        self._send((bytes((TIMER_RELOAD_LOW << 1, 0x5A)),))
        reload = self._read_registers(_RELOAD_READ)[0]
        if reload != 0x5A:
            raise ChipError(
                f"{self.register_name(TIMER_RELOAD_LOW)} {reload:02X}h after writing 5Ah, version {self.version:02X}h"
            )
        echo = self.write_and_read_probe()
        if echo != ECHO_PROBE:
            raise ChipError(f"{echo[:4].hex()}... out of the FIFO, version {self.version:02X}h")
        settings = SETTINGS + ((RF_CONFIG, gain_register_value(self.gain_db)), (TX_CONTROL, ANTENNA_ON))
        self._send(tuple([bytes((register << 1, value)) for register, value in settings]))
        self._transfer(_AUDIT_READ, self._settled)
        for at, (_, value) in enumerate(settings):
            self._set_expected_value(at, value)
        self.check_registers()
        await self._sleep_us(iso14443.CARD_START_UP_US)

    def write_and_read_probe(self) -> bytes:
        self._send((_IDLE, _FLUSH, _TO_FIFO + ECHO_PROBE))
        return self._read_registers(_PROBE_READ)

    @property
    def chip_gain_db(self) -> int:
        """Receiver gain as the chip has it; 18 and 23 dB have two codes."""
        code = self._read_registers(_GAIN_READ)[0] >> 4 & 0x07
        return (18, 23, 18, 23, 33, 38, 43, 48)[code]

    def set_gain(self, gain_db: int) -> None:
        self.gain_db = gain_db
        value = gain_register_value(gain_db)
        self._set_expected_value(len(SETTINGS), value)
        self._send((bytes((RF_CONFIG << 1, value)),))

    def count_wrong_echo_bytes(self, byte_count: int) -> int:
        """Send at least ``byte_count`` bytes through the FIFO; return how many came back wrong."""
        wrong = 0
        for _ in range(0, byte_count, len(ECHO_PROBE)):
            seen = self.write_and_read_probe()
            wrong += sum([seen[at] != sent for at, sent in enumerate(ECHO_PROBE)])
        return wrong

    def register_name(self, register: int) -> str:
        return f"register {register:02X}h"

    def _set_expected_value(self, at: int, value: int) -> None:
        bits = AUDITED_REGISTERS[at][1]
        self._settled[at + 1] = self._settled[at + 1] & ~bits & 0xFF | value & bits

    def check_registers(self) -> None:
        """Raise ChipError for an unexpected register value; ignore a reserved bit after its first change."""
        seen, settled, steady = self._seen, self._settled, self._steady
        self._transfer(_AUDIT_READ, seen)
        for at, (register, bits) in enumerate(AUDITED_REGISTERS):
            changed = (seen[at + 1] ^ settled[at + 1]) & steady[at]
            if changed:
                steady[at] &= ~changed & 0xFF | bits
                raise ChipError(
                    f"{self.register_name(register)} {seen[at + 1]:02X}h where {settled[at + 1]:02X}h was set"
                )

    async def switch_antenna_on(self) -> None:
        """Switch the antenna on and wait until cards have started up."""
        self._send((bytes((TX_CONTROL << 1, ANTENNA_ON)),))
        await self._sleep_us(iso14443.CARD_START_UP_US)

    def off(self) -> None:
        self._send((bytes((TX_CONTROL << 1, _ANTENNA_OFF)), _IDLE))

    async def send_request(self, command: bytes) -> int:
        """Send REQA or WUPA; return the outcome once the next request is allowed."""
        return await self._exchange(command, 2, iso14443.SHORT_FRAME_BITS, 0, True, iso14443.REQUEST_GUARD_US)

    async def exchange(self, out: bytes, answer_bytes: int, *, align: int = 0, bitwise: bool = False) -> int:
        """Send a frame, read its answer at the fixed frame delay, return the outcome.

        Args:
            out: the frame, checksum included.
            answer_bytes: size of a complete answer, at most 5; 0 for silence.
            align: bits of the last byte sent, and the answer's first bit; 0: whole bytes.
            bitwise: allow collisions.

        Raises:
            ChipError: the chip failed.
        """
        return await self._exchange(out, answer_bytes, align, align, bitwise, 0)

    async def _exchange(
        self, out: bytes, answer_bytes: int, last_bits: int, align: int, bitwise: bool, least_us: int
    ) -> int:
        start = START_WRITE_BY_ALIGN[align] if last_bits == align else START_SHORT_WRITE
        self._send(writes_for_exchange(out, start))
        sent_bits = 9 * len(out) if last_bits == 0 else 9 * len(out) - 9 + last_bits
        us = iso14443.airtime_us(sent_bits + 3)
        if answer_bytes:
            us += max(
                iso14443.FRAME_DELAY_PICC_US + iso14443.airtime_us(9 * answer_bytes - align + 2), _ANSWER_TIMEOUT_US
            )
        await self._sleep_us(max(us + self.before_next_us, least_us) + WAIT_MARGIN_US)
        if not answer_bytes:
            return SILENT
        status = self._status[answer_bytes]
        self._transfer(STATUS_READ_BY_SIZE[answer_bytes], status)
        return await self._await_outcome(status, answer_bytes, align, bitwise)

    async def _await_outcome(self, status: bytearray, answer_bytes: int, align: int, bitwise: bool) -> int:
        """Return the outcome of an exchange; wait for a late chip."""
        looks = 0
        early = b""
        while not status[1] & (IRQ_RX | IRQ_TIMER) and status[6] == ANTENNA_ON and looks < MAX_LATE_RETRIES:
            if not looks:
                early = bytes(status[STATUS_FIFO_OFFSET : STATUS_FIFO_OFFSET + status[3]])
            looks += 1
            await self._sleep_us(LATE_RETRY_US)
            self._transfer(STATUS_READ_BY_SIZE[0], self._status[0])
            if self._status[0][1] & (IRQ_RX | IRQ_TIMER):
                self._transfer(STATUS_READ_BY_SIZE[answer_bytes], status)
        return self._store_answer_get_outcome(status, early, answer_bytes, align, bitwise)

    def _store_answer_get_outcome(
        self, status: bytearray, early: bytes, answer_bytes: int, align: int, bitwise: bool
    ) -> int:
        """Store the answer, return its outcome; raise ChipError for a status of no working chip.

        ``early`` was read from the FIFO before.
        """
        irq, error, level = status[1], status[2] & ANSWER_ERROR_BITS, status[3]
        if status[6] != ANTENNA_ON or irq & IRQ_SET or not irq & IRQ_TX:
            raise ChipError(f"{status[1:STATUS_FIFO_OFFSET].hex()} in the registers from ComIrqReg on, after sending")
        self.collision = 0
        if not irq & IRQ_RX:
            return SILENT if not level and not error else GARBLED
        came = early + bytes(status[STATUS_FIFO_OFFSET : STATUS_FIFO_OFFSET + level])
        self.lacks_first = align == _ALIGN_LOSING_FIRST_BIT and len(came) == answer_bytes - 1
        if self.lacks_first:
            came = b"\0" + came
        if error:
            if not bitwise or not error & _COLLISION_ERROR_BIT or status[5] & _POSITION_NOT_VALID:
                return GARBLED
            self.collision = status[5] & 0x1F or 32
            if len(came) > answer_bytes:
                return GARBLED
            self.is_cut = len(came) < answer_bytes
            self.whole_bytes = min(len(came), (self.collision - 1) // 8)
        elif len(came) != answer_bytes or status[4] & 0x07:
            return GARBLED
        self.answer = came + bytes(answer_bytes - len(came))
        return OK

    def _read_registers(self, addresses: bytes) -> bytes:
        into = bytearray(len(addresses))
        self._transfer(addresses, into)
        return bytes(into[1:])
