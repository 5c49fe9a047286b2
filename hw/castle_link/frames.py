"""Frames of the castle link: one line each, with sequence number and checksum (PROTOCOL.md, One line)."""

import binascii
from typing import Final

from msgspec import Struct

LINE_OCTETS: Final = 120
"""The longest line, ``$`` and line feed included."""

SEQUENCES: Final = 65536


class Frame(Struct, frozen=True):
    """A line whose checksum is right: its sequence number and the words behind it."""

    seq: int
    body: str


def number(text: str) -> int | None:
    """A number as the protocol writes it: decimal, without sign and leading zeros, below 2^53; None if it is none."""
    plain = text.isascii() and text.isdigit() and (text == "0" or text[0] != "0") and len(text) <= 16
    value = int(text) if plain else None
    return value if value is not None and value < 2**53 else None


def encode(frame: Frame) -> bytes:
    """The octets of a line.

    Raises:
        ValueError: the body has octets that a line may not have, or is too long.
    """
    body = f"{frame.seq} {frame.body}"
    if not _is_plain(body):
        raise ValueError(f"a body is printable ASCII without $ and *, not {frame.body!r}")
    line = f"${body}*{binascii.crc32(body.encode()):08X}\n".encode()
    if len(line) > LINE_OCTETS:
        raise ValueError(f"a line has at most {LINE_OCTETS} octets, not {len(line)}: {frame.body!r}")
    return line


def decode(line: bytes) -> Frame | None:
    """The frame in the octets between two line feeds; None if it is damaged."""
    _, dollar, rest = line.rpartition(b"$")
    body, star, check = rest.rpartition(b"*")
    if not dollar or not star or len(rest) + 2 > LINE_OCTETS:
        return None
    text = body.decode("latin-1")
    if not _is_plain(text) or check != b"%08X" % binascii.crc32(body):
        return None
    seq, _, words = text.partition(" ")
    value = number(seq)
    return None if value is None or value >= SEQUENCES else Frame(value, words)


def _is_plain(text: str) -> bool:
    return all(" " <= char <= "~" and char not in "$*" for char in text)


class Deframer:
    """Takes octets as they come and gives the frames in them.

    Attributes:
        damaged: lines that were none.
        missed: frames that never came, by the gaps in their sequence numbers.
    """

    def __init__(self) -> None:
        self.damaged = 0
        self.missed = 0
        self._rest = b""
        self._too_long = False
        self._next_seq: int | None = None

    def feed(self, octets: bytes) -> list[Frame]:
        """The frames that are complete with these octets."""
        *lines, rest = (self._rest + octets).split(b"\n")
        frames = []
        for line in lines:
            frame = decode(line)
            if frame is not None:
                self._count_missed(frame.seq)
                frames.append(frame)
            elif line or self._too_long:
                self.damaged += 1
            self._too_long = False
        self._too_long |= len(rest) > LINE_OCTETS
        self._rest = rest[-LINE_OCTETS:]
        return frames

    def _count_missed(self, seq: int) -> None:
        if self._next_seq is not None:
            self.missed += (seq - self._next_seq) % SEQUENCES
        self._next_seq = (seq + 1) % SEQUENCES


class Framer:
    def __init__(self) -> None:
        self._seq = 0

    def line(self, body: str) -> bytes:
        frame = Frame(self._seq, body)
        self._seq = (self._seq + 1) % SEQUENCES
        return encode(frame)
