"""ISO/IEC 14443-3 type A at 106 kbit/s: frames of readers (PCD) and cards (PICC), durations, commands to cards."""

from typing import Final

from msgspec import Struct

from firmware.castle_node.iso14443 import (
    CASCADE_TAG,
    HLTA,
    NVB_SELECT,
    REQA,
    SAK_UID_INCOMPLETE,
    SELECT_CODES,
    SHORT_FRAME_BITS,
    WUPA,
    anticollision_frame,
    bcc,
    cascade_levels_of,
    crc_a,
    select_frame,
)

__all__ = [
    "CASCADE_TAG",
    "HLTA",
    "NVB_SELECT",
    "REQA",
    "SAK_UID_INCOMPLETE",
    "SELECT_CODES",
    "SHORT_FRAME_BITS",
    "WUPA",
    "anticollision_frame",
    "bcc",
    "cascade_levels_of",
    "crc_a",
    "select_frame",
]


def with_crc(data: bytes) -> bytes:
    return data + crc_a(data)


def has_valid_crc(frame: bytes) -> bool:
    return len(frame) > 2 and crc_a(frame[:-2]) == frame[-2:]


CARRIER_HZ: Final = 13.56e6
ETU_S: Final = 128 / CARRIER_HZ
"""Duration of one bit at 106 kbit/s (ISO/IEC 14443-2, 8.2)."""

FRAME_DELAY_PICC_S: Final = 1236 / CARRIER_HZ - 2.25 * ETU_S
"""From the end of a PCD frame's 2-etu end mark to the answer's start, for REQA, WUPA, anticollision and SELECT.
ISO/IEC 14443-3, 6.2.1.1 counts 1236/fc from the end of the last pause, which is a quarter etu before the last bit's
end and so 2.25 etu before the end mark's."""

FRAME_DELAY_PCD_S: Final = 1172 / CARRIER_HZ - ETU_S
"""Least time from the end of a PICC frame's 1-etu end mark to the next PCD frame (6.2.1.2)."""

REQUEST_GUARD_S: Final = 7000 / CARRIER_HZ
"""Least time from the start of one REQA or WUPA to the start of the next (6.2.2)."""

FIELD_ON_GUARD_S: Final = 5e-3
"""Time in an unmodulated field that a PICC may need before a REQA (6.1)."""

ATQA_BYTES: Final = 2
SAK_BYTES: Final = 3
"""The SAK and its CRC_A."""

LEVEL_BYTES: Final = 5
"""A cascade level's four bytes and their BCC."""


def pcd_frame_duration_s(byte_count: int, last_bits: int = 0) -> float:
    """Return a reader frame's duration: start bit, bytes with a parity bit each, two etu of end mark.

    ``last_bits`` is the number of bits sent of the last byte; 0 means all eight.
    """
    bits = 9 * byte_count if last_bits == 0 else 9 * (byte_count - 1) + last_bits
    return (1 + bits + 2) * ETU_S


def picc_frame_duration_s(wire_bits: int) -> float:
    """Return the duration of a card's frame of ``wire_bits``, parity included: start, bits, one etu of end."""
    return (1 + wire_bits + 1) * ETU_S


class CardCommand(Struct, frozen=True):
    """A command to a selected card.

    Attributes:
        data: the frame, checksum included.
        answer_bytes: size of a complete answer; a four-bit ACK or NAK may come instead.
        timeout_s: longest wait for the start of the answer.
    """

    data: bytes
    answer_bytes: int
    timeout_s: float


class CardCommandAnswer(Struct, frozen=True):
    """Answer to a `CardCommand`; ``last_bits`` are the last byte's valid bits, 0 means all."""

    data: bytes
    last_bits: int = 0
