"""A whole game in some three kilobytes: all its entries in one value, their checksums left to the chain."""

import zlib
from collections.abc import Sequence

import msgspec

from controller import limits
from controller.json_faults import NO_JSON
from controller.store.journal import chain
from hub.store.kept_games import Row


class NotWholeError(Exception):
    """What is kept of a game is not what was written; the message says where."""


def verified(game: int, follows: bytes, rows: Sequence[Row]) -> bytes:
    """The checksum of the last of these entries, which are to be all from the first on.

    Raises:
        NotWholeError: one is missing, or is not what was written.
    """
    before = follows
    for seq, row in enumerate(rows, start=1):
        if row.seq != seq:
            raise NotWholeError(f"saw action {row.seq}, expected {seq}")
        before = chain.entry(before, game, seq, row.action, row.origin, row.written_utc)
        if before != row.checksum:
            raise NotWholeError(f"action {seq} is not what was written")
    return before


def pack(rows: Sequence[Row]) -> bytes:
    """All entries of a game, which are `verified`."""
    return zlib.compress(msgspec.json.encode([(row.action, row.origin, row.written_utc) for row in rows]), 9)


def unpack(game: int, follows: bytes, packed: bytes) -> list[Row]:
    """The entries again, with the checksums that follow from them.

    Raises:
        NotWholeError: they cannot be read.
    """
    try:
        opener = zlib.decompressobj()
        octets = opener.decompress(packed, limits.HUB_GAME_OCTETS)
        if opener.unconsumed_tail:
            raise NotWholeError(f"it has more than {limits.HUB_GAME_OCTETS} octets")
        texts = msgspec.json.decode(octets, type=list[tuple[str, str, str]])
    except (zlib.error, *NO_JSON) as fault:
        raise NotWholeError(f"it cannot be read: {fault}") from None
    rows, before = [], follows
    for seq, (action, origin, written_utc) in enumerate(texts, start=1):
        before = chain.entry(before, game, seq, action, origin, written_utc)
        rows.append(Row(seq, action, origin, written_utc, before))
    return rows
