"""The writer: every ``append`` is one commit, and once it has returned its entries survive a power cut."""

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec

from controller import log
from controller.games.contract.rules import Outcome
from controller.store.atomic_files import kept_name, put_in_place
from controller.store.journal import chain, schema, verify
from controller.store.journal.database import FAULTS, MAY_PASS, WriterLock, code_of, connect, damaged, explain
from controller.store.journal.draw import Draw
from controller.store.journal.entry import Entry, JournalDamaged, JournalError, LostEntries
from controller.store.journal.high_water import HighWaterMark
from controller.store.journal.reader import JournalReader, read_elsewhere
from controller.store.table_files import TableFiles

UNKNOWN: Final = 1 << 40
"""Games that begin while the file cannot be read get ids above this."""


class Journal(JournalReader):
    """The file of all games, open for its one writer.

    A full or read-only disk is no reason not to play: the journal opens all the same, says so in ``fault``, and each
    ``append`` tries again. The connection may be used from a worker thread, by one caller at a time.

    Attributes:
        fault: why nothing can be written now; None while all is well.
        lost: what was on disk when the table last ran and is missing now.
    """

    def __init__(self, path: Path, *, unusable: str | None = None) -> None:
        """Open or create the journal at ``path``; an older one is brought up to date.

        If it is ``unusable``, and why is known, the table begins without it.

        Raises:
            JournalBusy: another process writes it.
            JournalDamaged: it is not what was written.
            JournalError: it is no journal, or of a newer version.
        """
        self.path = path
        self.fault: str | None = None
        self.lost: LostEntries | None = None
        self._mark = HighWaterMark(path)
        self._lock: WriterLock | None = None
        self._is: tuple[int, int] | None = None
        self._blind = False
        self._known = 0
        if unusable is None:
            try:
                self._open()
            except _NotWritable as fault:
                self.fault = str(fault)
                self._open_to_read()
        else:
            self.fault = unusable
            self._open_nothing()
        self._last_id: int = UNKNOWN if self._blind else self.latest_game() or 0

    def new_game_id(self) -> int:
        """An id for a new game; the game is in the file with its first entry."""
        self._last_id += 1
        return self._last_id

    def append(self, entries: Sequence[Entry]) -> None:
        """Write ``entries`` in one commit, with their draws, and the statistics of a game that they end.

        Raises:
            JournalError: nothing of it was written; ``fault`` says why.
        """
        try:
            if self._lock is None:
                self._reopen()
            if self.is_away:
                self._write_anew()
            self._commit(entries)
        except FAULTS as fault:
            self.fault = str(explain(self.path, fault))
            raise explain(self.path, fault) from None
        except JournalError as fault:
            self.fault = str(fault)
            raise
        self.fault = None
        if entries:
            self._mark.write(self._id_in_the_file(entries[-1].game_id), entries[-1].seq)

    @property
    def is_away(self) -> bool:
        """Whether the file that is open does not lie in its place any more: removed, renamed or exchanged."""
        if self._is is None:
            return False
        try:
            found = self.path.stat()
        except OSError:
            return True
        return (found.st_dev, found.st_ino) != self._is

    def take_up(self, game_id: int | None) -> None:
        """Make ``game_id`` the table's game from now on; None parks the one that it has.

        Raises:
            JournalError: it could not be written.
        """
        if game_id is not None and (damage := self._damage(game_id)) is not None:
            raise damaged(self.path, damage)
        try:
            self._db.execute("update current set game_id = ?", (game_id,))
        except FAULTS as fault:
            raise explain(self.path, fault) from None

    def commit_to(self, draws: Iterable[Draw]) -> None:
        """Write draws that stand, before anybody is shown what the table commits itself to.

        Raises:
            JournalError: it could not be written.
        """
        try:
            with self._db:
                self._db.execute("begin immediate")
                self._write(draws)
        except FAULTS as fault:
            raise explain(self.path, fault) from None

    def fill_from(self, backup: Path) -> None:
        """Take all games of ``backup`` into this journal, which has none yet.

        Raises:
            JournalError: it has games, or one of the two cannot be read or written.
        """
        if self.latest_game() is not None:
            raise JournalError(f"{self.path}: has games already. `royaltable journal restore` takes up a backup.")
        try:
            source = connect(backup, read_only=True)
            try:
                source.backup(self._db)
            finally:
                source.close()
            if not schema.has_draws(self._db):
                schema.add_draws(self._db)
        except FAULTS as fault:
            raise explain(self.path, fault) from None
        self._last_id = self.latest_game() or 0

    def close(self) -> None:
        """Close the file; what was appended is on disk already."""
        super().close()
        self._mark.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _open(self) -> None:
        try:
            self._lock = WriterLock(self.path)
        except OSError as fault:
            raise _NotWritable(
                f"{self.path}: {fault.strerror}. Make the file and its folder writable, or name another."
            ) from None
        try:
            self._db = connect(self.path)
            self._bring_up_to_date()
            self._lock.hold_the_journal()
            self._check()
            found = self.path.stat()
            self._is = found.st_dev, found.st_ino
        except FAULTS as fault:
            self._let_go()
            error = explain(self.path, fault)
            raise (_NotWritable(str(error)) if code_of(fault) in MAY_PASS else error) from None
        except JournalError:
            self._let_go()
            raise

    def _write_anew(self) -> None:
        """Put all that the open file holds in its place again; what lies there now is kept under another name."""
        new = self.path.with_name(f"{self.path.name}.new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            new.unlink(missing_ok=True)
            with contextlib.closing(connect(new)) as copy:
                self._db.backup(copy)
                copy.execute("pragma journal_mode = delete")
            if os.path.lexists(self.path):
                self.path.rename(kept_name(self.path))
            put_in_place(new, self.path)
        except OSError as fault:
            raise JournalError(
                f"{self.path}: was taken away, and cannot be written anew: {fault.strerror}. Bring it back, or "
                "stop the table and restore a backup."
            ) from None
        log.warning("journal_taken_away", journal=self.path)
        self._let_go()  # SQLite removes the log beside the old file by its name, so before the new one is opened
        self._open()

    def _let_go(self) -> None:
        if hasattr(self, "_db"):
            self._db.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None
        self._is = None

    def _bring_up_to_date(self) -> None:
        match schema.version_of(self._db, self.path):
            case 0:
                schema.create(self._db)
            case 1:
                schema.keep_a_copy(self._db, TableFiles(self.path).before_migration)
                schema.migrate(self._db)
            case 2:
                schema.keep_a_copy(self._db, TableFiles(self.path).before_migration)
                schema.add_draws(self._db)
        (mode,) = self._db.execute("pragma journal_mode = wal").fetchone()
        self._db.execute("pragma synchronous = full")
        (sync,) = self._db.execute("pragma synchronous").fetchone()
        if (mode, sync) != ("wal", 2):
            raise JournalError(
                f"{self.path}: saw journal mode {mode}, synchronous {sync}, expected wal and 2 (full). "
                "Use a local disk."
            )
        self._db.execute("begin immediate")
        self._db.execute("rollback")  # it can be written

    def _check(self) -> None:
        """Check the pages and the table's own game; ``lost`` names what the mark remembers and the file lacks."""
        for finding in verify.at_start(self._db):
            raise damaged(self.path, finding)
        self.lost = self.missing()

    def _open_to_read(self) -> None:
        """Open the file for reading alone, or a copy of it in memory, or nothing."""
        try:
            super().__init__(self.path)
        except JournalDamaged:
            raise
        except JournalError:
            self._open_nothing()
            self._blind = not read_elsewhere(self.path, self._db)

    def _open_nothing(self) -> None:
        self._db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._db.execute(f"pragma page_size = {schema.PAGE_OCTETS}")  # or no file could be copied into it
        self._db.executescript(schema.TABLES)
        self._blind = True

    def _reopen(self) -> None:
        earlier = self._db
        try:
            self._open()
        except JournalError:
            self._db = earlier
            raise
        earlier.close()
        if self._blind:
            self._known, self._blind = self.latest_game() or 0, False

    def _id_in_the_file(self, game_id: int) -> int:
        """Games that began while the file could not be read come after those that it turned out to have."""
        return game_id - UNKNOWN + self._known if game_id > UNKNOWN else game_id

    def _commit(self, entries: Sequence[Entry]) -> None:
        with self._db:
            self._db.execute("begin immediate")
            for entry in entries:
                self._insert(entry)
                self._write(entry.draws)

    def _write(self, draws: Iterable[Draw]) -> None:
        for draw in draws:
            draw.write(self._db, self._id_in_the_file(draw.game_id))

    def _insert(self, entry: Entry) -> None:
        game_id = self._id_in_the_file(entry.game_id)
        if entry.seq == 1:
            castles = " ".join(entry.castles)
            before = self._last_checksum()
            schema.insert_game(self._db, game_id, entry.written_utc, castles, before)
            self._db.execute("update current set game_id = ?", (game_id,))
        else:
            found = self._db.execute(
                "select checksum from entries where game_id = ? and seq = ?", (game_id, entry.seq - 1)
            ).fetchone()
            if found is None:
                raise JournalError(f"{self.path}: saw action {entry.seq} of game {game_id} without the one before it.")
            (before,) = found
        action = msgspec.json.encode(entry.action).decode()
        last = schema.insert_entry(self._db, game_id, entry.seq, action, entry.origin, entry.written_utc, before=before)
        self._db.execute("delete from results where game_id = ?", (game_id,))  # an undo after the end takes it back
        if entry.outcome is not None:
            self._insert_result(game_id, entry, entry.outcome, last)

    def _last_checksum(self) -> bytes:
        """That of the newest game's last entry."""
        found = self._db.execute(
            "select checksum from entries where game_id = (select max(id) from games) order by seq desc limit 1"
        ).fetchone()
        return bytes(found[0]) if found is not None else chain.BEGIN

    def _insert_result(self, game_id: int, entry: Entry, outcome: Outcome, last: bytes) -> None:
        (begun_utc,) = self._db.execute("select begun_utc from games where id = ?", (game_id,)).fetchone()
        length = datetime.fromisoformat(entry.written_utc) - datetime.fromisoformat(begun_utc)
        points = msgspec.json.encode(outcome.points).decode()
        length_s = length.total_seconds()
        values = (entry.written_utc, length_s, entry.seq, outcome.rounds, outcome.winner, outcome.ending, points)
        checksum = chain.check(last, game_id, *values)
        marks = ", ".join("?" * (len(values) + 2))
        self._db.execute(f"insert into results values ({marks})", (game_id, *values, checksum))  # noqa: S608  # marks only


class _NotWritable(JournalError):
    """Nothing can be written now; it may pass."""
