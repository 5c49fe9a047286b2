"""Writing a small file so that it is whole at every moment: the old text or the new one, also after a power cut."""

import os
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Replace the file's text; when this returns, the new one is on disk.

    Raises:
        OSError: the file or its folder cannot be written; the old text is still there.
    """
    beside = path.with_name(path.name + ".new")
    with beside.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
