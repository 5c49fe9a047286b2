"""The chained checksum of each row, which shows a changed row, and one that is missing between others."""

from hashlib import blake2b
from typing import Final

OCTETS: Final = 8
BEGIN: Final = bytes(OCTETS)
"""What the first game of a file is chained to; a later game is chained to the newest row at its beginning."""


def check(before: bytes, *values: str | float | bytes) -> bytes:
    """The checksum of a row with these ``values`` that follows a row with the checksum ``before``."""
    digest = blake2b(before, digest_size=OCTETS)
    for value in values:
        octets = value if isinstance(value, bytes) else str(value).encode()
        digest.update(len(octets).to_bytes(4, "big") + octets)
    return digest.digest()
