"""Validate the tables' messages: decode, clamp, enforce quotas, check that log pieces continue what is stored.

Refused entries are not lost: they stay in the table's journal.
"""

import math
from collections.abc import Collection, Mapping
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from controller import limits
from controller.fleet.log_messages import (
    Ack,
    GameAheadAtHub,
    GameLogPosition,
    Hello,
    LogEntry,
    LogPiece,
    RefusedEntries,
    Want,
    WantedEntries,
)
from controller.fleet.messages import Presence, PublicBoard, TableEvent
from controller.games.contract.rules import Outcome
from controller.reading import JSON_ERRORS
from controller.store.journal import chain
from controller.texts.translation import LANGUAGES
from hub.players.registry import normalise_text
from hub.store.stored_games import CopyRow, GameHead, make_copy_row

MessageT = TypeVar("MessageT", bound=Struct)


MAX_ELEMENTS_BY_FIELD: Final = {
    "lost": limits.ROOM_CARD_LOST_DEVICES,
    "findings": limits.ROOM_CARD_LOST_DEVICES,
    "standings": limits.ROOM_CARD_CASTLES,
    "winners": limits.ROOM_CARD_CASTLES,
}


def parse_and_clamp(payload: bytes, kind: type[MessageT]) -> MessageT | None:
    """Return a presence, state or event, cut to what a page can show; None if it is invalid."""
    try:
        message = msgspec.json.decode(payload, type=kind)
    except JSON_ERRORS:
        return None
    fields = {
        name: getattr(message, name)[:most] for name, most in MAX_ELEMENTS_BY_FIELD.items() if hasattr(message, name)
    }
    if isinstance(message, Presence):
        shown = len(message.page) <= limits.ROOM_TEXT_CHARS and message.page.startswith(("http://", "https://"))
        fields["page"] = message.page if shown else ""
    if isinstance(message, TableEvent):
        of = message.translations
        fields["translations"] = {language: clamp_text(of[language]) for language in LANGUAGES if language in of}
    return clamp_fields(replace(message, **fields))


def parse_board(payload: bytes) -> PublicBoard | None:
    """Leave the view undecoded JSON; return None if too large or invalid."""
    try:
        board = msgspec.json.decode(payload, type=PublicBoard)
    except JSON_ERRORS:
        return None
    if memoryview(board.view).nbytes > limits.BOARD_BYTES:
        return None
    return PublicBoard(clamp_text(board.game), board.view.copy())


def clamp_fields(message: MessageT) -> MessageT:
    """Use `clamp_text` for strings, ``limits.ROOM_NUMBER`` for numbers."""
    return replace(message, **{name: _clamp_value(getattr(message, name)) for name in message.__struct_fields__})


def clamp_text(text: str) -> str:
    """Truncate to ``limits.ROOM_TEXT_CHARS``, in one line without invisible characters."""
    shown = text[: limits.ROOM_TEXT_CHARS]
    return shown.strip() if shown.isascii() and shown.isprintable() else normalise_text(shown)[: len(shown)]


def _clamp_value(value: Any) -> Any:
    match value:
        case str():
            return clamp_text(value)
        case bool():
            return value
        case int():
            return max(-limits.ROOM_NUMBER, min(limits.ROOM_NUMBER, value))
        case float():
            return max(0.0, min(float(limits.ROOM_NUMBER), value)) if math.isfinite(value) else None
        case tuple():
            return tuple(map(_clamp_value, value))
        case Struct():
            return clamp_fields(value)
        case _:
            return value


DAY_S: Final = 24 * 3600.0

ENTRY_OVERHEAD_BYTES: Final = 64
"""Bytes of an entry on disk beside its content."""


class DailyQuota:
    """Bytes that each table sent today; logs of ``held_tables`` are refused."""

    def __init__(self) -> None:
        self.held_tables: frozenset[str] = frozenset()
        self._bytes_today: dict[str, int] = {}
        self._ends_s = 0.0

    def set_held(self, held: Collection[str]) -> bool:
        """Set the held tables; return whether one was released; its count starts over."""
        freed = self.held_tables - set(held)
        for table in freed:
            self._bytes_today.pop(table, None)
        self.held_tables = frozenset(held)
        return bool(freed)

    def count(self, table: str, size: int, entries: int, now_s: float) -> bool:
        """Count what a table sent; return whether it is held from now on, as it sent too much today."""
        if now_s >= self._ends_s:
            self._bytes_today.clear()
            self._ends_s = now_s + DAY_S
        self._bytes_today[table] = self._bytes_today.get(table, 0) + size + ENTRY_OVERHEAD_BYTES * entries
        if self._bytes_today[table] <= limits.HUB_TABLE_BYTES_PER_DAY or table in self.held_tables:
            return False
        self.held_tables |= {table}
        return True


class AcceptedLogPiece(Struct, frozen=True):
    """New entries, also as rows; ``outcome`` None reopens a finished game, ``broken`` is the first bad entry after."""

    entries: tuple[LogEntry, ...]
    rows: tuple[CopyRow, ...]
    outcome: Outcome | None
    broken: RefusedEntries | None = None


class VerifiedLogPiece(Struct, frozen=True):
    """A log piece, its entries before the first wrong checksum, also as rows, and that entry, ``broken``."""

    piece: LogPiece
    entries: tuple[LogEntry, ...]
    rows: tuple[CopyRow, ...]
    broken: RefusedEntries | None


def verify_log_piece(piece: LogPiece) -> VerifiedLogPiece:
    before = bytes.fromhex(piece.after)
    rows: list[CopyRow] = []
    for place, entry in enumerate(piece.entries):
        content = chain.entry_content(entry.action, entry.origin, entry.written_utc)
        before = chain.content_checksum(before, piece.game, entry.seq, content)
        if before.hex() != entry.checksum:
            broken = RefusedEntries(piece.game, entry.seq, "broken")
            return VerifiedLogPiece(piece, piece.entries[:place], tuple(rows), broken)
        rows.append(make_copy_row(entry.seq, content, before))
    return VerifiedLogPiece(piece, piece.entries, tuple(rows), None)


def accept_or_answer_log_piece(verified: VerifiedLogPiece, head: GameHead | None) -> AcceptedLogPiece | Want | Ack:
    """Return new entries or an answer; ``head`` None: no entry is stored."""
    piece, entries, rows, broken = verified.piece, verified.entries, verified.rows, verified.broken
    game, first, last = piece.game, piece.entries[0].seq, piece.entries[-1].seq
    if first > (0 if head is None else head.seq) + 1 or (head is not None and last < head.seq):
        # also answers an old message: the table compares the checksum
        return Want(piece.journal, games=(_wanted_rest(game, head),))
    if head is not None:
        if _checksum_at_seq(piece, head.seq) != head.checksum:
            return Want(piece.journal, refused=(RefusedEntries(game, head.seq, "fork"),))
        if first <= head.seq:
            known = head.seq + 1 - first
            entries, rows = entries[known:], rows[known:]
    if entries:
        return AcceptedLogPiece(entries, rows, None if broken else piece.outcome, broken)
    return Ack(piece.journal, game, last) if broken is None else Want(piece.journal, refused=(broken,))


def limit_hello_to_page(hello: Hello) -> Hello:
    return replace(hello, last=min(hello.last, hello.first + limits.HELLO_PAGE_GAMES - 1))


def positions_where_hub_is_ahead(hello: Hello, kept: Mapping[int, GameHead]) -> list[tuple[int, int]]:
    """Return (game, seq); there checksums must be compared."""
    return [
        (each.game, each.seq)
        for each in hello.games
        if each.checksum is not None and each.game in kept and each.seq < kept[each.game].seq
    ]


def build_hello_answer(hello: Hello, kept: Mapping[int, GameHead], there: Mapping[tuple[int, int], str]) -> Want:
    positions = {each.game: each for each in hello.games}
    games: list[WantedEntries] = []
    ahead: list[GameAheadAtHub] = []
    refused: list[RefusedEntries] = []
    for game in range(hello.first, hello.last + 1):
        if len(games) == limits.GAMES_PER_MESSAGE:
            break  # the table sends another hello after these
        match _compare_game(game, positions.get(game), kept.get(game), there):
            case WantedEntries() as found:
                games.append(found)
            case GameAheadAtHub() as found:
                ahead.append(found)
            case RefusedEntries() as found:
                refused.append(found)
    most = limits.GAMES_PER_MESSAGE
    return Want(hello.journal, tuple(games), tuple(ahead[:most]), tuple(refused[:most]), page=hello.first)


def _compare_game(
    game: int, position: GameLogPosition | None, head: GameHead | None, there: Mapping[tuple[int, int], str]
) -> WantedEntries | GameAheadAtHub | RefusedEntries | None:
    """Without ``position`` the game is over at the table."""
    if position is None:
        return _wanted_rest(game, head) if head is None or not head.over else None
    if position.checksum is None:
        return None
    if head is None or head.seq < position.seq:
        return _wanted_rest(game, head)
    here = head.checksum if head.seq == position.seq else there.get((game, position.seq))
    if here is not None and here != position.checksum:
        return RefusedEntries(game, position.seq, "fork")
    return GameAheadAtHub(game, head.seq) if head.seq > position.seq else None


def _wanted_rest(game: int, head: GameHead | None) -> WantedEntries:
    return WantedEntries(game, 1, None) if head is None else WantedEntries(game, head.seq + 1, head.checksum)


def _checksum_at_seq(piece: LogPiece, seq: int) -> str:
    place = seq - piece.entries[0].seq
    return piece.after if place < 0 else piece.entries[place].checksum
