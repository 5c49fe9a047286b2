"""What table and hub say to each other of logs, and which games a hub gives back, as JSON values."""

from collections.abc import Callable, Sequence
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from controller import limits
from controller.fleet.messages import FixtureId
from controller.games.contract.rules import Outcome
from controller.reading import NO_JSON

LARGEST: Final = 2**31 - 1
"""PostgreSQL's ``int``."""

Uid = Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")]
"""Of a journal: 16 random bytes in hexadecimal."""

Checksum = Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]
"""Checksum of an entry (``controller.store.journal.chain.entry_checksum``), hexadecimal. A game's first entry follows a
value that only its journal can derive."""

GameNumber = Annotated[int, Meta(ge=1, le=LARGEST)]
Seq = Annotated[int, Meta(ge=1, le=LARGEST)]
Count = Annotated[int, Meta(ge=0, le=LARGEST)]
Word = Annotated[str, Meta(max_length=200, pattern=r"\A[^\x00]*\Z")]
"""Text that PostgreSQL can keep."""

Text = Annotated[str, Meta(max_length=200)]
LongText = Annotated[str, Meta(max_length=limits.LOG_PIECE_BYTES)]
"""As ``Word``, of which there are many in a message: a pattern for each would be most of what reading it costs, so all
are looked at together."""

NUL: Final = b"\\u0000"
"""As JSON writes it, which may also be the end of a backslash that was written."""


class HubPresence(Struct, frozen=True):
    """Whether the hub is there (topic ``hub``); ``boot`` is random at each of its starts."""

    online: bool
    boot: Word
    version: Word = ""
    utc: Word = ""


class Position(Struct, frozen=True, array_like=True):
    """How much of a game may leave the table: up to its entry ``seq``; 0 with no checksum where nothing may yet."""

    game: GameNumber
    seq: Count
    checksum: Checksum | None


class Hello(Struct, frozen=True):
    """What a table's journal has among its games ``first`` to ``last`` (topic ``hello``).

    Attributes:
        continues: the journal from which this one was restored.
        first, last: a page of all games; 1 and 0 where there is none. A game in it that is not listed is over, and all
            of it may be had.
        games: those that are not over, those that went on after an end, and the newest ones.
        more: further pages follow.
        utc: by the table's clock, which may be wrong; ISO 8601.
    """

    journal: Uid
    first: GameNumber
    last: Count
    games: Annotated[tuple[Position, ...], Meta(max_length=limits.GAMES_PER_MESSAGE)] = ()
    continues: Uid | None = None
    more: bool = False
    utc: Word = ""


class Wanted(Struct, frozen=True, array_like=True):
    """A game's entries from ``seq`` on; ``after`` is what the hub keeps before, None before the first."""

    game: GameNumber
    seq: Seq
    after: Checksum | None


RefusalReason = Literal["fork", "broken"]
"""The hub keeps another entry of that number; or the checksum is not that of the entry."""


class Refused(Struct, frozen=True, array_like=True):
    """From ``seq`` on the hub does not take what the table has of a game."""

    game: GameNumber
    seq: Seq
    why: RefusalReason


class Ahead(Struct, frozen=True, array_like=True):
    """The hub has more of a game than the table, up to ``seq``, and the same before."""

    game: GameNumber
    seq: Seq


class Want(Struct, frozen=True):
    """What a hub lacks of a journal (topic ``want``); empty where it keeps all that it was told of.

    Attributes:
        ahead: what it has more of.
        refused: what it does not take; of those games it wants nothing.
        page: ``first`` of the hello that it answers; None where it answers a log.
        boot: the hub's.
    """

    journal: Uid
    games: Annotated[tuple[Wanted, ...], Meta(max_length=limits.GAMES_PER_MESSAGE)] = ()
    ahead: Annotated[tuple[Ahead, ...], Meta(max_length=limits.GAMES_PER_MESSAGE)] = ()
    refused: Annotated[tuple[Refused, ...], Meta(max_length=limits.GAMES_PER_MESSAGE)] = ()
    page: GameNumber | None = None
    boot: Word = ""


class LogEntry(Struct, frozen=True, array_like=True, gc=False):
    """A line of a game's log as the journal has it: what its checksum covers, to the letter.

    Attributes:
        action: JSON, as text.
        checksum: as ``Checksum``; any other text is that of no entry.
    """

    seq: Seq
    action: LongText
    origin: Text
    written_utc: Text
    checksum: Text


class LogPiece(Struct, frozen=True):
    """Entries of a game, one after the other without a gap (topic ``log``).

    Attributes:
        begun_utc, castles: as in the journal's row of the game.
        after: the checksum before the first of ``entries``.
        outcome: if the last of them ends the game.
        fixture: the hub's own name for the game, where the hub had wanted it.
    """

    journal: Uid
    game: GameNumber
    begun_utc: Word
    castles: Word
    after: Checksum
    entries: Annotated[tuple[LogEntry, ...], Meta(min_length=1, max_length=limits.LOG_PIECE_ENTRIES)]
    outcome: Outcome | None = None
    fixture: FixtureId | None = None


class Ack(Struct, frozen=True):
    """The hub of this ``boot`` keeps a game up to ``seq`` (topic ``ack``)."""

    journal: Uid
    game: GameNumber
    seq: Seq
    boot: Word = ""


class StoredGame(Struct, frozen=True, array_like=True):
    """How far the hub has a game: its newest entry, with that one's checksum."""

    game: GameNumber
    seq: Seq
    checksum: Checksum


class RestoreRequest(Struct, frozen=True):
    """A table asks for some of its games (topic ``take``).

    Attributes:
        journal: the one that asks.
        source: the one whose games are meant; None for the latest other one of this table.
        game: the games from this one on, or with ``seq`` this one alone.
        seq: its entries from this one on.
    """

    journal: Uid
    source: Uid | None = None
    game: GameNumber = 1
    seq: Seq | None = None


class RestoreAnswer(Struct, frozen=True):
    """The answer to a take (topic ``given``).

    Attributes:
        asked: what is answered.
        source: the journal whose games these are; None where the hub keeps none such of this table.
        games: in order, where games were asked for.
        more: others follow after the last of them.
        piece: where a game's entries were asked for; None where they are not kept any more.
    """

    asked: RestoreRequest
    source: Uid | None = None
    games: Annotated[tuple[StoredGame, ...], Meta(max_length=limits.GAMES_PER_MESSAGE)] = ()
    more: bool = False
    piece: LogPiece | None = None


class BadMessageError(Exception):
    """Bytes are not the message that they should be; the text says what was seen."""


MessageT = TypeVar("MessageT", bound=Struct)


def decode(octets: bytes, kind: type[MessageT]) -> MessageT:
    """The message in these bytes; fields that we do not know are passed over.

    Raises:
        BadMessageError: there is none, or it is over the bounds of ``limits``.
    """
    if len(octets) > limits.MQTT_MESSAGE_BYTES:
        raise BadMessageError(f"saw {len(octets)} octets, expected {limits.MQTT_MESSAGE_BYTES} at most")
    try:
        message = msgspec.json.decode(octets, type=kind)
    except NO_JSON as fault:
        raise BadMessageError(f"saw no {kind.__name__}: {fault}") from None
    piece = message.piece if isinstance(message, RestoreAnswer) else message
    if isinstance(piece, LogPiece):
        _see_that_it_can_be_kept(piece, octets)
    return message


def _see_that_it_can_be_kept(piece: LogPiece, octets: bytes) -> None:
    first = piece.entries[0].seq
    if [entry.seq for entry in piece.entries] != list(range(first, first + len(piece.entries))):
        raise BadMessageError(f"saw entries of game {piece.game} that do not follow one another from {first}")
    if NUL in octets and any("\0" in text for each in piece.entries for text in msgspec.structs.astuple(each)[1:4]):
        raise BadMessageError(f"saw entries of game {piece.game} with a NUL, which no database keeps")
    if not _can_be_kept(piece.outcome):
        raise BadMessageError(f"saw an outcome of game {piece.game} with a number over 64 bits, or a NUL")


def _can_be_kept(outcome: Outcome | None) -> bool:
    if outcome is None:
        return True
    numbers = (outcome.rounds, *outcome.points.values())
    return all(-(2**63) <= number < 2**63 for number in numbers) and b"\\u0000" not in msgspec.json.encode(outcome)


class MissingEntries(Struct, frozen=True):
    """A game of which the journal has ``have`` entries, 0 for none, and the hub as many as ``kept`` says."""

    kept: StoredGame
    have: int


class ForkError(Exception):
    """Journal and hub have different entries of one number: neither is an earlier state of the other."""


def missing_entries(
    kept: Sequence[StoredGame], length: Callable[[int], int], checksum: Callable[[int, int], str | None]
) -> list[MissingEntries]:
    """Of which of these games the journal has less.

    Args:
        kept: what the hub has.
        length: of a game in the journal, 0 where it has none.
        checksum: of a game's entry in the journal.

    Raises:
        ForkError: it has something else of one.
    """
    found = []
    for each in kept:
        have = length(each.game)
        if have < each.seq:
            found.append(MissingEntries(each, have))
        elif checksum(each.game, each.seq) != each.checksum:
            raise ForkError(f"game {each.game}, action {each.seq}")
    return found


class BadAnswerError(Exception):
    """What the hub gives is not what was asked for, or not what was written; the message says what was seen."""


def piece_in(given: RestoreAnswer) -> LogPiece:
    """The piece in an answer: of the game that was asked for, from the entry that was asked for on.

    Raises:
        BadAnswerError: there is none, or another.
    """
    asked, piece = given.asked, given.piece
    if piece is None:
        raise BadAnswerError(f"saw no entries of game {asked.game}, expected those from {asked.seq} on")
    if (piece.journal, piece.game, piece.entries[0].seq) != (given.source, asked.game, asked.seq):
        raise BadAnswerError(
            f"saw game {piece.game} from {piece.entries[0].seq} on, expected {asked.game}, {asked.seq}"
        )
    return piece
