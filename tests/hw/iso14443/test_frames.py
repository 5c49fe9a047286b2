"""Frames and their checksums, and cards that hear them."""

import pytest

from hw.iso14443 import frames
from hw.iso14443.frames import crc_a, has_valid_crc, with_crc
from hw.iso14443.picc import (
    FALL_BACK_STATE,
    NEXT_STATE,
    FrameMeaning,
    MifareClassic1K,
    PcdFrame,
    Picc,
    PiccReply,
    PiccState,
)
from hw.values import Uid


@pytest.mark.parametrize(
    ("byte_count", "microseconds"),
    [(4, 368), (3, 283)],  # READ and GET_VERSION (data sheet 10.1, 10.2)
)
def test_a_readers_frame_lasts_as_long_as_the_data_sheet_says(byte_count: int, microseconds: int) -> None:
    assert round(frames.pcd_frame_duration_s(byte_count) * 1e6) == microseconds


@pytest.mark.parametrize(
    ("wire_bits", "microseconds"),
    [(18 * 9, 1548), (10 * 9, 868), (4, 57)],  # sixteen bytes, a version, a NAK (10.1, 10.2)
)
def test_a_cards_frame_lasts_as_long_as_the_data_sheet_says(wire_bits: int, microseconds: int) -> None:
    assert round(frames.picc_frame_duration_s(wire_bits) * 1e6) == microseconds


def test_request_and_answer_to_request_take_353_microseconds() -> None:
    request_s = frames.pcd_frame_duration_s(1, frames.SHORT_FRAME_BITS)
    assert round((request_s + frames.FRAME_DELAY_PICC_S + frames.picc_frame_duration_s(18)) * 1e6) == 353


@pytest.mark.parametrize(
    ("bits", "prefix", "data"),
    [
        (0, 0, "93 20"),
        (5, 0b10110, "93 25 16"),
        (8, 0x86, "93 30 86"),
        (16, 0xA086, "93 40 86 a0"),
        (39, 0x7F_FFFF_FFFF, "93 67 ff ff ff ff 7f"),
    ],
)
def test_nvb_counts_whole_bytes_and_the_bits_of_the_last_one(bits: int, prefix: int, data: str) -> None:
    assert frames.anticollision_frame(0, prefix, bits) == bytes.fromhex(data)


def test_select_carries_four_bytes_their_bcc_and_a_checksum() -> None:
    frame = frames.select_frame(1, bytes.fromhex("c3d4e580"))
    assert frame[:7].hex(" ") == "95 70 c3 d4 e5 80 72"
    assert len(frame) == 9


@pytest.mark.parametrize(
    ("uid", "levels"),
    [
        ("86a083ee", ["86a083ee"]),
        ("04a1b2c3d4e580", ["8804a1b2", "c3d4e580"]),
        ("04a1b2c3d4e580112233", ["8804a1b2", "88c3d4e5", "80112233"]),
    ],
)
def test_longer_uids_are_spread_over_cascade_levels_behind_the_cascade_tag(uid: str, levels: list[str]) -> None:
    assert [level.hex() for level in frames.cascade_levels_of(Uid(bytes.fromhex(uid)))] == levels


def test_a_uid_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="4, 7 or 10 bytes, not 5"):
        frames.cascade_levels_of(Uid(b"\x01\x02\x03\x04\x05"))


@pytest.mark.parametrize(
    ("data", "checksum"),
    [
        ("0000", "a01e"),  # ISO/IEC 14443-3, annex B
        ("1234", "26cf"),  # ISO/IEC 14443-3, annex B
        ("5000", "57cd"),  # HLTA
        ("3000", "02a8"),  # READ of page 0
    ],
)
def test_the_checksum_is_that_of_the_standard(data: str, checksum: str) -> None:
    assert crc_a(bytes.fromhex(data)).hex() == checksum


def test_a_checksum_holds_unless_a_bit_flipped() -> None:
    frame = with_crc(bytes.fromhex("0417a2"))
    assert has_valid_crc(frame)
    for bit in range(8 * len(frame)):
        flipped = bytearray(frame)
        flipped[bit // 8] ^= 1 << bit % 8
        assert not has_valid_crc(bytes(flipped))


@pytest.mark.parametrize("frame", [b"", b"\x63", b"\x63\x63"])
def test_a_frame_too_short_for_a_checksum_does_not_hold(frame: bytes) -> None:
    assert not has_valid_crc(frame)


UID = Uid(bytes.fromhex("04a1b2c3d4e580"))
REQA = PcdFrame(frames.REQA, 7)
WUPA = PcdFrame(frames.WUPA, 7)
HLTA = PcdFrame(frames.HLTA, 32)
CL1, CL2 = frames.cascade_levels_of(UID)


def select(level: int, four: bytes) -> PcdFrame:
    return PcdFrame(frames.select_frame(level, four), 72)


def in_field() -> Picc:
    picc = Picc(UID, atqa=b"\x44\x00", sak=0x00)
    picc.enter_powered_field(object(), at_s=0.0)
    return picc


def selected() -> Picc:
    picc = in_field()
    for frame in (REQA, select(0, CL1), select(1, CL2)):
        assert picc.receive(frame) is not None
    return picc


def halted() -> Picc:
    picc = selected()
    assert picc.receive(HLTA) is None
    return picc


def test_every_state_has_a_fall_back_and_only_unstarred_ones_reach_idle() -> None:
    assert set(FALL_BACK_STATE) == set(PiccState)
    assert {state for state in PiccState if FALL_BACK_STATE[state] is PiccState.IDLE} == {
        PiccState.IDLE,
        PiccState.READY,
        PiccState.ACTIVE,
    }


def test_only_wupa_leaves_halt() -> None:
    assert [heard for (state, heard) in NEXT_STATE if state is PiccState.HALT] == [FrameMeaning.WUPA]


@pytest.mark.parametrize("request_frame", [REQA, WUPA])
def test_an_idle_card_answers_both_requests_with_its_atqa(request_frame: PcdFrame) -> None:
    assert in_field().receive(request_frame) == PiccReply(b"\x44\x00")


def test_a_halted_card_ignores_reqa_and_wakes_on_wupa_into_starred_states() -> None:
    picc = halted()
    assert [picc.receive(REQA), picc.receive(WUPA)] == [None, PiccReply(b"\x44\x00")]
    assert picc.state is PiccState.READY_STAR


@pytest.mark.parametrize("request_frame", [REQA, WUPA])
def test_a_request_sends_a_ready_card_back_to_idle_silently(request_frame: PcdFrame) -> None:
    picc = in_field()
    picc.receive(REQA)
    assert picc.receive(request_frame) is None
    assert picc.state is PiccState.IDLE


def test_a_starred_card_falls_back_to_halt() -> None:
    picc = halted()
    picc.receive(WUPA)
    assert picc.receive(select(0, b"\x88\x04\xff\xff")) is None
    assert picc.state is PiccState.HALT


def test_selecting_both_levels_gives_an_incomplete_then_a_complete_sak() -> None:
    picc = in_field()
    picc.receive(REQA)
    assert picc.receive(select(0, CL1)) == PiccReply(bytes.fromhex("04da17"))
    assert picc.receive(select(1, CL2)) == PiccReply(bytes.fromhex("00fe51"))
    assert picc.state is PiccState.ACTIVE


def test_anticollision_answers_only_a_matching_prefix_and_stays_ready() -> None:
    picc = in_field()
    picc.receive(REQA)
    assert picc.receive(PcdFrame(frames.anticollision_frame(0, 0, 0), 16)) == PiccReply(bytes.fromhex("8804a1b29f"))
    assert picc.receive(PcdFrame(frames.anticollision_frame(0, 0x08, 4), 20)) == PiccReply(
        bytes.fromhex("8804a1b29f"), first_bit=4
    )
    assert picc.receive(PcdFrame(frames.anticollision_frame(0, 0x07, 4), 20)) is None
    assert picc.state is PiccState.READY


def test_select_with_a_wrong_checksum_sends_a_plain_card_back() -> None:
    picc = MifareClassic1K(Uid(bytes.fromhex("86a083ee")))
    picc.enter_powered_field(object(), at_s=0.0)
    picc.receive(REQA)
    frame = bytearray(frames.select_frame(0, picc.uid))
    frame[-1] ^= 0x10
    assert picc.receive(PcdFrame(bytes(frame), 72)) is None
    assert picc.state is PiccState.IDLE


def test_without_a_field_a_card_forgets_its_state() -> None:
    picc = Picc(UID, atqa=b"\x44\x00", sak=0x00)
    field = object()
    picc.enter_powered_field(field, at_s=0.0)
    picc.receive(REQA)
    picc.leave_powered_field(field)
    assert picc.receive(WUPA) is None
    picc.enter_powered_field(field, at_s=1.0)
    assert picc.state is PiccState.IDLE


def test_a_card_between_two_fields_keeps_its_state_while_one_of_them_is_on() -> None:
    picc = in_field()
    second = object()
    picc.receive(REQA)
    picc.enter_powered_field(second, at_s=0.1)
    picc.leave_powered_field(second)
    assert picc.state is PiccState.READY
