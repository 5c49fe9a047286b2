"""Backups of the journal: its database copied while the table plays (SQLite's online backup), verified, restored.

Also what takes the place of a journal that was removed or damaged while the table plays.
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

from controller.store.atomic_files import aside_path, fsync_path, is_regular_or_missing, move_into_place, open_new
from controller.store.journal import schema, verify
from controller.store.journal.entry import Entry, GameInfo, JournalError
from controller.store.journal.file_guards import HighWaterMark, WriterLock
from controller.store.journal.reader import JournalReader
from controller.store.journal.schema import (
    FAULTS,
    connect,
    copy_database,
    damage_error,
    database_files,
    journal_error,
    read_whole,
)
from controller.store.table_files import TableFiles

_ADD: Final = (
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
"""A game whose end was undone loses its row of ``results``."""

_NOT_OURS: Final = """
select count(*) from (select game_id, max(seq) as seq, checksum from entries group by game_id) as last
where checksum is not (select checksum from journal.entries where game_id = last.game_id and seq = last.seq)
"""
"""How many games have a last row that is not in the journal; its checksum stands for all rows before it."""


class JournalBackup(Struct, frozen=True):
    """A copy of the journal that was verified.

    Attributes:
        last: the game that was written last; None if it holds no game.
    """

    path: Path
    last: GameInfo | None
    octets: int


def back_up_journal(journal: Path, to: Path, before: Path | None = None) -> JournalBackup:
    """Copy the journal as it is now to ``to``, also while the table plays: readers do not hinder the writer.

    A backup that is there already becomes ``before``, if that is given. What was ``before`` is brought up to date
    instead of being written anew: a card lives longer.
    """
    new = to.with_name(f"{to.name}.new")
    try:
        remove_database(new)
        with read_whole(journal) as source:
            if schema.version_of(source, journal) == 0:
                raise schema.empty_error(journal)
            for finding in verify.findings(source):
                raise damage_error(journal, finding)
            if before is not None and before.exists():
                before.replace(new)
            if not _caught_up(new, journal):
                remove_database(new)
                copy_database(source, new)
        found = verify_backup(new)
        if before is not None and to.exists():
            to.replace(before)
        move_into_place(new, to)
    except FAULTS as fault:
        raise journal_error(journal, fault) from None
    except OSError as fault:
        raise JournalError(f"{to}: {fault.strerror}. Make room there, or name another file.") from None
    finally:
        with contextlib.suppress(OSError):
            remove_database(new)
    return JournalBackup(to, found.last, found.octets)


def open_copy(journal: Path, *, refuse_if_cut: bool = False) -> tuple[JournalBackup, BinaryIO]:
    """Copy a journal into a temporary file, which is open for reading and has no name any more.

    Raises:
        JournalError: the journal is not whole, lacks what its mark remembers (if that is refused), or a file cannot be
            written.
    """
    marks = HighWaterMark(journal).read()  # before the copy: a table may write meanwhile
    with tempfile.TemporaryDirectory(prefix="royaltable-") as folder:
        made = back_up_journal(journal, Path(folder, journal.name))
        with JournalReader(made.path) as copy:
            missing = copy.missing_entries(marks)
        if refuse_if_cut and missing is not None:
            raise JournalError(
                f"{journal}: {missing}, saved earlier, are missing. Name another file; or, to continue with the rest, "
                f"copy {journal.name} and {journal.name}-wal into another folder and name that copy."
            )
        return made, made.path.open("rb")


def verify_backup(path: Path) -> JournalBackup:
    """The backup at ``path``, after every page and checksum of it was checked."""
    with JournalReader(path) as copy:
        for finding in copy.findings():
            raise JournalError(f"{path}: this copy is not whole: {finding}. Name another.")
        last = max(copy.games(), key=lambda game: game.last_utc, default=None)
    return JournalBackup(path, last, path.stat().st_size)


def newest_backup(journal: Path) -> JournalBackup | None:
    """The newer of the table's two backups that is whole; None if neither is."""
    files = TableFiles(journal)
    for backup in (files.backup, files.older_backup):
        with contextlib.suppress(JournalError):
            return verify_backup(backup)
    return None


def restore_journal(journal: Path, copy: BinaryIO) -> Path | None:
    with restoring(journal, copy) as put:
        return put()


@contextlib.contextmanager
def restoring(journal: Path, copy: BinaryIO | None) -> Iterator[Callable[[], Path | None]]:
    """Keep tables from the journal, and have ``copy`` ready beside it; the function given puts it in place."""
    new = journal.with_name(f"{journal.name}.new")

    def put() -> Path | None:
        kept = set_aside(journal) if os.path.lexists(journal) else None
        move_into_place(new, journal)
        HighWaterMark(journal).reset()
        return kept

    with contextlib.ExitStack() as held:
        try:
            if copy is not None:
                held.enter_context(copy)
            journal.parent.mkdir(parents=True, exist_ok=True)
            held.callback(WriterLock(journal).release)
            if copy is not None:
                remove_database(new)
                held.callback(remove_database, new)
                with os.fdopen(open_new(new), "wb") as file:
                    shutil.copyfileobj(copy, file)
                verify_backup(new)
                with contextlib.closing(connect(new)) as db:
                    if schema.has_table("identity", db):
                        schema.start_new_identity(db)
            yield put
        except FAULTS as fault:
            raise journal_error(journal, fault) from None
        except OSError as fault:
            raise JournalError(
                f"{fault.filename or journal}: {fault.strerror}. Make it writable, with room, and restore again."
            ) from None


def remove_database(new: Path) -> None:
    for left in database_files(new):
        left.unlink(missing_ok=True)


def set_aside(journal: Path) -> Path:
    """Rename a journal and what belongs to it; gives its new name."""
    kept = aside_path(journal)
    moves = list(zip(database_files(journal), database_files(kept), strict=True))
    for found, aside in reversed(moves):  # the main file last: without it there is no journal
        if os.path.lexists(found):
            found.rename(aside)
    mark = TableFiles(journal).mark
    if is_regular_or_missing(mark):
        mark.unlink(missing_ok=True)
    HighWaterMark(journal).reset()
    fsync_path(journal.parent)
    return kept


def _caught_up(copy: Path, journal: Path) -> bool:
    """Add what is new in ``journal``; False, and nothing is changed, if ``copy`` is no older copy of it.

    A journal only grows, so an older copy is its beginning, unless one of the two was restored from somewhere else.
    """
    if not copy.exists():
        return False
    try:
        with contextlib.closing(connect(copy)) as db:
            if schema.version_of(db, copy) != schema.VERSION:
                return False
            db.execute("attach ? as journal", (f"{journal.absolute().as_uri()}?mode=ro",))
            (not_ours,) = db.execute(_NOT_OURS).fetchone()
            if not_ours:
                return False
            with db:
                db.execute("begin immediate")
                for statement in _ADD:
                    db.execute(statement)
    except FAULTS:
        return False
    with JournalReader(copy) as reader:
        return not reader.findings()


Newest = tuple[int, int, bytes]
"""The entry that was written last: its game, number and checksum."""


def copy_open_file(db: sqlite3.Connection, new: Path, newest: Newest | None) -> str | None:
    """Copy all that an open connection still reads to ``new``; says what is wrong with that, None if it is whole."""
    remove_database(new)
    try:
        copy_database(db, new)
    except sqlite3.OperationalError:  # a full disk is no damage
        raise
    except sqlite3.DatabaseError as fault:
        return str(fault)
    with contextlib.closing(connect(new)) as copy:
        return next(verify.at_start(copy), None) or _missing(copy, newest)


def copy_backup(journal: Path, new: Path, played: Sequence[Entry]) -> bool:
    """Copy the newest whole backup to ``new``; False if there is none, or none that ``played`` goes on from."""
    remove_database(new)
    backup = newest_backup(journal)
    if backup is None or not _goes_on_from(backup.path, played):
        return False
    with contextlib.closing(connect(backup.path, read_only=True)) as source:
        copy_database(source, new)
    return True


def find_damage(journal: Path, newest: Newest | None) -> str | None:
    """What is wrong with a journal for the table that plays on it, read from the disk anew; None if nothing is."""
    try:
        with contextlib.closing(connect(journal, read_only=True)) as fresh:
            if schema.version_of(fresh, journal) != schema.VERSION:
                return "saw an empty file"
            return next(verify.at_start(fresh), None) or _missing(fresh, newest)
    except (JournalError, *FAULTS) as fault:
        return str(fault)


def _missing(db: sqlite3.Connection, newest: Newest | None) -> str | None:
    if newest is None:
        return None
    game_id, seq, checksum = newest
    found = db.execute("select checksum from entries where game_id = ? and seq = ?", (game_id, seq)).fetchone()
    return None if found is not None and found[0] == checksum else f"action {seq} of game {game_id} is missing"


def _goes_on_from(backup: Path, played: Sequence[Entry]) -> bool:
    if not played:
        return True
    try:
        with JournalReader(backup) as reader:
            known = list(reader.entries(played[0].game_id))
            newest = reader.latest_game() or 0
    except JournalError:
        return False
    return known == list(played[: len(known)]) and (bool(known) or newest < played[0].game_id)
