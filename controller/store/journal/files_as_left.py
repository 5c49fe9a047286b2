"""Whether somebody else has touched the journal's files: five stat(2), compared with what was seen after a commit.

A commit leaves size and times of the file and its log behind. Whoever writes there later, through SQLite or not,
changes them. What this cannot see: a change in the same tick of the kernel's clock as our own (4 ms, or 10), and one
behind the file system's back, such as on the card's raw blocks. Both are found when the journal is next read whole.
"""

import contextlib
import os
from enum import IntEnum
from pathlib import Path

from msgspec import Struct

from controller.store.journal.database import database_files
from controller.store.table_files import TableFiles


class Touch(IntEnum):
    """What somebody else did, the worst of all."""

    NONE = 0
    BESIDE = 1
    """The lock or the mark is not the one that we have open."""
    CONTENT = 2
    """The file or its log was written or truncated, or given other names or rights."""
    GONE = 3
    """The file, its log or its shared memory was removed, renamed or exchanged."""


_Identity = tuple[int, int]
_Content = tuple[int, int, int]


class _Seen(Struct, frozen=True):
    """Each file as it was; None for one that is not there."""

    open: tuple[_Identity | None, ...]
    beside: tuple[_Identity | None, ...]
    content: tuple[_Content | None, ...]


class FilesAsLeft:
    """The files of the open journal at ``path``."""

    def __init__(self, path: Path) -> None:
        files = TableFiles(path)
        self._logs = database_files(Path(os.path.realpath(path)))[1:3]  # SQLite has them where a link leads
        self._open, self._beside = (path, *self._logs), (files.lock, files.mark)
        self._left = self._seen()

    def note(self) -> None:
        """All that is there now is our own work."""
        self._left = self._seen()

    def touched(self) -> Touch:
        """What somebody else has done since."""
        seen, left = self._seen(), self._left
        if seen.open != left.open:
            return Touch.GONE
        if seen.content != left.content:
            return Touch.CONTENT
        return Touch.BESIDE if seen.beside != left.beside else Touch.NONE

    def own_logs(self) -> list[Path]:
        """Log and shared memory, where they are still those that we have open."""
        seen, left = self._seen().open[1:], self._left.open[1:]
        return [log for log, now, then in zip(self._logs, seen, left, strict=True) if now is not None and now == then]

    def _seen(self) -> _Seen:
        database = [_found(place) for place in self._open]
        shared = () if os.geteuid() else (1,)  # as root SQLite gives the log its owner anew at each opening (unixOpen)
        beside = [_found(place, follow=False) for place in self._beside]
        return _Seen(
            tuple(found and (found.st_dev, found.st_ino) for found in database),
            tuple(found and (found.st_dev, found.st_ino) for found in beside),
            tuple(
                found and (found.st_size, found.st_mtime_ns, 0 if place in shared else found.st_ctime_ns)
                for place, found in enumerate(database[:2])
            ),
        )


def _found(place: Path, *, follow: bool = True) -> os.stat_result | None:
    with contextlib.suppress(OSError):
        return place.stat(follow_symlinks=follow)
    return None
