"""Driver of an MFRC522: each poll finds every card in the field or raises."""

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from functools import partial
from typing import Any, Final, Protocol, TypeVar

from firmware.castle_node.field import FieldSearch
from firmware.castle_node.mfrc522 import GAIN_CODES, RESET_PULSE_US, RESET_WAIT_US, SILENT, ChipError
from hw.bus.ports import SpiPort, closing_devices_on_error
from hw.clock import Clock
from hw.errors import PartSilent
from hw.iso14443.frames import CardCommand, CardCommandAnswer
from hw.mfrc522.chip import WOKEN_AFTER_S, HostMfrc522
from hw.mfrc522.registers import COUNTING_TEXT, ChipVersion
from hw.poll import EMPTY_FIELD, PollResult, SilentPollPath
from hw.values import ReaderId, Uid

ResultT = TypeVar("ResultT")
Conversation = Generator[CardCommand, CardCommandAnswer | None, ResultT]

MAX_FRAMES_PER_POLL: Final = 1000
"""Most frames per poll; sixteen cards with repeated garbling need fewer."""

SUSPICIOUS_SILENCE_S: Final = 60.0
"""Time without an answer after which to reset the chip: some chips' receiver fails until RST is pulled, while SPI
still works. A reset takes 16 ms, less than a tile stays in the field."""

FRESH_RESET_S: Final = 5.0
"""Time after a reset pulse in which a starting reader sends none: it would reset started readers."""

RETRY_S: Final = 0.25
"""Pause before the next attempt to restart a failed reader."""


class ResetLine(Protocol):
    """The NRSTPD pin: high runs the chip, low powers it down; a gpiozero ``OutputDevice`` is one."""

    def on(self) -> None:
        """Drive the pin high."""

    def off(self) -> None:
        """Drive the pin low."""


class SharedResetLine:
    """A reset line of one or more readers; ``pulsed_s`` is the time of its last pulse."""

    def __init__(self, line: ResetLine) -> None:
        self.line = line
        self.pulsed_s = -math.inf


class Mfrc522:
    """One reader chip behind an SPI port.

    When the chip fails, `poll` tries a soft reset, then the reset line, if any, then it raises. After a
    changed register or a long silence, it uses the reset line at once. So does `start`, unless another reader has just
    pulsed the line: two readers would keep resetting each other. Make one call at a time; `off` may come at any time.

    Args:
        name: its name in errors.
        gain_db: receiver gain; 38 dB reads a sticker at 2 cm; 48 dB saturates the receiver at contact.
        reset: its NRSTPD pin, if wired; a shared pin resets all its readers.
        turn: a lock shared by readers whose antennas are on in turn, each while it is used; None to leave it on.

    Attributes:
        recoveries: resets that brought the chip back.
        version: VersionReg at the last start.
        answers_after_s: time from `begin_quick_poll` to the end of the answer.
    """

    answers_after_s = WOKEN_AFTER_S

    def __init__(
        self,
        port: SpiPort,
        clock: Clock,
        *,
        name: ReaderId,
        gain_db: int = 38,
        reset: SharedResetLine | None = None,
        turn: asyncio.Lock | None = None,
    ) -> None:
        if gain_db not in GAIN_CODES:
            allowed = ", ".join(map(str, GAIN_CODES))
            msg = f"reader {name}: the chip has no gain of {gain_db} dB; choose one of {allowed}"
            raise ValueError(msg)
        self.name = name
        self.recoveries = 0
        self.version: ChipVersion | None = None
        self._chip = HostMfrc522(port, clock, gain_db)
        self._clock = clock
        self._reset = reset
        self._turn = turn
        self._field = FieldSearch(self._chip, MAX_FRAMES_PER_POLL)
        self._running = False
        self._given_up: ChipError | None = None
        self._retry_at_s = 0.0
        self._suspicious_at_s = 0.0

    async def start(self) -> ChipVersion:
        """Reset, test and set up the chip, switch the antenna on and wait until cards have started up.

        Raises:
            PartSilent: no working chip answers.
            BusError: the port cannot be used.
        """
        self._running = True
        self._given_up = None
        async with self._antenna_turn(switched_on=False):
            return await self._start()

    async def _start(self) -> ChipVersion:
        is_fresh = self._reset is not None and self._clock.now_s() - self._reset.pulsed_s < FRESH_RESET_S
        try:
            if is_fresh:
                with contextlib.suppress(ChipError):
                    return await self._reset_and_set_up(self._chip.soft_reset)
            return await self._reset_and_set_up(self._resets_weakest_first()[-1])
        except ChipError as deaf:
            raise self._give_up_and_make_error(deaf) from deaf

    async def poll(self) -> PollResult:
        """Find every card in the field, including those that an earlier poll halted.

        An empty field takes one exchange. A failed chip is reset and polled again at once.

        Raises:
            PartSilent: the chip failed and no reset helped; later polls try again.
            BusError: the port cannot be used.
        """
        if not self._running:
            raise self._switched_off_error()
        async with self._antenna_turn(switched_on=self._given_up is None):
            if self._given_up is None:
                return await self._poll_with_recovery(self._audit_and_poll)
            if self._clock.now_s() < self._retry_at_s:
                raise self._silent_error(self._given_up)
            return await self._recover_and_poll(self._given_up)

    def begin_quick_poll(self) -> bool:
        """Begin a fast poll of an empty field; call it at least 2 ms after the last poll.

        Return whether to call `is_quick_poll_unanswered` after ``answers_after_s``; else a full `poll` is needed.
        Raise BusError if the port cannot be used.
        """
        chip = self._chip
        if chip.silence is not None:
            chip.silence.send_request()
            return True
        now_s, field = self._clock.now_s(), self._field
        if field.resting or field.unsettled or self._given_up is not None or not self._running:
            return False
        if now_s >= self._suspicious_at_s or self._turn is not None:
            return False
        if now_s >= chip.audit_at_s:
            try:
                chip.check_registers()
            except ChipError:
                return False
        chip.send_wake_all()
        return True

    def is_quick_poll_unanswered(self, asked_s: float, status: bytes | None = None) -> bool:
        """Return whether the poll begun at ``asked_s`` or before got no answer; if false, call `finish_answered_poll`.

        Raises:
            BusError: the port cannot be used.
        """
        return self._chip.is_wake_all_unanswered(asked_s, status)

    @property
    def silent_field_fast_path(self) -> SilentPollPath | None:
        """Fast path until anything answers; None unless the last poll got no answer. Its functions raise BusError."""
        return self._chip.silence

    async def finish_answered_poll(self) -> PollResult:
        """Finish an answered poll that `begin_quick_poll` began; raise as `poll`."""
        return await self._poll_with_recovery(self._finish_poll_without_recovery)

    async def converse(self, uid: Uid, conversation: Conversation[ResultT]) -> ResultT | None:
        """Select a card, run a conversation and halt it; return None if it could not be selected.

        Raise PartSilent if the chip failed (the next poll resets it), BusError if the port cannot be used.
        """
        async with self._antenna_turn():
            return await self._converse(uid, conversation)

    async def _converse(self, uid: Uid, conversation: Conversation[ResultT]) -> ResultT | None:
        try:
            if not await self._field.try_select_card(uid):
                conversation.close()
                return None
            request = next(conversation)
            while True:
                request = conversation.send(await self._chip.send_card_command(request))
        except StopIteration as end:
            await self._field.halt_selected_card()
            result: ResultT = end.value
            return result
        except ChipError as deaf:
            raise self._silent_error(deaf) from deaf

    def reset_at_next_poll(self) -> None:
        """Its receiver may have failed unnoticed in an empty field."""
        self._suspicious_at_s = 0.0

    @property
    def gain_db(self) -> int:
        """Receiver gain, read from the chip; raise BusError if the port cannot be used."""
        return self._chip.chip_gain_db

    def set_gain(self, gain_db: int) -> None:
        """Raise ValueError if the chip has no such gain, BusError if the port cannot be used."""
        self._chip.set_gain(gain_db)

    @property
    def chip_quirks_text(self) -> str:
        """How the chip behaves where the data sheet is ambiguous, in one line."""
        return f"counts CollPos {COUNTING_TEXT[self._field.counts_from_byte]}"

    def count_wrong_echo_bytes(self, byte_count: int) -> int:
        """Raise BusError if the port cannot be used."""
        return self._chip.count_wrong_echo_bytes(byte_count)

    def off(self) -> None:
        """Switch the antenna off and idle the chip at once, until `start`; raise BusError if that fails."""
        self._running = False
        self._given_up = None
        self._chip.off()

    @contextlib.asynccontextmanager
    async def _antenna_turn(self, *, switched_on: bool = True) -> AsyncIterator[None]:
        """Wait until no other reader has its turn; then have the antenna on inside the ``with`` block only."""
        if self._turn is None:
            yield
            return
        async with self._turn:
            try:
                if switched_on and self._running:
                    await self._chip.switch_antenna_on()
                yield
            finally:
                self._chip.off()

    # Resets

    def _resets_weakest_first(self) -> tuple[Callable[[], Awaitable[None]], ...]:
        if self._reset is None:
            return (self._chip.soft_reset,)
        return self._chip.soft_reset, partial(self._pulse_reset_line, self._reset)

    async def _pulse_reset_line(self, reset: SharedResetLine) -> None:
        reset.line.off()
        reset.pulsed_s = self._clock.now_s()
        try:
            await self._wait_us(RESET_PULSE_US)
        finally:
            reset.line.on()
        await self._wait_us(RESET_WAIT_US)
        await self._chip.soft_reset()

    async def _poll_with_recovery(self, poll: Callable[[], Awaitable[PollResult]]) -> PollResult:
        try:
            found = await poll()
        except ChipError as deaf:
            return await self._recover_and_poll(deaf)
        if found is not EMPTY_FIELD:
            self._suspicious_at_s = self._clock.now_s() + SUSPICIOUS_SILENCE_S
        return found

    async def _recover_and_poll(self, deaf: ChipError) -> PollResult:
        for reset in self._resets_weakest_first():
            if not self._running:
                break
            try:
                await self._reset_and_set_up(reset)
                found = await self._audit_and_poll()
            except ChipError as still:
                deaf = still
            else:
                self._given_up = None
                self.recoveries += 1
                return found
        raise self._give_up_and_make_error(deaf) from deaf

    def _give_up_and_make_error(self, deaf: ChipError) -> PartSilent:
        self._given_up = deaf
        self._retry_at_s = self._clock.now_s() + RETRY_S
        return self._silent_error(deaf)

    async def _reset_and_set_up(self, reset: Callable[[], Awaitable[None]]) -> ChipVersion:
        await reset()
        if not self._running:
            raise self._switched_off_error()
        try:
            await self._chip.set_up()
        finally:
            self.version = ChipVersion(self._chip.version)
        self._suspicious_at_s = self._clock.now_s() + SUSPICIOUS_SILENCE_S
        return self.version

    def _silent_error(self, deaf: ChipError) -> PartSilent:
        return PartSilent(
            f"reader {self.name}",
            seen=f"{deaf} ({ChipVersion(self._chip.version).meaning})",
            expected="a working MFRC522",
            remedy="Check its 3.3 V, ground, MISO and chip select.",
        )

    def _switched_off_error(self) -> PartSilent:
        return PartSilent(
            f"reader {self.name}", seen="a reader that is switched off", expected="a started one", remedy="Start it."
        )

    async def _wait_us(self, us: int) -> None:
        await self._clock.sleep_until(self._clock.now_s() + us / 1e6)

    async def _audit_and_poll(self) -> PollResult:
        now_s = self._clock.now_s()
        if now_s >= self._suspicious_at_s and not self._field.resting:
            await self._reset_and_set_up(self._resets_weakest_first()[-1])
        elif now_s >= self._chip.audit_at_s:
            try:
                self._chip.check_registers()
            except ChipError:
                await self._reset_and_set_up(self._resets_weakest_first()[-1])
                self.recoveries += 1
        return _to_poll_result(*await self._field.find_cards())

    async def _finish_poll_without_recovery(self) -> PollResult:
        if await self._chip.await_wake_all_outcome() == SILENT:
            return EMPTY_FIELD
        return _to_poll_result(*await self._field.find_cards_after_wake_up())


def _to_poll_result(uids: list[bytes], garbled: bool) -> PollResult:  # noqa: FBT001  # as the field returns it
    return PollResult(frozenset(map(Uid, uids)), garbled) if uids or garbled else EMPTY_FIELD


def make_shared_reset_line(pin: int, pin_factory: Any) -> SharedResetLine:
    """Return the line at BCM pin ``pin``, high, for readers (data sheet 8.8.1); may raise BusError."""
    from gpiozero import OutputDevice  # heavy

    with closing_devices_on_error("reset of the readers", [pin]) as reserve:
        return SharedResetLine(reserve(OutputDevice(pin, initial_value=True, pin_factory=pin_factory)))
