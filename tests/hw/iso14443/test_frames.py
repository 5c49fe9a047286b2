"""Frames and their times against the standard's tables and the times printed in NXP's NTAG21xF data sheet."""

import pytest

from hw.iso14443 import frames
from hw.values import Uid


@pytest.mark.parametrize(
    ("octets", "microseconds"),
    [(4, 368), (3, 283)],  # READ and GET_VERSION (data sheet 10.1, 10.2)
)
def test_a_readers_frame_lasts_as_long_as_the_data_sheet_says(octets: int, microseconds: int) -> None:
    assert round(frames.pcd_frame_s(octets) * 1e6) == microseconds


@pytest.mark.parametrize(
    ("wire_bits", "microseconds"),
    [(18 * 9, 1548), (10 * 9, 868), (4, 57)],  # sixteen octets, a version, a NAK (10.1, 10.2)
)
def test_a_cards_frame_lasts_as_long_as_the_data_sheet_says(wire_bits: int, microseconds: int) -> None:
    assert round(frames.picc_frame_s(wire_bits) * 1e6) == microseconds


def test_request_and_answer_to_request_take_353_microseconds() -> None:
    request_s = frames.pcd_frame_s(1, frames.SHORT_FRAME_BITS)
    assert round((request_s + frames.FRAME_DELAY_PICC_S + frames.picc_frame_s(18)) * 1e6) == 353


@pytest.mark.parametrize(
    ("bits", "prefix", "octets"),
    [
        (0, 0, "93 20"),
        (5, 0b10110, "93 25 16"),
        (8, 0x86, "93 30 86"),
        (16, 0xA086, "93 40 86 a0"),
        (39, 0x7F_FFFF_FFFF, "93 67 ff ff ff ff 7f"),
    ],
)
def test_nvb_counts_whole_octets_and_the_bits_of_the_last_one(bits: int, prefix: int, octets: str) -> None:
    assert frames.anticollision(0, prefix, bits) == bytes.fromhex(octets)


def test_select_carries_four_octets_their_bcc_and_a_checksum() -> None:
    frame = frames.select(1, bytes.fromhex("c3d4e580"))
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
    assert [level.hex() for level in frames.levels_of(Uid(bytes.fromhex(uid)))] == levels


def test_a_uid_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="4, 7 or 10 octets, not 5"):
        frames.levels_of(Uid(b"\x01\x02\x03\x04\x05"))
