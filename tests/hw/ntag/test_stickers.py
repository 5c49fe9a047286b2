"""Stickers: memory, NDEF, sessions, and the twin."""

import asyncio
from collections.abc import Generator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.clock import LoopClock
from hw.iso14443 import frames
from hw.iso14443.frames import with_crc
from hw.iso14443.picc import MifareClassic1K, PcdFrame, PiccState
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.field import Noise
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag import session
from hw.ntag.memory import (
    NTAG213,
    NTAG213F,
    NTAG215,
    NTAG216,
    NTAG216F,
    ULTRALIGHT,
    MemoryLayout,
    layout_for_version,
    why_not_writable,
)
from hw.ntag.ndef import TileRecord, decode_text, encode_record, encode_text
from hw.ntag.twin import MifareUltralight, Ntag21x, Ntag213, Ntag215, Ntag216
from hw.testing.clock import run_virtual
from hw.values import ReaderId, Uid


@pytest.mark.parametrize(
    ("layout", "pages", "first", "last", "password", "user_bytes"),
    [
        (NTAG213, 0x2D, 0x04, 0x27, 0x2B, 144),
        (NTAG215, 0x87, 0x04, 0x81, 0x85, 504),
        (NTAG216, 0xE7, 0x04, 0xE1, 0xE5, 888),
    ],
)
def test_pages_lie_where_the_data_sheet_puts_them(
    layout: MemoryLayout, pages: int, first: int, last: int, password: int, user_bytes: int
) -> None:
    assert layout.page_count == pages
    assert (layout.user_pages[0], layout.user_pages[-1]) == (first, last)
    assert layout.password_page == password
    assert 4 * len(layout.user_pages) == user_bytes


@pytest.mark.parametrize(
    ("layout", "version"),
    [
        (NTAG213, "0004040201000f03"),
        (NTAG215, "0004040201001103"),
        (NTAG216, "0004040201001303"),
        (NTAG213F, "0004040401000f03"),
        (NTAG216F, "0004040401001303"),
    ],
)
def test_the_version_tells_the_size(layout: MemoryLayout, version: str) -> None:
    assert layout_for_version(bytes.fromhex(version)) is layout


@pytest.mark.parametrize("version", ["0004030101000b03", "0053040201000f03", "0004040502021303", ""])
def test_another_cards_version_is_none_of_ours(version: str) -> None:
    assert layout_for_version(bytes.fromhex(version)) is None


@pytest.mark.parametrize(
    ("head", "why"),
    [
        ("72480000e1101200", ""),
        ("72480000e1110600", ""),
        ("72480000e1100400", "has 32 bytes, and the record needs 36"),
        ("7248000000000000", "is not prepared for NDEF (capability container 00000000, expected e11...)"),
        ("72480000f110ffee", "is not prepared for NDEF (capability container f110ffee, expected e11...)"),
        ("72480000e1401200", "is not prepared for NDEF (capability container e1401200, expected e11...)"),
        ("72480000e110120f", "is locked"),
        ("7248f0ffe1101200", "is locked"),
        ("72480010e1101200", "is locked"),
        ("72480020e1101200", ""),
    ],
    ids=[
        *("NTAG213", "Ultralight with NDEF", "too small", "Ultralight as delivered", "amiibo", "of another standard"),
        *("made read-only by a phone", "all pages locked", "the record's last page locked", "a later page locked"),
    ],
)
def test_locks_and_capability_container_tell_whether_a_record_fits(head: str, why: str) -> None:
    assert why_not_writable(bytes.fromhex(head), 36) == why


@pytest.mark.parametrize(("make", "capability"), [(Ntag213, "e1101200"), (Ntag215, "e1103e00"), (Ntag216, "e1106d00")])
def test_a_new_sticker_has_its_uid_check_bytes_and_capability_container(make: type[Ntag21x], capability: str) -> None:
    sticker = make(Uid(bytes.fromhex("04a1b2c3d4e580")))
    assert sticker.page_bytes(0).hex() == "04a1b29f"
    assert sticker.page_bytes(1).hex() == "c3d4e580"
    assert sticker.page_bytes(2).hex() == "72480000"
    assert sticker.page_bytes(3).hex() == capability


def test_a_sticker_with_a_uid_of_four_bytes_is_refused() -> None:
    with pytest.raises(ValueError, match="7 bytes, not 4"):
        Ntag213(Uid(bytes.fromhex("86a083ee")))


WORD = st.text(st.characters(exclude_categories=("Cs", "Z", "C")), min_size=1, max_size=20)


def test_a_record_is_a_text_record_in_a_type_2_tag_block() -> None:
    # 03 len | D1 01 len 'T' | 02 'en' text | FE, then zeros up to a page.
    data = encode_record(TileRecord(tile="t17", edition="standard"))
    assert data == b"\x03\x1e\xd1\x01\x1aT\x02enroyaltable standard t17\xfe\x00\x00\x00"
    assert len(data) % 4 == 0


@given(WORD, WORD)
def test_a_record_decodes_to_what_was_encoded(tile: str, edition: str) -> None:
    record = TileRecord(tile=tile, edition=edition)
    assert decode_text(encode_record(record)) == f"royaltable {edition} {tile}"


def test_blocks_before_the_message_are_skipped() -> None:
    # A new NTAG213 has a lock control block first (data sheet 8.5.6).
    memory = bytes.fromhex("0103a00c34") + encode_record(TileRecord("t1", "standard"))
    assert decode_text(memory) == "royaltable standard t1"


def test_a_text_that_is_not_ours_is_shown() -> None:
    assert decode_text(encode_text("hello there")) == "hello there"


@pytest.mark.parametrize("length", range(32))
def test_a_truncated_record_decodes_to_none(length: int) -> None:
    assert decode_text(encode_record(TileRecord("t17", "standard"))[:length]) is None


@pytest.mark.parametrize(("tile", "edition"), [("", "standard"), ("t 1", "standard"), ("t1", "")])
def test_names_that_are_not_one_word_are_refused(tile: str, edition: str) -> None:
    with pytest.raises(ValueError, match="one word each"):
        encode_record(TileRecord(tile, edition))


def test_a_text_too_long_for_a_short_record_is_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        encode_text("x" * 260)


STICKER = Uid(bytes.fromhex("04a1b2c3d4e580"))
NEIGHBOUR = Uid(bytes.fromhex("04a1b2c3d4e581"))


def converse(conversation: Generator[Any, Any, Any], *, noise: Noise | None = None) -> tuple[Any, Ntag215]:
    async def scene() -> tuple[Any, Ntag215]:
        clock = LoopClock()
        twin = Mfrc522Twin(clock.now_s)
        driver = Mfrc522(twin, clock, name=ReaderId("red"))
        await driver.start()
        sticker, neighbour = Ntag215(STICKER), Ntag213(NEIGHBOUR)
        twin.enter(sticker)
        twin.enter(neighbour)
        await asyncio.sleep(0.01)
        twin.field.noise = noise
        result = await driver.converse(STICKER, conversation)
        twin.field.noise = None
        assert twin.guard_violations == 0
        assert neighbour.writes == 0
        assert (await driver.poll()).uids == {STICKER, NEIGHBOUR}
        return result, sticker

    return run_virtual(scene())


def test_the_size_of_a_sticker_is_asked_for() -> None:
    assert converse(session.read_layout())[0] is NTAG215


def test_a_record_is_written_to_the_right_sticker_and_read_back() -> None:
    record = TileRecord("t17", "standard")

    def conversation() -> Generator[Any, Any, bytes | None]:
        assert (yield from session.write_pages(4, encode_record(record)))
        return (yield from session.read_pages(4, 9))

    data, sticker = converse(conversation())
    assert decode_text(data) == record.text
    assert sticker.writes == 9


def test_writing_stops_at_a_page_that_is_refused() -> None:
    written, sticker = converse(session.write_pages(0, bytes(8)))
    assert written is False
    assert sticker.writes == 0


def test_a_lost_acknowledge_of_a_write_is_no_refusal() -> None:
    written, _ = converse(session.write_pages(4, bytes(4)), noise=Noise(Random(1), loss=1.0))
    assert written is None


@pytest.mark.parametrize("seed", range(40))
def test_in_a_noisy_field_pages_are_read_right_or_not_at_all(seed: int) -> None:
    data, sticker = converse(session.read_pages(0, 8), noise=Noise(Random(seed), loss=0.05, garble=0.1))
    assert data in (None, b"".join(sticker.page_bytes(number) for number in range(8)))


async def test_a_card_that_is_not_there_cannot_be_asked() -> None:
    clock = LoopClock()
    twin = Mfrc522Twin(clock.now_s)
    driver = Mfrc522(twin, clock, name=ReaderId("red"))
    await driver.start()
    twin.enter(MifareClassic1K(Uid(bytes.fromhex("86a083ee"))))
    await asyncio.sleep(0.01)
    assert await driver.converse(STICKER, session.read_layout()) is None


def test_a_write_of_half_a_page_is_refused() -> None:
    with pytest.raises(ValueError, match="not a whole number of pages"):
        next(session.write_pages(4, b"\x00\x01"))


UID = Uid(bytes.fromhex("04a1b2c3d4e580"))
CL1, CL2 = frames.cascade_levels_of(UID)


def woken() -> Ntag213:
    sticker = Ntag213(UID)
    sticker.enter_powered_field("field", at_s=0.0)
    sticker.receive(PcdFrame(frames.REQA, 7))
    return sticker


def select(sticker: Ntag21x) -> Ntag21x:
    for level, four in enumerate((CL1, CL2)):
        sticker.receive(PcdFrame(frames.select_frame(level, four), 72))
    assert sticker.state in (PiccState.ACTIVE, PiccState.ACTIVE_STAR)
    return sticker


def again(sticker: Ntag21x) -> Ntag21x:
    sticker.receive(PcdFrame(frames.WUPA, 7))
    return select(sticker)


def say(sticker: Ntag21x, command: str) -> str:
    data = with_crc(bytes.fromhex(command))
    reply = sticker.receive(PcdFrame(data, 8 * len(data)))
    assert reply is not None
    return f"{reply.data[0]:X}" if reply.nibble else reply.data[:-2].hex()


def test_get_version_answers_eight_bytes() -> None:
    assert say(select(woken()), "60") == "0004040201000f03"


def test_read_returns_four_pages_and_wraps_to_page_0() -> None:
    sticker = select(woken())
    assert say(sticker, "3000") == "04a1b29fc3d4e58072480000e1101200"
    assert say(sticker, "302c") == "0000000004a1b29fc3d4e58072480000"


def test_fast_read_brings_exactly_the_pages_asked_for() -> None:
    assert say(select(woken()), "3a0203") == "72480000e1101200"


@pytest.mark.parametrize("command", ["302d", "3a0302", "3a002d", "a200ffffffff", "a22dffffffff", "3c01", "3900", "77"])
def test_an_argument_out_of_range_is_refused_and_ends_the_selection(command: str) -> None:
    sticker = select(woken())
    assert say(sticker, command) == "0"
    assert sticker.state is PiccState.IDLE


def test_a_wrong_checksum_is_refused_with_its_own_code() -> None:
    sticker = select(woken())
    reply = sticker.receive(PcdFrame(bytes.fromhex("300000ff"), 32))
    assert reply is not None
    assert (reply.nibble, reply.data) == (True, b"\x01")


def test_write_is_acknowledged_after_the_eeprom_and_can_be_read() -> None:
    sticker = select(woken())
    assert say(sticker, "a20411223344") == "A"
    assert say(sticker, "3a0404") == "11223344"


def test_lock_bits_can_only_be_set_and_lock_their_pages() -> None:
    sticker = select(woken())
    assert say(sticker, "a202ffff1000") == "A"
    assert sticker.page_bytes(2).hex() == "72481000"
    assert say(sticker, "a20411223344") == "0"
    assert say(again(sticker), "a20511223344") == "A"
    assert say(sticker, "a20200000000") == "A"
    assert sticker.page_bytes(2).hex() == "72481000"


def test_a_dynamic_lock_bit_locks_two_pages_of_an_ntag213() -> None:
    sticker = select(woken())
    assert say(sticker, "a22801000000") == "A"
    assert say(sticker, "a21011223344") == "0"
    assert say(again(sticker), "a21111223344") == "0"
    assert say(again(sticker), "a21211223344") == "A"


def test_a_read_of_page_0_selects_a_ready_sticker_at_once() -> None:
    sticker = woken()
    assert say(sticker, "3000")[:8] == "04a1b29f"
    assert sticker.state is PiccState.ACTIVE


def test_a_select_with_a_wrong_checksum_selects_this_family_all_the_same() -> None:
    sticker = woken()
    frame = frames.select_frame(0, CL1)[:-2] + b"\x00\x00"
    assert sticker.receive(PcdFrame(frame, 72)) is not None


PROTECTED_FROM_PAGE_5 = "a229040000" + "05"
PROT = "a22a80000000"


def test_pages_from_auth0_on_are_written_with_the_password_only() -> None:
    sticker = select(woken())
    assert say(sticker, PROTECTED_FROM_PAGE_5) == "A"
    assert say(sticker, "a20411223344") == "A"
    assert say(sticker, "a20511223344") == "0"
    assert say(again(sticker), "3004")[:16] == "11223344340300fe"
    assert say(sticker, "1bffffffff") == "0000"
    assert say(sticker, "a20511223344") == "A"
    sticker.receive(PcdFrame(frames.HLTA, 32))
    assert say(again(sticker), "a20655667788") == "0"


def test_with_prot_pages_from_auth0_are_unread_and_reads_wrap_before() -> None:
    sticker = select(woken())
    assert (say(sticker, PROT), say(sticker, PROTECTED_FROM_PAGE_5)) == ("A", "A")
    assert say(sticker, "3003") == "e11012000103a00c04a1b29fc3d4e580"
    assert say(sticker, "3005") == "0"
    assert say(again(sticker), "3a0405") == "0"
    assert say(again(sticker), "1bffffffff") == "0000"
    assert say(sticker, "3a0405") == "0103a00c340300fe"


def test_a_wrong_password_is_refused_and_ends_the_selection() -> None:
    sticker = select(woken())
    assert say(sticker, "1b00000000") == "0"
    assert sticker.state is PiccState.IDLE


def test_after_authlim_wrong_passwords_the_right_one_is_refused_too() -> None:
    sticker = select(woken())
    assert say(sticker, "a22a02000000") == "A"
    assert say(sticker, "1b00000000") == "0"
    assert (say(again(sticker), "1bffffffff"), say(sticker, "1b00000000")) == ("0000", "0")
    assert (say(again(sticker), "1b00000000"), say(again(sticker), "1bffffffff")) == ("0", "4")


def test_cfglck_locks_the_configuration_but_not_the_password() -> None:
    sticker = select(woken())
    assert say(sticker, "a22a40000000") == "A"
    assert say(sticker, PROTECTED_FROM_PAGE_5) == "0"
    assert say(again(sticker), PROT) == "0"
    assert say(again(sticker), "a22b11223344") == "A"
    assert say(sticker, "1b11223344") == "0000"


def test_a_mifare_ultralight_has_48_bytes_no_version_and_no_capabilities() -> None:
    assert 4 * len(ULTRALIGHT.user_pages) == 48
    sticker = MifareUltralight(UID)
    sticker.enter_powered_field("field", at_s=0.0)
    sticker.receive(PcdFrame(frames.REQA, 7))
    assert say(select(sticker), "300f") == "0000000004a1b29fc3d4e58072480000"
    assert say(sticker, "3003") == "00" * 16
    assert say(sticker, "a20f11223344") == "A"
    for unknown in ("60", "3a0003", "1bffffffff", "a21011223344", "3010"):
        assert say(sticker, unknown) == "0"
        again(sticker)
