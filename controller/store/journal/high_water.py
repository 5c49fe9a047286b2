"""The high-water mark: which entry was the newest on disk, in two small places beside the journal.

A journal whose end was cut off is still a whole journal, only shorter: nothing inside it can tell. The mark can. It is
written after each commit and left to the system to bring to the disk (Linux does within half a minute), so it costs no
wait and few octets. It may be behind after a power cut, never ahead: what it names was on disk. It stands in a file of
its own and behind the process number in the writer's lock, so that one of the two may be lost.
"""

import contextlib
import os
from pathlib import Path
from typing import Final
from zlib import crc32

from controller.store.atomic_files import open_in_place, read_plain, to_disk
from controller.store.table_files import TableFiles

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
        """Entries that were on disk, the newest of them among these; nothing if no place holds a whole mark."""
        return [(game_id, seq) for _, game_id, seq in filter(None, self._lines())]

    @property
    def is_whole(self) -> bool:
        """Whether each place holds what was written there; else a missing end might go unnoticed."""
        own, in_the_lock = self._lines()
        return own is not None and (in_the_lock is not None or own[0] == _ALONE)

    def write(self, game_id: int, seq: int) -> None:
        """Note the newest entry. A fault is passed over: the entry itself is on disk, which matters more."""
        with contextlib.suppress(OSError):
            if self._files is None:
                self._open()
            for file, at in self._files or ():
                os.pwrite(file, _line(_WORD, f"{game_id:08}", f"{seq:08}").encode(), at)

    def renew(self, game_id: int, seq: int) -> None:
        """Write it where it should be, whatever lies there now, and wait until it is on disk."""
        self.close()
        self.write(game_id, seq)
        with contextlib.suppress(OSError):
            for place, _ in self._places:
                to_disk(place)
            to_disk(self._places[0][0].parent)

    def forget(self) -> None:
        """Another journal, or none, lies there now: nothing of it is known yet."""
        self.renew(0, 0)
        self.close()

    def close(self) -> None:
        """Give the files back."""
        for file, _ in self._files or ():
            os.close(file)
        self._files = None

    def _open(self) -> None:
        self._files = []
        for place, at in self._places:
            with contextlib.suppress(OSError):
                self._files.append((open_in_place(place), at))

    def _lines(self) -> list[tuple[str, int, int] | None]:
        return [_whole_line(place, at) for place, at in self._places]


def _whole_line(place: Path, at: int) -> tuple[str, int, int] | None:
    """The word and the entry of a mark; None if it is not what was written."""
    try:
        words = read_plain(place, at + _OCTETS)[at:].decode("ascii").split()
    except (OSError, UnicodeDecodeError):
        return None
    if len(words) != 4 or words[0] not in {_WORD, _ALONE} or words != _line(*words[:3]).split():
        return None
    return words[0], int(words[1]), int(words[2])


def _line(word: str, game: str, seq: str) -> str:
    """Always as long: it is overwritten in place, within one sector."""
    said = f"{word} {game} {seq}"
    return f"{said} {crc32(said.encode()):08x}\n"
