"""The box of the simulated table: every tile has a sticker, taught already."""

import hashlib
from collections.abc import Iterable
from typing import Final

from controller.store.tag_book import TagBook
from hw.units import Uid

NXP: Final = b"\x04"
"""The first octet of every NTAG21x UID: the manufacturer (ISO/IEC 7816-6)."""


def uid_of(tile: str) -> Uid:
    """The UID of a simulated tile's sticker: always the same seven octets, different for each tile."""
    return Uid(NXP + hashlib.sha256(f"sticker of {tile}".encode()).digest()[:6])


def book(tiles: Iterable[str]) -> TagBook:
    """The tag book of a box with these tiles."""
    return TagBook({uid_of(tile): tile for tile in tiles})
