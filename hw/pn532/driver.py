"""Driver of a PN532 on SPI: each poll lists the cards in the field, two at most, or raises.

Written from the user manual (UM0701-02). What a listed card answers next depends on how the chip left it: users see
each card at every second listing only (community.nxp.com, thread 481864). So the field goes off and on before the next.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

from hw.bus.ports import SpiPort
from hw.clock import Clock
from hw.errors import PartSilent
from hw.iso14443.frames import FIELD_ON_GUARD_S
from hw.mfrc522.driver import FRESH_RESET_S, SharedResetLine
from hw.pn532 import commands
from hw.poll import EMPTY_FIELD, PollResult
from hw.values import ReaderId, Uid

ACK_TIMEOUT_S: Final = 0.015
"""Longest wait for the acknowledge of a command (6.2.2.1)."""

ANSWER_TIMEOUT_S: Final = 0.1
"""Longest wait for an answer, assumed; listing two cards takes a fifth of it."""

LOOK_EVERY_S: Final = 1e-3
WAKE_UP_S: Final = 0.01
"""Wait after a reset, and after the first transfer, which wakes the chip (7.2.11); the manual asks for 2 ms."""

FIELD_S: Final = FIELD_ON_GUARD_S + 1e-4
"""Time without a field that resets cards, and time in one that they need to start (ISO/IEC 14443-3)."""

MAX_FRAME_BYTES: Final = 64
"""Bytes to read of an answer; two cards with UIDs of ten bytes need 42."""

TRIES: Final = 3
"""How often to send a command without acknowledge, and to ask for a damaged answer again."""

NO_FRAME: Final = "no frame"


def format_frame(code: commands.Command, parameters: bytes = b"") -> bytes:
    """Return a normal information frame (6.2.1.1)."""
    data = bytes((commands.TO_CHIP, code)) + parameters
    length = len(data)
    return bytes((0, 0, 0xFF, length, -length & 0xFF)) + data + bytes((-sum(data) & 0xFF, 0))


def parse_answer(code: commands.Command, frame: bytes) -> bytes | str:
    """Return what follows the answer's code; a string says what was seen instead of an answer to ``code``."""
    start = frame.find(b"\x00\xff")
    if start < 0 or len(frame) < start + 4:
        return NO_FRAME
    length, length_check = frame[start + 2 : start + 4]
    data, rest = frame[start + 4 : start + 4 + length], frame[start + 4 + length :]
    if (length + length_check) & 0xFF or not rest:
        return "a damaged length"
    if (sum(data) + rest[0]) & 0xFF:
        return "a wrong checksum"
    if data[:2] != bytes((commands.FROM_CHIP, code + 1)):
        return f"{data[:2].hex()} at the start of an answer"
    return data[2:]


def parse_targets(answer: bytes) -> list[Uid] | None:
    """Return the UIDs of an InListPassiveTarget (7.3.5, 106 kbit/s type A); None if the lengths are inconsistent."""
    if not answer or answer[0] > commands.MAX_TARGETS:
        return None
    uids, at = [], 1
    for number in range(1, answer[0] + 1):
        head = answer[at : at + 5]  # Tg, SENS_RES (2), SEL_RES, NFCIDLength
        if len(head) < 5 or head[0] != number or head[4] not in (4, 7, 10):
            return None
        at += 5 + head[4]
        uids.append(Uid(answer[at - head[4] : at]))
    return uids if at == len(answer) else None


class Pn532:
    """One PN532 behind an SPI port.

    When the chip fails, `poll` sets it up again; if that fails, too, it raises. A third card is noticed (``garbled``)
    if the chip asks with REQA when two have been listed. Cards that it cannot tell apart are an empty field to it.
    Make one call at a time; `off` may come at any time.

    Args:
        name: its name in errors.
        reset: its RSTPDN pin, if wired; a shared pin resets all its readers.
        turn: a lock shared by readers whose antennas are on in turn, each while it is used; None to leave it on.

    Attributes:
        recoveries: set-ups that brought the chip back.
    """

    def __init__(
        self,
        port: SpiPort,
        clock: Clock,
        *,
        name: ReaderId,
        reset: SharedResetLine | None = None,
        turn: asyncio.Lock | None = None,
    ) -> None:
        self.name = name
        self.recoveries = 0
        self._port = port
        self._clock = clock
        self._reset = reset
        self._turn = turn
        self._running = False
        self._cards_are_fresh = False

    async def start(self) -> str:
        """Reset and set up the chip, switch the antenna on; return the firmware's version.

        Raises:
            PartSilent: no working chip answers.
            BusError: the port cannot be used.
        """
        self._running = True
        async with self._antenna_turn():
            return await self._set_up()

    async def poll(self) -> PollResult:
        """List the cards in the field; raise as `start`."""
        async with self._antenna_turn():
            try:
                return await self._list_cards()
            except PartSilent:
                if not self._running:
                    raise
                await self._set_up()
                found = await self._list_cards()
                self.recoveries += 1
                return found

    def off(self) -> None:
        """Switch the antenna off at once, until `start`; raise BusError if that fails."""
        self._running = False
        self._switch_field_off()

    def _switch_field_off(self) -> None:
        """Send the command and do not wait for its answer."""
        self._cards_are_fresh = False
        self._write(format_frame(commands.Command.RF_CONFIGURATION, bytes((commands.RF_FIELD, 0))))

    @contextlib.asynccontextmanager
    async def _antenna_turn(self) -> AsyncIterator[None]:
        if self._turn is None:
            yield
            return
        async with self._turn:
            try:
                yield
            finally:
                self._switch_field_off()

    async def _set_up(self) -> str:
        if self._reset is not None and self._clock.now_s() - self._reset.pulsed_s >= FRESH_RESET_S:
            self._reset.line.off()
            self._reset.pulsed_s = self._clock.now_s()
            try:
                await self._wait_s(LOOK_EVERY_S)
            finally:
                self._reset.line.on()
            await self._wait_s(WAKE_UP_S)
        self._port.transfer(bytes((commands.REVERSED[commands.SpiOperation.READ_STATUS], 0)))
        await self._wait_s(WAKE_UP_S)
        await self._command(commands.Command.SAM_CONFIGURATION, commands.NORMAL_MODE)
        version = await self._command(commands.Command.GET_FIRMWARE_VERSION)
        if len(version) != 4 or version[0] != commands.CHIP_PN532:
            raise self._silent_error(f"version {version.hex()}")
        await self._command(commands.Command.SET_PARAMETERS, commands.NO_RATS)
        await self._command(commands.Command.RF_CONFIGURATION, bytes((commands.MAX_RETRIES, 0, 0, 0)))
        await self._restart_field()
        return f"PN5{version[0]:02X}, firmware {version[1]}.{version[2]}"

    async def _restart_field(self) -> None:
        await self._command(commands.Command.RF_CONFIGURATION, bytes((commands.RF_FIELD, 0)))
        await self._wait_s(FIELD_S)
        await self._command(commands.Command.RF_CONFIGURATION, bytes((commands.RF_FIELD, 1)))
        await self._wait_s(FIELD_S)
        self._cards_are_fresh = True

    async def _list_cards(self) -> PollResult:
        if not self._cards_are_fresh:
            await self._restart_field()
        uids = await self._list_once()
        if not uids:
            return EMPTY_FIELD
        self._cards_are_fresh = False
        third = await self._list_once() - uids if len(uids) == commands.MAX_TARGETS else frozenset()
        return PollResult(uids, garbled=bool(third))

    async def _list_once(self) -> frozenset[Uid]:
        answer = await self._command(
            commands.Command.IN_LIST_PASSIVE_TARGET, bytes((commands.MAX_TARGETS, commands.TYPE_A_106_KBIT))
        )
        uids = parse_targets(answer)
        if uids is None:
            raise self._silent_error(f"the list of cards {answer.hex()}")
        return frozenset(uids)

    async def _command(self, code: commands.Command, parameters: bytes = b"") -> bytes:
        """Return the answer; raise PartSilent if there is none, or none that is right."""
        for _ in range(TRIES):
            self._check_running()
            self._write(format_frame(code, parameters))
            if await self._is_ready_within(ACK_TIMEOUT_S) and self._read(len(commands.ACK)) == commands.ACK:
                break
        else:
            raise self._silent_error(f"no acknowledge of {code.name}")
        problem = "no answer"
        for _ in range(TRIES):
            if not await self._is_ready_within(ANSWER_TIMEOUT_S):
                break
            answer = parse_answer(code, self._read(MAX_FRAME_BYTES))
            if isinstance(answer, bytes):
                return answer
            problem = answer
            self._write(commands.NACK)
        self._write(commands.ACK)
        raise self._silent_error(f"{problem} to {code.name}")

    async def _is_ready_within(self, seconds: float) -> bool:
        until_s = self._clock.now_s() + seconds
        while self._clock.now_s() < until_s:
            await self._wait_s(LOOK_EVERY_S)
            self._check_running()
            status = self._port.transfer(bytes((commands.REVERSED[commands.SpiOperation.READ_STATUS], 0)))
            if commands.REVERSED[status[1]] & 1:
                return True
        return False

    def _check_running(self) -> None:
        if not self._running:
            raise self._silent_error("a reader that is switched off")

    def _write(self, frame: bytes) -> None:
        self._port.transfer((bytes((commands.SpiOperation.WRITE,)) + frame).translate(commands.REVERSED))

    def _read(self, byte_count: int) -> bytes:
        return self._port.transfer(bytes((commands.REVERSED[commands.SpiOperation.READ],)) + bytes(byte_count))[
            1:
        ].translate(commands.REVERSED)

    async def _wait_s(self, seconds: float) -> None:
        await self._clock.sleep_until(self._clock.now_s() + seconds)

    def _silent_error(self, seen: str) -> PartSilent:
        return PartSilent(
            f"reader {self.name}",
            seen=seen,
            expected="a working PN532",
            remedy="Check its switches (SPI), its supply, ground, MISO and chip select.",
        )
