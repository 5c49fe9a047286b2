"""Driver of one MFRC522: each poll finds every card in the field, or says why it cannot."""

from collections.abc import Generator
from typing import Final, Protocol, TypeVar

from hw.bus.ports import SpiPort
from hw.clock import Clock
from hw.errors import BusError, PartSilent
from hw.iso14443 import frames
from hw.iso14443.anticollision import EMPTY, GARBLED, SILENT, Answer, FieldSearch, Found, Outcome, Request
from hw.mfrc522.registers import (
    ANTENNA_ON,
    COLLISION_POSITION,
    COLLISION_POSITION_NOT_VALID,
    FLUSH_FIFO,
    FORCE_100_ASK,
    GAIN_DB_BY_CODE,
    START_SEND,
    TIMER_AUTO,
    ComIrq,
    Command,
    Error,
    Register,
    timer_s,
)
from hw.mfrc522.version import NO_CHIP, Version
from hw.units import ReaderId

T = TypeVar("T")

TIMER_PRESCALER: Final = 0x0A9
"""Steps of 25 us."""

GRID_RELOAD: Final = 8
"""225 us, for answers at the fixed frame delay: their fifth bit is in after 117 us."""

READ_MARGIN_S: Final = 10e-6
"""How long after the end of an exchange its status is read: the chip's own delays, and rounding of clocks."""

RESET_WAIT_S: Final = 5e-3
"""After a reset; NXP's chip needs 38 us, some clones 4 ms."""


class ResetLine(Protocol):
    """The NRSTPD pin: high runs the chip, low powers it down; a gpiozero ``OutputDevice`` is one."""

    def on(self) -> None:
        """Drive the pin high."""

    def off(self) -> None:
        """Drive the pin low."""


def _write(register: Register, *values: int) -> bytes:
    return bytes((register << 1, *values))


def _read(*registers: Register) -> bytes:
    """Addresses of a combined read: each octet that comes back belongs to the address one octet earlier."""
    return bytes(0x80 | register << 1 for register in registers) + b"\x00"


_STATUS: Final = (
    Register.COM_IRQ,
    Register.ERROR,
    Register.FIFO_LEVEL,
    Register.CONTROL,
    Register.COLLISION,
    Register.TX_CONTROL,
)
_STATUS_READ: Final = tuple(_read(*_STATUS, *(Register.FIFO_DATA,) * octets) for octets in range(65))
"""The status, by the number of octets that a whole answer has."""

_CLEAR_IRQ: Final = _write(Register.COM_IRQ, 0x7F)
_FLUSH: Final = _write(Register.FIFO_LEVEL, FLUSH_FIFO)
_TX_CONTROL_ON: Final = 0x80 | ANTENNA_ON

_SEND_WUPA: Final = _write(Register.FIFO_DATA, *frames.WUPA)
_START_SHORT: Final = _write(Register.BIT_FRAMING, START_SEND | frames.SHORT_FRAME_BITS)
_READ_ATQA: Final = _STATUS_READ[frames.ATQA_OCTETS]
_REQUEST_FRAME_S: Final = frames.pcd_frame_s(1, frames.SHORT_FRAME_BITS)
_ATQA_AFTER_S: Final = _REQUEST_FRAME_S + frames.FRAME_DELAY_PICC_S + frames.picc_frame_s(18) + READ_MARGIN_S
_NOTHING_HEARD: Final = ComIrq.TX | ComIrq.TIMER

_HEARD_MASK: Final = int(ComIrq.TX | ComIrq.RX | ComIrq.TIMER)


class Mfrc522:
    """One reader chip behind an SPI port.

    Args:
        port: its chip select.
        clock: seconds; every wait is until a moment of it.
        name: what errors call this reader.
        gain_db: receiver gain; 38 dB reads a sticker at 2 cm, at 48 dB one at contact saturates the receiver.
        reset: its NRSTPD pin, if wired.
    """

    def __init__(
        self, port: SpiPort, clock: Clock, *, name: ReaderId, gain_db: int = 38, reset: ResetLine | None = None
    ) -> None:
        if gain_db not in GAIN_DB_BY_CODE:
            allowed = ", ".join(str(gain) for gain in sorted(set(GAIN_DB_BY_CODE)))
            msg = f"reader {name}: the chip has no gain of {gain_db} dB; choose one of {allowed}"
            raise ValueError(msg)
        self.name = name
        self._port = port
        self._transfer = port.transfer
        self._clock = clock
        self._now_s = clock.now_s
        self._gain_code = GAIN_DB_BY_CODE.index(gain_db)
        self._reset = reset
        self._search = FieldSearch()
        self._quiet_until_s = 0.0
        self._request_after_s = 0.0
        self._flush_first = False

    async def start(self) -> Version:
        """Reset and set up the chip, switch the antenna on and wait until cards have started up.

        Raises:
            PartSilent: no chip answers.
            BusError: the port cannot be used.
        """
        self._transfer(_write(Register.COMMAND, Command.SOFT_RESET))
        await self._wait(RESET_WAIT_S)
        version = Version(self._transfer(_read(Register.VERSION))[1])
        if version.value in NO_CHIP:
            raise self._silent(f"version register {version.value:02X}h")
        for octets in (
            _write(Register.TIMER_MODE, TIMER_AUTO | TIMER_PRESCALER >> 8),
            _write(Register.TIMER_PRESCALER, TIMER_PRESCALER & 0xFF),
            _write(Register.TIMER_RELOAD_HIGH, 0),
            _write(Register.TIMER_RELOAD_LOW, GRID_RELOAD),
            _write(Register.TX_ASK, FORCE_100_ASK),
            _write(Register.MODE, 0x3D),
            _write(Register.RF_CONFIG, self._gain_code << 4 | 0x08),
            _write(Register.COLLISION, 0x00),
            _write(Register.TX_CONTROL, _TX_CONTROL_ON),
            _FLUSH,
            _write(Register.COMMAND, Command.TRANSCEIVE),
        ):
            self._transfer(octets)
        self._search.forget()
        await self._wait(frames.FIELD_OFF_S)
        return version

    async def poll(self) -> Found:
        """Find every card in the field, also those that rested there before.

        Raises:
            PartSilent: the chip does not do what it is told.
            BusError: the port cannot be used.
        """
        if self._search.resting:
            return await self._run(self._search.poll())
        if self._now_s() < self._request_after_s:
            await self._clock.sleep_until(self._request_after_s)
        transfer = self._transfer
        if self._flush_first:
            transfer(_FLUSH)
        transfer(_CLEAR_IRQ)
        transfer(_SEND_WUPA)
        transfer(_START_SHORT)
        started_s = self._now_s()
        self._request_after_s = started_s + frames.REQUEST_GUARD_S
        self._quiet_until_s = started_s + _ATQA_AFTER_S + frames.FRAME_DELAY_PCD_S
        await self._clock.sleep_until(started_s + _ATQA_AFTER_S)
        status = transfer(_READ_ATQA)
        if status[1] & _HEARD_MASK == _NOTHING_HEARD and not (status[2] or status[3]) and status[6] == _TX_CONTROL_ON:
            self._flush_first = False
            return EMPTY
        answer = self._judge(status, frames.ATQA_OCTETS, bitwise=True)
        if answer.outcome is Outcome.SILENT:
            return EMPTY
        return await self._run(self._search.inventory())

    def off(self) -> None:
        """Antenna off and the chip idle, at once.

        Raises:
            BusError: the port cannot be used.
        """
        self._search.forget()
        self._transfer(_write(Register.TX_CONTROL, 0x80))
        self._transfer(_write(Register.COMMAND, Command.IDLE))

    async def _wait(self, seconds: float) -> None:
        await self._clock.sleep_until(self._now_s() + seconds)

    async def _run(self, conversation: Generator[Request, Answer, T]) -> T:
        """Carry a conversation's requests to the field and its answers back."""
        try:
            request = next(conversation)
            while True:
                request = conversation.send(await self._exchange(request))
        except StopIteration as end:
            result: T = end.value
            return result

    async def _exchange(self, request: Request) -> Answer:
        """Send one frame and take in the answer, with as few transfers as the chip allows (8.1.2, 10.3.1.8)."""
        transfer = self._transfer
        is_request = request.last_bits == frames.SHORT_FRAME_BITS and len(request.octets) == 1
        not_before_s = self._quiet_until_s
        if is_request:
            not_before_s = max(not_before_s, self._request_after_s)
        if self._now_s() < not_before_s:
            await self._clock.sleep_until(not_before_s)
        if self._flush_first:
            transfer(_FLUSH)
            self._flush_first = False
        transfer(_CLEAR_IRQ)
        transfer(_write(Register.FIFO_DATA, *request.octets))
        transfer(_write(Register.BIT_FRAMING, START_SEND | request.align << 4 | request.last_bits))
        started_s = self._now_s()
        sent_s = started_s + frames.pcd_frame_s(len(request.octets), request.last_bits)
        if is_request:
            self._request_after_s = started_s + frames.REQUEST_GUARD_S
        if request.answer_octets == 0:
            self._quiet_until_s = sent_s + frames.FRAME_DELAY_PICC_S + frames.FRAME_DELAY_PCD_S
            return SILENT
        answer_bits = 9 * request.answer_octets - request.align
        answered_s = sent_s + max(
            frames.FRAME_DELAY_PICC_S + frames.picc_frame_s(answer_bits), timer_s(TIMER_PRESCALER, GRID_RELOAD)
        )
        self._quiet_until_s = answered_s + frames.FRAME_DELAY_PCD_S
        # One wait serves both: an empty field is told as soon as it can be, an answer when the next frame may go out.
        await self._clock.sleep_until(answered_s + READ_MARGIN_S if is_request else self._quiet_until_s)
        return self._judge(
            transfer(_STATUS_READ[request.answer_octets]), request.answer_octets, bitwise=request.bitwise
        )

    def _judge(self, status: bytes, octets: int, *, bitwise: bool) -> Answer:
        """What a combined status read says about the exchange.

        Raises:
            PartSilent: it says something that a working chip cannot.
        """
        irq, error, level, control, collision, tx_control = status[1:7]
        if not irq & ComIrq.TX or irq & ComIrq.SET or tx_control != _TX_CONTROL_ON:
            raise self._silent(f"status {status[1:7].hex(' ')} after sending")
        self._flush_first = level != octets
        if not irq & ComIrq.RX:
            return SILENT if irq & ComIrq.TIMER and level == 0 and error == 0 else GARBLED
        if error & ~Error.COLLISION or level != octets or control & 0x07:
            return GARBLED
        fifo = status[7 : 7 + octets]
        if not error:
            return Answer(Outcome.OK, fifo)
        if not bitwise or collision & COLLISION_POSITION_NOT_VALID:
            return GARBLED
        return Answer(Outcome.OK, fifo, collision=collision & COLLISION_POSITION or 32)

    def _silent(self, seen: str) -> PartSilent:
        return PartSilent(
            f"reader {self.name}",
            seen=seen,
            expected="an MFRC522 that does what it is told",
            remedy="Check its 3.3 V, MISO and chip select; `royaltable doctor` names the reader.",
        )


__all__ = ["BusError", "Found", "Mfrc522", "ResetLine", "Version"]
