"""Targets for tags in a reader's field, stickers, and the serial link to a castle board."""

import gzip
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import cache
from itertools import cycle
from typing import Any, Final

from firmware.castle_node import mfrc522
from firmware.castle_node.field import FieldSearch
from firmware.castle_node.link import LINE_BYTES, Deframer, HostLineDeframer, format_line
from firmware.castle_node.mfrc522 import ChipError
from hw.bus.ports import SpiPort
from hw.bus.recorder import RecordingError, parse_recording
from hw.castle_link import messages
from hw.castle_link.board import MAX_UNACKED_EVENTS, Board
from hw.castle_link.messages import BoardEvent, BoardId
from hw.castle_link.session import BoardSession
from hw.clock import LoopClock
from hw.iso14443 import frames
from hw.iso14443.frames import CardCommand, CardCommandAnswer
from hw.mfrc522.chip import HostMfrc522
from hw.mfrc522.driver import MAX_FRAMES_PER_POLL
from hw.mfrc522.flavours import STRICTEST
from hw.ntag import session
from hw.ntag.memory import MemoryLayout
from hw.ntag.ndef import decode_text, encode_text
from hw.testing.clock import VirtualLoop
from hw.testing.compare import find_differences, reader_messages
from hw.testing.compare_parts import compare_parts
from tests.fuzz.target import Target

# Answers in a reader's field: the search for cards, and reading and writing a sticker that was found.


POLLS: Final = 3
MOST_FRAMES: Final = 20_000
"""Frames caused by one input: the longest anticollision loops in endless noise, and the commands after them."""


def tags(data: bytes) -> range:
    """Poll a field whose cards respond like this, then read and write one; return a number for each frame."""
    port = _Port(data)
    _loop().run_until_complete(_polls(port))
    assert port.frames <= MOST_FRAMES
    return range(port.frames)


@cache
def _loop() -> VirtualLoop:
    return VirtualLoop()


async def _polls(port: "_Port") -> None:
    chip = HostMfrc522(port, LoopClock(), 38)
    field = FieldSearch(chip, MAX_FRAMES_PER_POLL)
    with suppress(ChipError):
        for _ in range(POLLS):
            uids, _ = await field.find_cards()
            assert all(len(uid) in (4, 7, 10) for uid in uids)
    with suppress(ChipError):
        for uid in [*field.resting, b"\x04\x01\x02\x03\x04\x05\x06"][:1]:
            if await field.try_select_card(uid):
                layout: MemoryLayout | None = await _converse(chip, session.read_layout())
                read: bytes | None = await _converse(chip, session.read_pages(4, 6))
                assert read is None or len(read) == 24
                await _converse(chip, session.write_pages(4, bytes(8)))
                assert layout is None or layout.pages_a_lock_bit > 0
                await field.halt_selected_card()


async def _converse(chip: HostMfrc522, conversation: Generator[CardCommand, CardCommandAnswer | None, Any]) -> Any:
    try:
        request = next(conversation)
        while True:
            request = conversation.send(await chip.send_card_command(request))
    except StopIteration as end:
        return end.value


class _Port(SpiPort):
    """A chip whose field answers with these bytes, one a frame; the first says whether they repeat for ever.

    Attributes:
        frames: how many were sent.
    """

    def __init__(self, data: bytes) -> None:
        endless = data[:1] > b"\x80"
        self._answers: Iterator[int] = cycle(data[1:]) if endless and data[1:] else iter(data[1:])
        self.frames = 0
        self._fifo = b""

    def transfer(self, data: bytes) -> bytes:
        if data[0] >> 1 == mfrc522.BIT_FRAMING:
            self.frames += 1
            assert self.frames <= MOST_FRAMES, "a search that does not end"
        if data[0] == 0x80 | mfrc522.COM_IRQ << 1:
            return self._status(len(data) - mfrc522.STATUS_FIFO_OFFSET - 1).ljust(len(data), b"\0")[: len(data)]
        if data[0] == 0x80 | mfrc522.FIFO_DATA << 1:
            return b"\0" + self._fifo.ljust(len(data) - 1, b"\0")[: len(data) - 1]
        return bytes(len(data))

    def _take(self, count: int) -> bytes:
        return bytes(next(self._answers, 0) for _ in range(count))

    def _status(self, whole: int) -> bytes:
        """Return silence, noise, a card's response, or arbitrary register values."""
        how = next(self._answers, 0)
        whole = whole or (4 if how & 8 else 18)
        match how % 8:
            case 0:
                return self._seen(b"", irq=0x41)
            case 1:
                return self._seen(self._take(whole), error=0x02)
            case 2 | 3 if whole > 2:
                return self._seen(frames.with_crc(self._take(whole - 2)))
            case 4 | 5 if whole == frames.LEVEL_BYTES:
                four = self._take(4)
                return self._seen(four + bytes((frames.bcc(four),)))
            case 6:
                return self._seen(self._take(whole), error=0x08, collision=how >> 3)
            case 7:
                return self._take(mfrc522.STATUS_FIFO_OFFSET + whole)
            case _:
                return self._seen(self._take(whole))

    def _seen(self, fifo: bytes, *, irq: int = 0x61, error: int = 0, collision: int = 0) -> bytes:
        self._fifo = fifo
        return bytes((0, irq, error, len(fifo), 0, collision, mfrc522.ANTENNA_ON)) + fifo


TAGS: Final = Target(tags, longest=400, longest_answer=MOST_FRAMES, slowest_s=3.0, sample=150)


# The contents of a sticker's memory.


def ndef(data: bytes) -> str:
    """Return the text of the first record, which is the same once it is encoded again."""
    text = decode_text(data)
    if text is not None:
        try:
            again = encode_text(text)
        except ValueError as fault:
            return str(fault)
        assert decode_text(again) == text
    return text or ""


NDEF: Final = Target(ndef, longest=924, longest_answer=1000, sample=200)


# The link between table and castle boards: its codec, and the table's session with the device at a port.


LONGEST_LINES: Final = 400
"""Bound on the lines that an input of this size causes: about two responses to each of its own."""


def links(data: bytes) -> list[bytes | BoardEvent]:
    """The first byte selects a raw stream or bodies, one a line, which get their frames here."""
    if not data:
        return []
    kind, stream = data[0], data[1:]
    if kind % 2:
        stream = b"".join(format_line(0, body.decode("latin-1")) for body in stream.split(b"\n"))
    board, bodies = HostLineDeframer(), Deframer().feed(stream)
    assert all(words in bodies for words in board.feed(stream))
    for body in bodies:
        messages.parse_line(body)
    return _session_with(stream, kind // 2)


def _session_with(stream: bytes, cut: int) -> list[bytes | BoardEvent]:
    """Return the table's messages and events after these messages of a board."""
    sent: list[bytes | BoardEvent] = []
    board = Board(BoardId("blue-1"), {})

    def greeted() -> None:
        if talk.hello is not None and not talk.has_adopted_board and talk.hello.board == board.id:
            talk.adopt_board(board, 1.0)

    talk = BoardSession(sent.append, greeted, sent.append, 0.0)
    for number, piece in enumerate((stream[:cut], stream[cut:])):
        talk.feed_received_bytes(piece, 1.0 + number)
        talk.send_due_lines(1.5 + number)
    assert len(board._early) <= MAX_UNACKED_EVENTS
    assert all(len(line) <= LINE_BYTES for line in sent if isinstance(line, bytes))
    return sent


LINKS: Final = Target(links, longest=240, longest_answer=LONGEST_LINES, sample=200)


# Recordings, made or changed by others: refused with a reason, or compared


def recordings(data: bytes) -> str:
    """Compare a recording; one of lines is packed first."""
    try:
        recording = parse_recording(gzip.compress(data, 1) if data[:1] == b"{" else data)
        chips, parts = reader_messages(recording), list(compare_parts(recording))
    except RecordingError as fault:
        return str(fault)
    differences = [each for part in parts for each in part.differences]
    for lane, of_chip in chips.items():
        differences += find_differences(lane, of_chip, STRICTEST)
    return "".join(map(str, differences))


RECORDINGS: Final = Target(recordings, longest=4000, longest_answer=200_000)
