"""What one poll of one reader found: the value that leaves the hardware layer."""

from msgspec import Struct

from hw.units import ReaderId, Uid


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
