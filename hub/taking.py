"""What a hub takes of what it is told: only what follows on what it keeps, and is what was written."""

from collections.abc import Mapping

from msgspec import Struct

from controller import limits
from controller.fleet.shipping import Ahead, Hello, LogPiece, Refused, Want, Wanted, Why
from controller.store.journal import chain
from hub.store.kept_games import Head, Row


class Taken(Struct, frozen=True):
    """These rows are new, and follow on; none where all is kept already."""

    rows: tuple[Row, ...]


class Gap(Struct, frozen=True):
    """Entries before these are missing, from ``seq`` on."""

    seq: int


class NotTaken(Struct, frozen=True):
    """From ``seq`` on it is not taken."""

    seq: int
    why: Why


def judged(piece: LogPiece, head: Head | None) -> Taken | Gap | NotTaken:
    """What becomes of a piece of a game of which ``head`` is kept, or nothing yet."""
    before, rows = bytes.fromhex(piece.after), []
    kept_seq = 0 if head is None else head.seq
    for entry in piece.entries:
        if head is not None and entry.seq == kept_seq + 1 and before != head.checksum:
            return NotTaken(kept_seq, "fork")
        values = (entry.action, entry.origin, entry.written_utc)
        checksum = chain.check(before, piece.game, entry.seq, *values)
        if checksum.hex() != entry.checksum:
            return NotTaken(entry.seq, "broken")
        if entry.seq > kept_seq:
            rows.append(Row(entry.seq, *values, checksum))
        before = checksum
    if piece.entries[0].seq > kept_seq + 1:
        return Gap(kept_seq + 1)
    if head is not None and piece.entries[-1].seq == kept_seq and before != head.checksum:
        return NotTaken(kept_seq, "fork")
    return Taken(tuple(rows))


def wanted(hello: Hello, kept: Mapping[int, Head]) -> Want:
    """What is lacking of a page of a journal, of whose games ``kept`` is there."""
    told = {each.game: each for each in hello.games}
    games, ahead, refused = [], [], []
    for game in range(hello.first, min(hello.last, hello.first + limits.WANTED - 1) + 1):
        head, there = kept.get(game), told.get(game)
        if there is None:
            if head is None or not head.over:
                games.append(_from(game, head))
        elif there.seq > (0 if head is None else head.seq):
            games.append(_from(game, head))
        elif head is not None and there.seq < head.seq:
            ahead.append(Ahead(game, head.seq))
        elif head is not None and there.checksum is not None and there.checksum != head.checksum.hex():
            refused.append(Refused(game, head.seq, "fork"))
    return Want(hello.journal, tuple(games), tuple(ahead), tuple(refused))


def _from(game: int, head: Head | None) -> Wanted:
    return Wanted(game, 1, None) if head is None else Wanted(game, head.seq + 1, head.checksum.hex())
