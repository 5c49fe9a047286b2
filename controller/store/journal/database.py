"""The SQLite database that is the journal: opening it, the lock of its one writer, its faults in our words."""

import fcntl
import os
import sqlite3
from pathlib import Path
from typing import Final

from controller.store.atomic_files import open_in_place
from controller.store.journal.entry import JournalBusy, JournalDamaged, JournalError
from controller.store.table_files import TableFiles

DAMAGED: Final = {sqlite3.SQLITE_CORRUPT}
MAY_PASS: Final = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_PERM,
}
"""Primary result codes (sqlite.org/rescode.html) after which the same write may succeed later."""

Fault = sqlite3.Error | UnicodeDecodeError
FAULTS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What a broken file makes sqlite3 raise; the second when not even its complaint can be read."""

NONSENSE: Final = (*FAULTS, TypeError, ValueError, OverflowError, RecursionError)
"""What reading a row may raise whose values are not of the kind that was written."""

BUSY_S: Final = 2.0
"""How long a commit waits for another program that has the file open."""


def database_files(path: Path) -> tuple[Path, Path, Path]:
    """What belongs to one database: its file, its write-ahead log, its shared memory (sqlite.org/tempfiles.html)."""
    return path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection whose transactions are begun by hand; it may be used by one thread after the other."""
    mode = "ro" if read_only else "rwc"
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    _, wal, _ = database_files(path)
    if read_only and not wal.exists() and not os.access(path.parent, os.W_OK):
        uri += "&immutable=1"  # nobody can write there, and SQLite could not make its shared-memory file
    db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY_S)
    db.execute("pragma trusted_schema = off")
    db.text_factory = lambda octets: octets.decode("utf-8", "replace")  # the checksum tells, not an exception
    return db


def code_of(fault: Fault) -> int:
    """The primary result code; 0 where the fault has none."""
    return int(getattr(fault, "sqlite_errorcode", 0)) & 0xFF


def explain(path: Path, fault: Fault) -> JournalError:
    """The fault in our words: what was seen and what to do."""
    if code_of(fault) in DAMAGED or isinstance(fault, UnicodeDecodeError):
        return damaged(path, str(fault))
    if code_of(fault) == sqlite3.SQLITE_NOTADB:
        return JournalError(f"{path}: {fault}. Expected a journal of royaltable or no file; name another.")
    cure = {
        sqlite3.SQLITE_FULL: "Make room on the disk.",
        sqlite3.SQLITE_READONLY: "Make the file and its folder writable, or name another.",
        sqlite3.SQLITE_CANTOPEN: "Make the file and its folder writable, or name another.",
        sqlite3.SQLITE_IOERR: "Look at the disk, or SD card: it may be failing or full.",
    }.get(code_of(fault), "Expected a journal that can be written.")
    return JournalError(f"{path}: {fault}. {cure}")


def damaged(path: Path, seen: str) -> JournalDamaged:
    """The file is not what was written."""
    return JournalDamaged(
        f"{path}: the journal is damaged: {seen}. `royaltable journal restore {path}` restores the "
        "last backup, and keeps the damaged file under another name.",
        seen,
    )


class WriterLock:
    """Held by the one process that writes; the system takes it back however the process ends.

    The lock file and the journal itself are both locked: a lock file can be removed, and links lead to one journal by
    several names. SQLite's own locks are of another kind (fcntl(2), flock(2)), so the two do not meet.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock of the journal at ``path``.

        Raises:
            JournalBusy: another process has it.
            OSError: the lock's file cannot be made or written.
        """
        self._path = path
        self._journal: int | None = None
        self._file = open_in_place(TableFiles(path).lock)
        try:
            self._lock(self._file)
            self.hold_the_journal()
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)
        except (OSError, JournalBusy):
            self.release()  # else this very process would hold the lock, and never get it again
            raise

    def hold_the_journal(self) -> None:
        """Lock the journal itself, once it is there.

        Raises:
            JournalBusy: another process writes it, under this name or another.
        """
        if self._journal is None:
            try:
                self._journal = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            except OSError:
                return  # what cannot be opened is nobody's yet, or SQLite says why
            try:
                self._lock(self._journal)
            except JournalBusy:
                raise
            except OSError:
                return  # a file system without such locks; the lock file is locked

    def _lock(self, file: int) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip() or "unknown"
            raise JournalBusy(
                f"{self._path}: process {holder} writes this journal. Stop that table first, or name another file."
            ) from None

    def release(self) -> None:
        """Let another process write."""
        os.close(self._file)
        if self._journal is not None:
            os.close(self._journal)
