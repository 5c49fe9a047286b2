"""Read untrusted files, text of people and TOML within limits on time and memory."""

import codecs
import errno
import io
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from controller import limits

JSON_ERRORS: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Errors of foreign JSON: invalid syntax, types or UTF-8, too much nesting."""

_TOML_TOKEN: Final = re.compile(
    r'''
      """(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\\?\Z)  # a string ends as in TOML, or where the text ends
    | \'\'\'.*?(?:'{3,5}|\Z)
    | "(?:[^"\\\n]|\\.)*+"?
    | '[^'\n]*+'?
    | \#[^\n]*+
    | [A-Za-z0-9_+:-]++
    | [.=,\[\]{}\n]
    ''',
    re.VERBOSE | re.DOTALL,
)


class TomlError(ValueError):
    """The text is not valid TOML, or exceeds a bound; the message says where."""


class _BoundedReader(io.BufferedReader):
    """Refuses large reads: `zipfile` reads the list of files at once, in the size that the zip claims."""

    def read(self, size: int | None = -1) -> bytes:
        if size is not None and size > limits.BACKUP_LIST_BYTES:
            raise OSError(
                errno.EFBIG,
                f"the zip's list of files has {size:,} bytes, expected at most {limits.BACKUP_LIST_BYTES:,}",
            )
        return super().read(size)


class NotUtf8Error(OSError):
    """A file from people is not UTF-8; the message, without its name, says what it is and what to do."""

    def __init__(self, seen: str) -> None:
        super().__init__(errno.EILSEQ, f"{seen}, expected UTF-8. Save it again with the encoding UTF-8")

    def __str__(self) -> str:
        return str(self.strerror)


def strip_byte_order_mark(data: bytes) -> bytes:
    """Return UTF-8 text without the mark that editors on Windows put first; raise NotUtf8Error for UTF-16 and UTF-32.

    All files that people write pass here, or through `decode_text` and `read_text`.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or 0 in data[:2]:
        raise NotUtf8Error("is UTF-16 or UTF-32 text")
    return data.removeprefix(codecs.BOM_UTF8)


def decode_text(data: bytes) -> str:
    try:
        return strip_byte_order_mark(data).decode("utf-8")
    except UnicodeDecodeError as fault:
        line = fault.object.count(b"\n", 0, fault.start) + 1
        raise NotUtf8Error(f"has the byte {fault.object[fault.start]:#04x} in line {line}") from None


def read_text(path: Path, max_bytes: int) -> str:
    """Return a file from people, without a byte order mark; raise NotUtf8Error, or OSError as `read_file`."""
    try:
        return decode_text(read_file(path, max_bytes))
    except NotUtf8Error as fault:
        fault.filename = str(path)
        raise


def open_regular_file(path: Path) -> BinaryIO:
    """Open a file, following links, without blocking; raise OSError if unreadable or not regular."""
    file = _open_without_blocking(path)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError(errno.EPERM, "is not a regular file", str(path))
    return _BoundedReader(io.FileIO(file))


def read_file(path: Path, max_bytes: int, *, whole: bool = True) -> bytes:
    """Return the content of a file, terminal or pipe; unless ``whole``, the first ``max_bytes``.

    Raises:
        OSError: unreadable, too large (if ``whole``), a folder, a device, a pipe without a writer.
    """
    file = _open_without_blocking(path)
    with os.fdopen(file, "rb") as content:
        mode = os.fstat(file).st_mode
        if not stat.S_ISREG(mode):
            if not stat.S_ISFIFO(mode) and not os.isatty(file):
                raise OSError(errno.EPERM, "is a folder or a device, expected a file", str(path))
            try:
                first = os.read(file, min(max_bytes, 1 << 16))
            except BlockingIOError:
                os.set_blocking(file, True)
                first = os.read(file, min(max_bytes, 1 << 16))
            if not first:
                raise OSError(errno.ENODATA, "is a pipe without a writer", str(path))
            os.set_blocking(file, True)
        else:
            first = b""
        content_bytes = first + (content.read(max_bytes - len(first) + whole) or b"")
    if len(content_bytes) > max_bytes:
        raise OSError(errno.EFBIG, f"has more than {max_bytes:,} bytes", str(path))
    return content_bytes


def _open_without_blocking(path: Path) -> int:
    try:
        return os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError as fault:
        if fault.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "is a socket, expected a file", str(path)) from None
        raise


def parse_toml(text: str, max_parts: int = limits.TOML_PARTS) -> dict[str, Any]:
    """Parse TOML with at most ``max_parts`` dots, equals signs and opening brackets.

    Count first: ``tomllib`` recurses into brackets, reads numbers of any length, and takes time and memory
    that grow with the square of a key's parts.

    Raises:
        TomlError: the text is not valid, or exceeds a bound.
    """
    _check_toml_bounds(text, max_parts)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as fault:  # ValueError: also an impossible date
        raise TomlError(str(fault)) from None


def _check_toml_bounds(text: str, max_parts: int) -> None:
    _check_count_at_most(text, 0, "characters", len(text), limits.TOML_CHARS)
    parts = dots = depth = 0
    for found in _TOML_TOKEN.finditer(text):
        piece, place = found[0], found.start()
        match piece[0]:
            case ".":
                dots += 1
                parts += 1
                _check_count_at_most(text, place, "parts of a key", dots + 1, limits.TOML_KEY_PARTS)
            case "=" | "[" | "{":
                dots = 0
                parts += 1
                depth += piece != "="
                _check_count_at_most(text, place, "nested brackets", depth, limits.TOML_NESTED_BRACKETS)
            case "]" | "}":
                dots = 0
                depth -= 1
            case "," | "\n":
                dots = 0
            case '"' | "'" | "#":
                pass
            case _:
                _check_count_at_most(text, place, "characters in a word or number", len(piece), limits.TOML_WORD_CHARS)
        _check_count_at_most(text, place, "keys and brackets", parts, max_parts)


def _check_count_at_most(text: str, place: int, what: str, seen: int, most: int) -> None:
    if seen > most:
        line = text.count("\n", 0, place) + 1
        raise TomlError(f"saw {seen} {what} at line {line}, expected {most} at most")
