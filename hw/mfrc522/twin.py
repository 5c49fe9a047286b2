"""The MFRC522 as octets on SPI see it, with PICC twins in its field.

Written from the data sheet (rev. 3.9). Time is read, never made: each access works out what has happened since
the last one. `hw/README.md` lists what is not modelled.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from hw.iso14443 import frames
from hw.iso14443.crc_a import crc_a
from hw.iso14443.picc import PcdFrame, Picc, Reply
from hw.mfrc522.registers import (
    ANTENNA_ON,
    COLLISION_POSITION,
    COLLISION_POSITION_NOT_VALID,
    CRC_ENABLE,
    CRC_PRESETS,
    FIFO_OCTETS,
    FLUSH_FIFO,
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
    Error,
    Register,
    Status1,
    timer_s,
)

NEVER: Final = math.inf
START_UP_S: Final = 37.74e-6
"""From reset or power-up until the oscillator runs and the chip answers (8.8)."""

TOLERANCE_S: Final = 1e-7
"""A frame this little early is on time: an asyncio timer may fire a nanosecond before its moment."""

# Plain ints: the hot path asks them 30,000 times a second, and enum lookups cost more than the work.
_COM_IRQ: Final = int(Register.COM_IRQ)
_ERROR: Final = int(Register.ERROR)
_FIFO_DATA: Final = int(Register.FIFO_DATA)
_FIFO_LEVEL: Final = int(Register.FIFO_LEVEL)
_CONTROL: Final = int(Register.CONTROL)
_COLLISION: Final = int(Register.COLLISION)
_COMMAND: Final = int(Register.COMMAND)
_BIT_FRAMING: Final = int(Register.BIT_FRAMING)
_WATER_LEVEL: Final = int(Register.WATER_LEVEL)
_TRANSCEIVE: Final = int(Command.TRANSCEIVE)
_IRQ_TX: Final = int(ComIrq.TX)
_IRQ_RX: Final = int(ComIrq.RX)
_IRQ_TIMER: Final = int(ComIrq.TIMER)
_IRQ_LOW_ALERT: Final = int(ComIrq.LOW_ALERT)
_IRQ_HIGH_ALERT: Final = int(ComIrq.HIGH_ALERT)


@dataclass(slots=True)
class _Presence:
    """A PICC in the field, and from when on it can hear."""

    picc: Picc
    ready_s: float


@dataclass(frozen=True, slots=True)
class _OnAir:
    """One answer under way."""

    picc: Picc
    reply: Reply
    starts_s: float


class Mfrc522Twin:
    """One chip and its antenna; an SpiPort on one side, a field that PICCs enter and leave on the other.

    Attributes:
        transfers: SPI transfers so far.
        octets: octets clocked on SPI so far.
        airtime_s: time spent sending, waiting for an answer or its time-out, and receiving.
        exchanges: frames sent.
        guard_violations: frames sent sooner than ISO/IEC 14443-3 allows (field on, between requests, after an answer).
    """

    def __init__(
        self, now_s: Callable[[], float], *, version: int = 0x92, chance: Random | None = None, frame_loss: float = 0.0
    ) -> None:
        self._now_s = now_s
        self.version = version
        self.chance = chance
        self.frame_loss = frame_loss
        self.transfers = 0
        self.octets = 0
        self.airtime_s = 0.0
        self.exchanges = 0
        self.guard_violations = 0
        self._field: dict[Picc, _Presence] = {}
        self._writers: dict[int, Callable[[bytes], None]] = {
            Register.COMMAND: self._write_command,
            Register.COM_IRQ: self._write_com_irq,
            Register.DIV_IRQ: self._write_div_irq,
            Register.ERROR: self._write_nothing,
            Register.STATUS_1: self._write_nothing,
            Register.FIFO_DATA: self._write_fifo,
            Register.FIFO_LEVEL: self._write_fifo_level,
            Register.CONTROL: self._write_control,
            Register.BIT_FRAMING: self._write_bit_framing,
            Register.COLLISION: self._write_collision,
            Register.TX_CONTROL: self._write_tx_control,
            Register.CRC_RESULT_HIGH: self._write_nothing,
            Register.CRC_RESULT_LOW: self._write_nothing,
            Register.TIMER_COUNTER_HIGH: self._write_nothing,
            Register.TIMER_COUNTER_LOW: self._write_nothing,
            Register.VERSION: self._write_nothing,
        }
        self._readers: dict[int, Callable[[], int]] = {
            Register.FIFO_DATA: self._read_fifo,
            Register.STATUS_1: self._read_status_1,
            Register.TIMER_COUNTER_HIGH: lambda: self._timer_count() >> 8,
            Register.TIMER_COUNTER_LOW: lambda: self._timer_count() & 0xFF,
        }
        self._registers = bytearray(64)
        self._fifo = bytearray()
        self._at_s = -NEVER
        self._reset()

    # The field

    @property
    def rf_on(self) -> bool:
        """Whether the antenna is driven."""
        return bool(self._registers[Register.TX_CONTROL] & ANTENNA_ON) and self._awake_s < NEVER

    def enter(self, picc: Picc) -> None:
        """Bring a PICC into the field; it starts up if the field is on."""
        now_s = self._catch_up()
        presence = _Presence(picc, ready_s=NEVER)
        self._field[picc] = presence
        if self.rf_on:
            picc.power_on()
            presence.ready_s = now_s + picc.start_up_s

    def leave(self, picc: Picc) -> None:
        """Take a PICC out of the field, in the middle of a frame if need be.

        Raises:
            KeyError: it is not there.
        """
        self._catch_up()
        del self._field[picc]
        picc.power_off()

    @property
    def piccs(self) -> tuple[Picc, ...]:
        """Who is in the field, in the order of entering."""
        return tuple(self._field)

    # The SPI side

    def transfer(self, octets: bytes) -> bytes:
        """One SPI frame: address octet, then data (write) or further addresses (read), 8.1.2."""
        self.transfers += 1
        self.octets += len(octets)
        self._at_s = now_s = self._now_s()
        if now_s >= self._next_s:
            self._advance(now_s)
        if now_s < self._awake_s:
            return bytes(len(octets))
        first = octets[0]
        if first & 0x80:
            return self._read(octets)
        register = first >> 1
        writer = self._writers.get(register)
        if writer is not None:
            writer(octets[1:])
        elif len(octets) > 1:
            self._registers[register] = octets[-1]
        return bytes(len(octets))

    def close(self) -> None:
        """Nothing to give back."""

    def _read(self, octets: bytes) -> bytes:
        registers = self._registers
        readers = self._readers
        answer = bytearray(len(octets))
        for index in range(len(octets) - 1):
            register = octets[index] >> 1 & 0x3F
            reader = readers.get(register)
            answer[index + 1] = registers[register] if reader is None else reader()
        return bytes(answer)

    # Registers

    def _reset(self) -> None:
        """Everything as after power-up; the field collapses (8.8, 10.3.1.11)."""
        registers = self._registers
        registers[:] = bytes(64)
        for register, value in RESET_VALUES.items():
            registers[register] = value
        registers[Register.VERSION] = self.version
        self._fifo.clear()
        self._awake_s = self._at_s + START_UP_S
        self._tx_end_s = self._rx_end_s = self._timer_end_s = self._next_s = NEVER
        self._timer_stop_s = NEVER
        self._timer_length_s = 0.0
        self._sent = PcdFrame(b"", 0)
        self._sent_s = -NEVER
        self._on_air: list[_OnAir] = []
        self._answer_ended_s = -NEVER
        self._request_s = -NEVER
        self._field_on_s = NEVER
        self._power_field(on=False)

    def _power_field(self, *, on: bool) -> None:
        self._field_on_s = self._at_s if on else NEVER
        for presence in self._field.values():
            if on:
                presence.picc.power_on()
                presence.ready_s = self._at_s + presence.picc.start_up_s
            else:
                presence.picc.power_off()
                presence.ready_s = NEVER

    def _write_nothing(self, data: bytes) -> None:
        """The register can only be read."""

    def _write_command(self, data: bytes) -> None:
        value = data[-1]
        command = value & 0x0F
        if command == Command.SOFT_RESET:
            self._reset()
            return
        if command == Command.NO_COMMAND_CHANGE:
            self._registers[_COMMAND] = value & 0xF0 | self._registers[_COMMAND] & 0x0F
            return
        self._tx_end_s = self._rx_end_s = NEVER
        self._schedule()
        self._registers[_COMMAND] = value & 0x3F
        if value & POWER_DOWN:
            self._power_field(on=False)
        if command == Command.CALC_CRC:
            self._calculate_crc()
        elif command == Command.TRANSMIT:
            self._send()

    def _calculate_crc(self) -> None:
        """CRC coprocessor (8.6.6); it keeps taking from the FIFO until Idle, here what is in it now."""
        preset = CRC_PRESETS[self._registers[Register.MODE] & 0x03]
        low, high = crc_a(bytes(self._fifo), preset)
        self._registers[Register.CRC_RESULT_LOW] = low
        self._registers[Register.CRC_RESULT_HIGH] = high
        self._registers[Register.DIV_IRQ] |= DivIrq.CRC
        self._fifo.clear()
        self._fifo_changed()

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
        self._fifo += data
        if len(self._fifo) > FIFO_OCTETS:
            del self._fifo[FIFO_OCTETS:]
            self._registers[_ERROR] |= Error.BUFFER_OVERFLOW
        self._fifo_changed()

    def _write_fifo_level(self, data: bytes) -> None:
        if data[-1] & FLUSH_FIFO:
            self._fifo.clear()
            self._registers[_ERROR] &= ~Error.BUFFER_OVERFLOW & 0xFF
            self._fifo_changed()

    def _fifo_changed(self) -> None:
        """Keep FIFOLevel, and latch the alerts that the water level gives (9.3.1.12)."""
        registers = self._registers
        level = len(self._fifo)
        registers[_FIFO_LEVEL] = level
        water = registers[_WATER_LEVEL]
        if level <= water:
            registers[_COM_IRQ] |= _IRQ_LOW_ALERT
        if FIFO_OCTETS - level <= water:
            registers[_COM_IRQ] |= _IRQ_HIGH_ALERT

    def _read_fifo(self) -> int:
        if not self._fifo:
            return 0
        octet = self._fifo.pop(0)
        self._fifo_changed()
        return octet

    def _read_status_1(self) -> int:
        registers = self._registers
        level = len(self._fifo)
        status = Status1.CRC_READY
        if registers[Register.CRC_RESULT_HIGH] == 0 and registers[Register.CRC_RESULT_LOW] == 0:
            status |= Status1.CRC_OK
        if registers[_COM_IRQ] & registers[Register.COM_IRQ_ENABLE] & 0x7F:
            status |= Status1.IRQ
        if self._timer_running():
            status |= Status1.TIMER_RUNNING
        if FIFO_OCTETS - level <= registers[_WATER_LEVEL]:
            status |= Status1.HIGH_ALERT
        if level <= registers[_WATER_LEVEL]:
            status |= Status1.LOW_ALERT
        return status

    def _write_control(self, data: bytes) -> None:
        if data[-1] & TIMER_STOP_NOW:
            self._timer_end_s = NEVER
        elif data[-1] & TIMER_START_NOW:
            self._start_timer(self._at_s)
        self._schedule()

    def _write_collision(self, data: bytes) -> None:
        kept = self._registers[_COLLISION] & ~VALUES_AFTER_COLLISION
        self._registers[_COLLISION] = kept | data[-1] & VALUES_AFTER_COLLISION

    def _write_tx_control(self, data: bytes) -> None:
        was_on = self.rf_on
        self._registers[Register.TX_CONTROL] = data[-1]
        if self.rf_on != was_on:
            self._power_field(on=not was_on)

    # The timer

    def _start_timer(self, starts_s: float) -> None:
        registers = self._registers
        prescaler = (registers[Register.TIMER_MODE] & 0x0F) << 8 | registers[Register.TIMER_PRESCALER]
        reload = registers[Register.TIMER_RELOAD_HIGH] << 8 | registers[Register.TIMER_RELOAD_LOW]
        self._timer_length_s = timer_s(prescaler, reload)
        self._timer_end_s = starts_s + self._timer_length_s
        self._timer_stop_s = NEVER

    def _timer_running(self) -> bool:
        return self._timer_end_s < NEVER or self._at_s < self._timer_stop_s < NEVER

    def _timer_count(self) -> int:
        reload = self._registers[Register.TIMER_RELOAD_HIGH] << 8 | self._registers[Register.TIMER_RELOAD_LOW]
        if self._timer_end_s == NEVER or self._timer_length_s == 0:
            return reload
        return int(reload * max(0.0, self._timer_end_s - self._at_s) / self._timer_length_s)

    # Sending and receiving

    def _write_bit_framing(self, data: bytes) -> None:
        value = data[-1]
        self._registers[_BIT_FRAMING] = value & 0x7F
        if value & START_SEND and self._registers[_COMMAND] & 0x0F == _TRANSCEIVE:
            self._send()

    def _send(self) -> None:
        """Take the FIFO's octets on air; what was being received is lost."""
        octets = bytes(self._fifo)
        if not octets:
            return
        registers = self._registers
        last_bits = registers[_BIT_FRAMING] & 0x07
        self._fifo.clear()
        self._fifo_changed()
        registers[_ERROR] = 0
        if registers[Register.TX_MODE] & CRC_ENABLE:
            octets += crc_a(octets, CRC_PRESETS[registers[Register.MODE] & 0x03])
            last_bits = 0
        bits = 8 * len(octets) - (8 - last_bits if last_bits else 0)
        if self.rf_on:
            self._check_guard_times(is_request=bits == frames.SHORT_FRAME_BITS)
        self.exchanges += 1
        self._sent = PcdFrame(octets, bits)
        self._sent_s = self._at_s
        self._tx_end_s = self._at_s + (1 + bits + len(octets) - (last_bits != 0) + 2) * frames.ETU_S
        self._rx_end_s = self._timer_end_s = NEVER
        self._next_s = self._tx_end_s

    def _check_guard_times(self, *, is_request: bool) -> None:
        late_s = self._at_s + TOLERANCE_S
        early = late_s < self._answer_ended_s + frames.FRAME_DELAY_PCD_S
        if is_request:
            early |= late_s < self._request_s + frames.REQUEST_GUARD_S
            early |= late_s < self._field_on_s + frames.FIELD_ON_GUARD_S
            self._request_s = self._at_s
        self.guard_violations += early

    def _catch_up(self) -> float:
        self._at_s = now_s = self._now_s()
        self._advance(now_s)
        return now_s

    def _schedule(self) -> None:
        self._next_s = min(self._tx_end_s, self._rx_end_s, self._timer_end_s)

    def _advance(self, now_s: float) -> None:
        """Let everything happen that is due by ``now_s``, in its order."""
        while self._next_s <= now_s:
            if self._next_s == self._tx_end_s:
                self._transmitted()
            elif self._next_s == self._rx_end_s:
                self._received()
            else:
                self._timed_out()
            self._schedule()

    def _transmitted(self) -> None:
        ended_s = self._tx_end_s
        self._tx_end_s = NEVER
        registers = self._registers
        registers[_COM_IRQ] |= _IRQ_TX
        self.airtime_s += ended_s - self._sent_s
        if registers[Register.TIMER_MODE] & TIMER_AUTO:
            self._start_timer(ended_s)
        if registers[_COMMAND] & 0x0F != _TRANSCEIVE:
            registers[_COMMAND] &= 0xF0
            registers[_COM_IRQ] |= ComIrq.IDLE
            return
        if not self._field or self._field_on_s == NEVER:
            return
        self._on_air = []
        for presence in self._field.values():
            if presence.ready_s > self._sent_s or self._is_lost():
                continue
            reply = presence.picc.hear(self._sent)
            if reply is not None and not self._is_lost():
                self._on_air.append(_OnAir(presence.picc, reply, ended_s + reply.delay_s))
        if not self._on_air:
            return
        starts_s = min(answer.starts_s for answer in self._on_air)
        self._rx_end_s = max(
            answer.starts_s + frames.picc_frame_s(len(_wire_bits(answer.reply))) for answer in self._on_air
        )
        fifth_bit_s = starts_s + 5 * frames.ETU_S
        if fifth_bit_s < self._timer_end_s < NEVER:
            self._timer_end_s = NEVER
            self._timer_stop_s = fifth_bit_s

    def _is_lost(self) -> bool:
        return self.chance is not None and self.chance.random() < self.frame_loss

    def _timed_out(self) -> None:
        if self._rx_end_s == NEVER:
            self.airtime_s += self._timer_length_s
        self._timer_end_s = NEVER
        self._registers[_COM_IRQ] |= _IRQ_TIMER

    def _received(self) -> None:
        """Put what was on air into the FIFO, as far as the chip can tell the answers apart."""
        ended_s = self._rx_end_s
        self._rx_end_s = NEVER
        self.airtime_s += ended_s - self._tx_ended_s()
        self._answer_ended_s = ended_s
        registers = self._registers
        registers[_COM_IRQ] |= _IRQ_RX
        align = registers[_BIT_FRAMING] >> 4 & 0x07
        heard = _superpose(tuple(_wire_bits(answer.reply) for answer in self._on_air))
        data, error, collision = _decode(heard, align, keep=bool(registers[_COLLISION] & VALUES_AFTER_COLLISION))
        bits = len(data) + align
        registers[_CONTROL] = registers[_CONTROL] & ~0x07 & 0xFF | bits % 8
        value = sum(bit << align + index for index, bit in enumerate(data))
        octets = value.to_bytes((bits + 7) // 8, "little")
        if registers[Register.RX_MODE] & CRC_ENABLE:
            octets, body = octets[:-2], octets
            if crc_a(octets, CRC_PRESETS[registers[Register.MODE] & 0x03]) != body[-2:]:
                error |= Error.CRC
        kept = registers[_COLLISION] & VALUES_AFTER_COLLISION
        if collision is None or collision > 32:
            registers[_COLLISION] = kept | COLLISION_POSITION_NOT_VALID
        else:
            registers[_COLLISION] = kept | collision & COLLISION_POSITION
        registers[_ERROR] |= error
        if error:
            registers[_COM_IRQ] |= ComIrq.ERROR
        self._fifo += octets
        self._fifo_changed()

    def _tx_ended_s(self) -> float:
        octets, bits = len(self._sent.octets), self._sent.bits
        return self._sent_s + frames.pcd_frame_s(octets, bits % 8)


Collided = None
"""A bit that was heard as 0 and as 1."""


def _wire_bits(reply: Reply) -> tuple[int, ...]:
    """The bits of an answer on air, odd parity after each octet; a nibble has none."""
    if reply.nibble:
        return tuple(reply.octets[0] >> bit & 1 for bit in range(4))
    bits: list[int] = []
    for index, octet in enumerate(reply.octets):
        bits += [octet >> bit & 1 for bit in range(reply.first_bit if index == 0 else 0, 8)]
        bits.append(1 - octet.bit_count() % 2)
    return tuple(bits)


def _superpose(answers: tuple[tuple[int, ...], ...]) -> tuple[int | None, ...]:
    """What a receiver hears of answers that started together: at 106 kbit/s 0 and 1 modulate different half bits."""
    heard: list[int | None] = []
    for index in range(max(map(len, answers))):
        values = {bits[index] for bits in answers if index < len(bits)}
        heard.append(values.pop() if len(values) == 1 else Collided)
    return tuple(heard)


def _decode(heard: tuple[int | None, ...], align: int, *, keep: bool) -> tuple[list[int], Error, int | None]:
    """Data bits, errors and the place of the first collision (counted from bit 1 of the octet ``align`` is in).

    Bits from the first collision on read 0 unless ``keep`` (ValuesAfterColl).
    """
    data: list[int] = []
    error = Error(0)
    collision: int | None = None
    ones = 0
    if len(heard) == 4:
        return [bit or 0 for bit in heard], error, None
    whole = align == 0
    in_octet = align
    for bit in heard:
        if in_octet < 8:
            if bit is Collided and collision is None:
                collision = len(data) + align + 1
                error |= Error.COLLISION
            value = 1 if bit is Collided else bit
            data.append(value if collision is None or keep else 0)
            ones += value
            in_octet += 1
            continue
        if collision is None:
            if bit is Collided:
                collision = len(data) + align
                error |= Error.COLLISION
            elif whole and (ones + bit) % 2 == 0:
                error |= Error.PARITY
        in_octet = ones = 0
        whole = True
    if in_octet:
        error |= Error.PARITY | Error.PROTOCOL
    return data, error, collision
