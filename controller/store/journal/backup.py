"""Backups: the whole file copied while it is used (SQLite's online backup), verified, the one before kept."""

import contextlib
import os
import shutil
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from controller.store.journal import schema, verify
from controller.store.journal.database import FAULTS, WriterLock, connect, damaged, database_files, explain
from controller.store.journal.entry import GameInfo, JournalError
from controller.store.journal.reader import JournalReader
from controller.store.table_files import TableFiles

_COPY: Final = (
    "insert into games select * from journal.games where id > (select coalesce(max(id), 0) from games)",
    """insert into entries select * from journal.entries as newer
       where seq > (select coalesce(max(seq), 0) from entries where game_id = newer.game_id)""",
    "delete from results where checksum not in (select checksum from journal.results)",
    "insert into results select * from journal.results where game_id not in (select game_id from results)",
    "update current set game_id = (select game_id from journal.current)",
)
"""An end that was taken back takes its row of ``results`` with it."""

_STRANGE: Final = """
select count(*) from (select game_id, max(seq) as seq, checksum from entries group by game_id) as last
where checksum is not (select checksum from journal.entries where game_id = last.game_id and seq = last.seq)
"""
"""Games whose last row the journal has not; its checksum stands for all before it."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that is whole.

    Attributes:
        last: the game that was written last, None if it holds no game.
        octets: its size.
    """

    path: Path
    last: GameInfo | None
    octets: int


def back_up(journal: Path, to: Path, before: Path | None = None) -> Backup:
    """Copy the journal as it is now to ``to``; an older backup there is kept as ``before``, if that is given.

    The one that was ``before`` is brought up to date instead of being written anew, so a card lives longer. It may be
    called while the table plays: readers do not hinder the writer.

    Raises:
        JournalError: the journal or the copy is not whole, or a file cannot be written. An older backup stays.
    """
    new = to.with_name(f"{to.name}.new")
    try:
        new.unlink(missing_ok=True)
        with contextlib.closing(connect(journal, read_only=True)) as source:
            for finding in verify.findings(source):
                raise damaged(journal, finding)
            if before is not None and before.exists():
                before.replace(new)
            if not _caught_up(new, journal):
                new.unlink(missing_ok=True)
                _copy(source, new)
        _to_disk(new)
        found = whole(new)
        if before is not None and to.exists():
            to.replace(before)
        new.replace(to)
        _settle(to.parent)
    except FAULTS as fault:
        raise explain(journal, fault) from None
    except OSError as fault:
        raise JournalError(f"{to}: {fault.strerror}. Make room there, or name another file.") from None
    finally:
        for left in database_files(new):
            with contextlib.suppress(OSError):
                left.unlink(missing_ok=True)
    return Backup(to, found.last, found.octets)


def whole(path: Path) -> Backup:
    """The backup at ``path``, if it is whole.

    Raises:
        JournalError: it is not, or no journal.
    """
    with JournalReader(path) as copy:
        for finding in copy.findings():
            raise JournalError(f"{path}: this copy is not whole: {finding}. Name another.")
        last = max(copy.games(), key=lambda game: game.last_utc, default=None)
    return Backup(path, last, path.stat().st_size)


def newest(journal: Path) -> Backup | None:
    """The table's newest backup that is whole; None if there is none."""
    files = TableFiles(journal)
    for backup in (files.backup, files.older_backup):
        with contextlib.suppress(JournalError):
            return whole(backup)
    return None


def restore(journal: Path, backup: Path) -> Path | None:
    """Make ``backup`` the journal; gives where the file that was there is kept, None if there was none.

    Raises:
        JournalError: the backup is not whole, a table runs on the journal, or a file cannot be written.
    """
    whole(backup)
    try:
        lock = WriterLock(journal)
        try:
            kept = set_aside(journal) if journal.exists() else None
            new = journal.with_name(f"{journal.name}.new")
            shutil.copyfile(backup, new)
            _to_disk(new)
            new.replace(journal)
            _settle(journal.parent)
        finally:
            lock.release()
    except OSError as fault:
        raise JournalError(f"{journal}: {fault.strerror}. Make room there and try again.") from None
    return kept


def set_aside(journal: Path) -> Path:
    """Give the journal's file, with what belongs to it, another name; gives that name.

    Raises:
        OSError: the folder cannot be written.
    """
    kept = journal.with_name(f"{journal.name}-kept-{datetime.now(UTC):%Y%m%dT%H%M%S%f}")
    moves = list(zip(database_files(journal), database_files(kept), strict=True))
    for found, aside in reversed(moves):  # the main file last: without it there is no journal
        if found.exists():
            found.rename(aside)
    TableFiles(journal).mark.unlink(missing_ok=True)
    _settle(journal.parent)
    return kept


def _caught_up(copy: Path, journal: Path) -> bool:
    """Whether ``copy`` was an older copy, and is a whole new one now."""
    if not copy.exists() or not _catch_up(copy, journal):
        return False
    with JournalReader(copy) as reader:
        return not reader.findings()


def _catch_up(copy: Path, journal: Path) -> bool:
    """Write into ``copy`` what ``journal`` has more; False if it is no older copy of it, and then it is as it was."""
    try:
        db = connect(copy)
        try:
            return schema.version_of(db, copy) == schema.VERSION and _add_what_is_new(db, journal)
        finally:
            db.close()
    except FAULTS:
        return False


def _add_what_is_new(db: sqlite3.Connection, journal: Path) -> bool:
    db.execute("attach ? as journal", (f"{journal.absolute().as_uri()}?mode=ro",))
    (strange,) = db.execute(_STRANGE).fetchone()
    if strange:
        return False
    with db:
        db.execute("begin immediate")
        for statement in _COPY:
            db.execute(statement)
    return True


def _copy(source: sqlite3.Connection, to: Path) -> None:
    """A copy in one file."""
    with contextlib.closing(connect(to)) as copy:
        source.backup(copy)
        copy.execute("pragma journal_mode = delete")


def _to_disk(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _settle(folder: Path) -> None:
    """The names in the folder are on disk."""
    _to_disk(folder)
