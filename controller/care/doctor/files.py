"""Whether the table's own files are there and whole: taught tags, journal, keys, counted starts."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from controller.care.doctor.findings import Finding, found
from controller.devices import crash_guard
from controller.store import tag_files
from controller.store.journal import JournalError, JournalReader
from controller.store.journal.database import database_files
from controller.store.privileges import who_may_lead
from controller.store.table_files import TableFiles
from controller.store.tag_book import TagBookError


def holder(journal: Path) -> str | None:
    """The process that plays on this journal, if any: takes its lock, and gives it back at once."""
    try:
        lock = os.open(TableFiles(journal).lock, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return os.read(lock, 20).decode("ascii", "replace").strip() or "unknown"
    finally:
        os.close(lock)
    return None


def closed(journal: Path) -> bool:
    """Whether we may not look into the journal's folder; then ``holder`` cannot tell who plays there either."""
    return journal.parent.is_dir() and not os.access(journal.parent, os.R_OK | os.X_OK)


def files(own: TableFiles, user: str) -> Iterator[Finding]:
    """All of the table's files; the table runs as ``user``."""
    folder = own.journal.parent
    if closed(own.journal):
        yield found("RT-FILES-CLOSED", folder=folder)
        return
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        yield found("RT-JOURNAL-FOLDER", folder=folder, user=user)
    yield from _tags(own)
    if own.journal.exists():
        yield from _journal(own.journal)
    keys = own.keys
    if keys.exists() and keys.stat().st_mode & 0o077:
        yield found("RT-KEYS-OPEN", file=keys, mode=f"{keys.stat().st_mode & 0o777:o}", owner=who_may_lead(keys))
    counter = own.failed_starts
    if (failed := crash_guard.failed(counter)) >= crash_guard.FAILED_AT_MOST:
        yield found("RT-STARTS-FAILED", count=failed, file=counter)


def _tags(own: TableFiles) -> Iterator[Finding]:
    if own.tags is not None:
        try:
            tag_files.load(own.tags)
        except TagBookError as fault:
            yield found("RT-TAGS-NONE", fault=fault, config=own.config)


def _journal(journal: Path) -> Iterator[Finding]:
    """SQLite leaves files beside a journal that it reads, so where nobody has it open a copy is read."""
    with tempfile.TemporaryDirectory() as folder:
        place = journal
        if holder(journal) is None:
            place = Path(folder) / journal.name
            for original, copy in zip(database_files(journal), database_files(place), strict=True):
                if original.exists():
                    shutil.copyfile(original, copy)
        try:
            with JournalReader(place) as reader:
                seen = reader.findings()
        except JournalError as fault:
            seen = [str(fault).replace(str(place), str(journal))]
    for finding in seen:
        yield found("RT-JOURNAL-DAMAGED", fault=finding, journal=journal)
