"""The one way in which a table's files are opened and written: whole at every moment, and never led elsewhere.

A new file is made where nothing is, and a file that is there is looked at once it is open: a plain one, under one name
only. Links, folders, pipes and devices in its place are refused, and waited for by nobody.
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
from controller.reading import NO_JSON

T = TypeVar("T")

_AS_IT_IS = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""No link is followed, and no pipe waits for somebody at its other end."""


def write_atomically(path: Path, content: str | bytes | BinaryIO, *, mode: int = 0o644) -> None:
    """Replace what is in a file; when this returns, the new content is on disk, readable as ``mode`` says.

    Of several who do so at once each writes a file of its own, and the last one's content is there, whole.
    """
    new = path.with_name(f"{path.name}.{threading.get_native_id()}.new")  # no other thread of the system has it
    new.unlink(missing_ok=True)
    try:
        with os.fdopen(open_new(new, mode), "wb") as file:
            if isinstance(content, str | bytes):
                file.write(content.encode() if isinstance(content, str) else content)
            else:
                shutil.copyfileobj(content, file)
        move_into_place(new, path)
    finally:
        new.unlink(missing_ok=True)


def write_output(path: Path, content: str | bytes) -> None:
    """Write what a person wants at ``path``: a file is replaced whole, or the one that a link leads to.

    Terminals, other devices and pipes that a program reads are written to as they are.
    """
    octets = content.encode() if isinstance(content, str) else content
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        if path.is_symlink():
            raise OSError(errno.ENOENT, "is a link that leads nowhere", str(path)) from None
        write_atomically(path, octets)
        return
    if stat.S_ISREG(mode):
        write_atomically(Path(os.path.realpath(path, strict=True)), octets, mode=stat.S_IMODE(mode))
    elif stat.S_ISFIFO(mode) or stat.S_ISCHR(mode):
        try:
            opened = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        except OSError as fault:
            if fault.errno == errno.ENXIO:
                raise OSError(errno.ENXIO, "is a pipe that no program reads", str(path)) from None
            raise
        os.set_blocking(opened, True)
        with os.fdopen(opened, "wb") as file:
            file.write(octets)
    else:
        raise OSError(errno.EPERM, "is a folder, a socket or a disk, expected a file", str(path))


@contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Read a file, change it, and write it, while all others wait who do so, in any thread of any process."""
    lock = path.with_name(f"{path.name}.lock")
    file = _plain(os.open(lock, os.O_RDWR | os.O_CREAT | _AS_IT_IS, 0o600), lock)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        os.close(file)


def open_new(path: Path, mode: int = 0o644) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)


def move_into_place(new: Path, path: Path) -> None:
    """Let the file ``new`` become ``path``, on disk when this returns; both are on one file system."""
    with suppress(FileNotFoundError):
        if stat.S_IFMT(path.lstat().st_mode) not in {stat.S_IFREG, stat.S_IFLNK, stat.S_IFDIR}:
            raise OSError(errno.EPERM, "is no plain file", str(path))
    fsync_path(new)
    new.replace(path)
    fsync_path(path.parent)


def aside_path(path: Path) -> Path:
    """What is laid aside is called so: the time, in microseconds, makes the name a new one."""
    return path.with_name(f"{path.name}-kept-{datetime.now(UTC):%Y%m%dT%H%M%S%f}")


def fsync_path(path: Path) -> None:
    """Wait until a file's content, or the names in a folder, are on disk."""
    file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def open_regular_file(path: Path) -> int:
    return _plain(os.open(path, os.O_RDWR | os.O_CREAT | _AS_IT_IS, 0o644), path)


def read_regular_file(path: Path, most: int) -> bytes:
    """The first octets of a file, ``most`` of them."""
    file = os.open(path, os.O_RDONLY | _AS_IT_IS)
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise OSError(errno.EPERM, "is no plain file", str(path))
        with os.fdopen(file, "rb", closefd=False) as octets:
            return octets.read(most)
    finally:
        os.close(file)


class StateFileError(Exception):
    """A file of our own cannot be used; the message says what was seen, and what to do."""


def load_json(path: Path, kind: type[T], cure: str, error: type[Exception] = StateFileError) -> T | None:
    """Return the value that `keep` wrote; None where there is no file.

    Raises:
        KeptFileError: it cannot be read, or has something else, for which ``cure`` says what to do; or ``error``.
    """
    try:
        return msgspec.json.decode(read_regular_file(path, limits.SMALL_FILE_BYTES), type=kind)
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise error(f"{path}: {fault.strerror}. Only the table or hub itself may read and write it.") from None
    except NO_JSON as fault:
        raise error(f"{path}: {fault}. {cure}") from None


def save_json(path: Path, value: object, *, mode: int = 0o644) -> None:
    write_atomically(path, msgspec.json.format(msgspec.json.encode(value)) + b"\n", mode=mode)


def is_regular_or_missing(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return True


def _plain(file: int, path: Path) -> int:
    found = os.fstat(file)
    if stat.S_ISREG(found.st_mode) and found.st_nlink == 1:
        return file
    os.close(file)
    raise OSError(errno.EPERM, "is no plain file with one name", str(path))
