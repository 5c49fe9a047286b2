"""Which game's code is at work: a page of memory that outlives this process, for the next one to read.

Python code is ended in time (``time_limit``). C code that never returns is not: nothing of Python runs beside it, and
whoever minds the table kills it. Then the game still stands in the page, and behind it where it was at work, which a
thread of C wrote. Whoever kills the table while a game answers in time leaves a page without that.
"""

import contextlib
import faulthandler
import fcntl
import mmap
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from msgspec import Struct

HANGS_AFTER_S: Final = 12.0
"""Python code has been ended by then, at the latest; ``WatchdogSec`` of the service is longer."""

MAKING: Final = "make"
"""What is asked of a game while it is imported and made, as if it were a method."""

_SIZE: Final = 128
_NOBODY: Final = bytes(_SIZE)
_LONGEST_TRACE: Final = 64 * 1024
_PLACE: Final = re.compile(r'File "(?:.*/)?([^/"]+)", line (\d+)')


class Left(Struct, frozen=True):
    """What the process before has left unfinished.

    Attributes:
        game: its name.
        method: what it was asked.
        at: file and line, if it had been at work for too long; None if it was killed, or ended by its own code, sooner.
    """

    game: str
    method: str
    at: str | None


class AtWork:
    """Owner of the page. Without a file, or where that cannot be had, nothing outlives this process.

    Attributes:
        left: what the process before has left unfinished.
    """

    def __init__(self) -> None:
        self.left: Left | None = None
        self._page: mmap.mmap | bytearray = bytearray(_SIZE)
        self._now = _NOBODY
        self._file: IO[bytes] | None = None

    @contextlib.contextmanager
    def kept_in(self, file: Path) -> Iterator[None]:
        """Read what the process before has left there, and begin anew; a second process at a time has no file."""
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError):
                file.parent.mkdir(parents=True, exist_ok=True)
                opened = stack.enter_context(file.open("ab+"))
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
                opened.seek(0)
                left = _read(opened.read(_SIZE), opened.read(_LONGEST_TRACE))
                opened.truncate(0)
                opened.truncate(_SIZE)
                self._page, self._file, self.left = mmap.mmap(opened.fileno(), _SIZE), opened, left
            try:
                yield
            finally:
                self.rest()
                self._page, self._file, self.left = bytearray(_SIZE), None, None

    def begin(self, label: bytes) -> bytes:
        """A game is asked something (see ``label``); gives what was at work before."""
        outer, self._now = self._now, label
        self._page[:_SIZE] = label
        return outer

    def end(self, outer: bytes) -> None:
        """It has answered; what was at work before goes on."""
        self._now = outer
        self._page[:_SIZE] = outer

    def watch(self) -> None:
        """From now on it is too long; called again and again while games answer."""
        if self._file is not None:
            os.ftruncate(self._file.fileno(), _SIZE)  # what took long has come back
            faulthandler.dump_traceback_later(HANGS_AFTER_S, file=self._file)

    def rest(self) -> None:
        if self._file is not None:
            faulthandler.cancel_dump_traceback_later()

    @contextlib.contextmanager
    def making(self, game: str) -> Iterator[None]:
        """While a game is imported and made, which may take longer than an answer."""
        outer = self.begin(label(game, MAKING))
        self.watch()
        try:
            yield
        finally:
            self.watch()  # others may be at work
            self.end(outer)


def label(game: str, method: str) -> bytes:
    return f"{game}\0{method}".encode("utf-8", "replace")[:_SIZE].ljust(_SIZE, b"\0")


def _read(page: bytes, trace: bytes) -> Left | None:
    game, _, method = page.rstrip(b"\0").decode("utf-8", "replace").partition("\0")
    if not game:
        return None
    main = trace.decode("utf-8", "replace").rpartition("\nThread ")[
        2
    ]  # the oldest thread comes last, newest call first
    place = _PLACE.search(main)
    return Left(game, method, f"{place[1]}:{place[2]}" if place is not None else None)


AT_WORK: Final = AtWork()
"""A process has one page."""
