"""Chained checksums of rows, which reveal changed and missing rows."""

from hashlib import blake2b
from struct import Struct
from typing import Final

CHECKSUM_BYTES: Final = 8
CHAIN_START: Final = bytes(CHECKSUM_BYTES)
"""The checksum before a file's first game; a later one continues from the newest entry before."""

_pack_length = Struct(">I").pack
_PACKED_LENGTHS: Final = tuple(map(_pack_length, range(256)))


def row_checksum(before: bytes, *values: str | float | bytes) -> bytes:
    """Return the checksum of a row of ``values`` after the checksum ``before``."""
    digest = blake2b(before, digest_size=CHECKSUM_BYTES)
    for value in values:
        data = value if isinstance(value, bytes) else str(value).encode()
        digest.update(_pack_length(len(data)) + data)
    return digest.digest()


def entry_checksum(before: bytes, game: int, seq: int, action: str, origin: str, written_utc: str) -> bytes:
    """Return an entry's `row_checksum`."""
    return content_checksum(before, game, seq, entry_content(action, origin, written_utc))


def entry_content(action: str, origin: str, written_utc: str) -> bytes:
    """Return an entry's texts, each after its length in 4 bytes, as checksums and PostgreSQL's binary COPY have it."""
    what, who, when = action.encode(), origin.encode(), written_utc.encode()
    size = _PACKED_LENGTHS
    try:
        return b"".join((size[len(what)], what, size[len(who)], who, size[len(when)], when))
    except IndexError:
        return b"".join(_pack_length(len(text)) + text for text in (what, who, when))


def content_checksum(before: bytes, game: int, seq: int, content: bytes) -> bytes:
    """Return the `entry_checksum` of an entry with this `entry_content`; a hub verifies millions."""
    number, place = b"%d" % game, b"%d" % seq
    size = _PACKED_LENGTHS
    data = b"".join((before, size[len(number)], number, size[len(place)], place, content))
    return blake2b(data, digest_size=CHECKSUM_BYTES).digest()
