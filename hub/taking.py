"""What a hub takes of what it is told, and what it asks for: only what follows on what it keeps, and is sound."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from controller import limits
from controller.fleet.shipping import Ahead, Hello, LogPiece, Position, Refused, Want, Wanted
from controller.games.contract.rules import Outcome
from controller.store.journal import chain
from hub.store.kept_games import Head, Row


class Taken(Struct, frozen=True):
    """These rows are new, and follow on; once they are kept, they are acknowledged.

    Attributes:
        outcome: what the game has come to with them; None takes an earlier end back.
        broken: what came behind them is not what was written, and the table is to be told.
    """

    rows: tuple[Row, ...]
    outcome: Outcome | None
    broken: Refused | None = None


class Known(Struct, frozen=True):
    """All of it is kept already: it is acknowledged up to ``seq``."""

    seq: int


class Gap(Struct, frozen=True):
    """It does not follow on what is kept; this does."""

    wanted: Wanted


class NotTaken(Struct, frozen=True):
    """It is not taken, and why."""

    refused: Refused


Judgement: TypeAlias = Taken | Known | Gap | NotTaken


class Checked(Struct, frozen=True):
    """A piece of a log whose checksums have been computed, which is most of what taking it costs.

    Attributes:
        rows: its entries, as far as they are what was written.
        broken: where that ends.
    """

    piece: LogPiece
    rows: tuple[Row, ...]
    broken: Refused | None


def checked(piece: LogPiece) -> Checked:
    """The piece, with what its checksums say of it."""
    before = bytes.fromhex(piece.after)
    rows: list[Row] = []
    for entry in piece.entries:
        values = (entry.action, entry.origin, entry.written_utc)
        before = chain.entry(before, piece.game, entry.seq, *values)
        if before.hex() != entry.checksum:
            return Checked(piece, tuple(rows), Refused(piece.game, entry.seq, "broken"))
        rows.append(Row(entry.seq, *values, before))
    return Checked(piece, tuple(rows), None)


def judged(told: Checked, head: Head | None) -> Judgement:
    """What becomes of a piece of a game of which ``head`` is kept, or nothing yet."""
    piece, rows, broken = told.piece, told.rows, told.broken
    game, first, last = piece.game, piece.entries[0].seq, piece.entries[-1].seq
    if first > (0 if head is None else head.seq) + 1 or (head is not None and last < head.seq):
        return Gap(_rest(game, head))  # to an older line, too: the table compares the checksum that is asked for
    if head is not None:
        if _checksum_at(piece, head.seq) != head.checksum.hex():
            return NotTaken(Refused(game, head.seq, "fork"))
        if first <= head.seq:
            rows = tuple(row for row in rows if row.seq > head.seq)
    if rows:
        return Taken(rows, None if broken else piece.outcome, broken)
    return Known(last) if broken is None else NotTaken(broken)


def one_page(hello: Hello) -> Hello:
    """As much of a hello as is looked at: no table's page is wider, whatever somebody says."""
    return replace(hello, last=min(hello.last, hello.first + limits.HELLO_GAMES - 1))


def behind(hello: Hello, kept: Mapping[int, Head]) -> list[tuple[int, int]]:
    """Games of which more is kept than the table has, and where the table is: there checksums are to be compared."""
    return [
        (each.game, each.seq)
        for each in hello.games
        if each.checksum is not None and each.game in kept and each.seq < kept[each.game].seq
    ]


def wanted(hello: Hello, kept: Mapping[int, Head], there: Mapping[tuple[int, int], bytes]) -> Want:
    """The answer to a hello.

    Args:
        hello: a page of a journal.
        kept: how far each game of that page has come, by its number.
        there: the checksums at the places of ``behind``; one that cannot be told is left out.
    """
    told = {each.game: each for each in hello.games}
    games: list[Wanted] = []
    ahead: list[Ahead] = []
    refused: list[Refused] = []
    for game in range(hello.first, hello.last + 1):
        if len(games) == limits.WANTED:
            break  # the table says hello again when it has served these
        match _lacking(game, told.get(game), kept.get(game), there):
            case Wanted() as found:
                games.append(found)
            case Ahead() as found:
                ahead.append(found)
            case Refused() as found:
                refused.append(found)
    most = limits.WANTED
    return Want(hello.journal, tuple(games), tuple(ahead[:most]), tuple(refused[:most]), page=hello.first)


def _lacking(
    game: int, position: Position | None, head: Head | None, there: Mapping[tuple[int, int], bytes]
) -> Wanted | Ahead | Refused | None:
    """What is to be said of one game; without a ``position`` the table says that it is over."""
    if position is None:
        return _rest(game, head) if head is None or not head.over else None
    if position.checksum is None:
        return None
    if head is None or head.seq < position.seq:
        return _rest(game, head)
    here = head.checksum if head.seq == position.seq else there.get((game, position.seq))
    if here is not None and here.hex() != position.checksum:
        return Refused(game, position.seq, "fork")
    return Ahead(game, head.seq) if head.seq > position.seq else None


def _rest(game: int, head: Head | None) -> Wanted:
    return Wanted(game, 1, None) if head is None else Wanted(game, head.seq + 1, head.checksum.hex())


def _checksum_at(piece: LogPiece, seq: int) -> str:
    """As the table has it, of an entry of the piece or of the one before."""
    place = seq - piece.entries[0].seq
    return piece.after if place < 0 else piece.entries[place].checksum
