"""Simulated receiver of the chip: bits with parity, collisions, split bytes."""

from functools import lru_cache
from typing import Final

from msgspec import Struct

from hw.iso14443.picc import PiccReply
from hw.mfrc522.registers import ErrorFlag

COLLIDED_BIT: Final = None
"""A bit received as both 0 and 1, which modulate different halves of a bit at 106 kbit/s (14443-2, 8.2.5)."""

LOST_BIT: Final = -1
"""A bit without modulation: the card was taken away in mid-frame."""

WireBit = int | None

CACHE_SIZE: Final = 512
"""Results per cache: a field has few cards, whose answers repeat at each poll."""


class DecodedFrame(Struct, frozen=True):
    """The receiver's result.

    Attributes:
        data: data bits in the order of arrival, without parity.
        error: flags for ErrorReg.
        collision: data bit of the first collision, from 1 at the first bit received; None without one.
    """

    data: tuple[int, ...]
    error: ErrorFlag
    collision: int | None


@lru_cache(CACHE_SIZE)
def reply_to_wire_bits(reply: PiccReply) -> tuple[WireBit, ...]:
    """Return the bits of an answer on air, with odd parity after bytes but not nibbles."""
    if reply.nibble:
        return tuple(reply.data[0] >> bit & 1 for bit in range(4))
    bits: list[WireBit] = []
    for index, byte in enumerate(reply.data):
        bits += [byte >> bit & 1 for bit in range(reply.first_bit if index == 0 else 0, 8)]
        bits.append(1 - byte.bit_count() % 2)
    return tuple(bits)


@lru_cache(CACHE_SIZE)
def superpose_answers(answers: tuple[tuple[WireBit, ...], ...]) -> tuple[WireBit, ...]:
    if len(answers) == 1:
        return answers[0]
    wire: list[WireBit] = []
    for index in range(max(map(len, answers))):
        values = {bits[index] for bits in answers if index < len(bits)} - {LOST_BIT}
        wire.append(values.pop() if len(values) == 1 else COLLIDED_BIT if values else LOST_BIT)
    return tuple(wire)


@lru_cache(CACHE_SIZE)
def decode_frame(wire: tuple[WireBit, ...], align: int, *, keep_after_collision: bool) -> DecodedFrame:
    """Decode a frame; with ``align`` the first byte is split and its parity unchecked.

    Data bits from the first collision on read 0 unless ``keep_after_collision`` (CollReg's ValuesAfterColl).
    """
    if LOST_BIT in wire:
        wire = wire[: wire.index(LOST_BIT)]
        if not wire:
            return DecodedFrame((), ErrorFlag.PROTOCOL, None)
    if len(wire) == 4:
        collision = wire.index(COLLIDED_BIT) + 1 if COLLIDED_BIT in wire else None
        return DecodedFrame(
            tuple(bit or 0 for bit in wire), ErrorFlag.COLLISION if collision else ErrorFlag(0), collision
        )
    data: list[int] = []
    error = ErrorFlag(0)
    collision = None
    ones = 0
    in_byte = align
    checks_parity = align == 0
    for bit in wire:
        if in_byte < 8:
            if bit is COLLIDED_BIT and collision is None:
                collision = len(data) + 1
            value = 1 if bit is COLLIDED_BIT else bit
            data.append(value if collision is None or keep_after_collision else 0)
            ones += value
            in_byte += 1
        else:
            if checks_parity and collision is None and (bit is COLLIDED_BIT or (ones + bit) % 2 == 0):
                error |= ErrorFlag.PARITY
            in_byte = ones = 0
            checks_parity = True
    if in_byte:
        error |= ErrorFlag.PROTOCOL
    if collision is not None:
        error |= ErrorFlag.COLLISION
    return DecodedFrame(tuple(data), error, collision)
