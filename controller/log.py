"""Log one line for each event, ``event=... key=value``, on standard error."""

import logging
import os
import sys
import traceback
from collections import deque
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final, TextIO

import msgspec

from controller import limits

_LOGGER: Final = logging.getLogger("royaltable")
_RECENT_LINES: Final[deque["RecentLine"]] = deque(maxlen=limits.LOG_LINES_KEPT)
_UNQUOTED_CHARACTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:/+@")

LOGGED_LIBRARIES: Final = ("asyncio", "uvicorn", "uvicorn.error")
"""Libraries whose warnings are logged, too."""

_JOURNALD_PRIORITY: Final = {logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3}
"""By level, the priority that journald reads before a line (sd-daemon(3))."""

RELOG_FAILURE_EVERY_S: Final = 3600.0
"""Longest time until a failure is logged again."""

MAX_COUNTED_FAILURES: Final = 16
"""Different failures that a `RetryLog` counts at once."""


def info(event: str, **values: object) -> None:
    _LOGGER.info(format_log_line(event, **values))


def warning(event: str, **values: object) -> None:
    """Log a fault with which the game goes on."""
    _LOGGER.warning(format_log_line(event, **values))


def error(event: str, **values: object) -> None:
    _LOGGER.error(format_log_line(event, **values))


def format_log_line(event: str, **values: object) -> str:
    """Return ``event=device_lost device=blue fault="no answer"``, with values quoted as JSON if needed."""
    return " ".join(f"{key}={_quote_if_needed(str(value))}" for key, value in {"event": event, **values}.items())


class RecentLine(msgspec.Struct, frozen=True):
    """A line of this process's log; ``warning`` includes errors."""

    written_utc: str
    warning: bool
    text: str


def recent_lines() -> list[RecentLine]:
    """Return the latest lines of this process, oldest first.

    The sandbox cannot read journald's log. Lines of libraries are left out: they may quote anything.
    """
    return [*_RECENT_LINES]


class RetryLog:
    """Failures of one retry loop: each is logged once, then counted.

    Repetitions of an event with equal fields are counted until recovery, for an hour at most; then one
    line with these fields gives their number, ``repeated``.
    """

    def __init__(self) -> None:
        self._repeats: dict[str, tuple[int, float]] = {}

    @property
    def is_failing(self) -> bool:
        return bool(self._repeats)

    def log_failure(
        self, event: str, now_s: float, varying: Mapping[str, object] | None = None, **values: object
    ) -> None:
        """Log a new failure, else count it; ``varying`` fields, such as a growing pause, are not compared."""
        failure = format_log_line(event, **values)
        if failure not in self._repeats:
            if len(self._repeats) >= MAX_COUNTED_FAILURES:
                self.log_recovery()
            self._repeats[failure] = 0, now_s
            warning(event, **values, **(varying or {}))
            return
        repeated, reported_at_s = self._repeats[failure]
        self._repeats[failure] = repeated + 1, reported_at_s
        if now_s - reported_at_s >= RELOG_FAILURE_EVERY_S:
            _LOGGER.warning("%s repeated=%d", failure, repeated + 1)
            self._repeats[failure] = 0, now_s

    def log_recovery(self) -> None:
        for failure, (repeated, _) in self._repeats.items():
            if repeated:
                _LOGGER.warning("%s repeated=%d", failure, repeated)
        self._repeats.clear()


def configure_logging(level: int) -> None:
    """Write lines of at least ``level`` to standard error, with priorities for journald, else the time.

    Include warnings of `LOGGED_LIBRARIES`; all lines share one budget.
    """
    handler = _RememberingHandler(sys.stderr)
    handler.setFormatter(_JournaldFormatter() if "JOURNAL_STREAM" in os.environ else _TimeFormatter())
    handler.addFilter(LogLineBudget())
    for logger, least in ((_LOGGER, level), *((logging.getLogger(name), logging.WARNING) for name in LOGGED_LIBRARIES)):
        logger.handlers = [handler]
        logger.setLevel(least)
        logger.propagate = False


class _RememberingHandler(logging.StreamHandler[TextIO]):
    """Keeps this program's lines that pass the budget, as they are written."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.name == _LOGGER.name:
            is_warning = record.levelno >= logging.WARNING
            _RECENT_LINES.append(RecentLine(_format_time(record), is_warning, record.getMessage()))
        super().emit(record)


class LogLineBudget(logging.Filter):
    """A token bucket of log lines: drops lines over budget and adds their number, ``left_out``, to the next."""

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
        """Return whether the budget has a line left; reduce a traceback to type and place, without values."""
        passed_s = 0.0 if self._at_s is None else max(0.0, record.created - self._at_s)
        self._at_s = record.created
        self._left = min(self._burst, self._left + passed_s * self._a_second)
        if self._left < 1:
            self.left_out += 1
            return False
        self._left -= 1
        text = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            frames = traceback.extract_tb(record.exc_info[2])
            where = f" at {frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else ""
            text = f"{text.splitlines()[0] if text else ''} ({type(record.exc_info[1]).__name__}{where})"
        counted = f" left_out={self.left_out}" if self.left_out else ""
        record.msg, record.args = text[: limits.LOG_LINE_CHARS] + counted, ()
        record.exc_info = record.exc_text = record.stack_info = None
        self.left_out = 0
        return True


class _JournaldFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return f"<{_JOURNALD_PRIORITY.get(record.levelno, 5)}>{record.getMessage()}"


class _TimeFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return f"time={_format_time(record)} level={record.levelname.lower()} {record.getMessage()}"


def _format_time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _quote_if_needed(value: str) -> str:
    return value if value and _UNQUOTED_CHARACTERS.issuperset(value) else msgspec.json.encode(value).decode()
