"""Reading files that a person names, and TOML and JSON that others wrote, within bounds of time and memory."""

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

NO_JSON: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding JSON of others may raise: it is none or not of the shape, has a text that is no UTF-8, is too deep."""

_TOKEN: Final = re.compile(
    r'''
      """(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\\?\Z)  # strings end where TOML ends them, or with the text
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
    """The text is no TOML, or has more of something than the table reads; the message says where."""


class _Pieces(io.BufferedReader):
    """A zip's list of files is read whole, however many it says there are."""

    def read(self, size: int | None = -1) -> bytes:
        if size is not None and size > limits.BACKUP_LIST_BYTES:
            raise OSError(errno.EFBIG, f"has a list of {size:,} bytes, expected {limits.BACKUP_LIST_BYTES:,} at most")
        return super().read(size)


def opened(path: Path) -> BinaryIO:
    """Open a file that has a length, such as a database or a zip; links are followed, and no pipe is waited for.

    Raises:
        OSError: it cannot be read, or is something else.
    """
    file = _opened(path)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError(errno.EPERM, "is no plain file", str(path))
    return _Pieces(io.FileIO(file))


def read_file(path: Path, most: int, *, whole: bool = True) -> bytes:
    """Return what is in a file, a terminal or a pipe, of which there may be ``most`` bytes; else the first of them.

    Raises:
        OSError: it cannot be read, is a folder or a device, has more, or is a pipe into which no program writes.
    """
    file = _opened(path)
    with os.fdopen(file, "rb") as content:
        mode = os.fstat(file).st_mode
        if not stat.S_ISREG(mode):
            if not stat.S_ISFIFO(mode) and not os.isatty(file):
                raise OSError(errno.EPERM, "is a folder or a device, expected a file", str(path))
            try:
                first = os.read(file, min(most, 1 << 16))
            except BlockingIOError:
                os.set_blocking(file, True)
                first = os.read(file, min(most, 1 << 16))
            if not first:
                raise OSError(errno.ENODATA, "is a pipe into which no program writes", str(path))
            os.set_blocking(file, True)
        else:
            first = b""
        octets = first + (content.read(most - len(first) + whole) or b"")
    if len(octets) > most:
        raise OSError(errno.EFBIG, f"has more than {most:,} bytes", str(path))
    return octets


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError as fault:
        if fault.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "is a socket, expected a file", str(path)) from None
        raise


def toml_of(text: str, parts: int = limits.TOML_PARTS) -> dict[str, Any]:
    """Return what ``text`` says, which has so many ``parts`` at most: dots, equals signs and opening brackets.

    ``tomllib`` needs time and memory that grow with the square of a key's parts, recurses into brackets, and reads
    numbers of any length, so these are counted first.

    Raises:
        TomlError: it says nothing, or is over a bound.
    """
    _see_that_it_is_bounded(text, parts)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as fault:  # ValueError also for a number that no machine's clock has
        raise TomlError(str(fault)) from None


def _see_that_it_is_bounded(text: str, most_parts: int) -> None:
    _see(text, 0, "characters", len(text), limits.TOML_CHARS)
    parts = dots = depth = 0
    for found in _TOKEN.finditer(text):
        piece, place = found[0], found.start()
        match piece[0]:
            case ".":
                dots += 1
                parts += 1
                _see(text, place, "parts of a key", dots + 1, limits.TOML_KEY_PARTS)
            case "=" | "[" | "{":
                dots = 0
                parts += 1
                depth += piece != "="
                _see(text, place, "brackets in one another", depth, limits.TOML_NESTED_BRACKETS)
            case "]" | "}":
                dots = 0
                depth -= 1
            case "," | "\n":
                dots = 0
            case '"' | "'" | "#":
                pass
            case _:
                _see(text, place, "characters in a word or number", len(piece), limits.TOML_WORD_CHARS)
        _see(text, place, "keys and brackets", parts, most_parts)


def _see(text: str, place: int, what: str, seen: int, most: int) -> None:
    if seen > most:
        line = text.count("\n", 0, place) + 1
        raise TomlError(f"saw {seen} {what} at line {line}, expected {most} at most")
