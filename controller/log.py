"""The log: one line an event, ``event=... key=value``, on standard error."""

import logging
import os
import sys
from datetime import UTC, datetime
from typing import Final

import msgspec

_LOGGER: Final = logging.getLogger("royaltable")
_PLAIN: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:/+@")

_PRIORITY: Final = {logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3}
"""The numbers that journald reads from the start of a line (sd-daemon(3))."""


def info(event: str, **values: object) -> None:
    """Something happened as it should."""
    _LOGGER.info(line(event, **values))


def warning(event: str, **values: object) -> None:
    """Something is the matter; the game goes on."""
    _LOGGER.warning(line(event, **values))


def line(event: str, **values: object) -> str:
    """``event=device_lost device=blue fault="no answer"``; a value that is not plain is quoted as in JSON."""
    return " ".join(f"{key}={_quoted(str(value))}" for key, value in {"event": event, **values}.items())


def to_standard_error(level: int) -> None:
    """Let lines of at least ``level`` go to standard error; journald gets priorities, people get the time."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_ForJournald() if "JOURNAL_STREAM" in os.environ else _ForPeople())
    _LOGGER.handlers = [handler]
    _LOGGER.setLevel(level)
    _LOGGER.propagate = False


class _ForJournald(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return f"<{_PRIORITY.get(record.levelno, 5)}>{record.getMessage()}"


class _ForPeople(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        return f"time={at} level={record.levelname.lower()} {record.getMessage()}"


def _quoted(value: str) -> str:
    return value if value and _PLAIN.issuperset(value) else msgspec.json.encode(value).decode()
