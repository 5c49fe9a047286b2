"""Twin of an MFRC522 behind SPI, with twins of cards (PICCs) in its field.

Written from the data sheet (rev. 3.9). Each access computes what happened since the last.
`hw/README.md` lists what is not modelled.
"""

import math
from collections.abc import Callable, Sequence
from enum import Enum
from functools import lru_cache
from random import Random
from typing import Final

from hw.bus.ports import SpiPort
from hw.iso14443 import frames
from hw.iso14443.frames import crc_a
from hw.iso14443.picc import PcdFrame, Picc
from hw.mfrc522.field import AntennaField
from hw.mfrc522.flavours import STRICTEST, Flavour
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

NEVER: Final = math.inf
START_UP_S: Final = 37.74e-6
"""From power-up, or reset going high, until the oscillator runs and the chip answers (8.8.2)."""

BROWN_OUT_S: Final = 10e-3
"""Assumed duration of a dip of the supply."""

AUTHENTICATION_BYTES: Final = 12
CRYPTO_ON: Final = 0x08
"""MFCrypto1On of Status2Reg (9.3.1.9)."""

ALIGN_FOR_ONE_BIT: Final = 7
"""RxAlign at which the first byte has room for one bit."""

LATE_MISO_BYTE_SHARE: Final = 0.005
"""Share of bytes damaged on a loaded MISO, assumed: it is noticed, but a reader can still start."""

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


class StuckMiso(Enum):
    LOW = 0x00
    HIGH = 0xFF


class ResetPin:
    """The chip's NRSTPD pin: low powers it down, a rising edge resets it (8.8)."""

    def __init__(self, twin: "Mfrc522Twin") -> None:
        self._twin = twin

    def on(self) -> None:
        self._twin.power_up()

    def off(self) -> None:
        self._twin.power_down()

    def follow_level(self, level: float) -> None:
        if level:
            self.on()
        else:
            self.off()


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


class Mfrc522Twin(SpiPort):
    """A chip and its antenna: an SPI port on one side, a field for PICCs on the other.

    Attributes:
        transfers: SPI transfers so far.
        messages: messages of transfers so far; a Pi makes one system call per message.
        byte_count: bytes clocked on SPI so far.
        airtime_s: time spent sending, waiting and receiving.
        exchanges: frames sent.
        guard_violations: frames sent sooner than ISO/IEC 14443-3 allows (field on, between requests, after an answer).
        field: the cards, and what disturbs them.
        reset_pin: NRSTPD.
        spi_hz: its SPI clock.
        is_on_i2c: whether its module is wired to I2C instead.
        lag_s: fault: extra delay until registers show the end of a frame.

    Args:
        now_s: clock, seconds.
        flavour: kind of chip.
    """

    def __init__(self, now_s: Callable[[], float], flavour: Flavour = STRICTEST) -> None:
        self._now_s = now_s
        self._flavour = flavour
        documented = DOCUMENTED_BITS if flavour.documented_bits_only else {}
        self._kept_bits = {int(at): bits for at, bits in documented.items()}
        self.transfers = 0
        self.messages = 0
        self.byte_count = 0
        self.airtime_s = 0.0
        self.exchanges = 0
        self.guard_violations = 0
        self.field = AntennaField()
        self.reset_pin = ResetPin(self)
        self.lag_s = 0.0
        self.spi_hz = 4_000_000
        self.is_on_i2c = flavour.is_on_i2c
        self._sound_to_hz: int | None = None
        self._loss = Random(2)  # noqa: S311  # no secret
        self._stuck_miso: StuckMiso | None = None
        self._hung = self._deaf = False
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
        self._at_s = self._weak_until_s = -NEVER
        self._reset_chip()

    # The field

    @property
    def rf_on(self) -> bool:
        self._advance_to_now()
        return self.field.on_since_s < NEVER

    @property
    def irq_level(self) -> bool:
        """Level of the pin IRQ (9.3.1.3 to 9.3.1.6), high while it is open drain and inactive."""
        self._advance_to_now()
        registers = self._registers
        com = registers[Register.COM_IRQ_ENABLE] & registers[_COM_IRQ] & 0x7F
        div = registers[Register.DIV_IRQ_ENABLE] & registers[Register.DIV_IRQ] & (DivIrq.MFIN_ACTIVE | DivIrq.CRC)
        return bool(com or div) != bool(registers[Register.COM_IRQ_ENABLE] & 0x80)

    @property
    def next_event_s(self) -> float:
        """When the chip changes its registers next by itself; infinity if it does not."""
        return self._next_s

    def enter(self, picc: Picc, coupling: float = 1.0) -> None:
        """Bring a card near or move it: coupling 1 is on the antenna, 0.1 the edge of its range."""
        self.field.enter(picc, coupling, self._advance_to_now())

    def leave(self, picc: Picc) -> None:
        """Take a card away, possibly in mid-frame; raise KeyError if it is not there."""
        self.field.leave(picc, self._advance_to_now())

    @property
    def piccs(self) -> tuple[Picc, ...]:
        return self.field.piccs

    # Faults

    def stick_miso(self, level: StuckMiso | None) -> None:
        """Make MISO stick at a level, or repair it (None); the chip works on."""
        self._stuck_miso = level
        self._update_spi_disturbed()

    def delay_miso_above(self, sound_to_hz: int | None) -> None:
        """Delay MISO by a load: above ``sound_to_hz`` a 1 may be late and read as 0. None repairs it.

        Users report 82h for 92h (miguelbalboa/rfid#191).
        """
        self._sound_to_hz = sound_to_hz
        self._update_spi_disturbed()

    def hang(self) -> None:
        """Hang the chip until a reset by pin or power."""
        self._advance_to_now()
        self._hung = True
        self._update_spi_disturbed()

    def go_deaf(self) -> None:
        """Disable the receiver alone, until NRSTPD or the supply resets the chip.

        Users report this fault (miguelbalboa/rfid#540); SoftReset does not help.
        """
        self._advance_to_now()
        self._deaf = True

    def repair_receiver(self) -> None:
        self._advance_to_now()
        self._deaf = False

    def brown_out(self, lasts_s: float = BROWN_OUT_S) -> None:
        """Reset registers and field, as in a dip of the supply; during the dip the chip answers but keeps no write."""
        self._advance_to_now()
        self._weak_until_s = self._at_s + lasts_s
        self._reset_chip()

    def power_down(self) -> None:
        self._advance_to_now()
        self._reset_chip()
        self._awake_s = NEVER
        self._update_spi_disturbed()

    def power_up(self) -> None:
        self._advance_to_now()
        self._hung = self._deaf = False
        self._reset_chip()

    def _update_spi_disturbed(self) -> None:
        self._late_miso = self._sound_to_hz is not None and self.spi_hz > self._sound_to_hz
        is_silent = self._hung or self._stuck_miso is not None or self._at_s < self._awake_s
        self._disturbed = is_silent or self._late_miso or self._at_s < self._weak_until_s

    # The SPI side

    def transfer(self, data: bytes) -> bytes:
        """Take an SPI frame: address byte, then data (write) or further addresses (read), 8.1.2."""
        return self.transfer_many((data,))[0]

    def transfer_many(self, transfers: Sequence[bytes]) -> Sequence[bytes]:
        self.messages += 1
        self.transfers += len(transfers)
        self.byte_count += sum(map(len, transfers))
        self._at_s = now_s = self._now_s()
        if now_s >= self._next_s:
            self._process_events_until(now_s)
        return [
            self._transfer_disturbed(data) if self._disturbed else self._transfer_undisturbed(data)
            for data in transfers
        ]

    def _transfer_disturbed(self, data: bytes) -> bytes:
        self._update_spi_disturbed()
        is_lost = self._at_s < self._weak_until_s and not data[0] & 0x80
        is_silent = self._hung or self._at_s < self._awake_s
        answer = bytes(len(data)) if is_lost or is_silent else self._transfer_undisturbed(data)
        if self._late_miso:
            answer = bytes(self._corrupt_miso(byte) for byte in answer)
        return answer if self._stuck_miso is None else bytes((self._stuck_miso.value,)) * len(data)

    def _corrupt_miso(self, byte: int) -> int:
        return byte & ~(1 << self._loss.randrange(8)) if self._loss.random() < LATE_MISO_BYTE_SHARE else byte

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
        registers[Register.VERSION] = self._flavour.version
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
            self._reset_chip(self._flavour.soft_reset_s)
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
            if not self._flavour.takes_fifo_while_waiting:
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
            if self._receiving and not self._flavour.sends_while_waiting:
                return
            self._send_fifo()

    def _send_fifo(self) -> None:
        """Send the FIFO's bytes; an answer in reception is lost."""
        data = bytes(self._fifo)
        if not data and not self._flavour.sends_empty_frames:
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

    def _advance_to_now(self) -> float:
        self._at_s = now_s = self._now_s()
        self._process_events_until(now_s)
        return now_s

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
            answered = self.field.broadcast_frame(self._sent, self._sent_s, ended_s, self._gain_db())
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

    def _gain_db(self) -> int:
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
        if position is not None and self._flavour.collision_counts_alignment:
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
        if not self._flavour.stays_in_transceive:
            registers[_COMMAND] &= 0xF0
            registers[_COM_IRQ] |= ComIrq.IDLE

    def _decode_answer(self) -> tuple[bytes, DecodedFrame]:
        align = self._registers[_BIT_FRAMING] >> 4 & 0x07
        keep = bool(self._registers[_COLLISION] & VALUES_AFTER_COLLISION)
        received = decode_frame(self.field.receive_answer_bits(), align, keep_after_collision=keep)
        value = sum(bit << align + index for index, bit in enumerate(received.data))
        data = value.to_bytes((len(received.data) + align + 7) // 8, "little")
        if received.collision is not None and not self._flavour.keeps_collided_byte:
            data = data[: (align + received.collision - 1) // 8]
        if align == ALIGN_FOR_ONE_BIT and self._flavour.suppresses_single_bit:
            data = data[1:]
        return data, received


def _timer_length_from_registers(registers: bytearray) -> float:
    mode, prescaler, high, low = registers
    return timer_duration_s((mode & 0x0F) << 8 | prescaler, high << 8 | low)


@lru_cache(maxsize=256)
def _registers_addressed_by(data: bytes) -> tuple[int, ...]:
    """Return the registers of a combined read (8.1.2.1)."""
    return tuple(byte >> 1 & 0x3F for byte in data[:-1])
