"""Driver of one MFRC522: each poll finds every card in the field, or says why it cannot."""

import contextlib
import math
from collections.abc import Awaitable, Callable, Generator
from functools import partial
from typing import Any, Final, Protocol, TypeVar

from firmware.castle_node.field import Field
from firmware.castle_node.mfrc522 import GAIN_CODES, RESET_PULSE_US, RESET_WAIT_US, SILENT, ChipError
from hw.bus.ports import SpiPort, reserving
from hw.clock import Clock
from hw.errors import PartSilent
from hw.iso14443.frames import Answer, Request
from hw.mfrc522.chip import WOKEN_AFTER_S, Chip
from hw.mfrc522.registers import Version
from hw.poll import EMPTY, Found, Silence
from hw.values import ReaderId, Uid

T = TypeVar("T")
Conversation = Generator[Request, Answer | None, T]

EXCHANGES: Final = 1000
"""No poll sends more frames: sixteen cards, each garbled again and again, take less."""

SUSPICIOUS_S: Final = 60.0
"""A field that was silent for so long may be one that is no longer heard: some chips go deaf until RST, and answer all
the same. To find out takes 16 ms, less than a tile is in the field."""

COUNTING: Final = {
    None: "as not seen yet",
    True: "from the first bit of the byte, so that the alignment is included",
    False: "from the first bit received",
}
"""From where a chip counts CollPos when an answer starts inside a byte."""

FRESH_S: Final = 5.0
"""A reader that starts so soon after a pulse on its line does without: its own would reset those already started."""

RETRY_S: Final = 0.25
"""How long a reader that was given up is left alone before the next attempt."""


class ResetLine(Protocol):
    """The NRSTPD pin: high runs the chip, low powers it down; a gpiozero ``OutputDevice`` is one."""

    def on(self) -> None:
        """Drive the pin high."""

    def off(self) -> None:
        """Drive the pin low."""


class SharedReset:
    """A reset line that may be on several readers.

    Attributes:
        line: the line.
        pulsed_s: when it was last pulled: readers that start soon after have had their reset.
    """

    def __init__(self, line: ResetLine) -> None:
        self.line = line
        self.pulsed_s = -math.inf


class Mfrc522:
    """One reader chip behind an SPI port.

    When an exchange shows that the chip lost its settings or does not do what it is told, `poll` climbs the reset
    ladder by itself: soft reset, then the reset line if there is one, then it gives up and says so. A start, a register
    that differs and a long silence go to the last rung at once. A chip that another reader's pulse has reset begins
    with the first: else two of one line would reset each other for ever. One call at a time; `off` may come at any
    moment.

    Args:
        port: its chip select.
        clock: seconds; every wait is until a moment of it.
        name: what errors call this reader.
        gain_db: receiver gain; 38 dB reads a sticker at 2 cm, at 48 dB one at contact saturates the receiver.
        reset: its NRSTPD pin, if wired; a pin that several readers share resets them all.

    Attributes:
        recoveries: how often the reset ladder brought the chip back.
        version: what VersionReg said at the last start.
        answers_after_s: how long after `ask` the answer is in.
    """

    answers_after_s = WOKEN_AFTER_S

    def __init__(
        self, port: SpiPort, clock: Clock, *, name: ReaderId, gain_db: int = 38, reset: SharedReset | None = None
    ) -> None:
        if gain_db not in GAIN_CODES:
            allowed = ", ".join(map(str, GAIN_CODES))
            msg = f"reader {name}: the chip has no gain of {gain_db} dB; choose one of {allowed}"
            raise ValueError(msg)
        self.name = name
        self.recoveries = 0
        self.version: Version | None = None
        self._chip = Chip(port, clock, gain_db)
        self._clock = clock
        self._reset = reset
        self._field = Field(self._chip, EXCHANGES)
        self._running = False
        self._given_up: ChipError | None = None
        self._retry_at_s = 0.0
        self._suspicious_at_s = 0.0

    async def start(self) -> Version:
        """Reset and test the chip, set it up, switch the antenna on and wait until cards have started up.

        Raises:
            PartSilent: no working chip answers.
            BusError: the port cannot be used.
        """
        self._running = True
        self._given_up = None
        is_fresh = self._reset is not None and self._clock.now_s() - self._reset.pulsed_s < FRESH_S
        try:
            if is_fresh:
                with contextlib.suppress(ChipError):
                    return await self._set_up(self._chip.soft_reset)
            return await self._set_up(self._ladder()[-1])
        except ChipError as deaf:
            raise self._give_up(deaf) from deaf

    async def poll(self) -> Found:
        """Find every card in the field, also those that rested there before.

        Takes one exchange in an empty field. A chip that fails is reset and asked again in the same call.

        Raises:
            PartSilent: the chip does not do what it is told, and no reset helped; later polls try again.
            BusError: the port cannot be used.
        """
        if not self._running:
            raise self._off_error()
        if self._given_up is None:
            return await self._with_recovery(self._poll)
        if self._clock.now_s() < self._retry_at_s:
            raise self._silent_error(self._given_up)
        return await self._recover(self._given_up)

    def ask(self) -> bool:
        """Begin a poll the short way: ask an empty field who is there, and do not wait.

        Where the last poll was silent, too, no clock is looked at: whoever asks keeps two milliseconds apart.

        Returns:
            Whether `found_nothing` can tell after ``answers_after_s``; if not, only a whole `poll` says anything now.

        Raises:
            BusError: the port cannot be used.
        """
        chip = self._chip
        if chip.silence is not None:
            chip.silence[0]()
            return True
        now_s, field = self._clock.now_s(), self._field
        if field.resting or field.unsettled or self._given_up is not None or not self._running:
            return False
        if now_s >= self._suspicious_at_s:
            return False
        if now_s >= chip.audit_at_s:
            try:
                chip.audit()
            except ChipError:
                return False
        chip.send_wake_all()
        return True

    def found_nothing(self, asked_s: float, heard: bytes | None = None) -> bool:
        """Whether `ask`, at ``asked_s`` or before, was met with silence; else `finish_poll` finds out what there is.

        Raises:
            BusError: the port cannot be used.
        """
        return self._chip.found_nothing(asked_s, heard)

    @property
    def silence(self) -> Silence | None:
        """How the field may be polled until something else is heard, if the last poll was met with silence.

        What it gives may raise:
            BusError: the port cannot be used.
        """
        return self._chip.silence

    async def finish_poll(self) -> Found:
        """The rest of a poll that `ask` began, and that was answered by anything but silence.

        Raises:
            As `poll`.
        """
        return await self._with_recovery(self._finish_poll)

    async def converse(self, uid: Uid, conversation: Conversation[T]) -> T | None:
        """Select one card, carry on a conversation of its own commands and halt it.

        Returns:
            What the conversation returns; None if the card could not be selected.

        Raises:
            PartSilent: the chip does not do what it is told; it is reset by the next poll.
            BusError: the port cannot be used.
        """
        try:
            if not await self._field.select(uid):
                conversation.close()
                return None
            request = next(conversation)
            while True:
                request = conversation.send(await self._chip.ask(request))
        except StopIteration as end:
            await self._field.halt()
            result: T = end.value
            return result
        except ChipError as deaf:
            raise self._silent_error(deaf) from deaf

    def suspect(self) -> None:
        """Take the silence of an idle reader for a long one: its chip is reset as soon as it is asked again."""
        self._suspicious_at_s = 0.0

    @property
    def gain_db(self) -> int:
        """The receiver's gain, as the chip has it now.

        Raises:
            BusError: the port cannot be used.
        """
        return self._chip.gain_now_db

    def set_gain(self, gain_db: int) -> None:
        """Receive with another gain.

        Raises:
            BusError: the port cannot be used.
            ValueError: the chip has no such gain.
        """
        self._chip.set_gain(gain_db)

    @property
    def habits(self) -> str:
        """What the chip has shown where the data sheet can be read in two ways, in one line."""
        return f"counts CollPos {COUNTING[self._field.counts_from_byte]}"

    def count_wrong_bytes(self, byte_count: int) -> int:
        """How many of so many bytes come wrong over the wires and back: any is one too many.

        Raises:
            BusError: the port cannot be used.
        """
        return self._chip.count_wrong_bytes(byte_count)

    def off(self) -> None:
        """Antenna off and the chip idle, at once; only `start` switches it on again.

        Raises:
            BusError: the port cannot be used.
        """
        self._running = False
        self._given_up = None
        self._chip.off()

    # The reset ladder

    def _ladder(self) -> tuple[Callable[[], Awaitable[None]], ...]:
        if self._reset is None:
            return (self._chip.soft_reset,)
        return self._chip.soft_reset, partial(self._pulse, self._reset)

    async def _pulse(self, reset: SharedReset) -> None:
        reset.line.off()
        reset.pulsed_s = self._clock.now_s()
        try:
            await self._wait(RESET_PULSE_US)
        finally:
            reset.line.on()
        await self._wait(RESET_WAIT_US)
        await self._chip.soft_reset()

    async def _with_recovery(self, poll: Callable[[], Awaitable[Found]]) -> Found:
        try:
            found = await poll()
        except ChipError as deaf:
            return await self._recover(deaf)
        if found is not EMPTY:
            self._suspicious_at_s = self._clock.now_s() + SUSPICIOUS_S
        return found

    async def _recover(self, deaf: ChipError) -> Found:
        """Climb the ladder until a rung brings the chip back; give up after the last."""
        for reset in self._ladder():
            if not self._running:
                break
            try:
                await self._set_up(reset)
                found = await self._poll()
            except ChipError as still:
                deaf = still
            else:
                self._given_up = None
                self.recoveries += 1
                return found
        raise self._give_up(deaf) from deaf

    def _give_up(self, deaf: ChipError) -> PartSilent:
        self._given_up = deaf
        self._retry_at_s = self._clock.now_s() + RETRY_S
        return self._silent_error(deaf)

    async def _set_up(self, reset: Callable[[], Awaitable[None]]) -> Version:
        await reset()
        if not self._running:
            raise self._off_error()
        try:
            await self._chip.set_up()
        finally:
            self.version = Version(self._chip.version)
        self._suspicious_at_s = self._clock.now_s() + SUSPICIOUS_S
        return self.version

    def _silent_error(self, deaf: ChipError) -> PartSilent:
        return PartSilent(
            f"reader {self.name}",
            seen=f"{deaf} ({Version(self._chip.version).meaning})",
            expected="an MFRC522 that does what it is told",
            remedy="Check its 3.3 V, ground, MISO and chip select.",
        )

    def _off_error(self) -> PartSilent:
        return PartSilent(
            f"reader {self.name}", seen="a reader that is switched off", expected="a started one", remedy="Start it."
        )

    async def _wait(self, us: int) -> None:
        await self._clock.sleep_until(self._clock.now_s() + us / 1e6)

    async def _poll(self) -> Found:
        now_s = self._clock.now_s()
        if now_s >= self._suspicious_at_s and not self._field.resting:
            await self._set_up(self._ladder()[-1])
        elif now_s >= self._chip.audit_at_s:
            try:
                self._chip.audit()
            except ChipError:
                await self._set_up(self._ladder()[-1])
                self.recoveries += 1
        return _found(*await self._field.poll())

    async def _finish_poll(self) -> Found:
        if await self._chip.answer_to_wake_all() == SILENT:
            return EMPTY
        return _found(*await self._field.resume_poll())


def _found(uids: list[bytes], garbled: bool) -> Found:  # noqa: FBT001  # as the field says it
    return Found(frozenset(map(Uid, uids)), garbled) if uids or garbled else EMPTY


def reset_line(pin: int, pin_factory: Any) -> SharedReset:
    """The line at BCM pin ``pin``, high; several readers may share it (data sheet 8.8.1).

    Raises:
        BusError: the pin cannot be used.
    """
    from gpiozero import OutputDevice  # heavy: not before a line is opened

    with reserving("reset of the readers", [pin]) as reserve:
        return SharedReset(reserve(OutputDevice(pin, initial_value=True, pin_factory=pin_factory)))
