"""One exchange with a field: what a reader sends, and how it ends."""

from enum import Enum
from typing import Final

from msgspec import Struct


class Outcome(Enum):
    SILENT = "nothing answered"
    GARBLED = "something answered, but not what the standard allows"
    OK = "a whole answer, or one with a collision where collisions may be"


class Request(Struct, frozen=True):
    """One frame to send and what may come back.

    Attributes:
        octets: the frame, checksum included.
        last_bits: how many bits of the last octet to send; 0 means all.
        align: at which bit of an octet the answer's first bit lands, so that a split octet joins its other part.
        answer_octets: how many octets a whole answer has; 0 where silence is the answer (HLTA).
        bitwise: collisions are part of the protocol (ATQA, ANTICOLLISION).
        nibble: a four-bit ACK or NAK may come instead of a whole answer.
        timeout_s: how long a card may take to start answering; None for the fixed delay of commands up to SELECT.
    """

    octets: bytes
    answer_octets: int
    last_bits: int = 0
    align: int = 0
    bitwise: bool = False
    nibble: bool = False
    timeout_s: float | None = None


class Answer(Struct, frozen=True):
    """What came back to a `Request`.

    Attributes:
        collision: position of the first collision as the reader chip counts, from 1; None if there was none.
        last_bits: valid bits of the last octet; 0 means all.
        lacks_first: the first octet reads 0, whatever its one bit was: some chips keep it to themselves at an alignment
            of 7 (data sheet MFRC500, 11.2.2.4).
    """

    outcome: Outcome
    octets: bytes = b""
    collision: int | None = None
    last_bits: int = 0
    lacks_first: bool = False


SILENT: Final = Answer(Outcome.SILENT)
GARBLED: Final = Answer(Outcome.GARBLED)
