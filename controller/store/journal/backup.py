"""Back up the journal of a running table (SQLite's online backup), verify and restore it.

Also find a replacement for a journal removed or damaged in a running table.
"""

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import Struct

from controller.store.atomic_files import (
    fsync_path,
    is_regular_or_missing,
    move_into_place,
    new_aside_path,
    open_new_file,
)
from controller.store.journal import schema, verify
from controller.store.journal.entry import Entry, GameInfo, JournalError
from controller.store.journal.file_guards import HighWaterMark, WriterLock
from controller.store.journal.reader import JournalReader
from controller.store.journal.schema import (
    DATABASE_ERRORS,
    connect,
    copy_database,
    damage_error,
    database_files,
    journal_error,
    opened_with_all_commits,
)
from controller.store.table_files import TableFiles

_ADD_NEW_ROWS_SQL: Final = (
    "insert into games select * from journal.games where id > (select coalesce(max(id), 0) from games)",
    """insert into entries select * from journal.entries as newer
       where seq > (select coalesce(max(seq), 0) from entries where game_id = newer.game_id)""",
    "delete from results where checksum not in (select checksum from journal.results)",
    "insert into results select * from journal.results where game_id not in (select game_id from results)",
    "insert or replace into draws select * from journal.draws where checksum not in (select checksum from draws)",
    "update current set game_id = (select game_id from journal.current)",
    "insert or replace into identity select * from journal.identity",
    "insert or ignore into reopened select game_id from journal.reopened",
    "insert or ignore into fixtures select * from journal.fixtures",
)
"""Copy what is new in the attached ``journal``; first delete results whose end was undone."""

_COUNT_DIVERGED_SQL: Final = """
select count(*) from (select game_id, max(seq) as seq, checksum from entries group by game_id) as last
where checksum is not (select checksum from journal.entries where game_id = last.game_id and seq = last.seq)
"""
"""Count games of a copy whose last entry the journal lacks; its checksum covers earlier ones."""


class JournalBackup(Struct, frozen=True):
    """A verified copy of the journal; ``last`` is the game written last, None without games."""

    path: Path
    last: GameInfo | None
    byte_count: int


def back_up_journal(journal: Path, to: Path, before: Path | None = None) -> JournalBackup:
    """Copy the journal to ``to``, even from a running table: readers do not block the writer.

    With ``before``, an existing backup moves there. The file that was there gets the new entries and becomes the
    new backup, to save writes to the SD card.
    """
    new = to.with_name(f"{to.name}.new")
    try:
        remove_database_files(new)
        with opened_with_all_commits(journal) as source:
            if not schema.has_tables(source, journal):
                raise schema.empty_error(journal)
            for finding in verify.all_findings(source):
                raise damage_error(journal, finding)
            if before is not None and before.exists():
                before.replace(new)
            if not _append_new_rows(new, journal):
                remove_database_files(new)
                copy_database(source, new)
        found = verify_backup(new)
        if before is not None and to.exists():
            to.replace(before)
        move_into_place(new, to)
    except DATABASE_ERRORS as fault:
        raise journal_error(journal, fault) from None
    except OSError as fault:
        raise JournalError(f"{to}: {fault.strerror}. Free some space, or name another file.") from None
    finally:
        with contextlib.suppress(OSError):
            remove_database_files(new)
    return JournalBackup(to, found.last, found.byte_count)


def open_verified_copy(journal: Path, *, refuse_if_cut: bool = False) -> tuple[JournalBackup, BinaryIO]:
    """Copy a journal to an unnamed temporary file, open for reading.

    Raises:
        JournalError: the journal is damaged, a file is not writable, or, with ``refuse_if_cut``, newest entries are
            missing.
    """
    marks = HighWaterMark(journal).read_marks()  # before the copy: a table may write
    with tempfile.TemporaryDirectory(prefix="royaltable-") as folder:
        made = back_up_journal(journal, Path(folder, journal.name))
        with JournalReader(made.path) as copy:
            missing = copy.find_lost_entries(marks)
        if refuse_if_cut and missing is not None:
            raise JournalError(
                f"{journal}: {missing}, saved earlier, are missing. Choose another file; or, to continue with the "
                f"rest, copy {journal.name} and {journal.name}-wal into another folder and name that copy."
            )
        return made, made.path.open("rb")


def verify_backup(path: Path) -> JournalBackup:
    """Check every page and checksum of the backup at ``path`` and return it."""
    with JournalReader(path) as copy:
        for finding in copy.damage_findings():
            raise JournalError(f"{path}: this copy is damaged: {finding}. Choose another file.")
        last = max(copy.games(), key=lambda game: game.last_utc, default=None)
    return JournalBackup(path, last, path.stat().st_size)


def find_intact_backup(journal: Path) -> JournalBackup | None:
    """Return the newer of the table's intact backups; None if neither is intact."""
    files = TableFiles(journal)
    for backup in (files.backup, files.older_backup):
        with contextlib.suppress(JournalError):
            return verify_backup(backup)
    return None


def restore_journal(journal: Path, copy: BinaryIO) -> Path | None:
    with prepared_restore(journal, copy) as put:
        return put()


@contextlib.contextmanager
def prepared_restore(journal: Path, copy: BinaryIO | None) -> Iterator[Callable[[], Path | None]]:
    """Lock the journal and prepare ``copy`` beside it; yield a function that moves it into place."""
    new = journal.with_name(f"{journal.name}.new")

    def put() -> Path | None:
        kept = set_journal_aside(journal) if os.path.lexists(journal) else None
        move_into_place(new, journal)
        HighWaterMark(journal).reset_to_zero()
        return kept

    with contextlib.ExitStack() as held:
        try:
            if copy is not None:
                held.enter_context(copy)
            journal.parent.mkdir(parents=True, exist_ok=True)
            held.callback(WriterLock(journal).release)
            if copy is not None:
                remove_database_files(new)
                held.callback(remove_database_files, new)
                with os.fdopen(open_new_file(new), "wb") as file:
                    shutil.copyfileobj(copy, file)
                verify_backup(new)
                with contextlib.closing(connect(new)) as db:
                    schema.start_successor_identity(db)
            yield put
        except DATABASE_ERRORS as fault:
            raise journal_error(journal, fault) from None
        except OSError as fault:
            raise JournalError(
                f"{fault.filename or journal}: {fault.strerror}. Make it writable, free some space, and restore again."
            ) from None


def remove_database_files(new: Path) -> None:
    for left in database_files(new):
        left.unlink(missing_ok=True)


def set_journal_aside(journal: Path) -> Path:
    """Rename a journal with its files; return its new path."""
    kept = new_aside_path(journal)
    moves = list(zip(database_files(journal), database_files(kept), strict=True))
    for found, aside in reversed(moves):  # the main file last: without it there is no journal
        if os.path.lexists(found):
            found.rename(aside)
    mark = TableFiles(journal).mark
    if is_regular_or_missing(mark):
        mark.unlink(missing_ok=True)
    HighWaterMark(journal).reset_to_zero()
    fsync_path(journal.parent)
    return kept


def _append_new_rows(copy: Path, journal: Path) -> bool:
    """Append new entries of ``journal`` to ``copy``; return False if ``copy`` is no intact older copy of it.

    A journal only grows, so an older copy is a prefix of it, unless one was restored from elsewhere.
    """
    if not copy.exists():
        return False
    try:
        with contextlib.closing(connect(copy)) as db:
            if not schema.has_tables(db, copy):
                return False
            db.execute("attach ? as journal", (f"{journal.absolute().as_uri()}?mode=ro",))
            (diverged,) = db.execute(_COUNT_DIVERGED_SQL).fetchone()
            if diverged:
                return False
            with db:
                db.execute("begin immediate")
                for statement in _ADD_NEW_ROWS_SQL:
                    db.execute(statement)
    except DATABASE_ERRORS:
        return False
    with JournalReader(copy) as reader:
        return not reader.damage_findings()


NewestEntry = tuple[int, int, bytes]
"""Game, number and checksum of the entry that was written last."""


def copy_and_check_database(db: sqlite3.Connection, new: Path, newest: NewestEntry | None) -> str | None:
    """Copy an open connection's database to ``new``; return what is wrong with it, None if nothing."""
    remove_database_files(new)
    try:
        copy_database(db, new)
    except sqlite3.OperationalError:  # a full disk is not damage
        raise
    except sqlite3.DatabaseError as fault:
        return str(fault)
    with contextlib.closing(connect(new)) as copy:
        return next(verify.startup_findings(copy), None) or _find_newest_entry_damage(copy, newest)


def copy_matching_backup(journal: Path, new: Path, played: Sequence[Entry]) -> bool:
    """Copy the newest intact backup to ``new``; return False without one, or if ``played`` does not continue it."""
    remove_database_files(new)
    backup = find_intact_backup(journal)
    if backup is None or not _is_continued_by(backup.path, played):
        return False
    with contextlib.closing(connect(backup.path, read_only=True)) as source:
        copy_database(source, new)
    return True


def find_journal_damage(journal: Path, newest: NewestEntry | None) -> str | None:
    """Read the running table's journal again; return what is wrong, None if nothing."""
    try:
        with contextlib.closing(connect(journal, read_only=True)) as fresh:
            if not schema.has_tables(fresh, journal):
                return "saw an empty file"
            return next(verify.startup_findings(fresh), None) or _find_newest_entry_damage(fresh, newest)
    except (JournalError, *DATABASE_ERRORS) as fault:
        return str(fault)


def _find_newest_entry_damage(db: sqlite3.Connection, newest: NewestEntry | None) -> str | None:
    if newest is None:
        return None
    game_id, seq, checksum = newest
    found = db.execute("select checksum from entries where game_id = ? and seq = ?", (game_id, seq)).fetchone()
    return None if found is not None and found[0] == checksum else f"action {seq} of game {game_id} is missing"


def _is_continued_by(backup: Path, played: Sequence[Entry]) -> bool:
    if not played:
        return True
    try:
        with JournalReader(backup) as reader:
            known = list(reader.entries(played[0].game_id))
            newest = reader.latest_game_id() or 0
    except JournalError:
        return False
    return known == list(played[: len(known)]) and (bool(known) or newest < played[0].game_id)
