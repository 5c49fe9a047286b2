"""Read and write one sticker at a reader, and the stickers of a simulated box."""

import hashlib
from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from msgspec import Struct

from controller.store.tags import TagMap
from hw.clock import Clock
from hw.iso14443.frames import CardCommand, CardCommandAnswer
from hw.ntag import ndef, session
from hw.ntag.memory import PAGE_BYTES
from hw.ntag.ndef import TileRecord
from hw.poll import Reader
from hw.values import ReaderId, Uid

if TYPE_CHECKING:
    from hw.testing.table import TwinTable


NXP_UID_PREFIX: Final = b"\x04"
"""First byte of every NTAG21x UID: the manufacturer (ISO/IEC 7816-6)."""

SIMULATED_DWELL_S: Final = 0.6
"""How long a simulated hand holds a sticker over a gate."""

SIMULATED_PAUSE_S: Final = 0.6
"""Pause before the hand brings the next sticker."""


def simulated_uid(sticker: str) -> Uid:
    """Return a simulated sticker's UID: seven bytes that depend on its name alone."""
    return Uid(NXP_UID_PREFIX + hashlib.sha256(f"sticker of {sticker}".encode()).digest()[:6])


def simulated_tag_map(stickers: Iterable[str]) -> TagMap:
    return TagMap({simulated_uid(sticker): sticker for sticker in stickers})


async def pass_stickers_over_twin_gate(table: "TwinTable", gate: ReaderId, stickers: Iterable[str]) -> None:
    for sticker in stickers:
        await table.pass_tile(gate, simulated_uid(sticker), SIMULATED_DWELL_S)
        await table.clock.sleep_until(table.clock.now_s() + SIMULATED_PAUSE_S)


ResultT = TypeVar("ResultT")
Conversation = Generator[CardCommand, CardCommandAnswer | None, ResultT]
"""An exchange with one selected sticker, made by ``hw.ntag.session``."""

POLL_EVERY_S: Final = 0.02
STICKER_GONE_AFTER_S: Final = 0.3
"""A sticker that no poll sees for this long counts as taken away."""

USER_MEMORY_PAGE: Final = 4
RECORD_PAGES: Final = 36
"""Pages of user memory of an NTAG213, the smallest NTAG21x (data sheet 8.5)."""


class StickerReader(Reader, Protocol):
    async def converse(self, uid: Uid, conversation: Conversation[ResultT]) -> ResultT | None:
        """Select ``uid`` and return the conversation's result; None if it cannot be selected."""
        ...


class StickerError(Exception):
    """A sticker cannot be read or written; the message says what to do."""


class Sticker(Struct, frozen=True):
    """A tag on a reader: its type, and its first NDEF record's text, or None."""

    uid: Uid
    type: str
    text: str | None


async def wait_for_single_tag(reader: Reader, clock: Clock, two_at_once: Callable[[], None]) -> Uid:
    """Wait for an empty field, then for one tag in it; call ``two_at_once`` once if there are several.

    Raise HardwareError if the reader fails.
    """
    await _wait_until_field_empty(reader, clock)
    told = False
    while True:
        found = await reader.poll()
        if len(found.uids) == 1 and not found.garbled:
            return next(iter(found.uids))
        if len(found.uids) > 1 and not told:
            told = True
            two_at_once()
        await clock.sleep_until(clock.now_s() + POLL_EVERY_S)


async def _wait_until_field_empty(reader: Reader, clock: Clock) -> None:
    seen_s = clock.now_s() - STICKER_GONE_AFTER_S if not (await reader.poll()).uids else clock.now_s()
    while clock.now_s() - seen_s < STICKER_GONE_AFTER_S:
        await clock.sleep_until(clock.now_s() + POLL_EVERY_S)
        found = await reader.poll()
        if found.uids or found.garbled:
            seen_s = clock.now_s()


async def read_sticker(reader: StickerReader, uid: Uid) -> Sticker:
    """Read a tag's type and text; raise HardwareError if the reader fails."""
    layout = await reader.converse(uid, session.read_layout())
    if layout is None:
        return Sticker(uid, "no NTAG21x", None)
    memory = await reader.converse(uid, session.read_pages(USER_MEMORY_PAGE, RECORD_PAGES))
    return Sticker(uid, layout.name, None if memory is None else ndef.decode_text(memory))


async def write_and_check_record(reader: StickerReader, uid: Uid, record: TileRecord) -> None:
    """Write the piece's NDEF record to its sticker and read it back.

    Raise StickerError if writing fails or it reads back differently, HardwareError if the reader fails.
    """
    data = ndef.encode_record(record)
    if not await reader.converse(uid, session.write_pages(USER_MEMORY_PAGE, data)):
        raise StickerError(f"{uid.hex()} could not be written. Hold the sticker still, or use one that is not locked.")
    written = await reader.converse(uid, session.read_pages(USER_MEMORY_PAGE, len(data) // PAGE_BYTES))
    if written != data:
        raise StickerError(
            f"{uid.hex()} reads back differently from what was written. Hold it still and try again, or replace it."
        )
