"""Guards of the journal's files: the lock of its one writer, foreign changes, and the newest entry.

A commit leaves size and times of the file and its log behind. Whoever writes there later, through SQLite or not,
changes them. What this cannot see: a change in the same tick of the kernel's clock as our own (4 ms, or 10), and one
behind the file system's back, such as on the card's raw blocks. Both are found when the journal is next read whole.

A journal whose end was cut off is still a whole journal, only shorter: nothing inside it can tell. The mark can. It is
written after each commit and left to the system to bring to the disk (Linux does within half a minute), so it costs no
wait and few octets. It may be behind after a power cut, never ahead: what it names was on disk. It stands in a file of
its own and behind the process number in the writer's lock, so that one of the two may be lost.
"""

import contextlib
import fcntl
import os
from collections.abc import Iterable
from enum import IntEnum
from pathlib import Path
from typing import Final
from zlib import crc32

from controller.store.atomic_files import aside_path, fsync_path, open_regular_file, read_regular_file
from controller.store.journal.entry import JournalBusy
from controller.store.journal.schema import database_files
from controller.store.table_files import TableFiles


class ForeignChange(IntEnum):
    """What somebody else did, the worst of all."""

    NONE = 0
    BESIDE = 1
    """The lock or the mark is not the one that we have open."""
    CONTENT = 2
    """The file or its log was written or truncated, or given other names or rights."""
    GONE = 3
    """The file, its log or its shared memory was removed, renamed or exchanged."""


_Each = tuple[tuple[int, ...] | None, ...]


class FileSnapshot:
    """The files of the open journal at ``path``."""

    def __init__(self, path: Path) -> None:
        files = TableFiles(path)
        self._logs = database_files(Path(os.path.realpath(path)))[1:3]  # SQLite has them where a link leads
        self._open, self._beside = (path, *self._logs), (files.lock, files.mark)
        self.update()

    def update(self) -> None:
        self._left = self._seen()

    def detect_change(self) -> ForeignChange:
        """What another process has done since."""
        worst = (ForeignChange.GONE, ForeignChange.CONTENT, ForeignChange.BESIDE)
        changed = (touch for touch, now, then in zip(worst, self._seen(), self._left, strict=True) if now != then)
        return next(changed, ForeignChange.NONE)

    def unchanged_logs(self) -> list[Path]:
        seen, left = self._seen()[0][1:], self._left[0][1:]
        return [log for log, now, then in zip(self._logs, seen, left, strict=True) if now is not None and now == then]

    def _seen(self) -> tuple[_Each, _Each, _Each]:
        """The identity of what is open, what is in the file and its log, and the identity of what is beside them."""
        database = [_found(place) for place in self._open]
        beside = [_found(place, follow=False) for place in self._beside]
        content = [found and (found.st_size, found.st_mtime_ns, found.st_ctime_ns) for found in database[:2]]
        if os.geteuid() == 0 and content[1] is not None:
            content[1] = (*content[1][:2], 0)  # as root SQLite gives the log its owner anew at each opening (unixOpen)
        return _identities(database), tuple(content), _identities(beside)


def _identities(files: Iterable[os.stat_result | None]) -> _Each:
    return tuple(found and (found.st_dev, found.st_ino) for found in files)


def _found(place: Path, *, follow: bool = True) -> os.stat_result | None:
    with contextlib.suppress(OSError):
        return place.stat(follow_symlinks=follow)
    return None


_WORD: Final = "royaltable-marks"
_ALONE: Final = "royaltable-mark"
"""What older versions wrote, into the mark's own file alone."""

_OCTETS: Final = 64
"""More than a mark has."""

_IN_THE_LOCK: Final = 32
"""Where it begins there."""

Marked = tuple[int, int]
"""An entry's game, and its number there; zeros before the first."""


class HighWaterMark:
    """The mark beside the journal at ``path``."""

    def __init__(self, path: Path) -> None:
        files = TableFiles(path)
        self._places = ((files.mark, 0), (files.lock, _IN_THE_LOCK))
        self._files: list[tuple[int, int]] | None = None

    def read(self) -> list[Marked]:
        return [(game_id, seq) for _, game_id, seq in filter(None, self._lines())]

    @property
    def is_intact(self) -> bool:
        own, in_the_lock = self._lines()
        return own is not None and (in_the_lock is not None or own[0] == _ALONE)

    def write(self, game_id: int, seq: int) -> None:
        """Note the newest entry. A fault is passed over: the entry itself is on disk, which matters more."""
        with contextlib.suppress(OSError):
            if self._files is None:
                self._open()
            for file, at in self._files or ():
                os.pwrite(file, _line(_WORD, f"{game_id:08}", f"{seq:08}").encode(), at)

    def rewrite(self, game_id: int, seq: int) -> None:
        """Write it where it should be, whatever lies there now, and wait until it is on disk."""
        self.close()
        self.write(game_id, seq)
        with contextlib.suppress(OSError):
            for place, _ in self._places:
                fsync_path(place)
            fsync_path(self._places[0][0].parent)

    def reset(self) -> None:
        self.rewrite(0, 0)
        self.close()

    def close(self) -> None:
        for file, _ in self._files or ():
            os.close(file)
        self._files = None

    def _open(self) -> None:
        self._files = []
        for place, at in self._places:
            with contextlib.suppress(OSError):
                self._files.append((open_regular_file(place), at))

    def _lines(self) -> list[tuple[str, int, int] | None]:
        return [_whole_line(place, at) for place, at in self._places]


def _whole_line(place: Path, at: int) -> tuple[str, int, int] | None:
    try:
        words = read_regular_file(place, at + _OCTETS)[at:].decode("ascii").split()
    except (OSError, UnicodeDecodeError):
        return None
    if len(words) != 4 or words[0] not in {_WORD, _ALONE} or words != _line(*words[:3]).split():
        return None
    return words[0], int(words[1]), int(words[2])


def _line(word: str, game: str, seq: str) -> str:
    said = f"{word} {game} {seq}"
    return f"{said} {crc32(said.encode()):08x}\n"


_NUMBER_OCTETS: Final = 32
"""For the process's number; behind it stands the high-water mark."""


class WriterLock:
    """Held by the one process that writes; the system takes it back however the process ends.

    The lock file and the journal itself are both locked: a lock file can be removed, and links lead to one journal by
    several names. SQLite's own locks are of another kind (fcntl(2), flock(2)), so the two do not meet.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._place = TableFiles(path).lock
        self._journal: int | None = None
        self._file = self._locked_file()
        try:
            self.lock_journal()
        except JournalBusy:
            self.release()  # else this very process would hold the lock, and never get it again
            raise

    def lock_journal(self) -> None:
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

    def unlock_journal(self) -> None:
        if self._journal is not None:
            os.close(self._journal)
            self._journal = None

    def relock(self) -> None:
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
            self._place.rename(aside_path(self._place))  # a link, a folder, a pipe
            file = self._locked_file()
        os.close(self._file)
        self._file = file

    def release(self) -> None:
        os.close(self._file)
        self.unlock_journal()

    def _locked_file(self) -> int:
        file = open_regular_file(self._place)
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
                number = read_regular_file(number_in, _NUMBER_OCTETS).decode("ascii", "replace").strip()
            is_ours = file == self._journal and number == str(os.getpid())  # the lock that we took just now
            raise JournalBusy(
                f"{self._path}: process {number if number and not is_ours else 'unknown'} writes this journal. Stop "
                "that table first, or name another file."
            ) from None
