"""Read a backup's zip, which may be crafted: known plain files only, each once, of bounded size."""

import os
import stat
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO, Final

from controller import limits, reading

CHUNK_BYTES: Final = 1 << 16


class ArchiveError(Exception):
    """The archive is invalid or incomplete."""


class Archive:
    """An open archive.

    Args:
        max_bytes: allowed names with the maximum size of each file.

    Raises:
        ArchiveError: ``file`` is no zip, or has other names or anything but plain files.
    """

    def __init__(self, file: BinaryIO, max_bytes: Mapping[str, int]) -> None:
        with _convert_zip_errors():
            self._zip = zipfile.ZipFile(file)
            self._size = os.fstat(file.fileno()).st_size
        self._max_bytes = max_bytes
        packed = self._zip.infolist()
        self._packed = {each.filename: each for each in packed}
        self.names = self._packed.keys()
        if len(self._packed) != len(packed):
            raise ArchiveError("it contains a name twice")
        if unknown := sorted(self.names - max_bytes.keys()):
            raise ArchiveError(f"unexpected file {unknown[0][:80]!r}")
        for each in packed:
            if each.flag_bits & 1:
                raise ArchiveError(f"{each.filename} is encrypted")
            if each.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
                raise ArchiveError(f"{each.filename} has compression method {each.compress_type}, expected 0 or 8")
            if stat.S_IFMT(each.external_attr >> 16) not in {0, stat.S_IFREG}:
                raise ArchiveError(f"{each.filename} is not a plain file")

    def read_chunks(self, name: str) -> Iterator[bytes]:
        """Yield the content of a file without trusting the sizes in the zip."""
        if name not in self.names:
            raise ArchiveError(f"{name} is missing")
        packed = self._packed[name]
        max_bytes = min(
            self._max_bytes[name],
            limits.BACKUP_SMALL_FILE_BYTES + limits.BACKUP_COMPRESSION_RATIO * packed.compress_size,
        )
        if packed.compress_size > self._size:
            raise ArchiveError(f"{name} claims to be larger than the archive")
        count = 0
        with _convert_zip_errors(), self._zip.open(packed) as file:
            while chunk := file.read(CHUNK_BYTES):
                count += len(chunk)
                if count > max_bytes:
                    raise ArchiveError(f"{name} has more than {max_bytes} bytes")
                yield chunk
            if count != packed.file_size:
                raise ArchiveError(f"{name} has {count} bytes but claims {packed.file_size}")

    def read_file(self, name: str) -> bytes:
        return b"".join(self.read_chunks(name))


@contextmanager
def open_archive(path: Path, max_bytes: Mapping[str, int], file: BinaryIO | None = None) -> Iterator[Archive]:
    """Open the archive at ``path``, or the open ``file``.

    Raises:
        ArchiveError: see `Archive`.
        OSError: the path cannot be opened, or is no plain file.
    """
    with nullcontext(file) if file is not None else reading.open_regular_file(path) as source:
        yield Archive(source, max_bytes)


@contextmanager
def _convert_zip_errors() -> Iterator[None]:
    try:
        yield
    except ArchiveError:
        raise
    except zipfile.BadZipFile:
        raise ArchiveError("no zip file, or only a part of one") from None
    except Exception as fault:  # noqa: BLE001  # zipfile raises many undocumented exceptions
        raise ArchiveError(str(fault) or type(fault).__name__) from None
