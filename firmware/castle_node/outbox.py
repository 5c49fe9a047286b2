"""Output queues: a ring of unacknowledged events, and lines for a port that may be stuck."""

from .link import SEQUENCE_MODULUS, format_line
from .ports import Board


class Outbox:
    """Ring of unacknowledged events, numbered from 1.

    Attributes:
        last: number of the newest event, 0 for none.
        acked: highest acknowledged number.
        missed: events dropped because the ring was full.
    """

    def __init__(self, places: int = 128) -> None:
        self.last = 0
        self.acked = 0
        self.missed = 0
        self._bodies = [""] * places

    def add_event(self, word: str, fields: str) -> None:
        if self.last - self.acked >= len(self._bodies):
            self.missed += 1
            return
        self.last += 1
        self._bodies[self.last % len(self._bodies)] = f"{word} {self.last} {fields}"

    def event_body(self, number: int) -> str:
        return self._bodies[number % len(self._bodies)]

    def acknowledge_up_to(self, number: int) -> bool:
        """Drop events up to ``number``; return whether there were any."""
        if not self.acked < number <= self.last:
            return False
        while self.acked < number:
            self.acked += 1
            self._bodies[self.acked % len(self._bodies)] = ""
        return True


MAX_QUEUED_BYTES = 1024

WRITE_BATCH_BYTES = 64
"""Bytes after which a write stops at a line end; they delay readers by 0.2 ms."""


class LineQueue:
    """Queue of lines to the host; ``choked`` counts those dropped when it was full."""

    def __init__(self, board: Board) -> None:
        self.choked = 0
        self._board = board
        self._lines: list[bytes] = []
        self._queued_bytes = 0
        self._start = 0
        self._sequence = 0

    @property
    def is_empty(self) -> bool:
        return not self._lines

    def queue_line(self, body: str) -> bool:
        """Queue a line; return whether it fitted."""
        data = format_line(self._sequence, body)
        if self._queued_bytes + len(data) > MAX_QUEUED_BYTES:
            self.choked += 1
            return False
        self._sequence = (self._sequence + 1) % SEQUENCE_MODULUS
        self._lines.append(data)
        self._queued_bytes += len(data)
        return True

    def write_some(self) -> None:
        """Send what the port takes; stop after the line that reaches ``WRITE_BATCH_BYTES``."""
        sent = 0
        while self._lines and sent < WRITE_BATCH_BYTES:
            first = self._lines[0]
            written = self._board.write_to_host(first, self._start)
            self._start += written
            sent += written
            if self._start < len(first):
                return
            self._drop_first_line()

    def clear(self) -> None:
        """Drop all lines, also one that is partly sent."""
        while self._lines:
            self._drop_first_line()

    def _drop_first_line(self) -> None:
        self._queued_bytes -= len(self._lines.pop(0))
        self._start = 0
