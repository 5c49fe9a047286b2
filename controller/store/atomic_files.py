"""The one way in which a table's files are written: each is whole at every moment, also after a power cut."""

import os
from pathlib import Path


def write_atomically(path: Path, content: str | bytes, *, mode: int = 0o644) -> None:
    """Replace what is in a small file; when this returns, the new content is on disk, readable as ``mode`` says.

    Raises:
        OSError: the file or its folder cannot be written; the old content is still there.
    """
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
    put_in_place(new, path)


def put_in_place(new: Path, path: Path) -> None:
    """Let the file ``new`` become ``path``, on disk when this returns; both are on one file system.

    Raises:
        OSError: either cannot be written; what was at ``path`` is still there.
    """
    to_disk(new)
    new.replace(path)
    to_disk(path.parent)


def to_disk(path: Path) -> None:
    """Wait until a file's content, or the names in a folder, are on disk.

    Raises:
        OSError: they cannot be written.
    """
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def open_in_place(path: Path) -> int:
    """Open a file that is overwritten where it is, and make it if need be; gives its descriptor.

    Raises:
        OSError: it cannot be opened for writing.
    """
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)


def give_to_the_folders_owner(path: Path) -> None:
    """A file that root has written belongs to the table, which runs as another user."""
    if os.geteuid() == 0:
        folder = path.parent.stat()
        os.chown(path, folder.st_uid, folder.st_gid)
