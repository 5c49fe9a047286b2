"""Twin of a PN532 on SPI, with twins of cards in its field. Written from the user manual (UM0701-02).

Not modelled: the power-down modes and the wake-up from them, other commands than those of `_execute`, other cards than
type A at 106 kbit/s, other host interfaces, extended frames, chaining, and the pin P70_IRQ. The manual gives no times
for the firmware's own work, and no status for a card's NAK; those here are assumed.
"""

from collections import deque
from collections.abc import Callable, Generator
from typing import Final

from hw.iso14443 import frames
from hw.iso14443.picc import PcdFrame
from hw.mfrc522.reader_twin import NEVER, ReaderTwin
from hw.mfrc522.reception import DecodedFrame, decode_frame
from hw.pn532 import commands

START_UP_S: Final = 2e-3
ACK_AFTER_S: Final = 1e-3
"""From a command to its acknowledge; the manual allows 15 ms (6.2.2.1)."""

WORK_S: Final = 0.5e-3
"""The firmware's own work for a command."""

ANSWER_TIMEOUT_S: Final = 5e-3
"""How long the chip waits for a card's answer."""

AUTHENTICATIONS: Final = (0x60, 0x61)
WRITES: Final = (0xA2,)
WRITE_16: Final = 0xA0
ACK: Final = 0x0A
"""Commands of MIFARE Classic and Ultralight, and the four bits by which cards accept (MF1S50yyX, MF0ICU1)."""

GAIN_DB: Final = 38
RETRY_FOR_EVER: Final = 0xFF

Work = Generator[float, None, bytes | None]
"""What a command does: yields the moments at which it goes on, returns its answer, None for none."""


class Pn532Twin(ReaderTwin):
    """A PN532 and its antenna.

    After power-up it has no security module configured and lists nothing, as users report
    (community.nxp.com, thread 474941), and it looks for cards for ever.

    A frame that is read in parts goes on with the byte that belongs to the next operation, as pn532pi expects.

    Args:
        now_s: clock, seconds.
        wakes_halted: whether it asks for the first card with WUPA; the manual does not say. By default with REQA, which
            fits users' reports.
    """

    def __init__(self, now_s: Callable[[], float], *, wakes_halted: bool = False) -> None:
        super().__init__(now_s)
        self._request = frames.WUPA if wakes_halted else frames.REQA
        self._damage_in: int | None = None
        self._reset_chip()

    def damage_frame(self, number: int) -> None:
        """Change a byte of the ``number``-th frame to the host from now; 0 is the next."""
        self._damage_in = number

    def _reset_chip(self) -> None:
        self._out: deque[bytes] = deque()
        self._last_answer = self._unread = b""
        self._work: Work | None = None
        self._next_s = NEVER
        self._is_configured = False
        self._retries = RETRY_FOR_EVER
        self._targets: list[bytes] = []
        self._selected = 0
        self._awake_s = self._at_s + START_UP_S
        self.field.switch_antenna(on=False, at_s=self._at_s)
        self._update_spi_disturbed()

    # The SPI side

    def _transfer_undisturbed(self, data: bytes) -> bytes:
        operation, rest = commands.REVERSED[data[0]], data[1:].translate(commands.REVERSED)
        if operation == commands.SpiOperation.WRITE:
            self._take_frame(rest)
        elif operation == commands.SpiOperation.READ_STATUS:
            return bytes(1) + bytes((commands.REVERSED[1 if self._out else 0],)) * len(rest)
        elif operation == commands.SpiOperation.READ:
            frame = self._unread or bytes(1) + (self._out.popleft() if self._out else b"")
            self._unread = frame[len(data) :]
            return frame[: len(data)].ljust(len(data), b"\0").translate(commands.REVERSED)
        return bytes(len(data))

    def _take_frame(self, frame: bytes) -> None:
        self._unread = b""
        if frame == commands.NACK:
            self._out = deque([self._damaged(self._last_answer)])
            return
        length = frame[3] if len(frame) > 5 else 0
        data = frame[5 : 5 + length]
        is_ack = frame == commands.ACK
        is_right = len(data) == length >= 2 and len(frame) == length + 7 and data[0] == commands.TO_CHIP
        is_right = is_right and not (length + frame[4]) & 0xFF and not (sum(data) + frame[-2]) & 0xFF
        if is_ack or is_right:
            self._out.clear()
            self._work, self._next_s = None, NEVER
        if is_right and not is_ack:
            self._work = self._run(data[1], data[2:])
            self._next_s = next(self._work)

    def _damaged(self, frame: bytes) -> bytes:
        if self._damage_in is None:
            return frame
        self._damage_in -= 1
        if self._damage_in >= 0:
            return frame
        self._damage_in = None
        return frame[:-3] + bytes((frame[-3] ^ 0x40,)) + frame[-2:]

    # Commands

    def _process_events_until(self, now_s: float) -> None:
        while self._next_s <= now_s and self._work is not None:
            try:
                self._next_s = next(self._work)
            except StopIteration:
                self._work, self._next_s = None, NEVER

    def _run(self, code: int, parameters: bytes) -> Generator[float, None, None]:
        self._t = self._at_s + ACK_AFTER_S
        yield self._t
        self._out.append(self._damaged(commands.ACK))
        self._t += WORK_S + self.lag_s
        yield self._t
        answer = yield from self._execute(code, parameters)
        if answer is None:
            return
        self._last_answer = commands.SYNTAX_ERROR
        if answer is not commands.SYNTAX_ERROR:
            data = bytes((commands.FROM_CHIP, code + 1)) + answer
            head = bytes((0, 0, 0xFF, len(data), -len(data) & 0xFF))
            self._last_answer = head + data + bytes((-sum(data) & 0xFF, 0))
        self._out.append(self._damaged(self._last_answer))

    def _execute(self, code: int, parameters: bytes) -> Work:
        match code, len(parameters):
            case commands.Command.GET_FIRMWARE_VERSION, 0:
                return bytes.fromhex("32010607")
            case commands.Command.SAM_CONFIGURATION, 2 | 3:
                self._is_configured = True
                return b""
            case commands.Command.SET_PARAMETERS, 1:
                return b""
            case commands.Command.RF_CONFIGURATION, 2 if parameters[0] == commands.RF_FIELD:
                on = bool(parameters[1] & 1)
                if on != (self.field.on_since_s < NEVER):
                    self.field.switch_antenna(on=on, at_s=self._t)
                return b""
            case commands.Command.RF_CONFIGURATION, 4 if parameters[0] == commands.MAX_RETRIES:
                self._retries = parameters[3]
                return b""
            case commands.Command.IN_LIST_PASSIVE_TARGET, 2 if parameters[1] == commands.TYPE_A_106_KBIT:
                return (yield from self._list_targets(parameters[0]))
            case commands.Command.IN_DATA_EXCHANGE, length if length > 1:
                return (yield from self._exchange_data(parameters[0], parameters[1:]))
            case commands.Command.IN_COMMUNICATE_THRU, length if length > 0:
                return (yield from self._send_command(parameters))
            case commands.Command.IN_DESELECT | commands.Command.IN_RELEASE | commands.Command.IN_SELECT, 1:
                return (yield from self._choose_target(code, parameters[0]))
        return commands.SYNTAX_ERROR

    def _list_targets(self, most: int) -> Work:
        if not 1 <= most <= commands.MAX_TARGETS:
            return commands.SYNTAX_ERROR
        if not self._is_configured:
            yield NEVER
        if self.field.on_since_s == NEVER:
            self.field.switch_antenna(on=True, at_s=self._t)
        listed, self._targets, self._selected = b"", [], 0
        for number in range(1, most + 1):
            target = yield from self._activate(frames.REQA if listed else self._request)
            tries = 0
            while target is None and not listed and (tries < self._retries or self._retries == RETRY_FOR_EVER):
                target = yield from self._activate(self._request)
                tries += 1
            if target is None:
                return bytes((number - 1,)) + listed
            listed += bytes((number,)) + target
            self._targets.append(target[4:])
            self._selected = number
            if number < most:
                yield from self._exchange(PcdFrame(frames.HLTA, 32), answer_s=0.0)
        return bytes((most,)) + listed

    # Listed cards

    def _choose_target(self, code: int, number: int) -> Work:
        """Select a listed card, or halt it; 0 stands for all."""
        if number > len(self._targets) or (not number and code == commands.Command.IN_SELECT):
            return _answer(commands.Status.WRONG_CONTEXT)
        if code == commands.Command.IN_SELECT:
            return _answer((yield from self._select(number)))
        if self._selected and number in (0, self._selected):
            yield from self._exchange(PcdFrame(frames.HLTA, 32), answer_s=0.0)
            self._selected = 0
        return _answer(commands.Status.OK)

    def _select(self, number: int) -> Generator[float, None, commands.Status]:
        """Make a listed card the one that hears commands, and halt the other."""
        if number == self._selected:
            return commands.Status.OK
        if self._selected:
            yield from self._exchange(PcdFrame(frames.HLTA, 32), answer_s=0.0)
        self._selected = 0
        answer = yield from self._exchange(PcdFrame(frames.WUPA, frames.SHORT_FRAME_BITS))
        for level, four in enumerate(frames.cascade_levels_of(self._targets[number - 1])):
            frame = frames.select_frame(level, four)
            answer = answer and (yield from self._exchange(PcdFrame(frame, 8 * len(frame))))
        if answer is None:
            return commands.Status.TIMEOUT
        self._selected = number
        return commands.Status.OK

    def _exchange_data(self, number: int, data: bytes) -> Work:
        """Send a command to a listed card as cards of its kind take it (7.3.8)."""
        if not 1 <= number <= len(self._targets):
            return _answer(commands.Status.WRONG_CONTEXT)
        if status := (yield from self._select(number)):
            return _answer(status)
        if data[0] in AUTHENTICATIONS and len(data) == 12:
            yield self._t
            opened = self.field.authenticate(data[0], data[1], data[2:8], data[8:])
            return _answer(commands.Status.OK if opened else commands.Status.AUTHENTICATION)
        if data[0] == WRITE_16 and len(data) == 18:  # in two frames
            first = yield from self._send_command(data[:2], acknowledged=True)
            if first != _answer(commands.Status.OK):
                return first
            data = data[2:]
        return (yield from self._send_command(data, acknowledged=data[0] in WRITES or len(data) == 16))

    def _send_command(self, data: bytes, *, acknowledged: bool = False) -> Work:
        """Send bytes with their checksum to the selected card; return status and answer, an ACK without bytes."""
        frame = frames.with_crc(data)
        answer = yield from self._exchange(PcdFrame(frame, 8 * len(frame)))
        if answer is None:
            return _answer(commands.Status.TIMEOUT)
        received = _to_bytes(answer.data)
        if len(answer.data) == 4 and acknowledged:
            return _answer(commands.Status.OK if received[0] == ACK else commands.Status.WRONG_DATA)
        if len(answer.data) == 4:
            return _answer(commands.Status.CRC)
        if answer.error or not frames.has_valid_crc(received):
            return _answer(commands.Status.CRC)
        return _answer(commands.Status.OK) + received[:-2]

    # The air

    def _activate(self, request: bytes) -> Work:
        """Bring a card to ACTIVE by ISO/IEC 14443-3, 6.5; return SENS_RES, SEL_RES and its UID with its length."""
        self.guard_violations += self._t < self.field.on_since_s + frames.FIELD_ON_GUARD_S - 1e-7
        request_s = self._t
        atqa = yield from self._exchange(PcdFrame(request, frames.SHORT_FRAME_BITS))
        if atqa is None:
            return None
        self._t = max(self._t, request_s + frames.REQUEST_GUARD_S)
        uid = b""
        for level in range(len(frames.SELECT_CODES)):
            four = yield from self._resolve_level(level)
            if four is None:
                return None
            frame = frames.select_frame(level, four)
            sak = yield from self._exchange(PcdFrame(frame, 8 * len(frame)))
            data = b"" if sak is None else _to_bytes(sak.data)
            if sak is None or sak.error or not frames.has_valid_crc(data):
                return None
            if not data[0] & frames.SAK_UID_INCOMPLETE:
                uid += four
                first, second = _to_bytes(atqa.data)[:2].ljust(2, b"\0")
                return bytes((second, first, data[0], len(uid))) + uid
            uid += four[1:]
        return None

    def _resolve_level(self, level: int) -> Work:
        """Return the four bytes of one card of those that answer; at a collision, follow those with a 1."""
        prefix = bits = 0
        while True:
            data = frames.anticollision_frame(level, prefix, bits)
            answer = yield from self._exchange(PcdFrame(data, 16 + bits), align=bits % 8)
            if answer is None or (answer.error and answer.collision is None):
                return None
            value = sum(bit << bits + index for index, bit in enumerate(answer.data)) | prefix
            if answer.collision is None:
                whole = value.to_bytes(8, "little")[: frames.LEVEL_BYTES]
                return whole[:4] if frames.bcc(whole) == whole[4] else None
            bits += answer.collision
            if bits > 32:
                return None
            prefix = value & (1 << bits - 1) - 1 | 1 << bits - 1

    def _exchange(
        self, frame: PcdFrame, *, align: int = 0, answer_s: float = ANSWER_TIMEOUT_S
    ) -> Generator[float, None, DecodedFrame | None]:
        """Send a frame; return the answer, None for none within ``answer_s``."""
        sent_s = self._t
        ended_s = self._t = sent_s + frames.pcd_frame_duration_s(len(frame.data), frame.bits % 8)
        self.exchanges += 1
        self.field.frames.append((sent_s, ended_s))
        yield ended_s
        answered = self.field.broadcast_frame(frame, sent_s, ended_s, GAIN_DB)
        if answered is None or self._deaf:
            self._t = ended_s + (answer_s or frames.FRAME_DELAY_PCD_S)
            self.airtime_s += self._t - sent_s
            yield self._t
            return None
        self._t = answered[1] + frames.FRAME_DELAY_PCD_S
        self.airtime_s += answered[1] - sent_s
        yield answered[1]
        answer = decode_frame(self.field.receive_answer_bits(), align, keep_after_collision=False)
        yield self._t
        return answer


def _answer(status: commands.Status) -> bytes:
    return bytes((status,))


def _to_bytes(bits: tuple[int, ...]) -> bytes:
    return sum(bit << index for index, bit in enumerate(bits)).to_bytes(-(-len(bits) // 8), "little")
