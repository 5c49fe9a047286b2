"""The chip as its driver uses it: set it up, send one frame, take in the answer.

Every exchange is one message of six writes and one combined read (data sheet 8.1.2). It begins with Idle and a flush: a
receiver that still waits for the answer to the last frame may refuse octets for the FIFO (9.3.1.7, WrErr).
"""

from typing import Final

from hw.bus.ports import SpiPort, message_of, prepared
from hw.clock import Clock
from hw.errors import PartSilent
from hw.iso14443 import frames
from hw.iso14443.anticollision import WAKE_ALL
from hw.iso14443.frames import GARBLED, SILENT, Answer, Request
from hw.mfrc522 import status
from hw.mfrc522.registers import (
    DOCUMENTED_BITS,
    FLUSH_FIFO,
    FORCE_100_ASK,
    RESET_VALUES,
    START_SEND,
    TIMER_AUTO,
    VALUES_AFTER_COLLISION,
    ComIrq,
    Command,
    Register,
    Version,
    read,
    timer_s,
    write,
)
from hw.poll import Silence

TIMER_PRESCALER: Final = 0x0A9
TIMER_STEP_S: Final = timer_s(TIMER_PRESCALER, 0)
"""25 us."""

GRID_RELOAD: Final = 8
"""225 us, for answers at the fixed frame delay: their fifth bit is in after 117 us."""

READ_MARGIN_S: Final = 10e-6
"""How long after the end of an exchange its status is read: the chip's own delays, and rounding of clocks."""

LATE_STEP_S: Final = 0.5e-3
LATE_STEPS: Final = 8
"""A chip that has not ended by then is looked at so often again, without touching its FIFO."""

RESET_WAIT_S: Final = 5e-3
"""After a reset; NXP's chip needs 38 us, some clones 4 ms (users' reports)."""

MODE_CRC_6363: Final = 0x3D
"""ModeReg: its reset value with the preset of CRC_A, 6363h."""


_IDLE: Final = write(Register.COMMAND, Command.IDLE)
_CLEAR_IRQ: Final = write(Register.COM_IRQ, ComIrq(0x7F))
_TRANSCEIVE: Final = write(Register.COMMAND, Command.TRANSCEIVE)
_FLUSH: Final = write(Register.FIFO_LEVEL, FLUSH_FIFO)
_ANTENNA_OFF: Final = RESET_VALUES[Register.TX_CONTROL]

_SEND_WUPA: Final = write(Register.FIFO_DATA, *frames.WUPA)
_START_SHORT: Final = write(Register.BIT_FRAMING, START_SEND | frames.SHORT_FRAME_BITS)
_BEFORE_FRAME: Final = (_IDLE, _FLUSH, _CLEAR_IRQ)
_WAKE_ALL: Final = (*_BEFORE_FRAME, _SEND_WUPA, _TRANSCEIVE, _START_SHORT)
_READ_ATQA: Final = status.READ[frames.ATQA_OCTETS]
_REQUEST_FRAME_S: Final = frames.pcd_frame_s(1, frames.SHORT_FRAME_BITS)
_ATQA_AFTER_S: Final = _REQUEST_FRAME_S + frames.FRAME_DELAY_PICC_S + frames.picc_frame_s(18)

WOKEN_AFTER_S: Final = _ATQA_AFTER_S + READ_MARGIN_S
"""How long after WUPA was sent its answer is in."""

AUDIT_EVERY_S: Final = 1.5
"""So often a reader compares its settings: with a round between, what was lost is noticed within two seconds."""

_SETTINGS: Final = {
    Register.TIMER_MODE: TIMER_AUTO | TIMER_PRESCALER >> 8,
    Register.TIMER_PRESCALER: TIMER_PRESCALER & 0xFF,
    Register.TIMER_RELOAD_HIGH: GRID_RELOAD >> 8,
    Register.TIMER_RELOAD_LOW: GRID_RELOAD & 0xFF,
    Register.TX_MODE: RESET_VALUES.get(Register.TX_MODE, 0),
    Register.RX_MODE: RESET_VALUES.get(Register.RX_MODE, 0),
    Register.MODULATION_WIDTH: RESET_VALUES[Register.MODULATION_WIDTH],
    Register.TX_ASK: FORCE_100_ASK,
    Register.MODE: MODE_CRC_6363,
    Register.COLLISION: 0x00,
}
"""What is the same for every reader; gain and antenna are written after it."""

_AUDITED: Final = (
    *_SETTINGS,
    Register.RF_CONFIG,
    Register.TX_CONTROL,
    Register.TX_SELECT,
    Register.RX_SELECT,
    Register.RX_THRESHOLD,
    Register.DEMODULATOR,
    Register.MIFARE_TX,
    Register.MIFARE_RX,
    Register.GS_N,
    Register.CW_GS_P,
    Register.MODULATION_GS_P,
    Register.AUTO_TEST,
)
"""Registers that must stay as set-up left them, also those that keep their reset values."""

_AUDIT: Final = read(*_AUDITED)
_PROMISED: Final = {**DOCUMENTED_BITS, Register.COLLISION: VALUES_AFTER_COLLISION}
"""Bits that must read as they were written; of registers not named here all."""


_PROBE: Final = bytes(range(0xA5, 0xA5 + 25))
"""What the self-test sends through the FIFO; as long as the chip's own self-test internal buffer."""


_TAKE_PROBE: Final = read(*(Register.FIFO_DATA,) * len(_PROBE))


class Chip:
    """One MFRC522 behind an SPI port, as long as it does what it is told.

    Args:
        port: its chip select.
        clock: seconds; every wait is until a moment of it.
        part: what errors call it.
        gain_code: RFCfgReg's RxGain.

    Attributes:
        silence: how WUPA goes out as it is, if the last that happened is that it was met with silence.
        audit_at_s: when the settings are to be compared again.
    """

    def __init__(self, port: SpiPort, clock: Clock, *, part: str, gain_code: int) -> None:
        self.silence: Silence | None = None
        self.audit_at_s = 0.0
        self._settled = bytearray(len(_AUDITED))
        self._steady = bytearray(VALUES_AFTER_COLLISION if at is Register.COLLISION else 0xFF for at in _AUDITED)
        self._part = part
        self._transfer = port.transfer
        self._message = message_of(port)
        self._wake_all_again = prepared(port, *_WAKE_ALL)
        self._read_atqa = prepared(port, _READ_ATQA)
        self._clock = clock
        self._now_s = clock.now_s
        self._gain_code = gain_code
        self._quiet_until_s = 0.0
        self._request_after_s = 0.0
        self._reload = GRID_RELOAD
        self._woken = b""

    async def soft_reset(self) -> None:
        """All registers to their reset values; the field goes off."""
        self.silence = None
        self._transfer(write(Register.COMMAND, Command.SOFT_RESET))
        await self._wait(RESET_WAIT_S)

    async def set_up(self) -> Version:
        """After a reset: prove that the chip is there, write its settings, antenna on, let cards start up.

        Raises:
            PartSilent: no working chip answers, or it has not taken a setting.
        """
        version = Version(self._transfer(read(Register.VERSION))[1])
        self._prove(version)
        self._reload = GRID_RELOAD
        gain = self._gain_code << 4 | RESET_VALUES[Register.RF_CONFIG] & 0x0F
        settings = {**_SETTINGS, Register.RF_CONFIG: gain, Register.TX_CONTROL: status.ANTENNA_IS_ON}
        self._message([write(register, value) for register, value in settings.items()])
        self._settled[:] = self._transfer(_AUDIT)[1:]
        for register, value in settings.items():
            self._settle(register, value)
        self.audit()
        self.silence = None
        await self._wait(frames.FIELD_OFF_S)
        return version

    @property
    def gain_code(self) -> int:
        """RFCfgReg's RxGain as the chip has it now."""
        return self._transfer(read(Register.RF_CONFIG))[1] >> 4 & 0x07

    def set_gain(self, gain_code: int) -> None:
        self._gain_code = gain_code
        gain = gain_code << 4 | RESET_VALUES[Register.RF_CONFIG] & 0x0F
        self._settle(Register.RF_CONFIG, gain)
        self._transfer(write(Register.RF_CONFIG, gain))

    def audit(self) -> None:
        """Compare every register of the set-up with what it left there.

        A reserved bit that has changed by itself is not looked at again: no data sheet says that it stays.

        Raises:
            PartSilent: one differs; `audit_at_s` stays as it was.
        """
        seen = self._transfer(_AUDIT)[1:]
        for at, register in enumerate(_AUDITED):
            changed = (seen[at] ^ self._settled[at]) & self._steady[at]
            if changed:
                self._steady[at] &= ~changed & 0xFF | _PROMISED.get(register, 0xFF)
                raise self._silent(f"{register.name} {seen[at]:02X}h where {self._settled[at]:02X}h was set")
        self.audit_at_s = self._now_s() + AUDIT_EVERY_S

    def _settle(self, register: Register, value: int) -> None:
        """Expect what is written; reserved bits stay as they were read."""
        at, promised = _AUDITED.index(register), _PROMISED.get(register, 0xFF)
        self._settled[at] = self._settled[at] & ~promised & 0xFF | value & promised

    def off(self) -> None:
        self.silence = None
        self._message((write(Register.TX_CONTROL, _ANTENNA_OFF), _IDLE))

    def _prove(self, version: Version) -> None:
        """Write and read back two registers and a FIFO full of octets: no version number proves a chip.

        All bits of these registers are documented (9.3.3.11); reserved ones need not keep what is written.

        Raises:
            PartSilent: something else came back.
        """
        for register, value in ((Register.TIMER_RELOAD_LOW, 0x5A), (Register.TIMER_RELOAD_HIGH, 0xA5)):
            seen = self._message((write(register, value), read(register)))[1][1]
            if seen != value:
                found = f"{register.name} {seen:02X}h after writing {value:02X}h (version {version})"
                raise self._silent(found)
        echo = self._echo()
        if echo != _PROBE:
            raise self._silent(f"{echo[:4].hex(' ')} ... out of the FIFO (version {version})")

    def _echo(self) -> bytes:
        return self._message((_FLUSH, write(Register.FIFO_DATA, *_PROBE), _TAKE_PROBE))[-1][1:]

    def wrong_octets(self, octets: int) -> int:
        """How many of so many octets come wrong over the wires and back; nothing may be under way meanwhile."""
        self.silence = None
        rounds = -(-octets // len(_PROBE))
        return sum(was != sent for _ in range(rounds) for was, sent in zip(self._echo(), _PROBE, strict=True))

    def _silent(self, seen: str) -> PartSilent:
        return PartSilent(
            self._part,
            seen=seen,
            expected="an MFRC522 that does what it is told",
            remedy="Check its 3.3 V, ground, MISO and chip select.",
        )

    async def _wait(self, seconds: float) -> None:
        await self._clock.sleep_until(self._now_s() + seconds)

    @property
    def may_ask_at_s(self) -> float:
        """When the next first request may go out (ISO/IEC 14443-3, 6.2.3.2)."""
        return max(self._quiet_until_s, self._request_after_s)

    async def wake_all(self) -> Answer:
        """WUPA and its answer.

        Raises:
            PartSilent: the chip does not do what it is told.
        """
        self._end_silence()
        if self._now_s() < self.may_ask_at_s:
            await self._clock.sleep_until(self.may_ask_at_s)
        self.send_wake_all()
        asked_s = self._now_s()
        await self._clock.sleep_until(asked_s + WOKEN_AFTER_S)
        return SILENT if self.heard_nothing(asked_s) else await self.answer_to_wake_all()

    def send_wake_all(self) -> None:
        """WUPA alone. Not before `may_ask_at_s`; the answer is in after ``WOKEN_AFTER_S``."""
        self.silence = None
        self._message((*self._timer_set(GRID_RELOAD), *_WAKE_ALL))

    def heard_nothing(self, asked_s: float, heard: bytes | None = None) -> bool:
        """Whether a healthy chip heard no answer to WUPA, which was sent by ``asked_s``.

        If not, `answer_to_wake_all` tells what it heard. What ``silence`` has ``heard`` is not read again.
        """
        self._request_after_s = asked_s + frames.REQUEST_GUARD_S
        self._quiet_until_s = asked_s + _ATQA_AFTER_S + frames.FRAME_DELAY_PCD_S
        seen = self._read_atqa() if heard is None else heard
        if not status.is_quiet(seen):
            self.silence = None
            self._woken = seen
            return False
        is_due = asked_s >= self.audit_at_s
        self.silence = None if is_due else (self._wake_all_again, self._read_atqa, seen, self.audit_at_s)
        return True

    def _end_silence(self) -> None:
        """Something else is sent: as if WUPA had gone out just now, since nobody notes when it last did."""
        if self.silence is not None:
            self.silence = None
            self._request_after_s = self._now_s() + frames.REQUEST_GUARD_S
            self._quiet_until_s = self._now_s() + _ATQA_AFTER_S + frames.FRAME_DELAY_PCD_S

    async def answer_to_wake_all(self) -> Answer:
        """What was heard.

        Raises:
            PartSilent: the chip does not do what it is told.
        """
        return await self._judge(self._woken, WAKE_ALL)

    async def exchange(self, request: Request) -> Answer:
        """Send one frame and take in the answer.

        Raises:
            PartSilent: the chip does not do what it is told.
        """
        self._end_silence()
        is_request = request.last_bits == frames.SHORT_FRAME_BITS and len(request.octets) == 1
        not_before_s = max(self._quiet_until_s, self._request_after_s if is_request else 0.0)
        if self._now_s() < not_before_s:
            await self._clock.sleep_until(not_before_s)
        reload = GRID_RELOAD if request.timeout_s is None else round(request.timeout_s / TIMER_STEP_S)
        frame = write(Register.FIFO_DATA, *request.octets)
        start = write(Register.BIT_FRAMING, START_SEND | request.align << 4 | request.last_bits)
        self._message((*self._timer_set(reload), *_BEFORE_FRAME, frame, _TRANSCEIVE, start))
        started_s = self._now_s()
        sent_s = started_s + frames.pcd_frame_s(len(request.octets), request.last_bits)
        if is_request:
            self._request_after_s = started_s + frames.REQUEST_GUARD_S
        if request.answer_octets == 0:
            self._quiet_until_s = sent_s + frames.FRAME_DELAY_PICC_S + frames.FRAME_DELAY_PCD_S
            return SILENT
        if request.timeout_s is not None:
            return await self._answer_any_time(request, sent_s)
        answered_s = sent_s + max(
            frames.FRAME_DELAY_PICC_S + frames.picc_frame_s(9 * request.answer_octets - request.align),
            (GRID_RELOAD + 1) * TIMER_STEP_S,
        )
        self._quiet_until_s = answered_s + frames.FRAME_DELAY_PCD_S
        # One wait serves both: an empty field is told as soon as it can be, an answer when the next frame may go out.
        await self._clock.sleep_until(answered_s + READ_MARGIN_S if is_request else self._quiet_until_s)
        return await self._judge(self._transfer(status.READ[request.answer_octets]), request)

    def _timer_set(self, reload: int) -> tuple[bytes, ...]:
        if reload == self._reload:
            return ()
        self._reload = reload
        self._settle(Register.TIMER_RELOAD_HIGH, reload >> 8)
        self._settle(Register.TIMER_RELOAD_LOW, reload & 0xFF)
        return write(Register.TIMER_RELOAD_HIGH, reload >> 8), write(Register.TIMER_RELOAD_LOW, reload & 0xFF)

    async def _answer_any_time(self, request: Request, sent_s: float) -> Answer:
        """Look for the end of an exchange whose moment nobody knows; the FIFO is read only after it.

        Octets that arrive while the FIFO is being read would be lost.
        """
        earliest_s = sent_s + frames.FRAME_DELAY_PICC_S + frames.picc_frame_s(9 * request.answer_octets)
        await self._clock.sleep_until(earliest_s + READ_MARGIN_S)
        gives_up_s = earliest_s + (request.timeout_s or 0.0) + LATE_STEPS * LATE_STEP_S
        while True:
            seen = self._transfer(status.READ[0])
            if status.has_ended(seen) or self._now_s() > gives_up_s:
                break
            await self._wait(LATE_STEP_S)
        fifo = self._read_fifo(min(status.fifo_level(seen), request.answer_octets))
        self._quiet_until_s = self._now_s() + frames.FRAME_DELAY_PCD_S
        return await self._judge(seen + fifo, request)

    def _read_fifo(self, octets: int) -> bytes:
        return self._transfer(read(*(Register.FIFO_DATA,) * octets))[1:] if octets else b""

    async def _judge(self, seen: bytes, request: Request) -> Answer:
        """What a combined status read says about the exchange.

        Raises:
            PartSilent: it says something that a working chip cannot.
        """
        late = 0
        early = seen[status.FIFO_AT : status.FIFO_AT + status.fifo_level(seen)]
        while not status.has_ended(seen) and status.is_set_up(seen) and late < LATE_STEPS:
            late += 1
            await self._wait(LATE_STEP_S)
            seen = self._transfer(status.READ[0])
            if status.has_ended(seen):
                rest = self._read_fifo(min(status.fifo_level(seen), request.answer_octets))
                seen = status.with_early(seen, early, rest)
        if not status.is_set_up(seen):
            raise self._silent(f"status {seen[1 : status.FIFO_AT].hex(' ')} after sending")
        if not status.was_sent(seen):
            if not status.has_ended(seen):
                raise self._silent("no TxIRq after StartSend")
            return GARBLED
        return status.answer_in(seen, request)
