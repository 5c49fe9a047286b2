"""Write the journal: each ``append`` is a commit; its entries survive a power cut."""

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
from controller.store.journal.backup import (
    copy_and_check_database,
    copy_matching_backup,
    find_journal_damage,
    set_journal_aside,
)
from controller.store.journal.entry import (
    NEXT_GAME,
    Draw,
    Entry,
    JournalDamaged,
    JournalError,
    LostEntries,
    ReplacementJournal,
)
from controller.store.journal.file_guards import ForeignChange, HighWaterMark, JournalFilesSnapshot, WriterLock
from controller.store.journal.reader import JournalReader, copy_journal_into
from controller.store.journal.schema import (
    BROKEN_CODES,
    DATABASE_ERRORS,
    TRANSIENT_CODES,
    connect,
    damage_error,
    database_files,
    journal_error,
    primary_result_code,
)

CURES: Final = {errno.ENOSPC: "Make room on the disk.", errno.EROFS: schema.DISK_READ_ONLY}

UNKNOWN_GAME_IDS_ABOVE: Final = 1 << 40
"""Games that start while the file is unreadable get ids above this; they are renumbered when written."""


class Journal(JournalReader):
    """The file of all games, open for its only writer.

    On a full or read-only disk the journal opens and sets ``fault``; each ``append`` retries. The connection
    may be used from a worker thread, by one caller at a time.

    Attributes:
        fault: why nothing can be written; None if writing works.
        lost: entries that were saved earlier and are missing now.
        end_unverified: whether marks are missing or damaged, so that lost newest entries go undetected.
        repaired: damage by other processes that the last write repaired; None without damage.
    """

    def __init__(self, path: Path, *, unusable: str | None = None, expected: bool = False) -> None:
        """Open or create the journal at ``path``.

        For a reason ``unusable`` keep games in memory only. If ``expected``, an empty journal may have lost games.
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
        self._files: JournalFilesSnapshot | None = None
        self._newest: tuple[int, int, bytes] | None = None
        self._played: list[Entry] = []
        self._draws: dict[tuple[int, int], Draw] = {}
        self._unreadable = False
        self._last_known_id = 0
        self._uid: bytes | None = None
        if unusable is None:
            try:
                self._open_for_writing()
            except _NotWritable as fault:
                self.fault = str(fault)
                try:
                    self._open_read_only_or_in_memory()
                except JournalDamaged:
                    self._release_files()
                    raise
        else:
            self.fault = unusable
            self._open_in_memory()
        self._last_id: int = UNKNOWN_GAME_IDS_ABOVE if self._unreadable else self.latest_game_id() or 0

    def new_game_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def append(self, entries: Sequence[Entry]) -> None:
        """Write ``entries`` in one commit, with draws and the result of a game they end.

        First repair changes by other processes; ``repaired`` describes them.
        """
        try:
            with self._convert_db_errors():
                if self._lock is None:
                    self._retry_open_for_writing()
                self.repaired = self._repair_foreign_changes()
                try:
                    self._commit(entries)
                except sqlite3.DatabaseError as fault:
                    if primary_result_code(fault) not in BROKEN_CODES:
                        raise
                    self.repaired = self._rebuild_damaged_file(str(fault))
                    self._commit(entries)
        except JournalError as fault:
            self.fault = str(fault)
            raise
        self.fault = None
        self._update_cached_game(entries)

    @property
    def was_changed_by_others(self) -> bool:
        return self._files is not None and self._files.detect_change() is not ForeignChange.NONE

    def set_current_game(self, game_id: int | None) -> None:
        """Make ``game_id`` the table's current game; None parks the current one."""
        if game_id is not None and (damage := self._find_game_damage(game_id)) is not None:
            raise damage_error(self.path, damage)
        with self._convert_db_errors():
            self._db.execute("update current set game_id = ?", (game_id,))
        self._cache_current_game()

    def append_draws(self, draws: Iterable[Draw]) -> None:
        """Write pending draws before their commitments are shown."""
        draws = tuple(draws)
        with self._convert_db_errors():
            self._repair_foreign_changes()
            with self._db:
                self._db.execute("begin immediate")
                self._write_draws(draws)
        self._update_cached_game((), draws)

    def start_successor_identity(self) -> None:
        """Give the journal a new identity that continues the old one, since a copy is in use elsewhere."""
        with self._convert_db_errors():
            self._repair_foreign_changes()
            schema.start_successor_identity(self._db)
        self._cache_current_game()

    def restore_from(self, backup: Path) -> None:
        if self.latest_game_id() is not None:
            raise JournalError(f"{self.path} already has games. To restore a backup: `royaltable journal restore`")
        with self._convert_db_errors():
            with contextlib.closing(connect(backup, read_only=True)) as source:
                source.backup(self._db)
            schema.start_successor_identity(self._db)
        self._last_id = self.latest_game_id() or 0
        self._cache_current_game()
        self._rewrite_mark_of_newest()

    def replace_with(self, other: ReplacementJournal) -> None:
        """Replace the journal with a longer copy; keep the old file under another name."""
        with self._convert_db_errors():
            self._repair_foreign_changes()
            if self._files is None or self.entry_count() != other.base_entries:
                raise JournalError(
                    f"{self.path} has new entries by now, or cannot be written. It was not replaced. Try again."
                )
            with self._convert_os_errors("cannot be replaced"):
                self._replace_file(other.path)
        self._last_id = self.latest_game_id() or 0

    def close(self) -> None:
        super().close()
        self._mark.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _open_for_writing(self) -> None:
        try:
            self._lock = self._lock or WriterLock(self.path)
        except OSError as fault:
            cure = CURES.get(fault.errno or 0, "Make the file and its folder writable, or name another.")
            raise _NotWritable(f"{self.path}: {fault.strerror}. {cure}") from None
        try:
            self._db = connect(self.path)
            self._create_and_configure()
            self._lock.lock_journal_file()
            self._check_contents()
            self._cache_current_game()
        except DATABASE_ERRORS as fault:
            self._release_files()
            error = journal_error(self.path, fault)
            is_transient = primary_result_code(fault) in TRANSIENT_CODES and not isinstance(error, JournalDamaged)
            raise (_NotWritable(str(error)) if is_transient else error) from None
        except JournalError:
            self._release_files()
            raise

    def _repair_foreign_changes(self) -> str | None:
        """Return a description, None without damage."""
        touched = ForeignChange.NONE if self._files is None else self._files.detect_change()
        if self._lock is None or self._files is None or touched is ForeignChange.NONE:
            return None
        try:
            self._lock.relock_if_replaced()
        except OSError as fault:
            log.warning("journal_lock", fault=fault)  # the journal itself is still locked
        said = None
        if touched is ForeignChange.GONE:
            said = self._rewrite_removed_file()
        elif touched is ForeignChange.CONTENT:
            finding, is_all = self._checkpoint_and_find_damage()
            if finding is None and not is_all:
                return None
            said = None if finding is None else self._rebuild_damaged_file(finding)
        self._rewrite_mark_of_newest()
        self._files.retake()
        return said

    def _checkpoint_and_find_damage(self) -> tuple[str | None, bool]:
        """Return what is wrong on the disk, and whether the check was complete.

        Checkpoint the log first, as its frames are not checked; if a reader prevents it, the check is partial.
        """
        try:
            (busy, _, _) = self._db.execute("pragma wal_checkpoint(truncate)").fetchone()
        except DATABASE_ERRORS as fault:
            if primary_result_code(fault) in TRANSIENT_CODES - {sqlite3.SQLITE_IOERR}:
                raise
            return str(fault), True
        return find_journal_damage(self.path, self._newest), not busy

    def _rewrite_removed_file(self) -> str:
        with self._convert_os_errors("was removed and cannot be rewritten"):
            finding = copy_and_check_database(self._db, self._replacement_path, self._newest)
            if finding is not None:
                return self._rebuild_damaged_file(finding)
            self._replace_file(self._replacement_path)
        log.warning("journal_taken_away", journal=self.path)
        return f"{self.path} was removed while the table was running. It has been rewritten."

    def _rebuild_damaged_file(self, finding: str) -> str:
        played = self._played
        with self._convert_os_errors("was damaged while the table was running and cannot be rewritten"):
            has_backup = copy_matching_backup(self.path, self._replacement_path, played)
            open_file, self._db = self._db, connect(self._replacement_path)
            try:
                self._create_and_configure()
                schema.start_successor_identity(self._db, self._uid)
                self._write_draws(self._draws.values())
                self._commit(played[len(list(self.entries(played[0].game_id))) :] if played else ())
                self._db.execute("update current set game_id = ?", (played[0].game_id if played else None,))
                self._db.execute("pragma journal_mode = delete")
            finally:
                self._db.close()
                self._db = open_file
            self._replace_file(self._replacement_path)
        log.warning("journal_overwritten", journal=self.path, finding=finding)
        source = "the last backup and the current game" if has_backup else "the current game; there is no backup"
        return (
            f"{self.path} was damaged while the table was running: {finding}. The damaged file is kept; "
            f"the journal has been rewritten from {source}. Newer actions of other games may be missing."
        )

    @property
    def _replacement_path(self) -> Path:
        return self.path.with_name(f"{self.path.name}.new")

    @contextlib.contextmanager
    def _convert_os_errors(self, what: str) -> Iterator[None]:
        try:
            yield
        except OSError as fault:
            cure = CURES.get(fault.errno or 0, "Put the file back, or stop the table and restore a backup.")
            raise JournalError(f"{self.path}: {what}: {fault.strerror}. {cure}") from None

    def _replace_file(self, new: Path) -> None:
        """Keep the lock file locked."""
        assert self._lock is not None
        assert self._files is not None
        self._lock.unlock_journal_file()
        fsync_path(new)
        own_logs = self._files.unchanged_log_files()
        self._db.close()
        try:
            for log_of_ours in own_logs:  # their content is in the new file
                log_of_ours.unlink(missing_ok=True)
            if any(os.path.lexists(place) for place in database_files(self.path)):
                set_journal_aside(self.path)
            self._ready_file = new
            move_into_place(new, self.path)
            self._ready_file = None
            self._open_for_writing()
        except (OSError, JournalError):
            self._release_files()
            was_blind = self._unreadable
            self._open_in_memory()
            self._unreadable = was_blind
            raise

    def _release_files(self) -> None:
        if hasattr(self, "_db"):
            self._db.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None
        self._mark.close()
        self._files = None

    def _create_and_configure(self) -> None:
        if not schema.has_tables(self._db, self.path):
            schema.create_tables(self._db)
        (mode,) = self._db.execute("pragma journal_mode = wal").fetchone()
        self._db.execute("pragma synchronous = full")
        (sync,) = self._db.execute("pragma synchronous").fetchone()
        if (mode, sync) != ("wal", 2):
            raise JournalError(
                f"{self.path}: saw journal mode {mode}, synchronous {sync}, expected wal and 2 (full). "
                "Use a local disk."
            )
        self._db.execute("begin immediate")  # reads, and does not fail, if the file is read-only
        self._db.execute(f"pragma user_version = {schema.VERSION}")
        self._db.execute("rollback")

    def _check_contents(self) -> None:
        for finding in verify.startup_findings(self._db):
            raise damage_error(self.path, finding)
        self.lost = self.find_lost_entries()
        self.end_unverified = not self._mark.is_intact and (self._expected or self.latest_game_id() is not None)

    def _cache_current_game(self) -> None:
        """Its entries survive damage to the file; rewrite invalid marks."""
        game_id = self.current_game_id()
        self._played = [] if game_id is None else list(self.entries(game_id))
        drawn = [draw for of in {NEXT_GAME, game_id or NEXT_GAME} for draw in self.draws(of)]
        self._draws = {(draw.game_id, draw.n): draw for draw in drawn}
        if self._played:
            (castles,) = self._select_one("select castles from games where id = ?", self._played[0].game_id)
            who = tuple(CastleId(name) for name in castles.split())
            self._played[0] = replace(self._played[0], castles=who, fixture=self.fixture_id_of(self._played[0].game_id))
        rows = self._select_all(
            "select game_id, seq, checksum from entries where game_id = (select max(id) from games) "
            "order by seq desc limit 1"
        )
        self._newest = tuple(rows[0]) if rows else None
        self._uid = schema.read_journal_uid(self._db) or None
        if not self._mark.is_intact and self.lost is None:
            self._rewrite_mark_of_newest()
        if self._lock is not None:
            self._files = JournalFilesSnapshot(self.path)

    def _rewrite_mark_of_newest(self) -> None:
        if self._lock is not None:
            game_id, seq, _ = self._newest or (0, 0, b"")
            self._mark.rewrite_durably(game_id, seq)

    def _update_cached_game(self, entries: Sequence[Entry], draws: Iterable[Draw] = ()) -> None:
        for entry in entries:
            if entry.seq == 1:
                self._played.clear()
                self._draws = {key: draw for key, draw in self._draws.items() if key[0] == NEXT_GAME}
            self._played.append(replace(entry, game_id=self._game_id_in_file(entry.game_id)))
        for draw in (*(draw for entry in entries for draw in entry.draws), *draws):
            self._draws[draw.game_id, draw.n] = draw
        if entries and self._newest is not None:
            self._mark.write_mark(*self._newest[:2])
        if self._files is not None:
            self._files.retake()

    def _open_read_only_or_in_memory(self) -> None:
        try:
            super().__init__(self.path)
            self._check_contents()
        except JournalDamaged:
            raise
        except JournalError:
            self._open_in_memory()
            self._unreadable = not copy_journal_into(self.path, self._db)
            if not self._unreadable:
                self._check_contents()

    def _open_in_memory(self) -> None:
        self._db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._db.execute(f"pragma page_size = {schema.PAGE_BYTES}")  # to copy a file into it
        self._db.executescript(schema.TABLES)
        self._unreadable = True

    def _retry_open_for_writing(self) -> None:
        if self._ready_file is not None:
            with self._convert_os_errors("cannot be moved into place"):
                move_into_place(self._ready_file, self.path)
            self._ready_file = None
        earlier = self._db
        try:
            self._open_for_writing()
        except JournalError:
            self._db = earlier
            raise
        earlier.close()
        if self._unreadable:
            self._last_known_id, self._unreadable = self.latest_game_id() or 0, False

    def _game_id_in_file(self, game_id: int) -> int:
        return game_id - UNKNOWN_GAME_IDS_ABOVE + self._last_known_id if game_id > UNKNOWN_GAME_IDS_ABOVE else game_id

    def _commit(self, entries: Sequence[Entry]) -> None:
        newest = self._newest
        with self._db:
            self._db.execute("begin immediate")
            for entry in entries:
                newest = schema.write_entry(self._db, self._game_id_in_file(entry.game_id), entry)
                self._write_draws(entry.draws)
        self._newest = newest

    def _write_draws(self, draws: Iterable[Draw]) -> None:
        for draw in draws:
            draw.write_row(self._db, self._game_id_in_file(draw.game_id))


class _NotWritable(JournalError):
    """Nothing can be written now; this may be temporary."""
