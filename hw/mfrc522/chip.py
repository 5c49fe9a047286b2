"""The firmware's MFRC522 driver on a host's SPI port, with fast polls of empty fields and card commands.

An exchange is one message of six register writes and later a combined read of status and answer (data sheet 8.1.2).
"""

from typing import Final

from firmware.castle_node import iso14443, mfrc522
from firmware.castle_node.mfrc522 import STATUS_READ_BY_SIZE, ChipError
from firmware.castle_node.ports import Bus
from firmware.castle_node.ports import Clock as BoardClock
from hw.bus.ports import SpiPort
from hw.clock import Clock
from hw.iso14443 import frames
from hw.iso14443.frames import CardCommand, CardCommandAnswer
from hw.mfrc522.registers import Register, combined_read_frame
from hw.poll import SilentPollPath

WOKEN_AFTER_S: Final = (
    frames.pcd_frame_duration_s(1, frames.SHORT_FRAME_BITS)
    + frames.FRAME_DELAY_PICC_S
    + frames.picc_frame_duration_s(9 * frames.ATQA_BYTES)
    + mfrc522.WAIT_MARGIN_US / 1e6
)
"""Time from sending WUPA to the end of its answer."""

AUDIT_EVERY_S: Final = 1.5
"""How often to compare registers with settings, so that a lost setting is noticed within 2 s."""

_WAKE_ALL: Final = mfrc522.writes_for_exchange(frames.WUPA, mfrc522.START_SHORT_WRITE)
_EVENTS: Final = mfrc522.IRQ_SET | mfrc522.IRQ_TX | mfrc522.IRQ_RX | mfrc522.IRQ_TIMER
_NOTHING_HEARD: Final = mfrc522.IRQ_TX | mfrc522.IRQ_TIMER


class _HostSpiBus(Bus, BoardClock):
    """The firmware's bus and clock on a host's port and clock."""

    def __init__(self, port: SpiPort, clock: Clock) -> None:
        self._port = port
        self._clock = clock

    def transfer(self, out: bytes, into: bytearray) -> None:
        into[:] = self._port.transfer(out)

    def send(self, writes: tuple[bytes, ...]) -> None:
        self._port.transfer_many(writes)

    async def sleep_us(self, us: int) -> None:
        await self._clock.sleep_until(self._clock.now_s() + us / 1e6)


class HostMfrc522(mfrc522.Mfrc522):
    """One MFRC522 behind an SPI port.

    Attributes:
        silence: fast path for the next WUPA; None if the last was answered or anything was sent since.
        audit_at_s: when to compare the registers again.
    """

    before_next_us = 0  # `_wait_until_frame_allowed` waits before the next frame instead

    def __init__(self, port: SpiPort, clock: Clock, gain_db: int) -> None:
        wire = _HostSpiBus(port, clock)
        super().__init__(wire, wire)
        self.gain_db = gain_db
        self.silence: SilentPollPath | None = None
        self.audit_at_s = 0.0
        self._clock = clock
        self._now_s = clock.now_s
        self._next_frame_s = 0.0
        self._wake_all = port.prepare_transfers(_WAKE_ALL)
        self._read_atqa = port.prepare_transfers((STATUS_READ_BY_SIZE[frames.ATQA_BYTES],))
        self._woken: bytes | None = None

    def check_registers(self) -> None:
        super().check_registers()
        self.audit_at_s = self._now_s() + AUDIT_EVERY_S

    def register_name(self, register: int) -> str:
        return Register(register).name

    async def soft_reset(self) -> None:
        self.silence = None
        await super().soft_reset()

    def off(self) -> None:
        self.silence = None
        super().off()

    def count_wrong_echo_bytes(self, byte_count: int) -> int:
        self.silence = None
        return super().count_wrong_echo_bytes(byte_count)

    # A silent field

    def send_wake_all(self) -> None:
        """Send WUPA, whose answer ends ``WOKEN_AFTER_S`` later; call it at least 0.5 ms after another request."""
        self.silence, self._woken = None, b""
        self._wake_all()

    def is_wake_all_unanswered(self, asked_s: float, status: bytes | None = None) -> bool:
        """Return whether the chip works and got no answer to the last WUPA, sent at ``asked_s`` or before.

        If false, call `await_wake_all_outcome`. ``status`` is the chip's, if already read.
        """
        seen = self._read_atqa() if status is None else status
        nothing = seen[1] & _EVENTS == _NOTHING_HEARD and not (seen[2] & mfrc522.ANSWER_ERROR_BITS or seen[3])
        is_quiet = nothing and seen[6] == mfrc522.ANTENNA_ON
        self._woken = seen
        self.silence = None
        if is_quiet and asked_s < self.audit_at_s:
            self.silence = SilentPollPath(self._wake_all, self._read_atqa, seen, self.audit_at_s)
        return is_quiet

    async def await_wake_all_outcome(self) -> int:
        """See `is_wake_all_unanswered`; raise ChipError if the chip failed."""
        assert self._woken
        return await self._await_outcome(bytearray(self._woken), frames.ATQA_BYTES, 0, bitwise=True)

    async def _exchange(
        self,
        out: bytes,
        answer_bytes: int,
        last_bits: int,
        align: int,
        bitwise: bool,  # noqa: FBT001  # as in the base class
        least_us: int,
    ) -> int:
        await self._wait_until_frame_allowed()
        next_request_s = self._now_s() + least_us / 1e6
        ended = await super()._exchange(out, answer_bytes, last_bits, align, bitwise, 0)
        self._next_frame_s = max(self._now_s() + iso14443.FRAME_DELAY_PCD_US / 1e6, next_request_s)
        return ended

    async def _wait_until_frame_allowed(self) -> None:
        if self._woken is not None:
            self.silence = self._woken = None
            await self._sleep_us(iso14443.REQUEST_GUARD_US)
        await self._clock.sleep_until(self._next_frame_s)

    # Stickers

    async def send_card_command(self, request: CardCommand) -> CardCommandAnswer | None:
        """Return the answer of a selected card, None without a valid one; raise ChipError if the chip failed.

        The FIFO is read only after the answer: bytes that arrive during a read are lost.
        """
        await self._wait_until_frame_allowed()
        self._send(mfrc522.writes_for_exchange(request.data, mfrc522.START_WRITE_BY_ALIGN[0]))
        sent_us = iso14443.airtime_us(9 * len(request.data) + 3) + iso14443.FRAME_DELAY_PICC_US
        await self._sleep_us(sent_us + iso14443.airtime_us(9 * request.answer_bytes + 2))
        gives_up_s = self._now_s() + request.timeout_s
        status = self._read_registers(STATUS_READ_BY_SIZE[0])
        while not status[0] & mfrc522.IRQ_RX and self._now_s() < gives_up_s:
            await self._sleep_us(mfrc522.LATE_RETRY_US)
            status = self._read_registers(STATUS_READ_BY_SIZE[0])
        irq, error, level, control, _, antenna = status[:6]
        if antenna != mfrc522.ANTENNA_ON or irq & mfrc522.IRQ_SET or not irq & mfrc522.IRQ_TX:
            raise ChipError(f"{status.hex()} in the registers from ComIrqReg on, after sending")
        came = (
            self._read_registers(combined_read_frame(*(Register.FIFO_DATA,) * min(level, request.answer_bytes)))
            if level
            else b""
        )
        self._next_frame_s = self._now_s() + iso14443.FRAME_DELAY_PCD_US / 1e6
        last_bits = control & 0x07
        is_whole = level == request.answer_bytes and not last_bits
        is_nibble = level == 1 and last_bits == 4
        right = irq & mfrc522.IRQ_RX and not error & mfrc522.ANSWER_ERROR_BITS and (is_whole or is_nibble)
        return CardCommandAnswer(came, last_bits) if right else None
