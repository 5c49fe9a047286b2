"""The chained checksum of each row, which shows a changed row, and one that is missing between others."""

from hashlib import blake2b
from struct import Struct
from typing import Final

OCTETS: Final = 8
BEGIN: Final = bytes(OCTETS)
"""What the first game of a file is chained to; a later game is chained to the newest row at its beginning."""

_length = Struct(">I").pack
_LENGTHS: Final = tuple(map(_length, range(256)))


def checksum(before: bytes, *values: str | float | bytes) -> bytes:
    """The checksum of a row with these ``values`` that follows a row with the checksum ``before``."""
    digest = blake2b(before, digest_size=OCTETS)
    for value in values:
        octets = value if isinstance(value, bytes) else str(value).encode()
        digest.update(_length(len(octets)) + octets)
    return digest.digest()


def entry_checksum(before: bytes, game: int, seq: int, action: str, origin: str, written_utc: str) -> bytes:
    """The checksum of an entry: `check` of these values in two thirds of its time, since a room brings millions."""
    number, place, what = b"%d" % game, b"%d" % seq, action.encode()
    who, when = origin.encode(), written_utc.encode()
    size = _LENGTHS
    try:
        octets = b"".join(
            (
                before,
                size[len(number)],
                number,
                size[len(place)],
                place,
                size[len(what)],
                what,
                size[len(who)],
                who,
                size[len(when)],
                when,
            )
        )
    except IndexError:
        return checksum(before, game, seq, action, origin, written_utc)
    return blake2b(octets, digest_size=OCTETS).digest()
