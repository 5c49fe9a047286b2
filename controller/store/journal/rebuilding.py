"""Journals made anew of games that a hub has more of."""

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
from controller.reading import NO_JSON
from controller.store.journal import chain, schema
from controller.store.journal.entry import Entry, ExtendedJournal, JournalError
from controller.store.journal.journal import Journal
from controller.store.journal.reader import JournalReader, LogReader
from controller.store.journal.schema import FAULTS, connect, journal_error


def build_journal(uid: bytes, games: Iterable[Sequence[Entry]]) -> bytes:
    """The file's octets. The newest game that is not over lies on the table; the checksums are the new file's own.

    Args:
        uid: of the journal in which the games were; whoever puts the file in place gives it another one.
        games: all entries of each, in order of their numbers; the last has the outcome if it ends its game.
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


ON_THE_TABLE: Final = """
update current set game_id = (
    select max(id) from games where id = (select max(id) from games) and id not in (select game_id from results)
)
"""


class JournalExtension:
    """Owner of the copy, and of the folder that it is in.

    Args:
        journal: the file of which it is a copy.
        folder: for it alone, on the same file system; what is in it is removed.
    """

    def __init__(self, journal: Path, folder: Path) -> None:
        self._folder = folder
        self._path = folder / "journal"
        self._grown: set[int] = set()
        self._differs = False
        self.remove()
        try:
            folder.mkdir(mode=0o700)
            with contextlib.closing(connect(journal, read_only=True)) as source, _opened(self._path) as copy:
                source.backup(copy)
        except FAULTS as fault:
            raise journal_error(self._path, fault) from None
        except OSError as fault:
            raise JournalError(f"{folder}: {fault.strerror}. Make room there, and try again.") from None
        self._journal = Journal(self._path)
        self._written = LogReader(self._path)
        self._copied = self._written.count()

    def add(self, piece: LogPiece) -> None:
        """Write entries that follow on what is there, or begin a game.

        Raises:
            JournalError: they follow on something else, are not what was written, or cannot be written; the copy is of
                no use any more.
        """
        first = piece.entries[0].seq
        before = bytes.fromhex(piece.after)
        for entry in piece.entries:
            before = chain.entry_checksum(before, piece.game, entry.seq, entry.action, entry.origin, entry.written_utc)
            if before.hex() != entry.checksum:
                raise JournalError(f"game {piece.game}: action {entry.seq} is not what was written. Nothing is taken.")
        self._journal.append([_entry(piece, seq) for seq in range(first, first + len(piece.entries))])
        self._grown.add(piece.game)
        self._differs |= self._written.checksum(piece.game, piece.entries[-1].seq) != before

    def finish(self, source: bytes) -> ExtendedJournal:
        """All of it is there. The newest game lies on the table, if it is not over.

        Args:
            source: the journal as which the hub has them. Where that is this one, and what a game began with lay hidden
                and is lost, it is this one no more.
        """
        self.close()
        try:
            with _opened(self._path) as db:
                for game in (*self._grown, 0):  # the table was to keep to these draws in what was played elsewhere
                    db.execute("delete from draws where game_id = ? and seq is null", (game,))
                (uid, continues) = db.execute("select uid, continues from identity").fetchone()
                if self._differs if source == uid else source != continues:
                    schema.start_new_identity(db, source)
                db.execute(ON_THE_TABLE)
                db.execute("pragma journal_mode = delete")
        except FAULTS as fault:
            raise journal_error(self._path, fault) from None
        with JournalReader(self._path) as whole:
            for finding in whole.findings():
                raise JournalError(f"{self._path}: what came of it is not whole: {finding}. Nothing is taken.")
        return ExtendedJournal(self._path, self._copied)

    def close(self) -> None:
        self._written.close()
        self._journal.close()

    def remove(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


def _opened(path: Path) -> contextlib.closing[sqlite3.Connection]:
    return contextlib.closing(connect(path))


def _entry(piece: LogPiece, seq: int) -> Entry:
    line = piece.entries[seq - piece.entries[0].seq]
    try:
        action = msgspec.json.decode(line.action, type=dict)
    except NO_JSON as fault:
        raise JournalError(f"game {piece.game}: saw action {seq} as {line.action[:80]!r}: {fault}.") from None
    if msgspec.json.encode(action).decode() != line.action:
        raise JournalError(f"game {piece.game}: saw action {seq} written as no table writes it: {line.action[:80]!r}.")
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
