"""Stickers at a reader: what is read of odd ones, what is refused before it is written, and what is said of a wait."""

import asyncio
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from controller.devices import stickers
from hw.clock import LoopClock
from hw.iso14443.frames import with_crc
from hw.iso14443.picc import MifareClassic1K, PcdFrame, Picc, PiccState
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.memory import NTAG213, NTAG213F
from hw.ntag.ndef import TileRecord
from hw.ntag.twin import MifareUltralight, Ntag21x, Ntag213, Ntag215
from hw.values import Uid
from tests.hw.mfrc522.readers import lay, lit

UID = Uid(bytes.fromhex("04a1b2c3d4e580"))
OTHER = Uid(bytes.fromhex("04a1b2c3d4e581"))
RECORD = TileRecord("t01", "standard")


class Ntag213F(Ntag21x):
    layout = NTAG213F


class Clone(Ntag21x):
    """Answers GET_VERSION with another maker's byte, as cheap stickers do."""

    layout = replace(NTAG213, version=bytes.fromhex("0053040201000F03"))


def prepared(sticker: Ntag21x, *writes: str) -> Ntag21x:
    """``sticker`` after another program's writes: page and four bytes in hexadecimal."""
    sticker.state = PiccState.ACTIVE
    for write in writes:
        data = with_crc(bytes.fromhex("a2" + write))
        sticker.receive(PcdFrame(data, 8 * len(data)))
    sticker.state, sticker.writes = PiccState.POWER_OFF, 0
    return sticker


@pytest.mark.parametrize(
    ("sticker", "name"),
    [
        (Ntag213(UID), "NTAG213"),
        (Ntag215(UID), "NTAG215"),
        (Ntag213F(UID), "NTAG213F"),
        (Clone(UID), "NFC tag of 144 bytes"),
        (prepared(MifareUltralight(UID), "03e1100600"), "NFC tag of 48 bytes"),
        (prepared(Ntag213(UID), "2904000028"), "NTAG213"),
    ],
    ids=["NTAG213", "NTAG215", "NTAG213F", "clone", "Ultralight with NDEF", "password for the configuration only"],
)
async def test_a_record_is_written_to_any_tag_that_is_prepared_for_it(sticker: Ntag21x, name: str) -> None:
    _, reader = await lit(sticker)
    await stickers.write_and_check_record(reader, UID, RECORD)
    read = await stickers.read_sticker(reader, UID)
    assert (read.type, read.text) == (name, "royaltable standard t01")


@pytest.mark.parametrize(
    ("sticker", "seen", "name"),
    [
        (MifareUltralight(UID), "is not prepared for NDEF (capability container 00000000", "no NFC tag for text"),
        (prepared(Ntag213(UID), "030000000f"), "is locked", "NTAG213"),
        (prepared(Ntag213(UID), "020000f0ff"), "is locked", "NTAG213"),
        (
            prepared(Ntag213(UID), "2904000004"),
            "asks for a password from page 4 on",
            "NTAG213, asks for a password from page 4 on",
        ),
        (
            prepared(Ntag213(UID), "290400000c"),
            "asks for a password from page 12 on",
            "NTAG213, asks for a password from page 12 on",
        ),
        (
            prepared(Ntag213(UID), "2a80000000", "2904000000"),
            "does not let its memory be read",
            "NTAG213, asks for a password to be read",
        ),
        (prepared(Clone(UID), "2904000004"), "refuses to be written: it is locked or has a password", "NFC tag of 144"),
        (MifareClassic1K(UID), "does not let its memory be read", "no NFC tag for text"),
        (Picc(UID, atqa=b"\x44\x03", sak=0x20), "does not let its memory be read", "no NFC tag for text"),
    ],
    ids=[
        *("Ultralight as delivered", "read-only by a phone", "locked pages", "password", "password for the last page"),
        *("password for reading", "clone with a password", "MIFARE Classic", "bank card or phone"),
    ],
)
async def test_a_tag_that_cannot_take_a_record_is_refused_unwritten(sticker: Picc, seen: str, name: str) -> None:
    _, reader = await lit(sticker)
    with pytest.raises(stickers.StickerError) as refused:
        await stickers.write_and_check_record(reader, UID, RECORD)
    assert str(refused.value).startswith(f"{UID.hex()} {seen}")
    assert str(refused.value).endswith("Use an empty NTAG213, or teach without --ndef.")
    assert getattr(sticker, "writes", 0) == 0
    read = await stickers.read_sticker(reader, UID)
    assert (read.type[: len(name)], read.text) == (name, None)


async def test_a_record_that_an_ultralight_has_no_room_for_is_refused() -> None:
    sticker = prepared(MifareUltralight(UID), "03e1100600")
    _, reader = await lit(sticker)
    with pytest.raises(stickers.StickerError, match="has 48 bytes, and the record needs 60"):
        await stickers.write_and_check_record(reader, UID, TileRecord("a_very_long_piece", "a_very_long_edition"))
    assert sticker.writes == 0


@pytest.mark.parametrize(
    ("sticker", "seen"),
    [
        (prepared(Ntag213(UID), "2801000000"), "is locked"),
        (prepared(Clone(UID), "2801000000"), "is locked"),
        (prepared(Ntag213F(UID), "2802000000"), "is locked"),
        (prepared(Ntag213(UID), "2904000011"), "asks for a password from page 17 on"),
    ],
    ids=["NTAG213", "clone", "the last two pages", "password"],
)
async def test_nothing_is_written_of_a_long_record_that_ends_in_locked_pages(sticker: Ntag21x, seen: str) -> None:
    """A record of 60 bytes has pages 4 to 18; dynamic locks have those from 16 on."""
    _, reader = await lit(sticker)
    with pytest.raises(stickers.StickerError, match=seen):
        await stickers.write_and_check_record(reader, UID, TileRecord("a_very_long_piece", "a_very_long_edition"))
    assert sticker.writes == 0


async def test_a_sticker_that_is_taken_away_is_asked_to_be_held_still() -> None:
    twin, reader = await lit(Ntag213(UID))
    writing = asyncio.create_task(stickers.write_and_check_record(reader, UID, RECORD))
    await asyncio.sleep(0.03)
    (sticker,) = twin.field.piccs
    twin.leave(sticker)
    with pytest.raises(stickers.StickerError, match="Hold the sticker still"):
        await writing


def stack(twin: Mfrc522Twin) -> list[Picc]:
    twin.field.crowd = 2
    return [Ntag213(UID), Ntag213(OTHER)]


@pytest.mark.parametrize(
    ("make", "said", "after_s"),
    [
        (lambda _twin: [Ntag213(UID), Ntag213(OTHER)], stickers.UNCLEAR, 1),
        (stack, stickers.UNCLEAR, 1),
        (lambda _twin: [], stickers.SILENT, 16),
    ],
    ids=["two that can be told apart", "a stack that cannot be read", "nothing, or another kind of tag"],
)
async def test_a_wait_names_what_is_in_its_way_once_and_goes_on(
    make: Callable[[Mfrc522Twin], list[Picc]], said: str, after_s: float
) -> None:
    twin, reader = await lit()
    heard: list[str] = []
    waiting = asyncio.create_task(stickers.wait_for_single_tag(reader, LoopClock(), heard.append))
    await asyncio.sleep(0.5)
    piccs = make(twin)
    await lay(twin, *piccs)
    await asyncio.sleep(after_s)
    assert heard == [said]
    await asyncio.sleep(20)
    assert heard == [said]
    for picc in piccs:
        twin.leave(picc)
    await lay(twin, Ntag213(UID))
    assert await waiting == UID


@pytest.mark.parametrize(
    ("lies", "said"),
    [(lambda _twin: [Ntag213(OTHER)], stickers.STAYS), (stack, stickers.UNCLEAR)],
    ids=["a tag", "a stack"],
)
async def test_what_lies_at_the_gate_before_the_wait_is_named(
    lies: Callable[[Mfrc522Twin], list[Picc]], said: str
) -> None:
    twin, reader = await lit()
    piccs = lies(twin)
    await lay(twin, *piccs)
    heard: list[str] = []
    waiting = asyncio.create_task(stickers.wait_for_single_tag(reader, LoopClock(), heard.append))
    await asyncio.sleep(4)
    assert heard == [said]
    for picc in piccs:
        twin.leave(picc)
    await asyncio.sleep(1)
    await lay(twin, Ntag213(UID))
    assert await waiting == UID


async def test_a_tag_held_up_in_time_is_read_without_a_word() -> None:
    twin, reader = await lit()
    heard: list[str] = []
    waiting = asyncio.create_task(stickers.wait_for_single_tag(reader, LoopClock(), heard.append))
    await asyncio.sleep(10)
    await lay(twin, Ntag213(UID))
    assert (await waiting, heard) == (UID, [])
