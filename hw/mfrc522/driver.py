"""Driver of one MFRC522: each poll finds every card in the field, or says why it cannot."""

import contextlib
import math
from collections.abc import Awaitable, Callable, Generator
from functools import partial
from typing import Any, Final, Protocol, TypeVar

from hw.bus.ports import SpiPort, reserving
from hw.clock import Clock
from hw.errors import BusError, PartSilent
from hw.iso14443.anticollision import EMPTY, CardsFound, FieldSearch
from hw.iso14443.frames import Answer, Outcome, Request
from hw.mfrc522.chip import RESET_WAIT_S, WOKEN_AFTER_S, Chip
from hw.mfrc522.registers import GAIN_DB_BY_CODE, Version
from hw.poll import Silence
from hw.values import ReaderId, Uid

T = TypeVar("T")
Conversation = Generator[Request, Answer, T]

RESET_PULSE_S: Final = 1e-3
"""NRSTPD low; the data sheet asks for 100 ns (8.8.1)."""

SUSPICIOUS_S: Final = 60.0
"""A field that was silent for so long may be one that is no longer heard: some chips go deaf until RST, and answer all
the same. To find out takes 16 ms, less than a tile is in the field."""

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
        self,
        port: SpiPort,
        clock: Clock,
        *,
        name: ReaderId,
        gain_db: int = 38,
        reset: ResetLine | SharedReset | None = None,
    ) -> None:
        if gain_db not in GAIN_DB_BY_CODE:
            allowed = ", ".join(str(gain) for gain in sorted(set(GAIN_DB_BY_CODE)))
            msg = f"reader {name}: the chip has no gain of {gain_db} dB; choose one of {allowed}"
            raise ValueError(msg)
        self.name = name
        self.recoveries = 0
        self.version: Version | None = None
        self._chip = Chip(port, clock, part=f"reader {name}", gain_code=GAIN_DB_BY_CODE.index(gain_db))
        self._clock = clock
        self._reset = reset if isinstance(reset, SharedReset | None) else SharedReset(reset)
        self._search = FieldSearch()
        self._running = False
        self._given_up: PartSilent | None = None
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
                with contextlib.suppress(PartSilent):
                    return await self._set_up(self._chip.soft_reset)
            return await self._set_up(self._ladder()[-1])
        except PartSilent as silent:
            self._give_up(silent)
            raise

    async def poll(self) -> CardsFound:
        """Find every card in the field, also those that rested there before.

        Takes one exchange in an empty field. A chip that fails is reset and asked again in the same call.

        Raises:
            PartSilent: the chip does not do what it is told, and no reset helped; later polls try again.
            BusError: the port cannot be used.
        """
        if self._given_up is not None or not self._running:
            return await self._poll_again()
        return await self._recovering(self._poll)

    def ask(self) -> bool:
        """Begin a poll the short way: ask an empty field who is there, and do not wait.

        Where the last poll was silent, too, no clock is looked at: whoever asks keeps two milliseconds apart.

        Returns:
            Whether `heard_nothing` can tell after ``answers_after_s``; if not, only a whole `poll` says anything now.

        Raises:
            BusError: the port cannot be used.
        """
        chip = self._chip
        if chip.silence is not None:
            chip.silence[0]()
            return True
        search = self._search
        if search.resting or search.unsettled or self._given_up is not None or not self._running:
            return False
        now_s = self._clock.now_s()
        if now_s < chip.may_ask_at_s:
            return False
        if now_s >= self._suspicious_at_s:
            return False
        if now_s >= chip.audit_at_s:
            try:
                chip.audit()
            except PartSilent:
                return False
        chip.send_wake_all()
        return True

    def heard_nothing(self, asked_s: float, heard: bytes | None = None) -> bool:
        """Whether `ask`, at ``asked_s`` or before, was met with silence; else `poll_on` finds out what there is.

        Raises:
            BusError: the port cannot be used.
        """
        return self._chip.heard_nothing(asked_s, heard)

    @property
    def silence(self) -> Silence | None:
        """How the field may be polled until something else is heard, if the last poll was met with silence.

        What it gives may raise:
            BusError: the port cannot be used.
        """
        return self._chip.silence

    async def poll_on(self) -> CardsFound:
        """The rest of a poll that `ask` began, and that was answered by anything but silence.

        Raises:
            As `poll`.
        """
        return await self._recovering(self._poll_on)

    async def converse(self, uid: Uid, conversation: Conversation[T]) -> T | None:
        """Select one card, carry on a conversation of its own commands and halt it.

        Returns:
            What the conversation returns; None if the card could not be selected.

        Raises:
            PartSilent: the chip does not do what it is told; it is reset by the next poll.
            BusError: the port cannot be used.
        """
        if not await self._run(self._search.select_only(uid)):
            conversation.close()
            return None
        result = await self._run(conversation)
        await self._run(self._search.halt())
        return result

    def suspect(self) -> None:
        """Take the silence of an idle reader for a long one: its chip is reset as soon as it is asked again."""
        self._suspicious_at_s = 0.0

    @property
    def gain_db(self) -> int:
        """The receiver's gain, as the chip has it now.

        Raises:
            BusError: the port cannot be used.
        """
        return GAIN_DB_BY_CODE[self._chip.gain_code]

    def set_gain(self, gain_db: int) -> None:
        """Receive with another gain.

        Raises:
            BusError: the port cannot be used.
            ValueError: the chip has no such gain.
        """
        self._chip.set_gain(GAIN_DB_BY_CODE.index(gain_db))

    @property
    def habits(self) -> str:
        """What the chip has shown where the data sheet can be read in two ways, in one line."""
        counting = self._search.counting
        return f"counts CollPos {counting.value if counting else 'as not seen yet'}"

    def wrong_octets(self, octets: int) -> int:
        """How many of so many octets come wrong over the wires and back: any is one too many.

        Raises:
            BusError: the port cannot be used.
        """
        return self._chip.wrong_octets(octets)

    def off(self) -> None:
        """Antenna off and the chip idle, at once; only `start` switches it on again.

        Raises:
            BusError: the port cannot be used.
        """
        self._running = False
        self._given_up = None
        self._search.forget()
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
            await self._wait(RESET_PULSE_S)
        finally:
            reset.line.on()
        await self._wait(RESET_WAIT_S)
        await self._chip.soft_reset()

    async def _recovering(self, poll: Callable[[], Awaitable[CardsFound]]) -> CardsFound:
        try:
            found = await poll()
        except PartSilent as silent:
            return await self._recover(silent)
        except BusError:
            self._search.forget()
            raise
        if found is not EMPTY:
            self._suspicious_at_s = self._clock.now_s() + SUSPICIOUS_S
        return found

    async def _audit(self) -> None:
        try:
            self._chip.audit()
        except PartSilent:
            await self._set_up(self._ladder()[-1])
            self.recoveries += 1

    async def _recover(self, silent: PartSilent) -> CardsFound:
        """Climb the ladder until a rung brings the chip back; give up after the last."""
        for reset in self._ladder():
            if not self._running:
                break
            try:
                await self._set_up(reset)
                found = await self._poll()
            except PartSilent as still:
                silent = still
            else:
                self._given_up = None
                self.recoveries += 1
                return found
        self._give_up(silent)
        raise silent

    async def _poll_again(self) -> CardsFound:
        if self._given_up is None:
            raise self._switched_off()
        if self._clock.now_s() < self._retry_at_s:
            raise _again(self._given_up)
        return await self._recover(_again(self._given_up))

    def _give_up(self, silent: PartSilent) -> None:
        self._given_up = silent
        self._retry_at_s = self._clock.now_s() + RETRY_S

    async def _set_up(self, reset: Callable[[], Awaitable[None]]) -> Version:
        self._search.forget()
        await reset()
        if not self._running:
            raise self._switched_off()
        self.version = await self._chip.set_up()
        self._suspicious_at_s = self._clock.now_s() + SUSPICIOUS_S
        return self.version

    def _switched_off(self) -> PartSilent:
        return PartSilent(
            f"reader {self.name}", seen="a reader that is switched off", expected="a started one", remedy="Start it."
        )

    # Conversations

    async def _wait(self, seconds: float) -> None:
        await self._clock.sleep_until(self._clock.now_s() + seconds)

    async def _poll(self) -> CardsFound:
        now_s = self._clock.now_s()
        if now_s >= self._suspicious_at_s and not self._search.resting:
            await self._set_up(self._ladder()[-1])
        elif now_s >= self._chip.audit_at_s:
            await self._audit()
        if self._search.resting or self._search.unsettled:
            return await self._run(self._search.poll())
        return await self._inventory(await self._chip.wake_all())

    async def _inventory(self, answer: Answer) -> CardsFound:
        return EMPTY if answer.outcome is Outcome.SILENT else await self._run(self._search.inventory())

    async def _poll_on(self) -> CardsFound:
        return await self._inventory(await self._chip.answer_to_wake_all())

    async def _run(self, conversation: Conversation[T]) -> T:
        try:
            request = next(conversation)
            while True:
                request = conversation.send(await self._chip.exchange(request))
        except StopIteration as end:
            result: T = end.value
            return result


def _again(silent: PartSilent) -> PartSilent:
    return PartSilent(silent.part, seen=silent.seen, expected=silent.expected, remedy=silent.remedy)


def reset_line(pin: int, pin_factory: Any) -> SharedReset:
    """The line at BCM pin ``pin``, high; several readers may share it (data sheet 8.8.1).

    Raises:
        BusError: the pin cannot be used.
    """
    from gpiozero import OutputDevice  # heavy: not before a line is opened

    with reserving("reset of the readers", [pin]) as reserve:
        return SharedReset(reserve(OutputDevice(pin, initial_value=True, pin_factory=pin_factory)))
