"""The writer: every ``append`` is one commit, and once it has returned its entries survive a power cut."""

import contextlib
import errno
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from controller import log
from controller.games.contract.values import CastleId
from controller.store.atomic_files import fsync_path, move_into_place
from controller.store.journal import schema, verify
from controller.store.journal.backup import copy_backup, copy_open_file, find_damage, set_aside
from controller.store.journal.entry import (
    NEXT_GAME,
    Draw,
    Entry,
    ExtendedJournal,
    JournalDamaged,
    JournalError,
    LostEntries,
)
from controller.store.journal.file_guards import FileSnapshot, ForeignChange, HighWaterMark, WriterLock
from controller.store.journal.reader import JournalReader, copy_into
from controller.store.journal.schema import (
    BROKEN,
    FAULTS,
    MAY_PASS,
    code_of,
    connect,
    damage_error,
    database_files,
    journal_error,
)
from controller.store.table_files import TableFiles

CURES: Final = {errno.ENOSPC: "Make room on the disk.", errno.EROFS: schema.DISK_READ_ONLY}
"""What to do about an error of the system at the journal's files."""

UNKNOWN: Final = 1 << 40
"""Games that begin while the file cannot be read get ids above this."""


class Journal(JournalReader):
    """The file of all games, open for its one writer.

    A full or read-only disk is no reason not to play: the journal opens all the same, says so in ``fault``, and each
    ``append`` tries again. The connection may be used from a worker thread, by one caller at a time.

    Attributes:
        fault: why nothing can be written now; None while all is well.
        lost: what was on disk when the table last ran and is missing now.
        end_unverified: whether nothing is left that could tell if the newest entries are missing.
        repaired: what somebody else had done to the files when they were last written; None if nothing was the matter.
    """

    def __init__(self, path: Path, *, unusable: str | None = None, expected: bool = False) -> None:
        """Open or create the journal at ``path``; an older one is brought up to date.

        If it is ``unusable``, and why is known, the table begins without it. If games are ``expected``, one without
        any may have lost them.
        """
        self.path = path
        self.fault: str | None = None
        self.lost: LostEntries | None = None
        self.end_unverified = False
        self._expected = expected
        self._ready_file: Path | None = None
        self.repaired: str | None = None
        self._mark = HighWaterMark(path)
        self._lock: WriterLock | None = None
        self._files: FileSnapshot | None = None
        self._newest: tuple[int, int, bytes] | None = None
        self._played: list[Entry] = []
        self._draws: dict[tuple[int, int], Draw] = {}
        self._unreadable = False
        self._last_known_id = 0
        self._uid: bytes | None = None
        if unusable is None:
            try:
                self._open()
            except _NotWritable as fault:
                self.fault = str(fault)
                try:
                    self._open_read_only()
                except JournalDamaged:
                    self._release()
                    raise
        else:
            self.fault = unusable
            self._open_in_memory()
        self._last_id: int = UNKNOWN if self._unreadable else self.latest_game() or 0

    def new_game_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def append(self, entries: Sequence[Entry]) -> None:
        """Write ``entries`` in one commit, with their draws, and the statistics of a game that they end.

        What somebody else did to the files is put right first, and ``mended`` says what that was.
        """
        try:
            with self._journal_errors():
                if self._lock is None:
                    self._reopen()
                self.repaired = self._repair()
                try:
                    self._commit(entries)
                except sqlite3.DatabaseError as fault:
                    if code_of(fault) not in BROKEN:
                        raise
                    self.repaired = self._rebuild(str(fault))
                    self._commit(entries)
        except JournalError as fault:
            self.fault = str(fault)
            raise
        self.fault = None
        self._remember(entries)

    @property
    def was_changed(self) -> bool:
        """Whether somebody else has written, moved or removed any of the files since."""
        return self._files is not None and self._files.detect_change() is not ForeignChange.NONE

    def set_current_game(self, game_id: int | None) -> None:
        """Make ``game_id`` the table's game from now on; None parks the one that it has."""
        if game_id is not None and (damage := self._damage(game_id)) is not None:
            raise damage_error(self.path, damage)
        with self._journal_errors():
            self._db.execute("update current set game_id = ?", (game_id,))
        self._load_current()

    def append_draws(self, draws: Iterable[Draw]) -> None:
        """Write draws that stand, before anybody is shown what the table commits itself to."""
        draws = tuple(draws)
        with self._journal_errors():
            self._repair()
            with self._db:
                self._db.execute("begin immediate")
                self._write(draws)
        self._remember((), draws)

    def start_new_identity(self) -> None:
        """Take a name of its own, and continue the one that it had, since a copy of it is played on elsewhere."""
        with self._journal_errors():
            self._repair()
            schema.start_new_identity(self._db)
        self._load_current()

    def restore_from(self, backup: Path) -> None:
        if self.latest_game() is not None:
            raise JournalError(f"{self.path}: has games already. `royaltable journal restore` takes up a backup.")
        with self._journal_errors():
            with contextlib.closing(connect(backup, read_only=True)) as source:
                source.backup(self._db)
            schema.upgrade(self._db)
            schema.start_new_identity(self._db)
        self._last_id = self.latest_game() or 0
        self._load_current()
        self._mark_newest()

    def replace_with(self, other: ExtendedJournal) -> None:
        """Let a longer copy of this journal be the journal; the file of before is kept under another name."""
        with self._journal_errors():
            self._repair()
            if self._files is None or self.count() != other.base_entries:
                raise JournalError(f"{self.path}: was written since, or cannot be written now. All stays as it was.")
            with self._as_journal_error("cannot be exchanged for a longer one"):
                self._replace_file(other.path)
        self._last_id = self.latest_game() or 0

    def close(self) -> None:
        super().close()
        self._mark.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _open(self) -> None:
        try:
            self._lock = self._lock or WriterLock(self.path)
        except OSError as fault:
            cure = CURES.get(fault.errno or 0, "Make the file and its folder writable, or name another.")
            raise _NotWritable(f"{self.path}: {fault.strerror}. {cure}") from None
        try:
            self._db = connect(self.path)
            self._upgrade()
            self._lock.lock_journal()
            self._check()
            self._load_current()
        except FAULTS as fault:
            self._release()
            error = journal_error(self.path, fault)
            raise (_NotWritable(str(error)) if code_of(fault) in MAY_PASS else error) from None
        except JournalError:
            self._release()
            raise

    def _repair(self) -> str | None:
        """Undo what somebody else did to the files; gives what that was, None if it was no harm."""
        touched = ForeignChange.NONE if self._files is None else self._files.detect_change()
        if self._lock is None or self._files is None or touched is ForeignChange.NONE:
            return None
        try:
            self._lock.relock()
        except OSError as fault:
            log.warning("journal_lock", fault=fault)  # the journal itself is locked, too
        said = None
        if touched is ForeignChange.GONE:
            said = self._rewrite()
        elif touched is ForeignChange.CONTENT:
            finding, is_all = self._find_damage()
            if finding is None and not is_all:
                return None
            said = None if finding is None else self._rebuild(finding)
        self._mark_newest()
        self._files.update()
        return said

    def _find_damage(self) -> tuple[str | None, bool]:
        """What is wrong on the disk, and whether that is all of it: a log that somebody reads cannot be judged yet.

        The log goes into the file first, since its frames are checked by nobody but the next start.
        """
        try:
            (busy, _, _) = self._db.execute("pragma wal_checkpoint(truncate)").fetchone()
        except FAULTS as fault:
            if code_of(fault) in MAY_PASS - {sqlite3.SQLITE_IOERR}:
                raise
            return str(fault), True
        return find_damage(self.path, self._newest), not busy

    def _rewrite(self) -> str:
        with self._as_journal_error("was taken away, and cannot be written anew"):
            finding = copy_open_file(self._db, self._new_path, self._newest)
            if finding is not None:
                return self._rebuild(finding)
            self._replace_file(self._new_path)
        log.warning("journal_taken_away", journal=self.path)
        return f"{self.path}: was taken away while the table played. It is written anew."

    def _rebuild(self, finding: str) -> str:
        played = self._played
        with self._as_journal_error("was damaged while the table played, and cannot be written anew"):
            has_backup = copy_backup(self.path, self._new_path, played)
            open_file, self._db = self._db, connect(self._new_path)
            try:
                self._upgrade()
                schema.start_new_identity(self._db, self._uid)
                self._write(self._draws.values())
                self._commit(played[len(list(self.entries(played[0].game_id))) :] if played else ())
                self._db.execute("update current set game_id = ?", (played[0].game_id if played else None,))
                self._db.execute("pragma journal_mode = delete")
            finally:
                self._db.close()
                self._db = open_file
            self._replace_file(self._new_path)
        log.warning("journal_overwritten", journal=self.path, finding=finding)
        source = "the last backup and the present game" if has_backup else "the present game; there is no backup"
        return (
            f"{self.path}: was damaged while the table played: {finding}. What was there is kept under another name, "
            f"and it is written anew from {source}. Of other games what was played since may be missing."
        )

    @property
    def _new_path(self) -> Path:
        return self.path.with_name(f"{self.path.name}.new")

    @contextlib.contextmanager
    def _as_journal_error(self, what: str) -> Iterator[None]:
        try:
            yield
        except OSError as fault:
            cure = CURES.get(fault.errno or 0, "Bring it back, or stop the table and restore a backup.")
            raise JournalError(f"{self.path}: {what}: {fault.strerror}. {cure}") from None

    def _replace_file(self, new: Path) -> None:
        """Let ``new`` be the journal, and open it; the lock file stays locked meanwhile."""
        assert self._lock is not None
        assert self._files is not None
        self._lock.unlock_journal()
        fsync_path(new)
        own_logs = self._files.unchanged_logs()
        self._db.close()
        try:
            for log_of_ours in own_logs:  # what is in them is in the new file; nobody may find them beside it
                log_of_ours.unlink(missing_ok=True)
            if any(os.path.lexists(place) for place in database_files(self.path)):
                set_aside(self.path)
            self._ready_file = new
            move_into_place(new, self.path)
            self._ready_file = None
            self._open()
        except (OSError, JournalError):
            self._release()
            was_blind = self._unreadable
            self._open_in_memory()
            self._unreadable = was_blind
            raise

    def _release(self) -> None:
        if hasattr(self, "_db"):
            self._db.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None
        self._mark.close()
        self._files = None

    def _upgrade(self) -> None:
        match schema.version_of(self._db, self.path):
            case 0:
                schema.create(self._db)
            case older if older < schema.VERSION:
                schema.copy_database(self._db, TableFiles(self.path).before_migration)
                (schema.migrate if older == 1 else schema.upgrade)(self._db)
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
        for finding in verify.at_start(self._db):
            raise damage_error(self.path, finding)
        self.lost = self.missing_entries()
        self.end_unverified = not self._mark.is_intact and (self._expected or self.latest_game() is not None)

    def _load_current(self) -> None:
        """Know the newest entry and the table's game as the file has them; the marks are renewed if they are not whole.

        The entries of that one game stay in memory: they are what a file damaged under the table cannot take away.
        """
        game_id = self.current_game()
        self._played = [] if game_id is None else list(self.entries(game_id))
        drawn = [draw for of in {NEXT_GAME, game_id or NEXT_GAME} for draw in self.draws(of)]
        self._draws = {(draw.game_id, draw.n): draw for draw in drawn}
        if self._played:
            (castles,) = self._one("select castles from games where id = ?", self._played[0].game_id)
            who = tuple(CastleId(name) for name in castles.split())
            self._played[0] = replace(self._played[0], castles=who, fixture=self.fixture_of(self._played[0].game_id))
        rows = self._all(
            "select game_id, seq, checksum from entries where game_id = (select max(id) from games) "
            "order by seq desc limit 1"
        )
        self._newest = tuple(rows[0]) if rows else None
        self._uid = schema.uid_of(self._db) or None
        if not self._mark.is_intact and self.lost is None:
            self._mark_newest()
        if self._lock is not None:
            self._files = FileSnapshot(self.path)

    def _mark_newest(self) -> None:
        if self._lock is not None:
            game_id, seq, _ = self._newest or (0, 0, b"")
            self._mark.rewrite(game_id, seq)

    def _remember(self, entries: Sequence[Entry], draws: Iterable[Draw] = ()) -> None:
        for entry in entries:
            if entry.seq == 1:
                self._played.clear()
                self._draws = {key: draw for key, draw in self._draws.items() if key[0] == NEXT_GAME}
            self._played.append(replace(entry, game_id=self._file_id(entry.game_id)))
        for draw in (*(draw for entry in entries for draw in entry.draws), *draws):
            self._draws[draw.game_id, draw.n] = draw
        if entries and self._newest is not None:
            self._mark.write(*self._newest[:2])
        if self._files is not None:
            self._files.update()

    def _open_read_only(self) -> None:
        try:
            super().__init__(self.path)
            self._check()
        except JournalDamaged:
            raise
        except JournalError:
            self._open_in_memory()
            self._unreadable = not copy_into(self.path, self._db)
            if not self._unreadable:
                self._check()

    def _open_in_memory(self) -> None:
        self._db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._db.execute(f"pragma page_size = {schema.PAGE_OCTETS}")  # or no file could be copied into it
        self._db.executescript(schema.TABLES)
        self._unreadable = True

    def _reopen(self) -> None:
        if self._ready_file is not None:
            with self._as_journal_error("cannot be put in its place"):
                move_into_place(self._ready_file, self.path)
            self._ready_file = None
        earlier = self._db
        try:
            self._open()
        except JournalError:
            self._db = earlier
            raise
        earlier.close()
        if self._unreadable:
            self._last_known_id, self._unreadable = self.latest_game() or 0, False

    def _file_id(self, game_id: int) -> int:
        return game_id - UNKNOWN + self._last_known_id if game_id > UNKNOWN else game_id

    def _commit(self, entries: Sequence[Entry]) -> None:
        newest = self._newest
        with self._db:
            self._db.execute("begin immediate")
            for entry in entries:
                newest = schema.insert(self._db, self._file_id(entry.game_id), entry)
                self._write(entry.draws)
        self._newest = newest

    def _write(self, draws: Iterable[Draw]) -> None:
        for draw in draws:
            draw.write(self._db, self._file_id(draw.game_id))


class _NotWritable(JournalError):
    """Nothing can be written now; it may pass."""
