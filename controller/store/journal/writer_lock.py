"""The lock of the journal's one writer, which no link leads around."""

import contextlib
import fcntl
import os
from pathlib import Path
from typing import Final

from controller.store.atomic_files import kept_name, open_in_place, read_plain
from controller.store.journal.entry import JournalBusy
from controller.store.table_files import TableFiles

_NUMBER_OCTETS: Final = 32
"""For the process's number; behind it stands the high-water mark."""


class WriterLock:
    """Held by the one process that writes; the system takes it back however the process ends.

    The lock file and the journal itself are both locked: a lock file can be removed, and links lead to one journal by
    several names. SQLite's own locks are of another kind (fcntl(2), flock(2)), so the two do not meet.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock of the journal at ``path``.

        Raises:
            JournalBusy: another process has it.
            OSError: the lock's file cannot be made or written, or its file system has no such locks.
        """
        self._path = path
        self._place = TableFiles(path).lock
        self._journal: int | None = None
        self._file = self._locked_file()
        try:
            self.hold_the_journal()
        except JournalBusy:
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
                self._lock(self._journal, TableFiles(Path(os.path.realpath(self._path))).lock)
            except JournalBusy:
                raise
            except OSError:
                return  # a file system without such locks; the lock file is locked

    def let_go_of_the_journal(self) -> None:
        """Another file comes in its place; the lock file stays locked meanwhile."""
        if self._journal is not None:
            os.close(self._journal)
            self._journal = None

    def stay(self) -> None:
        """Lock the lock file that lies in its place now, if it was removed or exchanged.

        Raises:
            JournalBusy: another process has it.
            OSError: it cannot be made or written.
        """
        held = os.fstat(self._file)
        with contextlib.suppress(OSError):
            found = self._place.lstat()
            if (found.st_dev, found.st_ino) == (held.st_dev, held.st_ino):
                return
        try:
            file = self._locked_file()
        except OSError:
            self._place.rename(kept_name(self._place))  # a link, a folder, a pipe
            file = self._locked_file()
        os.close(self._file)
        self._file = file

    def release(self) -> None:
        """Let another process write."""
        os.close(self._file)
        self.let_go_of_the_journal()

    def _locked_file(self) -> int:
        """The lock file, locked, with our number in it."""
        file = open_in_place(self._place)
        try:
            self._lock(file, self._place)
            os.pwrite(file, f"{os.getpid():<{_NUMBER_OCTETS - 1}}\n".encode(), 0)
        except (OSError, JournalBusy):
            os.close(file)
            raise
        return file

    def _lock(self, file: int, number_in: Path) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            number = ""
            with contextlib.suppress(OSError):
                number = read_plain(number_in, _NUMBER_OCTETS).decode("ascii", "replace").strip()
            is_ours = file == self._journal and number == str(os.getpid())  # the lock that we took just now
            raise JournalBusy(
                f"{self._path}: process {number if number and not is_ours else 'unknown'} writes this journal. Stop "
                "that table first, or name another file."
            ) from None
