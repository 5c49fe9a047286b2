"""Frames of ISO/IEC 14443-3 type A at 106 kbit/s with CRC_A (annex B): their bytes, and how long they take."""

from enum import Enum
from typing import Final

from msgspec import Struct

from hw.values import Uid

PRESET: Final = 0x6363
"""Register value before the first octet; a reader chip may let one choose another."""


def _octet(value: int) -> int:
    for _ in range(8):
        value = value >> 1 ^ (0x8408 if value & 1 else 0)
    return value


_BY_OCTET: Final = tuple(_octet(octet) for octet in range(256))


def crc_a(octets: bytes, preset: int = PRESET) -> bytes:
    """The two octets that follow ``octets`` on air, least significant first (x^16 + x^12 + x^5 + 1, reflected)."""
    register = preset
    for octet in octets:
        register = register >> 8 ^ _BY_OCTET[(register ^ octet) & 0xFF]
    return register.to_bytes(2, "little")


def with_crc(octets: bytes) -> bytes:
    """A frame ready to send: ``octets`` and their CRC_A."""
    return octets + crc_a(octets)


def crc_holds(frame: bytes) -> bool:
    """Whether the last two octets of ``frame`` are the CRC_A of those before it."""
    return len(frame) > 2 and crc_a(frame[:-2]) == frame[-2:]


CARRIER_HZ: Final = 13.56e6
ETU_S: Final = 128 / CARRIER_HZ
"""One bit at 106 kbit/s (ISO/IEC 14443-2, 8.2)."""

FRAME_DELAY_PICC_S: Final = 1236 / CARRIER_HZ - 2.25 * ETU_S
"""From the end of a PCD frame's 2-etu end mark to the answer's start, for every command up to SELECT.

ISO/IEC 14443-3, 6.2.1.1 counts 1236/fc from the last pause, which ends a quarter etu before the last bit does.
"""

FRAME_DELAY_PCD_S: Final = 1172 / CARRIER_HZ - ETU_S
"""From the end of a PICC frame's 1-etu end mark to the next PCD frame, at least (6.2.1.2)."""

REQUEST_GUARD_S: Final = 7000 / CARRIER_HZ
"""From the start of one REQA or WUPA to the start of the next, at least (6.2.2)."""

FIELD_ON_GUARD_S: Final = 5e-3
"""A PICC may need so long in an unmodulated field before it hears a REQA (6.1)."""

FIELD_OFF_S: Final = 5.1e-3
"""A PICC that had no field for so long has forgotten its state (6.1, with the margin of EMVCo's reset)."""

REQA: Final = b"\x26"
WUPA: Final = b"\x52"
SHORT_FRAME_BITS: Final = 7
HLTA: Final = with_crc(b"\x50\x00")

SELECT_CODES: Final = (0x93, 0x95, 0x97)
"""SEL of cascade levels 1, 2 and 3 (table 8)."""

NVB_SELECT: Final = 0x70
CASCADE_TAG: Final = 0x88
SAK_UID_INCOMPLETE: Final = 0x04

ATQA_OCTETS: Final = 2
SAK_OCTETS: Final = 3
"""The SAK and its CRC_A."""

LEVEL_OCTETS: Final = 5
"""What a cascade level carries: four octets and their BCC."""

LEVEL_UID_BITS: Final = 32


def bcc(four: bytes) -> int:
    """Block check character: exclusive-or of a level's four octets (6.5.4)."""
    return four[0] ^ four[1] ^ four[2] ^ four[3]


def anticollision(level: int, prefix: int, bits: int) -> bytes:
    """ANTICOLLISION of cascade ``level`` (0, 1, 2): whoever's level starts with the ``bits`` low bits of ``prefix``.

    The last octet is sent only in part if ``bits`` is no multiple of 8.
    """
    nvb = (2 + bits // 8) << 4 | bits % 8
    return bytes((SELECT_CODES[level], nvb)) + prefix.to_bytes(LEVEL_OCTETS, "little")[: (bits + 7) // 8]


def select(level: int, four: bytes) -> bytes:
    """SELECT of cascade ``level``: whoever has exactly these four octets there."""
    return with_crc(bytes((SELECT_CODES[level], NVB_SELECT)) + four + bytes((bcc(four),)))


def levels_of(uid: Uid) -> tuple[bytes, ...]:
    """The four octets that each cascade level of ``uid`` carries, without BCC (6.5.4, figure 12).

    Raises:
        ValueError: the length is none of 4, 7 and 10 octets.
    """
    if len(uid) not in (4, 7, 10):
        msg = f"a UID has 4, 7 or 10 octets, not {len(uid)}: {uid.hex()}"
        raise ValueError(msg)
    tag = bytes((CASCADE_TAG,))
    upper = (len(uid) - 4) // 3
    return (*(tag + uid[3 * level : 3 * level + 3] for level in range(upper)), uid[3 * upper :])


def pcd_frame_s(octets: int, last_bits: int = 0) -> float:
    """Length of a reader's frame: start, bits with odd parity, two etu of end; last_bits 0 means all."""
    bits = 9 * octets if last_bits == 0 else 9 * (octets - 1) + last_bits
    return (1 + bits + 2) * ETU_S


def picc_frame_s(wire_bits: int) -> float:
    """Length of a card's frame of ``wire_bits`` bits, parity bits included: start, bits, one etu of end."""
    return (1 + wire_bits + 1) * ETU_S


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
