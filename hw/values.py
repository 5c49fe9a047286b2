"""Ids and readings: the values that leave the hardware layer."""

from typing import NewType

from msgspec import Struct

ReaderId = NewType("ReaderId", str)
"""Which reader (PCD) saw something; the name that ``table.toml`` gives it."""

Uid = NewType("Uid", bytes)
"""A PICC's unique identifier: 4, 7 or 10 octets (ISO/IEC 14443-3, 6.5.4)."""


class TagReading(Struct, frozen=True):
    """One poll of one PCD: the UIDs in its field at ``at_s`` seconds of the loop's clock.

    Attributes:
        garbled: something answered, but no UID could be proved by its checksum. A garbled poll says
            neither that a tag is there nor that it is gone.
    """

    reader: ReaderId
    uids: frozenset[Uid]
    at_s: float
    garbled: bool = False
