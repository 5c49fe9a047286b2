"""What a sticker's memory says, whatever was written on it."""

from typing import Final

from hw.ntag.ndef import decode, decode_text, encode
from tests.fuzz.target import Target


def answer(octets: bytes) -> str:
    """The text of the first record; what is a tile of ours is written as it was read."""
    text = decode_text(octets)
    record = decode(octets)
    if record is not None:
        try:
            again = encode(record)
        except ValueError as fault:
            return str(fault)
        assert decode(again) == record
    return text or ""


TARGET: Final = Target(
    answer,
    words=(
        b"\x03",
        b"\xfe",
        b"\xff",
        b"\xd1\x01",
        b"T",
        b"\x02en",
        b"\x82en",
        b"royaltable ",
        b" t17",
        b"\xfe\xff",
        b"\x01\x03\xa0",
    ),
    longest=924,  # user memory of the largest, an NTAG216
    longest_answer=1000,
    sample=500,
)
