"""Read and write files of table and hub: atomically, and without following links.

New files are created exclusively. Existing files are checked after opening: they must be regular, with a single
name. Links, folders, pipes and devices are refused without blocking.
"""

import errno
import fcntl
import os
import shutil
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

from controller import limits
from controller.reading import JSON_ERRORS

T = TypeVar("T")

_NO_LINKS_NO_BLOCKING = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""Do not follow links; do not block on pipes."""


def write_atomically(path: Path, content: str | bytes | BinaryIO, *, mode: int = 0o644) -> None:
    """Replace a file's content atomically; on return it is on disk with this ``mode``.

    Concurrent writers use separate temporary files; the last one wins.
    """
    new = path.with_name(f"{path.name}.{threading.get_native_id()}.new")  # unique in the system
    new.unlink(missing_ok=True)
    try:
        with os.fdopen(open_new_file(new, mode), "wb") as file:
            if isinstance(content, str | bytes):
                file.write(content.encode() if isinstance(content, str) else content)
            else:
                shutil.copyfileobj(content, file)
        move_into_place(new, path)
    finally:
        new.unlink(missing_ok=True)


def write_file_or_pipe(path: Path, content: str | bytes) -> None:
    """Write a user's output at ``path``: replace the file, or the target of a link.

    Terminals, other character devices and pipes with a reader are written directly.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        if path.is_symlink():
            raise OSError(errno.ENOENT, "is a dangling link", str(path)) from None
        write_atomically(path, data)
        return
    if stat.S_ISREG(mode):
        write_atomically(Path(os.path.realpath(path, strict=True)), data, mode=stat.S_IMODE(mode))
    elif stat.S_ISFIFO(mode) or stat.S_ISCHR(mode):
        try:
            opened = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        except OSError as fault:
            if fault.errno == errno.ENXIO:
                raise OSError(errno.ENXIO, "is a pipe without a reader", str(path)) from None
            raise
        os.set_blocking(opened, True)
        with os.fdopen(opened, "wb") as file:
            file.write(data)
    else:
        raise OSError(errno.EPERM, "is a folder, a socket or a disk, expected a file", str(path))


@contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Hold an exclusive lock for changing a file, across threads and processes."""
    lock = path.with_name(f"{path.name}.lock")
    file = _close_and_raise_unless_plain(os.open(lock, os.O_RDWR | os.O_CREAT | _NO_LINKS_NO_BLOCKING, 0o600), lock)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        os.close(file)


def open_new_file(path: Path, mode: int = 0o644) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)


def move_into_place(new: Path, path: Path) -> None:
    """Rename ``new`` to ``path`` durably; both must be on one file system."""
    with suppress(FileNotFoundError):
        if stat.S_IFMT(path.lstat().st_mode) not in {stat.S_IFREG, stat.S_IFLNK, stat.S_IFDIR}:
            raise OSError(errno.EPERM, "is not a plain file", str(path))
    fsync_path(new)
    new.replace(path)
    fsync_path(path.parent)


def new_aside_path(path: Path) -> Path:
    """Return a new name for a file set aside, with the time in microseconds."""
    return path.with_name(f"{path.name}-kept-{datetime.now(UTC):%Y%m%dT%H%M%S%f}")


def fsync_path(path: Path) -> None:
    """Flush a file's content, or a folder's entries, to disk."""
    file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def open_or_create_regular_file(path: Path) -> int:
    return _close_and_raise_unless_plain(os.open(path, os.O_RDWR | os.O_CREAT | _NO_LINKS_NO_BLOCKING, 0o644), path)


def read_regular_file(path: Path, max_bytes: int) -> bytes:
    """Return at most ``max_bytes`` from the start of a file."""
    file = os.open(path, os.O_RDONLY | _NO_LINKS_NO_BLOCKING)
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise OSError(errno.EPERM, "is not a plain file", str(path))
        with os.fdopen(file, "rb", closefd=False) as opened:
            return opened.read(max_bytes)
    finally:
        os.close(file)


class StateFileError(Exception):
    """A state file of the table or hub cannot be used."""


def load_json(path: Path, kind: type[T], cure: str, error: type[Exception] = StateFileError) -> T | None:
    """Return the value that `save_json` wrote; None if there is no file.

    Raises:
        StateFileError: (or ``error``) the file cannot be used; ``cure`` says what to do.
    """
    try:
        return msgspec.json.decode(read_regular_file(path, limits.SMALL_FILE_BYTES), type=kind)
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise error(f"{path}: {fault.strerror}. Make it readable for the user of the table or hub.") from None
    except JSON_ERRORS as fault:
        raise error(f"{path}: {fault}. {cure}") from None


def save_json(path: Path, value: object, *, mode: int = 0o644) -> None:
    write_atomically(path, msgspec.json.format(msgspec.json.encode(value)) + b"\n", mode=mode)


def is_regular_or_missing(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return True


def _close_and_raise_unless_plain(file: int, path: Path) -> int:
    found = os.fstat(file)
    if stat.S_ISREG(found.st_mode) and found.st_nlink == 1:
        return file
    os.close(file)
    raise OSError(errno.EPERM, "is not a plain file, or has more than one hard link", str(path))
