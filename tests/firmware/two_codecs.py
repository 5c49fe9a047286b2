"""Two codecs of one protocol, written apart: what one end takes for a line, the other must."""

import binascii

from firmware.castle_node.link import Receiver
from hw.castle_link import messages
from hw.castle_link.frames import Deframer


def sealed(body: bytes) -> bytes:
    """Any body with the right frame around it."""
    return b"$" + body + b"*%08X\n" % binascii.crc32(body)


def disagreement(stream: bytes, cut: int) -> str:
    """How the two ends differ about octets that the host may have sent, fed in two pieces; empty if they agree.

    The same octets as the board may have sent them have only one reader; what it takes it must write alike.

    Args:
        stream: anything.
        cut: where the first piece ends.
    """
    board, host = Receiver(), Deframer()
    heard = [*board.feed(stream[:cut]), *board.feed(stream[cut:])]
    frames = [*host.feed(stream[:cut]), *host.feed(stream[cut:])]
    read = [messages.parse(frame.body, messages.FROM_HOST) for frame in frames]
    bodies = [messages.body_of(message) for message in read if message is not None]
    if [" ".join(words) for words in heard] != bodies:
        return f"the board heard {heard}, the host's codec reads {bodies}"
    for frame in frames:
        from_board = messages.parse(frame.body, messages.FROM_BOARD)
        if from_board is not None and messages.body_of(from_board) != frame.body:
            return f"the host reads {frame.body!r} and would write {messages.body_of(from_board)!r}"
    damaged = host.damaged + read.count(None)
    return "" if board.damaged == damaged else f"the board counted {board.damaged} damaged, the host's codec {damaged}"
