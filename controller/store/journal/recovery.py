"""Open a journal that may be damaged or missing: set a damaged file aside, offer the last backup.

The table makes backups at a healthy start and after each finished game.
"""

import asyncio
import contextlib
import os
from pathlib import Path

from msgspec import Struct

from controller.signals import Signal
from controller.store.atomic_files import is_regular_or_missing, new_aside_path
from controller.store.journal import backup, entry, schema
from controller.store.journal.backup import JournalBackup
from controller.store.journal.file_guards import WriterLock
from controller.store.journal.journal import Journal
from controller.store.journal.reader import JournalReader
from controller.store.table_files import TableFiles


class Recovery(Struct, frozen=True):
    """A new journal replaced one that was damaged or missing.

    Attributes:
        fault: what is wrong with the damaged one; None if it was missing.
        kept: new path of the damaged one; None if it was missing or cannot be renamed.
        backup: the newest intact backup; None if there is none.
    """

    fault: str | None
    kept: Path | None
    backup: JournalBackup | None


def open_or_recover_journal(path: Path) -> tuple[Journal, Recovery | None]:
    """Open or create the journal at ``path``; rename an unusable file, or else keep games in memory.

    A newer program's journal stays in its place, and games are kept in memory.

    Raises:
        JournalBusy: another process is writing it.
        NotAJournal: it is another program's file, and there never was a journal here.
    """
    files = TableFiles(path)
    was_ours = any(os.path.lexists(left) for left in (files.mark, files.backup, files.older_backup))
    _move_unusable_sidecars(path)
    try:
        with contextlib.suppress(OSError):
            if path.exists() and not path.is_file():
                raise schema.damage_error(path, "saw a folder, a pipe or a device, expected a file")
        journal = Journal(path, expected=was_ours)
    except entry.JournalBusy:
        raise
    except entry.NewerJournal as fault:
        return Journal(path, unusable=str(fault)), None
    except entry.NotAJournal as fault:
        if not was_ours:
            raise
        return _replace_unusable_journal(path, fault)
    except entry.JournalError as fault:
        return _replace_unusable_journal(path, fault)
    offered = backup.find_intact_backup(path) if journal.latest_game_id() is None else None
    return journal, None if offered is None or offered.last is None else Recovery(None, None, offered)


def _move_unusable_sidecars(path: Path) -> None:
    """Rename unusable files beside a journal, so that they can be recreated.

    Unusable are links, folders and pipes, and a lock, mark or shared memory that we may not read and write. An
    unreadable log stays: it contains actions, so opening the journal must report it.
    """
    files = TableFiles(path)
    _, log, memory, _ = schema.database_files(path)
    for beside in (log, memory, files.lock, files.mark):
        with contextlib.suppress(OSError):  # opening the journal reports it
            is_closed = beside != log and beside.exists() and not os.access(beside, os.R_OK | os.W_OK)
            if is_closed or not is_regular_or_missing(beside):
                beside.rename(new_aside_path(beside))
    for beside in (files.lock, files.mark):
        with contextlib.suppress(OSError):
            if beside.lstat().st_nlink > 1:  # others may write it under another name
                beside.rename(new_aside_path(beside))


def _replace_unusable_journal(path: Path, fault: entry.JournalError) -> tuple[Journal, Recovery]:
    """Use memory if the file cannot be renamed."""
    seen = fault.seen if isinstance(fault, entry.JournalDamaged) else str(fault)
    try:
        lock = WriterLock(path)
        try:
            kept = backup.set_journal_aside(path)
        finally:
            lock.release()
        journal = Journal(path)
    except entry.JournalBusy:
        raise
    except (OSError, entry.JournalError) as why:
        reason = why.strerror if isinstance(why, OSError) else why
        unusable = f"{fault} It cannot be renamed: {reason}."
        return Journal(path, unusable=unusable), Recovery(seen, None, backup.find_intact_backup(path))
    return journal, Recovery(seen, kept, backup.find_intact_backup(path))


class RequestedBackups:
    """Makes the two backups beside the journal, replacing the older; ``finished`` emits the error or None."""

    def __init__(self, journal: Journal) -> None:
        self.finished: Signal[str | None] = Signal()
        self._journal = journal
        self._requested = asyncio.Event()

    def request_backup(self, _: None = None) -> None:
        self._requested.set()

    async def make_requested_backups(self) -> None:
        if await asyncio.to_thread(self._is_backup_outdated):
            self.request_backup()
        files = TableFiles(self._journal.path)
        while True:
            await self._requested.wait()
            self._requested.clear()
            try:
                await asyncio.to_thread(backup.back_up_journal, self._journal.path, files.backup, files.older_backup)
            except entry.JournalError as fault:
                self.finished.emit(str(fault))
            else:
                self.finished.emit(None)

    def _is_backup_outdated(self) -> bool:
        if self._journal.fault is not None:
            return False
        try:
            with JournalReader(self._journal.path) as reader:
                has = max(reader.games(), key=lambda game: game.last_utc, default=None)
        except entry.JournalError:
            return True
        kept = backup.find_intact_backup(self._journal.path)
        return has is not None and (kept is None or kept.last != has)
