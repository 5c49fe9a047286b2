"""CRC_A against values printed in ISO/IEC 14443-3 and NXP's documents."""

import pytest

from hw.iso14443.frames import crc_a, crc_holds, with_crc


@pytest.mark.parametrize(
    ("octets", "checksum"),
    [
        ("0000", "a01e"),  # ISO/IEC 14443-3, annex B
        ("1234", "26cf"),  # ISO/IEC 14443-3, annex B
        ("5000", "57cd"),  # HLTA
        ("3000", "02a8"),  # READ of page 0
    ],
)
def test_the_checksum_is_that_of_the_standard(octets: str, checksum: str) -> None:
    assert crc_a(bytes.fromhex(octets)).hex() == checksum


def test_a_frame_with_its_own_checksum_holds_and_none_with_a_flipped_bit_does() -> None:
    frame = with_crc(bytes.fromhex("0417a2"))
    assert crc_holds(frame)
    for bit in range(8 * len(frame)):
        flipped = bytearray(frame)
        flipped[bit // 8] ^= 1 << bit % 8
        assert not crc_holds(bytes(flipped))


@pytest.mark.parametrize("frame", [b"", b"\x63", b"\x63\x63"])
def test_a_frame_too_short_for_a_checksum_has_none(frame: bytes) -> None:
    assert not crc_holds(frame)
