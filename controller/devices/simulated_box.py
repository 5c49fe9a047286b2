"""The box of the simulated table: every piece has a sticker, taught already, and a hand can bring it."""

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from controller.store.tag_book import TagBook
from hw.values import ReaderId, Uid

if TYPE_CHECKING:
    from hw.testing.table import TwinTable

NXP: Final = b"\x04"
"""The first octet of every NTAG21x UID: the manufacturer (ISO/IEC 7816-6)."""

HELD_S: Final = 0.6
"""How long a simulated hand holds a sticker over a gate."""

NEXT_AFTER_S: Final = 0.6
"""How long it takes for the next one."""


def uid_of(sticker: str) -> Uid:
    """The UID of a simulated sticker: always the same seven octets, different for each name."""
    return Uid(NXP + hashlib.sha256(f"sticker of {sticker}".encode()).digest()[:6])


def book(stickers: Iterable[str]) -> TagBook:
    """The tag book of a box with these stickers."""
    return TagBook({uid_of(sticker): sticker for sticker in stickers})


async def bring(table: "TwinTable", gate: ReaderId, stickers: Iterable[str]) -> None:
    """A simulated hand carries pieces with these stickers to a gate, one after the other."""
    for sticker in stickers:
        await table.pass_tile(gate, uid_of(sticker), HELD_S)
        await table.clock.sleep_until(table.clock.now_s() + NEXT_AFTER_S)
