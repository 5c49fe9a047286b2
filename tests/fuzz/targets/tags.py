"""Whatever answers in a reader's field: the search for cards, and what is asked of a sticker that was found."""

from collections.abc import Generator, Iterator
from itertools import cycle
from typing import Any, Final

from hw.iso14443 import frames
from hw.iso14443.anticollision import CardsFound, FieldSearch
from hw.iso14443.exchange import GARBLED, SILENT, Answer, Request
from hw.iso14443.frames import with_crc
from hw.mfrc522 import status
from hw.ntag import session
from hw.ntag.memory import Layout
from hw.values import Uid
from tests.fuzz.target import Target

POLLS: Final = 3
MOST_EXCHANGES: Final = 20_000
"""Of one input: the longest search, with a noise that never ends, and what is asked after it."""


def answer(octets: bytes) -> list[Request]:
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


TARGET: Final = Target(answer, longest=400, longest_answer=MOST_EXCHANGES, sample=150)
