"""Twin of an MFRC522 behind SPI, with twins of cards (PICCs) in its field.

Written from the data sheet (rev. 3.9). Each access computes what happened since the last.
`hw/README.md` lists what is not modelled.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from hw.iso14443 import frames
from hw.iso14443.frames import crc_a
from hw.iso14443.picc import PcdFrame
from hw.mfrc522.flavours import STRICTEST, Flavour
from hw.mfrc522.reader_twin import NEVER, ReaderTwin
from hw.mfrc522.reception import DecodedFrame, decode_frame
from hw.mfrc522.registers import (
    ANTENNA_ON,
    COLLISION_POSITION,
    COLLISION_POSITION_NOT_VALID,
    CRC_ENABLE,
    CRC_PRESETS,
    DOCUMENTED_BITS,
    FIFO_BYTES,
    FLUSH_FIFO,
    GAIN_DB_BY_CODE,
    POWER_DOWN,
    RESET_VALUES,
    START_SEND,
    TIMER_AUTO,
    TIMER_START_NOW,
    TIMER_STOP_NOW,
    VALUES_AFTER_COLLISION,
    ComIrq,
    Command,
    DivIrq,
    ErrorFlag,
    Register,
    timer_duration_s,
)

START_UP_S: Final = 37.74e-6
"""From power-up, or reset going high, until the oscillator runs and the chip answers (8.8.2)."""

AUTHENTICATION_BYTES: Final = 12
CRYPTO_ON: Final = 0x08
"""MFCrypto1On of Status2Reg (9.3.1.9)."""

ALIGN_FOR_ONE_BIT: Final = 7
"""RxAlign at which the first byte has room for one bit."""

GUARD_TOLERANCE_S: Final = 1e-7
"""A frame early by less than this is on time: asyncio timers may fire a nanosecond early."""

# Plain ints: enum lookups are too slow for 30,000 accesses a second.
_COM_IRQ: Final = int(Register.COM_IRQ)
_ERROR: Final = int(Register.ERROR)
_FIFO_DATA: Final = int(Register.FIFO_DATA)
_FIFO_LEVEL: Final = int(Register.FIFO_LEVEL)
_CONTROL: Final = int(Register.CONTROL)
_COLLISION: Final = int(Register.COLLISION)
_COMMAND: Final = int(Register.COMMAND)
_BIT_FRAMING: Final = int(Register.BIT_FRAMING)
_WATER_LEVEL: Final = int(Register.WATER_LEVEL)
_TX_MODE: Final = int(Register.TX_MODE)
_TRANSCEIVE: Final = int(Command.TRANSCEIVE)
_IRQ_TX: Final = int(ComIrq.TX)
_IRQ_RX: Final = int(ComIrq.RX)
_IRQ_TIMER: Final = int(ComIrq.TIMER)
_IRQ_LOW_ALERT: Final = int(ComIrq.LOW_ALERT)
_IRQ_HIGH_ALERT: Final = int(ComIrq.HIGH_ALERT)
_WRITE_ERROR: Final = int(ErrorFlag.WRITE)
_TIMER_REGISTERS: Final = slice(Register.TIMER_MODE, Register.TIMER_RELOAD_LOW + 1)
"""TModeReg, TPrescalerReg and TReloadReg, side by side (9.3.3.10, 9.3.3.11)."""

_TYPE_A_SEND_SETTINGS: Final = (
    (Register.MODE, 0x20, 0x20),
    (Register.TX_CONTROL, 0xCB, 0x83),
    (Register.TX_ASK, 0x40, 0x40),
    (Register.TX_MODE, 0x78, 0x00),
    (Register.TX_SELECT, 0x30, 0x10),
    (Register.MIFARE_RX, 0x10, 0x00),
    (Register.MODULATION_WIDTH, 0xFF, 0x26),
)
"""Masks and values for cards at 106 kbit/s (9.3.2): wait for the field, push-pull, ASK of 100 %, speed, modulation,
parity, pauses."""

_TYPE_A_RECEIVE_SETTINGS: Final = (
    (Register.COMMAND, 0x20, 0x00),
    (Register.RX_MODE, 0x74, 0x00),
    (Register.RX_SELECT, 0xC0, 0x80),
)
"""Masks and values to receive an answer: RcvOff, speed and RxMultiple, the receiver's source."""

_TIMER_GATED: Final = 0x60
"""TModeReg: the timer counts while a pin is high; the pin is not wired."""


class I2cSide:
    """The chip on I2C (8.1.4): a message names a register and writes to it, or the next read is from there."""

    missing = False

    def __init__(self, twin: "Mfrc522Twin") -> None:
        self._twin = twin
        self._register = 0

    def receive(self, data: bytes) -> None:
        self._register = data[0]
        if len(data) > 1:
            self._twin.transfer(bytes((data[0] << 1, *data[1:])))

    def answer_read(self, count: int) -> bytes:
        return self._twin.transfer(bytes((0x80 | self._register << 1,)) * count + b"\0")[1:]


class Mfrc522Twin(ReaderTwin):
    """An MFRC522.

    Attributes:
        is_on_i2c: whether its module is wired to I2C instead.

    Args:
        now_s: clock, seconds.
        flavour: kind of chip.
    """

    def __init__(self, now_s: Callable[[], float], flavour: Flavour = STRICTEST) -> None:
        super().__init__(now_s)
        self.flavour = flavour
        documented = DOCUMENTED_BITS if flavour.documented_bits_only else {}
        self._kept_bits = {int(at): bits for at, bits in documented.items()}
        self.is_on_i2c = flavour.is_on_i2c
        self._writers: dict[int, Callable[[bytes], None]] = {
            Register.COMMAND: self._write_command,
            Register.COM_IRQ: self._write_com_irq,
            Register.DIV_IRQ: self._write_div_irq,
            Register.ERROR: self._ignore_write,
            Register.STATUS_1: self._ignore_write,
            Register.FIFO_DATA: self._write_fifo,
            Register.FIFO_LEVEL: self._write_fifo_level,
            Register.CONTROL: self._write_control,
            Register.BIT_FRAMING: self._write_bit_framing,
            Register.COLLISION: self._write_collision_register,
            Register.TX_CONTROL: self._write_tx_control,
            Register.CRC_RESULT_HIGH: self._ignore_write,
            Register.CRC_RESULT_LOW: self._ignore_write,
            Register.TIMER_COUNTER_HIGH: self._ignore_write,
            Register.TIMER_COUNTER_LOW: self._ignore_write,
            Register.VERSION: self._ignore_write,
        }
        self._registers = bytearray(64)
        self._fifo = bytearray()
        self._reset_chip()

    @property
    def irq_level(self) -> bool:
        """Level of the pin IRQ (9.3.1.3 to 9.3.1.6), high while it is open drain and inactive."""
        self._advance_to_now()
        registers = self._registers
        com = registers[Register.COM_IRQ_ENABLE] & registers[_COM_IRQ] & 0x7F
        div = registers[Register.DIV_IRQ_ENABLE] & registers[Register.DIV_IRQ] & (DivIrq.MFIN_ACTIVE | DivIrq.CRC)
        return bool(com or div) != bool(registers[Register.COM_IRQ_ENABLE] & 0x80)

    def set_register(self, register: int, value: int) -> None:
        """Set a register as it was seen on a real chip."""
        if register == Register.TX_CONTROL:
            self._write_tx_control(bytes((value,)))
        else:
            self._registers[register] = value

    def _transfer_undisturbed(self, data: bytes) -> bytes:
        first = data[0]
        if first & 0x80:
            return self._read_registers(data)
        register, written = first >> 1, data[1:]
        if written:
            writer = self._writers.get(register)
            if writer is not None:
                writer(written)
            else:
                kept = self._kept_bits.get(register, 0xFF)
                self._registers[register] = self._registers[register] & ~kept | written[-1] & kept
        return bytes(len(data))

    def _read_registers(self, data: bytes) -> bytes:
        addressed = _registers_addressed_by(data)
        stored = self._registers.__getitem__
        if not self._fifo:  # an empty FIFO reads 0
            return bytes((0, *map(stored, addressed)))
        return bytes((0, *(self._pop_fifo_byte() if at == _FIFO_DATA else stored(at) for at in addressed)))

    # Registers

    def _reset_chip(self, start_up_s: float = START_UP_S) -> None:
        """Reset as after power-up; the field collapses (8.8, 10.3.1.10)."""
        registers = self._registers
        registers[:] = bytes(64)
        for register, value in RESET_VALUES.items():
            registers[register] = value
        registers[Register.VERSION] = self.flavour.version
        self._fifo.clear()
        self._awake_s = self._at_s + start_up_s
        self._update_spi_disturbed()
        self._tx_end_s = self._rx_end_s = self._timer_end_s = self._next_s = NEVER
        self._timer_length_s = 0.0
        self._receiving = False
        self._sent = PcdFrame(b"", 0)
        self._sent_s = self._air_end_s = -NEVER
        self._answer_ended_s = -NEVER
        self._request_s = -NEVER
        self.field.switch_antenna(on=False, at_s=self._at_s)

    def _ignore_write(self, data: bytes) -> None:
        """Ignore a write to a read-only register."""

    def _write_command(self, data: bytes) -> None:
        value = data[-1]
        command = value & 0x0F
        if command == Command.SOFT_RESET:
            self._reset_chip(self.flavour.soft_reset_s)
            return
        running = self._registers[_COMMAND] & 0x0F
        if command == Command.NO_COMMAND_CHANGE or command == running == Command.TRANSCEIVE:
            self._registers[_COMMAND] = value & 0x30 | running
            self._switch_field_if_changed()
            return
        self._tx_end_s = self._rx_end_s = NEVER
        self._set_next_event_time()
        self._receiving = False
        self._registers[_ERROR] = 0
        self._registers[_COMMAND] = value & 0x3F
        self._switch_field_if_changed()
        if command == Command.CALC_CRC:
            self._calculate_crc()
        elif command == Command.TRANSMIT:
            self._send_fifo()
        elif command == Command.MIFARE_AUTHENTICATE:
            self._authenticate()

    def _authenticate(self) -> None:
        """Run MFAuthent (10.3.1.9): command, block, key and UID are in the FIFO. A card that refuses says nothing."""
        data = bytes(self._fifo)
        self._fifo.clear()
        self._update_fifo_level_and_alerts()
        opened = len(data) == AUTHENTICATION_BYTES and self.field.authenticate(data[0], data[1], data[2:8], data[8:])
        if opened and not self._deaf:
            self._registers[Register.STATUS_2] |= CRYPTO_ON
            self._registers[_COMMAND] &= 0xF0
            self._registers[_COM_IRQ] |= ComIrq.IDLE
        elif self._registers[Register.TIMER_MODE] & TIMER_AUTO:
            self._start_timer(self._at_s)
            self._set_next_event_time()

    def _calculate_crc(self) -> None:
        """Run CalcCRC (10.3.1.4) over the FIFO's present bytes; a real chip goes on until Idle."""
        preset = CRC_PRESETS[self._registers[Register.MODE] & 0x03]
        low, high = crc_a(bytes(self._fifo), preset)
        self._registers[Register.CRC_RESULT_LOW] = low
        self._registers[Register.CRC_RESULT_HIGH] = high
        self._registers[Register.DIV_IRQ] |= DivIrq.CRC
        self._fifo.clear()
        self._update_fifo_level_and_alerts()

    def _write_com_irq(self, data: bytes) -> None:
        value = data[-1]
        if value & 0x80:
            self._registers[_COM_IRQ] |= value & 0x7F
        else:
            self._registers[_COM_IRQ] &= ~value & 0x7F

    def _write_div_irq(self, data: bytes) -> None:
        value = data[-1]
        marked = value & (DivIrq.MFIN_ACTIVE | DivIrq.CRC)
        if value & DivIrq.SET:
            self._registers[Register.DIV_IRQ] |= marked
        else:
            self._registers[Register.DIV_IRQ] &= ~marked & 0xFF

    def _write_fifo(self, data: bytes) -> None:
        if self._receiving:
            self._registers[_ERROR] |= ErrorFlag.WRITE
            self._registers[_COM_IRQ] |= ComIrq.ERROR
            if not self.flavour.takes_fifo_while_waiting:
                return
        self._fifo += data
        if len(self._fifo) > FIFO_BYTES:
            del self._fifo[FIFO_BYTES:]
            self._registers[_ERROR] |= ErrorFlag.BUFFER_OVERFLOW
        self._update_fifo_level_and_alerts()

    def _write_fifo_level(self, data: bytes) -> None:
        if data[-1] & FLUSH_FIFO:
            self._fifo.clear()
            self._registers[_ERROR] &= ~ErrorFlag.BUFFER_OVERFLOW & 0xFF
            self._update_fifo_level_and_alerts()

    def _update_fifo_level_and_alerts(self) -> None:
        """Update FIFOLevel and latch the alerts of the water level (9.3.1.12)."""
        registers = self._registers
        level = len(self._fifo)
        registers[_FIFO_LEVEL] = level
        water = registers[_WATER_LEVEL]
        if level <= water:
            registers[_COM_IRQ] |= _IRQ_LOW_ALERT
        if FIFO_BYTES - level <= water:
            registers[_COM_IRQ] |= _IRQ_HIGH_ALERT

    def _pop_fifo_byte(self) -> int:
        if not self._fifo:
            return 0
        byte = self._fifo.pop(0)
        self._update_fifo_level_and_alerts()
        return byte

    def _write_control(self, data: bytes) -> None:
        if data[-1] & TIMER_STOP_NOW:
            self._timer_end_s = NEVER
        elif data[-1] & TIMER_START_NOW:
            self._start_timer(self._at_s)
        self._set_next_event_time()

    def _write_collision_register(self, data: bytes) -> None:
        kept = self._registers[_COLLISION] & ~VALUES_AFTER_COLLISION
        self._registers[_COLLISION] = kept | data[-1] & VALUES_AFTER_COLLISION

    def _write_tx_control(self, data: bytes) -> None:
        self._registers[Register.TX_CONTROL] = data[-1]
        self._switch_field_if_changed()

    def _switch_field_if_changed(self) -> None:
        """Switch the field on while a transmitter is enabled and the chip not powered down (8.6)."""
        enabled = self._registers[Register.TX_CONTROL] & ANTENNA_ON
        on = bool(enabled) and not self._registers[_COMMAND] & POWER_DOWN
        if on != (self.field.on_since_s < NEVER):
            self.field.switch_antenna(on=on, at_s=self._at_s)

    # The timer

    def _start_timer(self, starts_s: float) -> None:
        if self._registers[Register.TIMER_MODE] & _TIMER_GATED:
            return
        self._timer_length_s = _timer_length_from_registers(self._registers[_TIMER_REGISTERS])
        self._timer_end_s = starts_s + self._timer_length_s

    # Sending and receiving

    def _write_bit_framing(self, data: bytes) -> None:
        value = data[-1]
        self._registers[_BIT_FRAMING] = value & 0x7F
        if value & START_SEND and self._registers[_COMMAND] & 0x0F == _TRANSCEIVE:
            if self._receiving and not self.flavour.sends_while_waiting:
                return
            self._send_fifo()

    def _send_fifo(self) -> None:
        """Send the FIFO's bytes; an answer in reception is lost."""
        data = bytes(self._fifo)
        if not data and not self.flavour.sends_empty_frames:
            return
        registers = self._registers
        last_bits = registers[_BIT_FRAMING] & 0x07 if data else 0
        self._fifo.clear()
        self._update_fifo_level_and_alerts()
        registers[_ERROR] &= _WRITE_ERROR
        if registers[_TX_MODE] & CRC_ENABLE:
            data += crc_a(data)
            last_bits = 0
        bits = 8 * len(data) - (8 - last_bits if last_bits else 0)
        self._begin_transmission(PcdFrame(data, bits), etus=1 + bits + len(data) - (last_bits != 0) + 2)

    def _begin_transmission(self, frame: PcdFrame, etus: int) -> None:
        self._receiving = False
        if self.field.on_since_s < NEVER:
            self._count_if_guard_violated(is_request=frame.bits == frames.SHORT_FRAME_BITS)
        self.exchanges += 1
        self._sent = frame
        self._sent_s = self._at_s
        self._air_end_s = self._at_s + etus * frames.ETU_S
        if self.field.on_since_s < NEVER:
            self.field.frames.append((self._sent_s, self._air_end_s))
        self._tx_end_s = self._air_end_s + self.lag_s
        self._rx_end_s = self._timer_end_s = NEVER
        self._next_s = self._tx_end_s

    def _count_if_guard_violated(self, *, is_request: bool) -> None:
        late_s = self._at_s + GUARD_TOLERANCE_S
        early = late_s < self._answer_ended_s + frames.FRAME_DELAY_PCD_S
        if is_request:
            early |= late_s < self._request_s + frames.REQUEST_GUARD_S
            early |= late_s < self.field.on_since_s + frames.FIELD_ON_GUARD_S
            self._request_s = self._at_s
        self.guard_violations += early

    def _set_next_event_time(self) -> None:
        self._next_s = min(self._tx_end_s, self._rx_end_s, self._timer_end_s)

    def _process_events_until(self, now_s: float) -> None:
        while self._next_s <= now_s:
            if self._next_s == self._tx_end_s:
                self._end_transmission_and_broadcast()
            elif self._next_s == self._rx_end_s:
                self._end_reception_fill_fifo()
            else:
                self._expire_timer()
            self._set_next_event_time()

    def _end_transmission_and_broadcast(self) -> None:
        ended_s = self._air_end_s
        self._tx_end_s = NEVER
        registers = self._registers
        registers[_COM_IRQ] |= _IRQ_TX
        self.airtime_s += ended_s - self._sent_s
        if registers[Register.TIMER_MODE] & TIMER_AUTO:
            self._start_timer(ended_s)
        answered = None
        if self._registers_match(_TYPE_A_SEND_SETTINGS):
            answered = self.field.broadcast_frame(self._sent, self._sent_s, ended_s, self.gain_db())
        if self._deaf or not self._registers_match(_TYPE_A_RECEIVE_SETTINGS):
            answered = None
        if registers[_COMMAND] & 0x0F != _TRANSCEIVE:
            registers[_COMMAND] &= 0xF0
            registers[_COM_IRQ] |= ComIrq.IDLE
            return
        self._receiving = True
        if answered is None:
            return
        starts_s, ends_s = answered
        self._answer_ended_s = ends_s
        self._rx_end_s = ends_s + self.lag_s
        fifth_bit_s = starts_s + 5 * frames.ETU_S
        if fifth_bit_s < self._timer_end_s:
            self._timer_end_s = NEVER

    def _registers_match(self, settings: tuple[tuple[Register, int, int], ...]) -> bool:
        return all(self._registers[register] & bits == value for register, bits, value in settings)

    def gain_db(self) -> int:
        return GAIN_DB_BY_CODE[self._registers[Register.RF_CONFIG] >> 4 & 0x07]

    def _expire_timer(self) -> None:
        if self._rx_end_s == NEVER:
            self.airtime_s += self._timer_length_s
        self._timer_end_s = NEVER
        self._registers[_COM_IRQ] |= _IRQ_TIMER

    def _end_reception_fill_fifo(self) -> None:
        self.airtime_s += self._answer_ended_s - self._air_end_s
        registers = self._registers
        registers[_COM_IRQ] |= _IRQ_RX
        align = registers[_BIT_FRAMING] >> 4 & 0x07
        keep = registers[_COLLISION] & VALUES_AFTER_COLLISION
        data, received = self._decode_answer()
        self._receiving = False
        self._rx_end_s = NEVER
        error = received.error
        registers[_CONTROL] = registers[_CONTROL] & ~0x07 & 0xFF | (len(received.data) + align) % 8
        if registers[Register.RX_MODE] & CRC_ENABLE:
            data, checksum = data[:-2], data[-2:]
            if crc_a(data) != checksum:
                error |= ErrorFlag.CRC
        position = received.collision
        if position is not None and self.flavour.collision_counts_alignment:
            position += align
        if position is None or position > 32:
            registers[_COLLISION] = keep | COLLISION_POSITION_NOT_VALID
        else:
            registers[_COLLISION] = keep | position & COLLISION_POSITION
        registers[_ERROR] |= error
        if error:
            registers[_COM_IRQ] |= ComIrq.ERROR
        self._fifo += data
        self._update_fifo_level_and_alerts()
        if not self.flavour.stays_in_transceive:
            registers[_COMMAND] &= 0xF0
            registers[_COM_IRQ] |= ComIrq.IDLE

    def _decode_answer(self) -> tuple[bytes, DecodedFrame]:
        align = self._registers[_BIT_FRAMING] >> 4 & 0x07
        keep = bool(self._registers[_COLLISION] & VALUES_AFTER_COLLISION)
        received = decode_frame(self.field.receive_answer_bits(), align, keep_after_collision=keep)
        value = sum(bit << align + index for index, bit in enumerate(received.data))
        data = value.to_bytes((len(received.data) + align + 7) // 8, "little")
        if received.collision is not None and not self.flavour.keeps_collided_byte:
            data = data[: (align + received.collision - 1) // 8]
        if align == ALIGN_FOR_ONE_BIT and self.flavour.suppresses_single_bit:
            data = data[1:]
        return data, received


def _timer_length_from_registers(registers: bytearray) -> float:
    mode, prescaler, high, low = registers
    return timer_duration_s((mode & 0x0F) << 8 | prescaler, high << 8 | low)


@lru_cache(maxsize=256)
def _registers_addressed_by(data: bytes) -> tuple[int, ...]:
    """Return the registers of a combined read (8.1.2.1)."""
    return tuple(byte >> 1 & 0x3F for byte in data[:-1])
