"""Guards of the journal's files: the writer's lock, foreign changes, and the high-water mark.

Foreign changes show in the size and times of the database and its write-ahead log. Not detected are changes in the
same tick of the kernel's clock (4 or 10 ms) as a write of ours, and changes below the file system, such as writes to
raw blocks of the SD card. Both are found when the journal is next verified.

A truncated journal is still valid, but the high-water mark, which names the newest entry, reveals it. It is
written after each commit without waiting for the disk (Linux flushes it within half a minute). After a power cut the
mark may lag behind the journal, never the reverse. It is in its own file, and in the lock file after the
process id.
"""

import contextlib
import fcntl
import os
from enum import IntEnum
from pathlib import Path
from typing import Final
from zlib import crc32

from controller.store.atomic_files import fsync_path, new_aside_path, open_or_create_regular_file, read_regular_file
from controller.store.journal.entry import JournalBusy
from controller.store.journal.schema import database_files
from controller.store.table_files import TableFiles


class ForeignChange(IntEnum):
    """The worst change by another process."""

    NONE = 0
    BESIDE = 1
    """The lock or the mark was replaced."""
    CONTENT = 2
    """The database or log was written, truncated or renamed, or its permissions changed."""
    GONE = 3
    """The database, log or shared memory was removed, renamed or replaced."""


_Identities = tuple[tuple[int, ...] | None, ...]


class JournalFilesSnapshot:
    def __init__(self, path: Path) -> None:
        files = TableFiles(path)
        self._logs = database_files(Path(os.path.realpath(path)))[1:3]  # beside a link's target
        self._places = [(each, True) for each in (path, *self._logs)] + [(files.lock, False), (files.mark, False)]
        self.retake()

    def retake(self) -> None:
        self._left = self._read_state()

    def detect_change(self) -> ForeignChange:
        """Return the worst change by another process since the last `retake`."""
        worst = (ForeignChange.GONE, ForeignChange.CONTENT, ForeignChange.BESIDE)
        for change, now, then in zip(worst, self._read_state(), self._left, strict=True):
            if now != then:
                return change
        return ForeignChange.NONE

    def unchanged_log_files(self) -> list[Path]:
        seen, left = self._read_state()[0][1:], self._left[0][1:]
        return [log for log, now, then in zip(self._logs, seen, left, strict=True) if now is not None and now == then]

    def _read_state(self) -> tuple[_Identities, _Identities, _Identities]:
        """Return identities of the database files, size and times of database and log, and of lock and mark."""
        identities: list[tuple[int, ...] | None] = []
        content: list[tuple[int, ...] | None] = []
        for place, follow in self._places:
            try:
                found = place.stat(follow_symlinks=follow)
            except OSError:
                identities.append(None)
                content.append(None)
            else:
                identities.append((found.st_dev, found.st_ino))
                content.append((found.st_size, found.st_mtime_ns, found.st_ctime_ns))
        if os.geteuid() == 0 and content[1] is not None:
            content[1] = (*content[1][:2], 0)  # ctime: root's SQLite sets the log's owner at each opening (unixOpen)
        return tuple(identities[:3]), tuple(content[:2]), tuple(identities[3:])


_MAGIC: Final = "royaltable-marks"

_MARK_BYTES: Final = 64
"""How many bytes to read: more than the length of a mark."""

_OFFSET_IN_LOCK_FILE: Final = 32

MarkedEntry = tuple[int, int]
"""Game and number of an entry; zeros before the first."""


class HighWaterMark:
    """The newest entry, noted in two files beside ``path``."""

    def __init__(self, path: Path) -> None:
        files = TableFiles(path)
        self._places = ((files.mark, 0), (files.lock, _OFFSET_IN_LOCK_FILE))
        self._files: list[tuple[int, int]] | None = None

    def read_marks(self) -> list[MarkedEntry]:
        return list(filter(None, self._read_both_marks()))

    @property
    def is_intact(self) -> bool:
        return None not in self._read_both_marks()

    def write_mark(self, game_id: int, seq: int) -> None:
        """Record the newest entry. Ignore errors: the entry itself is on disk."""
        with contextlib.suppress(OSError):
            if self._files is None:
                self._open_files()
            for file, at in self._files or ():
                os.pwrite(file, _format_mark(f"{game_id:08}", f"{seq:08}").encode(), at)

    def rewrite_durably(self, game_id: int, seq: int) -> None:
        """Reopen the files, write the mark, and wait until it is on disk."""
        self.close()
        self.write_mark(game_id, seq)
        with contextlib.suppress(OSError):
            for place, _ in self._places:
                fsync_path(place)
            fsync_path(self._places[0][0].parent)

    def reset_to_zero(self) -> None:
        self.rewrite_durably(0, 0)
        self.close()

    def close(self) -> None:
        for file, _ in self._files or ():
            os.close(file)
        self._files = None

    def _open_files(self) -> None:
        self._files = []
        for place, at in self._places:
            with contextlib.suppress(OSError):
                self._files.append((open_or_create_regular_file(place), at))

    def _read_both_marks(self) -> list[MarkedEntry | None]:
        return [_read_mark(place, at) for place, at in self._places]


def _read_mark(place: Path, at: int) -> MarkedEntry | None:
    try:
        words = read_regular_file(place, at + _MARK_BYTES)[at:].decode("ascii").split()
    except (OSError, UnicodeDecodeError):
        return None
    if len(words) != 4 or words != _format_mark(*words[1:3]).split():
        return None
    return int(words[1]), int(words[2])


def _format_mark(game: str, seq: str) -> str:
    text = f"{_MAGIC} {game} {seq}"
    return f"{text} {crc32(text.encode()):08x}\n"


_PID_BYTES: Final = 32
"""Bytes of the process id, at the start of the lock file."""


class WriterLock:
    """Lock of the only writing process; the system releases it at its end.

    Lock file and journal are both locked: a lock file can be removed, and a journal may have several names.
    SQLite's locks are of another kind (fcntl(2), not flock(2)) and do not interfere.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._place = TableFiles(path).lock
        self._journal: int | None = None
        self._file = self._open_locked_file()
        try:
            self.lock_journal_file()
        except JournalBusy:
            self.release()  # otherwise this process could never lock it again
            raise

    def lock_journal_file(self) -> None:
        """Lock an existing journal itself; raise JournalBusy if another process writes it, under any name."""
        if self._journal is None:
            try:
                self._journal = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            except OSError:
                return  # no journal, or SQLite will report the fault
            try:
                self._lock_or_raise_busy(self._journal, TableFiles(Path(os.path.realpath(self._path))).lock)
            except JournalBusy:
                raise
            except OSError:
                return  # the file system has no such locks: rely on the lock file

    def unlock_journal_file(self) -> None:
        if self._journal is not None:
            os.close(self._journal)
            self._journal = None

    def relock_if_replaced(self) -> None:
        """If our lock file was removed or replaced, lock the file of that name; create it if needed.

        Raises:
            JournalBusy: another process holds the new file.
            OSError: the new file cannot be created or written.
        """
        held = os.fstat(self._file)
        with contextlib.suppress(OSError):
            found = self._place.lstat()
            if (found.st_dev, found.st_ino) == (held.st_dev, held.st_ino):
                return
        try:
            file = self._open_locked_file()
        except OSError:
            self._place.rename(new_aside_path(self._place))  # not a regular file with one name
            file = self._open_locked_file()
        os.close(self._file)
        self._file = file

    def release(self) -> None:
        os.close(self._file)
        self.unlock_journal_file()

    def _open_locked_file(self) -> int:
        file = open_or_create_regular_file(self._place)
        try:
            self._lock_or_raise_busy(file, self._place)
            os.pwrite(file, f"{os.getpid():<{_PID_BYTES - 1}}\n".encode(), 0)
        except (OSError, JournalBusy):
            os.close(file)
            raise
        return file

    def _lock_or_raise_busy(self, file: int, number_in: Path) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            number = ""
            with contextlib.suppress(OSError):
                number = read_regular_file(number_in, _PID_BYTES).decode("ascii", "replace").strip()
            is_ours = file == self._journal and number == str(os.getpid())  # just written into the lock file
            raise JournalBusy(
                f"{self._path}: process {number if number and not is_ours else 'unknown'} is writing this journal. "
                "Stop that table first, or name another file."
            ) from None
