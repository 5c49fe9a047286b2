"""What a sticker says of its tile, against octets written out by hand from the NFC Forum's records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.ntag.ndef import TileRecord, decode, decode_text, encode, encode_text

WORD = st.text(st.characters(exclude_categories=("Cs", "Z", "C")), min_size=1, max_size=20)


def test_a_record_is_a_text_record_in_a_type_2_tag_block() -> None:
    # 03 len | D1 01 len 'T' | 02 'en' text | FE, then zeros up to a page.
    octets = encode(TileRecord(tile="t17", edition="standard"))
    assert octets == b"\x03\x1e\xd1\x01\x1aT\x02enroyaltable standard t17\xfe\x00\x00\x00"
    assert len(octets) % 4 == 0


@given(WORD, WORD)
def test_what_was_written_is_read(tile: str, edition: str) -> None:
    record = TileRecord(tile=tile, edition=edition)
    assert decode(encode(record)) == record


def test_blocks_before_the_message_are_skipped() -> None:
    # A new NTAG213 has a lock control block first (data sheet 8.5.6).
    memory = bytes.fromhex("0103a00c34") + encode(TileRecord("t1", "standard"))
    assert decode(memory) == TileRecord("t1", "standard")


def test_a_text_that_is_not_ours_is_shown_but_is_no_tile() -> None:
    memory = encode_text("hello there")
    assert decode_text(memory) == "hello there"
    assert decode(memory) is None


@pytest.mark.parametrize("length", range(32))
def test_a_record_that_is_cut_off_says_nothing(length: int) -> None:
    assert decode(encode(TileRecord("t17", "standard"))[:length]) is None


@pytest.mark.parametrize(("tile", "edition"), [("", "standard"), ("t 1", "standard"), ("t1", "")])
def test_names_that_are_not_one_word_are_refused(tile: str, edition: str) -> None:
    with pytest.raises(ValueError, match="one word each"):
        encode(TileRecord(tile, edition))


def test_a_text_too_long_for_a_short_record_is_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        encode_text("x" * 260)
