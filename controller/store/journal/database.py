"""The SQLite database that is the journal: opening it, its faults in our words."""

import contextlib
import os
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.store.journal.entry import JournalDamaged, JournalError

DAMAGED: Final = {sqlite3.SQLITE_CORRUPT}
BROKEN: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
"""What SQLite says of a file that was whole when it was opened, and is not any more."""

MAY_PASS: Final = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_PERM,
}
"""Primary result codes (sqlite.org/rescode.html) after which the same write may succeed later."""

NO_ROOM_TO_READ: Final = {sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMMAP, sqlite3.SQLITE_IOERR_SHMOPEN}
"""Extended codes of readers whose shared memory finds no place on a full disk: nothing is known of the journal then."""

Fault = sqlite3.Error | UnicodeDecodeError
FAULTS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What a broken file makes sqlite3 raise; the second when not even its complaint can be read."""

NONSENSE: Final = (*FAULTS, TypeError, ValueError, OverflowError, RecursionError)
"""What reading a row may raise whose values are not of the kind that was written."""

BUSY_S: Final = 2.0
"""How long a commit waits for another program that has the file open."""


def database_files(path: Path) -> tuple[Path, Path, Path, Path]:
    """One database: its file, write-ahead log, shared memory, rollback journal (sqlite.org/tempfiles.html)."""
    log, memory, rollback = (path.with_name(f"{path.name}-{ending}") for ending in ("wal", "shm", "journal"))
    return path, log, memory, rollback


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection whose transactions are begun by hand; it may be used by one thread after the other.

    Raises:
        JournalDamaged: there is no plain file, or none beside it; SQLite would wait at a pipe for ever.
    """
    for place in database_files(Path(os.path.realpath(path))):
        with contextlib.suppress(OSError):
            if not stat.S_ISREG(place.stat().st_mode):
                raise damaged(path, f"saw a folder, a pipe or a device at {place.name}, expected a file")
    mode = "ro" if read_only else "rwc"
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    _, wal, _, rollback = database_files(path)
    is_alone = not wal.exists() and not rollback.exists()
    if read_only and is_alone and not os.access(path.parent, os.W_OK):
        uri += "&immutable=1"  # nobody can write there, and SQLite could not make its shared-memory file
    db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY_S)
    db.execute("pragma trusted_schema = off")
    db.text_factory = lambda octets: octets.decode("utf-8", "replace")  # the checksum tells, not an exception
    return db


@contextlib.contextmanager
def copied_elsewhere(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a copy of the files of a database that nobody writes, in a temporary folder.

    SQLite reads a write-ahead log only where it can write beside it, and a read-only connection rolls nothing back.

    Raises:
        OSError: the files cannot be read or copied.
    """
    with tempfile.TemporaryDirectory(prefix="royaltable-") as folder:
        place, *beside = zip(database_files(path), database_files(Path(folder, path.name)), strict=True)
        shutil.copyfile(*place)
        for there, here in beside:
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(there, here)
        with contextlib.closing(connect(Path(folder, path.name))) as copy:
            yield copy


@contextlib.contextmanager
def read_whole(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database with all that was committed, also on a read-only disk or after a power cut.

    Raises:
        OSError, sqlite3.Error: the files cannot be read.
    """
    with contextlib.ExitStack() as opened:
        source = opened.enter_context(contextlib.closing(connect(path, read_only=True)))
        try:
            source.execute("select count(*) from sqlite_master")
        except sqlite3.OperationalError as fault:
            if code_of(fault) not in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN} or not path.exists():
                raise
            source = opened.enter_context(copied_elsewhere(path))
        yield source


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
