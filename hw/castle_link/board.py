"""What the host knows of one castle board across all its cables: its boot, its clock, which events it has taken."""

from typing import Final

from hw.castle_link.board_clock import BoardClock
from hw.castle_link.messages import BoardId, BootId, Hello, NumberedEvent

KEPT_EVENTS: Final = 128
"""So many events that are not acknowledged a board keeps (PROTOCOL.md): what is numbered further on is none of its."""


class Board:
    """A board that the table has; it may be there or not.

    Attributes:
        clock: of its present boot.
        taken: the number up to which all events of this boot were taken.
    """

    def __init__(self, board: BoardId) -> None:
        self.id = board
        self.boot: BootId | None = None
        self.clock = BoardClock()
        self.taken = 0
        self._missed = 0
        self._last = 0
        self._early: dict[int, NumberedEvent] = {}

    def greeted(self, hello: Hello) -> int:
        """The board says who it is; gives how many events are known to be lost with its last boot."""
        if hello.boot == self.boot:
            self.taken = max(self.taken, hello.acked)
            return 0
        lost = max(0, self._last - self.taken)
        self.boot, self.taken, self.clock = hello.boot, hello.acked, BoardClock()
        self._missed, self._last, self._early = 0, hello.acked, {}
        return lost

    def beat(self, last: int, missed: int) -> int:
        """What a beat says of the events; gives how many more the board could not keep."""
        more, self._missed = missed - self._missed, missed
        self._last = last
        return more

    def take(self, event: NumberedEvent) -> None:
        """An event came: in its turn, early, or once more."""
        if self.taken < event.n <= self.taken + KEPT_EVENTS:
            self._early[event.n] = event
            self._last = max(self._last, event.n)

    def due(self) -> list[NumberedEvent]:
        """The events whose turn it is, each once; they wait until the board's clock is known."""
        events = []
        while self.clock.known and self.taken + 1 in self._early:
            self.taken += 1
            events.append(self._early.pop(self.taken))
        return events
