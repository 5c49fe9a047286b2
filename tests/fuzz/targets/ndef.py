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


TARGET: Final = Target(answer, longest=924, longest_answer=1000, sample=200)
