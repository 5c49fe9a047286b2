"""The zip that a backup is, read as if an enemy had packed it: plain files under known names, each once, bounded."""

import os
import stat
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO, Final

from controller import limits, reading

PIECE_BYTES: Final = 1 << 16


class ArchiveError(Exception):
    """It cannot be read whole; the message says what was seen."""


class Archive:
    """An open archive.

    Args:
        file: the zip.
        most: how many bytes each file in it may have, by the names that there may be.

    Attributes:
        names: those that are there.

    Raises:
        ArchiveError: it is no zip, or has other files than plain ones under those names.
    """

    def __init__(self, file: BinaryIO, most: Mapping[str, int]) -> None:
        with _explained():
            self._zip = zipfile.ZipFile(file)
            self._size = os.fstat(file.fileno()).st_size
        self._most = most
        packed = self._zip.infolist()
        self._packed = {each.filename: each for each in packed}
        self.names = self._packed.keys()
        if len(self._packed) != len(packed):
            raise ArchiveError("saw one name twice")
        if unknown := sorted(self.names - most.keys()):
            raise ArchiveError(f"saw a file {unknown[0][:80]!r}")
        for each in packed:
            if each.flag_bits & 1:
                raise ArchiveError(f"{each.filename} is encrypted")
            if each.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
                raise ArchiveError(f"{each.filename} is packed in way {each.compress_type}, expected 0 or 8")
            if stat.S_IFMT(each.external_attr >> 16) not in {0, stat.S_IFREG}:
                raise ArchiveError(f"{each.filename} is no plain file")

    def chunks(self, name: str) -> Iterator[bytes]:
        """Yield a file's content; no size that the zip states is trusted."""
        if name not in self.names:
            raise ArchiveError(f"{name} is missing")
        packed = self._packed[name]
        most = min(
            self._most[name], limits.BACKUP_SMALL_FILE_BYTES + limits.BACKUP_COMPRESSION_RATIO * packed.compress_size
        )
        if packed.compress_size > self._size:
            raise ArchiveError(f"{name} is said to be larger than the archive")
        count = 0
        with _explained(), self._zip.open(packed) as file:
            while piece := file.read(PIECE_BYTES):
                count += len(piece)
                if count > most:
                    raise ArchiveError(f"{name} has more than {most} bytes")
                yield piece
            if count != packed.file_size:
                raise ArchiveError(f"{name} has {count} bytes, and is said to have {packed.file_size}")

    def read(self, name: str) -> bytes:
        return b"".join(self.chunks(name))


@contextmanager
def open_archive(path: Path, most: Mapping[str, int], file: BinaryIO | None = None) -> Iterator[Archive]:
    """Open the archive at ``path``, or ``file`` if it is open already.

    Raises:
        ArchiveError: as `Archive` says.
        OSError: it cannot be opened, or is a pipe, a folder or a device.
    """
    with nullcontext(file) if file is not None else reading.opened(path) as source:
        yield Archive(source, most)


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except ArchiveError:
        raise
    except Exception as fault:  # noqa: BLE001  # zipfile documents two, and bytes of an enemy raise a dozen
        raise ArchiveError(str(fault) or type(fault).__name__) from None
