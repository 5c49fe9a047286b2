"""The log: one line an event, ``event=... key=value``, on standard error."""

import logging
import os
import sys
import traceback
from datetime import UTC, datetime
from typing import Final

import msgspec

from controller import limits

_LOGGER: Final = logging.getLogger("royaltable")
_PLAIN: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:/+@")

LIBRARIES: Final = ("asyncio", "uvicorn", "uvicorn.error")
"""Whose warnings are told, too."""

_PRIORITY: Final = {logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3}
"""The numbers that journald reads from the start of a line (sd-daemon(3))."""


def info(event: str, **values: object) -> None:
    _LOGGER.info(line(event, **values))


def warning(event: str, **values: object) -> None:
    """Something is the matter; the game goes on."""
    _LOGGER.warning(line(event, **values))


def error(event: str, **values: object) -> None:
    _LOGGER.error(line(event, **values))


def line(event: str, **values: object) -> str:
    """``event=device_lost device=blue fault="no answer"``; a value that is not plain is quoted as in JSON."""
    return " ".join(f"{key}={_quoted(str(value))}" for key, value in {"event": event, **values}.items())


def to_standard_error(level: int) -> None:
    """Let lines of at least ``level`` go to standard error; journald gets priorities, people get the time.

    What libraries have to say goes there, too, and all of it is bounded.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_ForJournald() if "JOURNAL_STREAM" in os.environ else _ForPeople())
    handler.addFilter(Bounded())
    for logger, least in ((_LOGGER, level), *((logging.getLogger(name), logging.WARNING) for name in LIBRARIES)):
        logger.handlers = [handler]
        logger.setLevel(least)
        logger.propagate = False


class Bounded(logging.Filter):
    """A budget of lines; what is over it is counted, and the next line says how many were left out."""

    def __init__(
        self, burst: int = limits.LOG_BURST_LINES, lines_a_minute: float = limits.LOG_LINES_PER_MINUTE
    ) -> None:
        super().__init__()
        self._burst = burst
        self._a_second = lines_a_minute / 60
        self._left = float(burst)
        self._at_s: float | None = None
        self.left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether there is a line left; a traceback becomes the kind of fault, which quotes nothing, and its place."""
        gone_s = 0.0 if self._at_s is None else max(0.0, record.created - self._at_s)
        self._at_s = record.created
        self._left = min(self._burst, self._left + gone_s * self._a_second)
        if self._left < 1:
            self.left_out += 1
            return False
        self._left -= 1
        said = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            frames = traceback.extract_tb(record.exc_info[2])
            where = f" at {frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else ""
            said = f"{said.splitlines()[0] if said else ''} ({type(record.exc_info[1]).__name__}{where})"
        counted = f" left_out={self.left_out}" if self.left_out else ""
        record.msg, record.args = said[: limits.LOG_LINE_CHARS] + counted, ()
        record.exc_info = record.exc_text = record.stack_info = None
        self.left_out = 0
        return True


class _ForJournald(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return f"<{_PRIORITY.get(record.levelno, 5)}>{record.getMessage()}"


class _ForPeople(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        return f"time={at} level={record.levelname.lower()} {record.getMessage()}"


def _quoted(value: str) -> str:
    return value if value and _PLAIN.issuperset(value) else msgspec.json.encode(value).decode()
