"""Open a journal that may be damaged or gone: a damaged file is kept under another name, the last backup offered.

The table makes its backups by itself: at a healthy start, and after each finished game.
"""

import asyncio
import contextlib
import os
from pathlib import Path

from msgspec import Struct

from controller.signals import Signal
from controller.store.atomic_files import aside_path, is_regular_or_missing
from controller.store.journal import backup
from controller.store.journal.backup import JournalBackup
from controller.store.journal.entry import JournalBusy, JournalDamaged, JournalError, JournalOfAnother
from controller.store.journal.file_guards import WriterLock
from controller.store.journal.journal import Journal
from controller.store.journal.reader import JournalReader
from controller.store.journal.schema import damage_error, database_files
from controller.store.table_files import TableFiles


class Recovery(Struct, frozen=True):
    """A new journal was begun, in place of one that was damaged or gone.

    Attributes:
        fault: what is wrong with the damaged one; None if it was gone.
        kept: where the damaged one is now; None if it was gone, or cannot be renamed.
        backup: the newest backup that is whole, to go on from; None if there is none.
    """

    fault: str | None
    kept: Path | None
    backup: JournalBackup | None


def open_journal(path: Path) -> tuple[Journal, Recovery | None]:
    """Open or create the journal at ``path``; one that cannot be used is renamed first, or else played without.

    Raises:
        JournalBusy: another process writes it.
        JournalOfAnother: it is another program's file, and no journal was ever at its place.
    """
    files = TableFiles(path)
    was_ours = any(os.path.lexists(left) for left in (files.mark, files.backup, files.older_backup))
    _make_way(path)
    try:
        with contextlib.suppress(OSError):
            if path.exists() and not path.is_file():
                raise damage_error(path, "saw a folder, a pipe or a device, expected a file")
        journal = Journal(path, expected=was_ours)
    except JournalBusy:
        raise
    except JournalOfAnother as fault:
        if not was_ours:
            raise
        return _begin_anew(path, fault)
    except JournalError as fault:
        return _begin_anew(path, fault)
    offered = backup.newest_backup(path) if journal.latest_game() is None else None
    return journal, None if offered is None or offered.last is None else Recovery(None, None, offered)


def _make_way(path: Path) -> None:
    """Rename what cannot be used in the places of the files beside a journal; SQLite, or we, make them anew.

    Those are links, folders and pipes; and locks, marks and shared memory that somebody else has closed to us, for the
    folder is ours. A log that is closed holds actions: the journal says that it cannot be read.
    """
    files = TableFiles(path)
    _, log, memory, _ = database_files(path)
    for beside in (log, memory, files.lock, files.mark):
        with contextlib.suppress(OSError):  # then the journal says that it cannot be written
            is_closed = beside != log and beside.exists() and not os.access(beside, os.R_OK | os.W_OK)
            if is_closed or not is_regular_or_missing(beside):
                beside.rename(aside_path(beside))
    for beside in (files.lock, files.mark):
        with contextlib.suppress(OSError):
            if beside.lstat().st_nlink > 1:  # elsewhere somebody else may write it
                beside.rename(aside_path(beside))


def _begin_anew(path: Path, fault: JournalError) -> tuple[Journal, Recovery]:
    """A new journal in the place of one that cannot be used; one in memory if that one cannot be renamed."""
    seen = fault.seen if isinstance(fault, JournalDamaged) else str(fault)
    try:
        lock = WriterLock(path)
        try:
            kept = backup.set_aside(path)
        finally:
            lock.release()
        journal = Journal(path)
    except JournalBusy:
        raise
    except (OSError, JournalError) as why:
        said = why.strerror if isinstance(why, OSError) else why
        unusable = f"{fault} It cannot be renamed now: {said}."
        return Journal(path, unusable=unusable), Recovery(seen, None, backup.newest_backup(path))
    return journal, Recovery(seen, kept, backup.newest_backup(path))


class BackupSchedule:
    """Owner of the two backups beside the journal; each takes the place of the older one.

    Attributes:
        finished: told after each backup why it could not be made, or None.
    """

    def __init__(self, journal: Journal) -> None:
        self.finished: Signal[str | None] = Signal()
        self._journal = journal
        self._due = asyncio.Event()

    def request(self, _: None = None) -> None:
        self._due.set()

    async def run(self) -> None:
        """Make each backup that is due, in a thread; never ends."""
        if await asyncio.to_thread(self._behind):
            self.request()
        files = TableFiles(self._journal.path)
        while True:
            await self._due.wait()
            self._due.clear()
            try:
                await asyncio.to_thread(backup.back_up_journal, self._journal.path, files.backup, files.older_backup)
            except JournalError as fault:
                self.finished.emit(str(fault))
            else:
                self.finished.emit(None)

    def _behind(self) -> bool:
        if self._journal.fault is not None:
            return False
        try:
            with JournalReader(self._journal.path) as reader:
                has = max(reader.games(), key=lambda game: game.last_utc, default=None)
        except JournalError:
            return True
        kept = backup.newest_backup(self._journal.path)
        return has is not None and (kept is None or kept.last != has)
