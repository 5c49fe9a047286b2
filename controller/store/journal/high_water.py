"""The high-water mark: which entry was the newest on disk, in a small file of its own.

A journal whose end was cut off is still a whole journal, only shorter: nothing inside it can tell. The mark can. It is
written after each commit and left to the system to bring to the disk (Linux does within half a minute), so it costs no
wait and few octets. It may be behind after a power cut, never ahead: what it names was on disk.
"""

import contextlib
import os
from pathlib import Path
from typing import Final
from zlib import crc32

from controller.store.atomic_files import open_in_place, read_plain
from controller.store.table_files import TableFiles

_WORD: Final = "royaltable-mark"
_OCTETS: Final = 64
"""More than a mark has."""


class HighWaterMark:
    """The mark beside the journal at ``path``."""

    def __init__(self, path: Path) -> None:
        self._path = TableFiles(path).mark
        self._file: int | None = None

    def read(self) -> tuple[int, int] | None:
        """The newest entry that was on disk: its game and its number there. None if there is no whole mark."""
        try:
            words = read_plain(self._path, _OCTETS).decode("ascii").split()
        except (OSError, UnicodeDecodeError):
            return None
        if len(words) != 4 or words != _line(*words[1:3]).split():
            return None
        return int(words[1]), int(words[2])

    def write(self, game_id: int, seq: int) -> None:
        """Note the newest entry. A fault is passed over: the entry itself is on disk, which matters more."""
        with contextlib.suppress(OSError):
            if self._file is None:
                self._file = open_in_place(self._path)
            os.pwrite(self._file, _line(f"{game_id:08}", f"{seq:08}").encode(), 0)

    def close(self) -> None:
        """Give the file back."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _line(game: str, seq: str) -> str:
    """Always as long: it is overwritten in place, within one sector."""
    said = f"{_WORD} {game} {seq}"
    return f"{said} {crc32(said.encode()):08x}\n"
