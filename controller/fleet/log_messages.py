"""JSON messages with which a table ships logs to its hub, and restores games from the hub."""

from collections.abc import Callable, Sequence
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from controller import limits
from controller.fleet.messages import FixtureId
from controller.games.contract.rules import Outcome
from controller.reading import JSON_ERRORS

LARGEST_INT: Final = 2**31 - 1
"""The largest ``int`` of PostgreSQL."""

Uid = Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")]
"""Uid of a journal: 16 random bytes in hexadecimal."""

Checksum = Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]
"""Checksum of an entry (``controller.store.journal.chain.entry_checksum``), hexadecimal. Before a game's first
entry stands a value that only its journal can derive."""

GameNumber = Annotated[int, Meta(ge=1, le=LARGEST_INT)]
Seq = Annotated[int, Meta(ge=1, le=LARGEST_INT)]
Count = Annotated[int, Meta(ge=0, le=LARGEST_INT)]
Word = Annotated[str, Meta(max_length=200, pattern=r"\A[^\x00]*\Z")]
"""Text that PostgreSQL can store."""

Text = Annotated[str, Meta(max_length=200)]
LongText = Annotated[str, Meta(max_length=limits.LOG_PIECE_BYTES)]
"""Text without NUL, like ``Word``; checked once a message, as patterns would take most of the time."""

NUL: Final = b"\\u0000"
"""NUL as escaped in JSON. It may also match ``u0000`` after an escaped backslash, so check the texts, too."""


class HubPresence(Struct, frozen=True):
    """Whether the hub is online (topic ``hub``); ``boot`` is random at each start."""

    online: bool
    boot: Word
    version: Word = ""
    utc: Word = ""


class GameLogPosition(Struct, frozen=True, array_like=True):
    """A game's last entry that may leave the table; if none, ``seq`` is 0 and ``checksum`` None."""

    game: GameNumber
    seq: Count
    checksum: Checksum | None


class Hello(Struct, frozen=True):
    """What a table's journal has of its games ``first`` to ``last`` (topic ``hello``).

    Attributes:
        continues: the journal from which this one was restored.
        first, last: the page's games; 1 and 0 for none. Those that ``games`` does not list are over, and their whole
            logs may leave the table.
        games: those in progress, those resumed after their end, and the newest ones.
        more: more pages follow.
        utc: by the table's clock, which may be wrong; ISO 8601.
    """

    journal: Uid
    first: GameNumber
    last: Count
    games: Annotated[tuple[GameLogPosition, ...], Meta(max_length=limits.GAMES_PER_MESSAGE)] = ()
    continues: Uid | None = None
    more: bool = False
    utc: Word = ""


class WantedEntries(Struct, frozen=True, array_like=True):
    """A game's entries from ``seq`` on; ``after`` is the previous entry's checksum, None without one."""

    game: GameNumber
    seq: Seq
    after: Checksum | None


RefusalReason = Literal["fork", "broken"]
"""``fork``: the hub has a different entry; ``broken``: the checksum is wrong."""


class RefusedEntries(Struct, frozen=True, array_like=True):
    """The hub refuses entries of a game from ``seq`` on."""

    game: GameNumber
    seq: Seq
    why: RefusalReason


class GameAheadAtHub(Struct, frozen=True, array_like=True):
    """The hub has all of the table's entries of a game and more, up to ``seq``."""

    game: GameNumber
    seq: Seq


class Want(Struct, frozen=True):
    """What a hub lacks of a journal (topic ``want``).

    Attributes:
        ahead: games of which the hub has more entries than the table.
        refused: games of which the hub refuses entries.
        page: ``first`` of the hello answered; None if it answers a `LogPiece`.
        boot: of the hub.
    """

    journal: Uid
    games: Annotated[tuple[WantedEntries, ...], Meta(max_length=limits.GAMES_PER_MESSAGE)] = ()
    ahead: Annotated[tuple[GameAheadAtHub, ...], Meta(max_length=limits.GAMES_PER_MESSAGE)] = ()
    refused: Annotated[tuple[RefusedEntries, ...], Meta(max_length=limits.GAMES_PER_MESSAGE)] = ()
    page: GameNumber | None = None
    boot: Word = ""


class LogEntry(Struct, frozen=True, array_like=True, gc=False):
    """An entry of the journal: the exact texts that its checksum covers.

    Attributes:
        action: JSON, as text.
        checksum: a ``Checksum``; any other text counts as wrong.
    """

    seq: Seq
    action: LongText
    origin: Text
    written_utc: Text
    checksum: Text


class LogPiece(Struct, frozen=True):
    """Consecutive entries of a game (topic ``log``).

    Attributes:
        begun_utc, castles: as in the journal's row of the game.
        after: the checksum of the entry before ``entries``.
        outcome: set if the last entry ends the game.
        fixture: id of the fixture that the game plays.
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
    """The hub of this ``boot`` has stored a game up to ``seq`` (topic ``ack``)."""

    journal: Uid
    game: GameNumber
    seq: Seq
    boot: Word = ""


class GameAtHub(Struct, frozen=True, array_like=True):
    """A game at the hub: number and checksum of its newest entry."""

    game: GameNumber
    seq: Seq
    checksum: Checksum


class RestoreRequest(Struct, frozen=True):
    """A table requests a list of its games, or one's entries (topic ``take``).

    Attributes:
        journal: uid of the journal to which the games are restored.
        source: uid of the journal that had them; None for the table's latest other journal.
        game: the first game of the list, or with ``seq`` the one whose entries are requested.
        seq: the first requested entry; None for a list.
    """

    journal: Uid
    source: Uid | None = None
    game: GameNumber = 1
    seq: Seq | None = None


class RestoreAnswer(Struct, frozen=True):
    """The answer to a `RestoreRequest` (topic ``given``).

    Attributes:
        asked: the request.
        source: uid of the journal that had the games; None if the hub knows no such journal.
        games: a page of the list, in order.
        more: more games follow.
        piece: the requested entries; None if they are no longer stored.
    """

    asked: RestoreRequest
    source: Uid | None = None
    games: Annotated[tuple[GameAtHub, ...], Meta(max_length=limits.GAMES_PER_MESSAGE)] = ()
    more: bool = False
    piece: LogPiece | None = None


class BadMessageError(Exception):
    """The payload is not the expected message; the text says what was seen."""


MessageT = TypeVar("MessageT", bound=Struct)


def decode_message(payload: bytes, kind: type[MessageT]) -> MessageT:
    """Decode a message, without unknown fields; raise BadMessageError if it is none or exceeds ``limits``."""
    if len(payload) > limits.MQTT_MESSAGE_BYTES:
        raise BadMessageError(f"saw {len(payload)} bytes, expected {limits.MQTT_MESSAGE_BYTES} at most")
    try:
        message = msgspec.json.decode(payload, type=kind)
    except JSON_ERRORS as fault:
        raise BadMessageError(f"saw no {kind.__name__}: {fault}") from None
    piece = message.piece if isinstance(message, RestoreAnswer) else message
    if isinstance(piece, LogPiece):
        _check_storable(piece, payload)
    return message


def _check_storable(piece: LogPiece, payload: bytes) -> None:
    first = piece.entries[0].seq
    if [entry.seq for entry in piece.entries] != list(range(first, first + len(piece.entries))):
        raise BadMessageError(f"saw entries of game {piece.game} that are not consecutive from {first} on")
    if NUL in payload and any("\0" in text for each in piece.entries for text in msgspec.structs.astuple(each)[1:4]):
        raise BadMessageError(f"saw entries of game {piece.game} with a NUL, which PostgreSQL cannot store")
    if not _is_outcome_storable(piece.outcome):
        raise BadMessageError(f"saw an outcome of game {piece.game} with a number over 64 bits, or a NUL")


def _is_outcome_storable(outcome: Outcome | None) -> bool:
    if outcome is None:
        return True
    numbers = (outcome.rounds, *outcome.points.values())
    return all(-(2**63) <= number < 2**63 for number in numbers) and b"\\u0000" not in msgspec.json.encode(outcome)


class MissingEntries(Struct, frozen=True):
    """A game of which the journal has ``have`` entries and the hub more, up to ``kept``."""

    kept: GameAtHub
    have: int


class ForkError(Exception):
    """Journal and hub have different entries of one number: neither is an earlier state of the other."""


def find_missing_entries(
    kept: Sequence[GameAtHub], length: Callable[[int], int], checksum: Callable[[int, int], str | None]
) -> list[MissingEntries]:
    """Return the games with fewer entries in the journal than at the hub; raise ForkError if any differ.

    Args:
        kept: the games at the hub.
        length: returns a game's length in the journal, 0 for none.
        checksum: returns the checksum of a game's entry there.
    """
    found = []
    for each in kept:
        have = length(each.game)
        if have < each.seq:
            found.append(MissingEntries(each, have))
        elif checksum(each.game, each.seq) != each.checksum:
            raise ForkError(f"game {each.game}, action {each.seq}")
    return found


class BadRestoreAnswerError(Exception):
    """The hub's answer is damaged or does not fit the request; the message says what was seen."""


def piece_from_answer(given: RestoreAnswer) -> LogPiece:
    """Raise BadRestoreAnswerError if there is none, or another one."""
    asked, piece = given.asked, given.piece
    if piece is None:
        raise BadRestoreAnswerError(f"saw no entries of game {asked.game}, expected those from {asked.seq} on")
    if (piece.journal, piece.game, piece.entries[0].seq) != (given.source, asked.game, asked.seq):
        raise BadRestoreAnswerError(
            f"saw game {piece.game} from {piece.entries[0].seq} on, expected {asked.game}, {asked.seq}"
        )
    return piece
