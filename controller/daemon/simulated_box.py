"""The box of the simulated table: every tile of the shipped edition with a sticker, taught already."""

import hashlib

from controller.games.tumult_royale.edition import standard
from controller.sensing.tags import TagBook
from hw.units import Uid

NXP: bytes = b"\x04"
"""The first octet of every NTAG21x UID: the manufacturer (ISO/IEC 7816-6)."""


def uid_of(tile: str) -> Uid:
    """The UID of a simulated tile's sticker: always the same seven octets, different for each tile."""
    return Uid(NXP + hashlib.sha256(f"sticker of {tile}".encode()).digest()[:6])


def book() -> TagBook:
    """The tag book of the whole box."""
    return TagBook({uid_of(tile.id): tile.id for tile in standard().tiles})
