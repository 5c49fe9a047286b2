"""Build a journal from a hub's games: a new one, or an extended copy of the table's."""

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from controller.fleet.log_messages import LogPiece
from controller.games.contract.values import CastleId
from controller.reading import JSON_ERRORS
from controller.store.journal import chain, schema
from controller.store.journal.entry import Entry, JournalError, ReplacementJournal
from controller.store.journal.journal import Journal
from controller.store.journal.reader import HubLogReader, JournalReader
from controller.store.journal.schema import DATABASE_ERRORS, connect, journal_error


def build_journal_bytes(uid: bytes, games: Iterable[Sequence[Entry]]) -> bytes:
    """Return a journal of these games with new checksums; the newest is current if not over.

    Args:
        uid: identity of the games' journal; a table that restores the file starts a new one.
        games: all entries of each game, in order; the last has the outcome if it ends the game.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rebuilt.journal"
        on_the_table: int | None = None
        with Journal(path) as journal:
            for entries in games:
                journal.append(entries)
                on_the_table = None if entries[-1].outcome is not None else entries[-1].game_id
            journal.set_current_game(on_the_table)
        with contextlib.closing(connect(path)) as db:
            db.execute("update identity set uid = ?", (uid,))
            db.execute("pragma journal_mode = delete")
        return path.read_bytes()


SET_CURRENT_GAME_SQL: Final = """
update current set game_id = (
    select max(id) from games where id = (select max(id) from games) and id not in (select game_id from results)
)
"""


class JournalExtension:
    """A copy of a journal to which missing entries are added.

    Args:
        journal: the file to copy.
        folder: a folder for the copy, on the journal's file system; it is emptied.
    """

    def __init__(self, journal: Path, folder: Path) -> None:
        self._folder = folder
        self._path = folder / "journal"
        self._extended_games: set[int] = set()
        self._differs = False
        self.remove_folder()
        try:
            folder.mkdir(mode=0o700)
            with (
                contextlib.closing(connect(journal, read_only=True)) as source,
                _closing_connection(self._path) as copy,
            ):
                source.backup(copy)
        except DATABASE_ERRORS as fault:
            raise journal_error(self._path, fault) from None
        except OSError as fault:
            raise JournalError(f"{folder}: {fault.strerror}. Free some space and try again.") from None
        self._journal = Journal(self._path)
        self._reader = HubLogReader(self._path)
        self._base_entries = self._reader.entry_count()

    def append_log_piece(self, piece: LogPiece) -> None:
        """Append entries that continue a game or start one.

        Raises:
            JournalError: the entries do not continue the copy, have wrong checksums, or cannot be written; the copy is
                then unusable.
        """
        first = piece.entries[0].seq
        before = bytes.fromhex(piece.after)
        for entry in piece.entries:
            before = chain.entry_checksum(before, piece.game, entry.seq, entry.action, entry.origin, entry.written_utc)
            if before.hex() != entry.checksum:
                raise JournalError(f"game {piece.game}: action {entry.seq} has a wrong checksum. Nothing was restored.")
        self._journal.append([_entry_from_log_piece(piece, seq) for seq in range(first, first + len(piece.entries))])
        self._extended_games.add(piece.game)
        self._differs |= self._reader.entry_checksum(piece.game, piece.entries[-1].seq) != before.hex()

    def finish_and_verify(self, source: bytes) -> ReplacementJournal:
        """Verify and return the copy; the newest game is current if not over.

        Args:
            source: uid of the journal that sent the games. If it is the copy's own uid, the copy gets a new
                identity only if its checksums differ from the hub's: then a first link's secret was lost.
        """
        self.close()
        try:
            with _closing_connection(self._path) as db:
                for game in (*self._extended_games, 0):  # pending draws belong to moves elsewhere
                    db.execute("delete from draws where game_id = ? and seq is null", (game,))
                (uid, continues) = db.execute("select uid, continues from identity").fetchone()
                if self._differs if source == uid else source != continues:
                    schema.start_successor_identity(db, source)
                db.execute(SET_CURRENT_GAME_SQL)
                db.execute("pragma journal_mode = delete")
        except DATABASE_ERRORS as fault:
            raise journal_error(self._path, fault) from None
        with JournalReader(self._path) as reader:
            for finding in reader.damage_findings():
                raise JournalError(f"{self._path}: the result is damaged: {finding}. Nothing was restored.")
        return ReplacementJournal(self._path, self._base_entries)

    def close(self) -> None:
        self._reader.close()
        self._journal.close()

    def remove_folder(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


def _closing_connection(path: Path) -> contextlib.closing[sqlite3.Connection]:
    return contextlib.closing(connect(path))


def _entry_from_log_piece(piece: LogPiece, seq: int) -> Entry:
    line = piece.entries[seq - piece.entries[0].seq]
    try:
        action = msgspec.json.decode(line.action, type=dict)
    except JSON_ERRORS as fault:
        raise JournalError(f"game {piece.game}: action {seq} is {line.action[:80]!r}: {fault}.") from None
    if msgspec.json.encode(action).decode() != line.action:
        raise JournalError(f"game {piece.game}: action {seq} is not in the table's format: {line.action[:80]!r}.")
    last = line is piece.entries[-1]
    return Entry(
        piece.game,
        seq,
        action,
        line.origin,
        line.written_utc,
        tuple(map(CastleId, piece.castles.split())) if seq == 1 else (),
        piece.outcome if last else None,
        fixture=piece.fixture if seq == 1 else None,
    )
