"""The line between table and castle boards: both codecs, and the table's session with whoever is behind a port."""

from typing import Final

from hw.castle_link.board import KEPT_EVENTS, Board
from hw.castle_link.events import BoardEvent
from hw.castle_link.frames import LINE_OCTETS
from hw.castle_link.messages import BoardId
from hw.castle_link.session import Session
from tests.firmware.two_codecs import disagreement, sealed
from tests.fuzz.target import Target

LONGEST_LINES: Final = 400
"""Lines that one input of so many octets may bring about: an answer or two to each of its own."""


def answer(octets: bytes) -> list[bytes | BoardEvent]:
    """The first octet says what the rest is: a stream as it comes, or bodies, one a line, to be sealed."""
    if not octets:
        return []
    kind, stream = octets[0], octets[1:]
    if kind % 2:
        stream = b"".join(sealed(body) for body in stream.split(b"\n"))
    difference = disagreement(stream, kind // 2)
    assert difference == ""
    return _session(stream, kind // 2)


def _session(stream: bytes, cut: int) -> list[bytes | BoardEvent]:
    """What the table says, and tells of, when a board says this; the board is ours from its first greeting on."""
    told: list[bytes | BoardEvent] = []
    board = Board(BoardId("blue-1"))

    def greeted() -> None:
        if session.hello is not None and not session.adopted and session.hello.board == board.id:
            session.adopt(board, 1.0)

    session = Session(told.append, greeted, told.append, 0.0)
    for number, piece in enumerate((stream[:cut], stream[cut:])):
        session.received(piece, 1.0 + number)
        session.tick(1.5 + number)
    assert len(board._early) <= KEPT_EVENTS
    assert all(len(line) <= LINE_OCTETS for line in told if isinstance(line, bytes))
    return told


TARGET: Final = Target(answer, longest=240, longest_answer=LONGEST_LINES, sample=200)
