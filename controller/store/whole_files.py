"""Writing a small file so that it is whole at every moment: the old text or the new one, also after a power cut."""

import os
from pathlib import Path


def write_whole(path: Path, text: str, *, mode: int = 0o644) -> None:
    """Replace the file's text; when this returns, the new one is on disk, readable as ``mode`` says.

    Raises:
        OSError: the file or its folder cannot be written; the old text is still there.
    """
    beside = path.with_name(path.name + ".new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def give_to_the_folders_owner(path: Path) -> None:
    """What root writes is the table's, which runs as another user."""
    if os.geteuid() == 0:
        folder = path.parent.stat()
        os.chown(path, folder.st_uid, folder.st_gid)
