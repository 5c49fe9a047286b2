"""Read and write one sticker at a reader, and the stickers of a simulated box."""

import hashlib
import math
from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from msgspec import Struct

from controller.store.tags import TagMap
from hw.clock import Clock
from hw.iso14443.frames import CardCommand, CardCommandAnswer
from hw.ntag import ndef, session
from hw.ntag.memory import (
    CAPABILITY_PAGE,
    FIRST_USER_PAGE,
    LOCK_PAGE,
    PAGE_BYTES,
    MemoryLayout,
    layout_by_capability,
    ndef_byte_count,
    why_not_writable,
    why_protected,
)
from hw.ntag.ndef import TileRecord
from hw.poll import PollResult, Reader
from hw.values import ReaderId, Uid

if TYPE_CHECKING:
    from hw.testing.table import TwinTable


NXP_UID_PREFIX: Final = b"\x04"
"""First byte of every NTAG21x UID: the manufacturer (ISO/IEC 7816-6)."""

SIMULATED_DWELL_S: Final = 0.3
"""How long a simulated hand takes to move a sticker over a gate."""

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

MAX_RECORD_PAGES: Final = 36
"""Pages to read of a sticker's memory: all of an NTAG213's (data sheet 8.5)."""

UNCLEAR_AFTER_S: Final = 0.5
STAYS_AFTER_S: Final = 3.0
SILENT_AFTER_S: Final = 15.0
UNCLEAR: Final = "Two tags at once, or one too far away. Hold only one, flat to the gate."
STAYS: Final = "A tag stays at the gate. Take it away, then hold one to the gate."
SILENT: Final = "The gate hears no tag. Hold one flat to it, away from metal and from other tags."


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


async def wait_for_single_tag(reader: Reader, clock: Clock, complain: Callable[[str], None]) -> Uid:
    """Wait for an empty field, then for one tag in it; ``complain`` once of `STAYS`, of `UNCLEAR` and of `SILENT`.

    Raise HardwareError if the reader fails.
    """
    due_s = {STAYS: clock.now_s() + STAYS_AFTER_S}

    async def poll() -> PollResult:
        await clock.sleep_until(clock.now_s() + POLL_EVERY_S)
        for obstacle in [each for each, at_s in due_s.items() if clock.now_s() >= at_s]:
            due_s[obstacle] = math.inf
            complain(obstacle)
        return await reader.poll()

    seen_s = clock.now_s() - STICKER_GONE_AFTER_S if not (await reader.poll()).uids else clock.now_s()
    while clock.now_s() - seen_s < STICKER_GONE_AFTER_S:
        found = await poll()
        if found.uids or found.garbled:
            seen_s = clock.now_s()
    due_s = {SILENT: clock.now_s() + SILENT_AFTER_S}
    while True:
        found = await poll()
        if len(found.uids) == 1 and not found.garbled:
            return next(iter(found.uids))
        if found.uids or found.garbled:
            due_s.setdefault(UNCLEAR, clock.now_s() + UNCLEAR_AFTER_S)
            due_s[SILENT] = math.inf


async def read_sticker(reader: StickerReader, uid: Uid) -> Sticker:
    """Read a tag's type and text; raise HardwareError if the reader fails."""
    layout = await reader.converse(uid, session.read_layout())
    capability = await reader.converse(uid, session.read_pages(CAPABILITY_PAGE, 1))
    room = 0 if capability is None else ndef_byte_count(capability)
    name = f"NFC tag of {room} bytes" if room else "no NFC tag for text"
    if layout is not None:
        why = await _why_protected(reader, uid, layout, layout.dynamic_lock_page - 1)
        name = f"{layout.name}, {why}" if why else layout.name
    pages = min(room // PAGE_BYTES, MAX_RECORD_PAGES)
    memory = await reader.converse(uid, session.read_pages(FIRST_USER_PAGE, pages)) if pages else None
    return Sticker(uid, name, None if memory is None else ndef.decode_text(memory))


async def _why_protected(reader: StickerReader, uid: Uid, layout: MemoryLayout, last_page: int) -> str:
    """Return why a tag does not take pages up to ``last_page``; empty if it does."""
    tail = await reader.converse(uid, session.read_pages(layout.dynamic_lock_page, 2))
    if tail is None:
        return "asks for a password to be read" if layout.version else ""
    return why_protected(layout, tail, last_page)


async def write_and_check_record(reader: StickerReader, uid: Uid, record: TileRecord) -> None:
    """Write the piece's NDEF record to its sticker and read it back.

    Raise StickerError if the sticker is not made for it, refuses, or reads back differently, HardwareError if the
    reader fails.
    """
    data = ndef.encode_record(record)
    head = await reader.converse(uid, session.read_pages(LOCK_PAGE, 2))
    why = "does not let its memory be read" if head is None else why_not_writable(head, len(data))
    last_page = FIRST_USER_PAGE + len(data) // PAGE_BYTES - 1
    if head is not None and not why:
        layout = await reader.converse(uid, session.read_layout()) or layout_by_capability(head[PAGE_BYTES:])
        why = "" if layout is None else await _why_protected(reader, uid, layout, last_page)
    written = None if why else await reader.converse(uid, session.write_pages(FIRST_USER_PAGE, data))
    if why or written is False:
        why = why or "refuses to be written: it is locked or has a password"
        raise StickerError(f"{uid.hex()} {why}. Use an empty NTAG213, or teach without --ndef.")
    if not written:
        raise StickerError(f"{uid.hex()} could not be written. Hold the sticker still and try again.")
    read_back = await reader.converse(uid, session.read_pages(FIRST_USER_PAGE, len(data) // PAGE_BYTES))
    if read_back != data:
        raise StickerError(
            f"{uid.hex()} reads back differently from what was written. Hold it still and try again, or replace it."
        )
