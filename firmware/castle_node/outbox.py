"""What waits to go out: events until they are acknowledged, in a ring; lines, in front of a line that may be stuck."""

from .link import SEQUENCE, line
from .ports import Board


class Outbox:
    """The events, numbered from 1.

    Attributes:
        last: the newest event's number, 0 for none.
        acked: the highest number acknowledged.
        missed: events that found the ring full.
    """

    def __init__(self, places: int = 128) -> None:
        self.last = 0
        self.acked = 0
        self.missed = 0
        self._bodies = [""] * places

    def add(self, word: str, fields: str) -> None:
        """An event has happened; if there is no place for it, it is counted instead."""
        if self.last - self.acked >= len(self._bodies):
            self.missed += 1
            return
        self.last += 1
        self._bodies[self.last % len(self._bodies)] = f"{word} {self.last} {fields}"

    def body(self, number: int) -> str:
        return self._bodies[number % len(self._bodies)]

    def ack(self, number: int) -> bool:
        """The host has everything up to ``number``; whether that is news. A number never given is none."""
        if not self.acked < number <= self.last:
            return False
        while self.acked < number:
            self.acked += 1
            self._bodies[self.acked % len(self._bodies)] = ""
        return True


QUEUE_BYTES = 1024
"""How much may wait."""

FLUSH_BYTES = 64
"""After so many at once the rest waits for the next time: byte by byte they hold up a Pico's readers, 0.2 ms each."""


class Output:
    """What the board says, as fast as the line takes it.

    Attributes:
        choked: lines that found the queue full.
    """

    def __init__(self, board: Board) -> None:
        self.choked = 0
        self._board = board
        self._lines: list[bytes] = []
        self._queued_bytes = 0
        self._start = 0
        self._sequence = 0

    @property
    def empty(self) -> bool:
        return not self._lines

    def queue(self, body: str) -> bool:
        """Put a line into the queue; false if it does not fit."""
        data = line(self._sequence, body)
        if self._queued_bytes + len(data) > QUEUE_BYTES:
            self.choked += 1
            return False
        self._sequence = (self._sequence + 1) % SEQUENCE
        self._lines.append(data)
        self._queued_bytes += len(data)
        return True

    def flush(self) -> None:
        """Send what the line takes now, up to the end of the line in which that is enough at once."""
        data = 0
        while self._lines and data < FLUSH_BYTES:
            first = self._lines[0]
            written = self._board.write(first, self._start)
            self._start += written
            data += written
            if self._start < len(first):
                return
            self._drop_first()

    def clear(self) -> None:
        """Nobody wants what waits any more: a line under way is cut off."""
        while self._lines:
            self._drop_first()

    def _drop_first(self) -> None:
        self._queued_bytes -= len(self._lines.pop(0))
        self._start = 0
