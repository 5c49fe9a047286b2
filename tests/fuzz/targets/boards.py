"""What comes from castle boards: whatever answers in a reader's field, stickers, the line to a board."""

from collections.abc import Generator, Iterator
from itertools import cycle
from typing import Any, Final

from hw.castle_link.board import KEPT_EVENTS, Board
from hw.castle_link.frames import LINE_OCTETS
from hw.castle_link.messages import BoardEvent, BoardId
from hw.castle_link.session import Session
from hw.iso14443 import frames
from hw.iso14443.anticollision import CardsFound, FieldSearch
from hw.iso14443.frames import GARBLED, SILENT, Answer, Request, with_crc
from hw.mfrc522 import status
from hw.ntag import session
from hw.ntag.memory import Layout
from hw.ntag.ndef import decode, decode_text, encode
from hw.values import Uid
from tests.firmware.two_codecs import disagreement, sealed
from tests.fuzz.target import Target

# Whatever answers in a reader's field: the search for cards, and what is asked of a sticker that was found.


POLLS: Final = 3
MOST_EXCHANGES: Final = 20_000
"""Of one input: the longest search, with a noise that never ends, and what is asked after it."""


def tags(octets: bytes) -> list[Request]:
    """Some polls of a field whose cards answer so, then one of them is read and written; gives what was sent."""
    field, sent = _Field(octets), list[Request]()
    search = FieldSearch()
    for _ in range(POLLS):
        found: CardsFound = field.answers(search.poll(), sent)
        assert all(len(uid) in (4, 7, 10) for uid in found.uids)
    for uid in [*search.resting, Uid(b"\x04\x01\x02\x03\x04\x05\x06")][:1]:
        if field.answers(search.select_only(uid), sent):
            layout: Layout | None = field.answers(session.read_layout(), sent)
            read: bytes | None = field.answers(session.read_pages(4, 6), sent)
            assert read is None or len(read) == 24
            field.answers(session.write_pages(4, bytes(8)), sent)
            assert layout is None or layout.pages_a_lock_bit > 0
            field.answers(search.halt(), sent)
    assert len(sent) <= MOST_EXCHANGES
    return sent


class _Field:
    """Answers as the octets say: the first whether they come again and again, then one for each exchange."""

    def __init__(self, octets: bytes) -> None:
        endless = octets[:1] > b"\x80"
        self._octets: Iterator[int] = cycle(octets[1:]) if endless and octets[1:] else iter(octets[1:])

    def answers(self, conversation: Generator[Request, Answer, Any], sent: list[Request]) -> Any:
        """Carry on a conversation to its end."""
        try:
            request = next(conversation)
            while True:
                sent.append(request)
                assert len(sent) <= MOST_EXCHANGES, "a conversation that does not end"
                request = conversation.send(self._answer(request))
        except StopIteration as end:
            return end.value

    def _take(self, octets: int) -> bytes:
        return bytes(next(self._octets, 0) for _ in range(octets))

    def _answer(self, request: Request) -> Answer:
        """Silence, noise, what a card might say, or whatever the reader chip's registers may show."""
        how = next(self._octets, 0)
        whole = request.answer_octets
        match how % 8:
            case 0:
                return SILENT
            case 1:
                return GARBLED
            case 2 | 3 if whole > 2 and not request.bitwise:
                return status.answer_in(_seen(with_crc(self._take(whole - 2))), request)
            case 4 | 5 if whole == frames.LEVEL_OCTETS:
                four = self._take(4)
                return status.answer_in(_seen(four + bytes((frames.bcc(four),))), request)
            case 6 if request.bitwise:
                return status.answer_in(_seen(self._take(whole), error=0x08, collision=how >> 3), request)
            case 7:
                return status.answer_in(self._take(status.FIFO_AT + whole), request)
            case _:
                return status.answer_in(_seen(self._take(whole)), request)


def _seen(fifo: bytes, *, error: int = 0, collision: int = 0) -> bytes:
    """The status registers of a healthy chip after an answer, and the octets that it received."""
    return bytes((0, 0x30, error, len(fifo), 0, collision, 0x83, 0x0C)) + fifo


TAGS: Final = Target(tags, longest=400, longest_answer=MOST_EXCHANGES, sample=150)


# What a sticker's memory says, whatever was written on it.


def ndef(octets: bytes) -> str:
    """The text of the first record; what is a tile of ours is written as it was read."""
    text = decode_text(octets)
    record = decode(octets)
    if record is not None:
        try:
            again = encode(record)
        except ValueError as fault:
            return str(fault)
        assert decode(again) == record
    return text or ""


NDEF: Final = Target(ndef, longest=924, longest_answer=1000, sample=200)


# The line between table and castle boards: both codecs, and the table's session with whoever is behind a port.


LONGEST_LINES: Final = 400
"""Lines that one input of so many octets may bring about: an answer or two to each of its own."""


def links(octets: bytes) -> list[bytes | BoardEvent]:
    """The first octet says what the rest is: a stream as it comes, or bodies, one a line, to be sealed."""
    if not octets:
        return []
    kind, stream = octets[0], octets[1:]
    if kind % 2:
        stream = b"".join(sealed(body) for body in stream.split(b"\n"))
    difference = disagreement(stream, kind // 2)
    assert difference == ""
    return _session_with(stream, kind // 2)


def _session_with(stream: bytes, cut: int) -> list[bytes | BoardEvent]:
    """What the table says, and tells of, when a board says this; the board is ours from its first greeting on."""
    told: list[bytes | BoardEvent] = []
    board = Board(BoardId("blue-1"))

    def greeted() -> None:
        if talk.hello is not None and not talk.adopted and talk.hello.board == board.id:
            talk.adopt(board, 1.0)

    talk = Session(told.append, greeted, told.append, 0.0)
    for number, piece in enumerate((stream[:cut], stream[cut:])):
        talk.received(piece, 1.0 + number)
        talk.tick(1.5 + number)
    assert len(board._early) <= KEPT_EVENTS
    assert all(len(line) <= LINE_OCTETS for line in told if isinstance(line, bytes))
    return told


LINKS: Final = Target(links, longest=240, longest_answer=LONGEST_LINES, sample=200)
