"""State of a castle board that outlives its connections: boot, clock and events."""

from collections.abc import Mapping
from typing import Final

from hw.castle_link.messages import BoardId, BootId, Hello, NumberedEvent

MAX_CLOCK_DRIFT: Final = 100e-6
"""Most drift between the clocks of board and host: each crystal is off by up to 30 ppm, more in heat."""


class BoardClock:
    """Difference between a board's time and the host's, from one boot's beats."""

    def __init__(self) -> None:
        self.known = False
        self._ahead_s = 0.0
        self._round_trip_s = 0.0
        self._taken_s = 0.0

    def use_beat_if_more_exact(self, sent_s: float, t_ms: int, received_s: float) -> None:
        """Use a beat that took from ``sent_s`` to ``received_s`` if at least as exact as the one in use.

        A beat is off by up to half its round trip plus the drift since. Ignore one that came back before it left.
        """
        round_trip_s = received_s - sent_s
        drifted_s = (received_s - self._taken_s) * MAX_CLOCK_DRIFT
        if round_trip_s >= 0 and (not self.known or round_trip_s / 2 <= self._round_trip_s / 2 + drifted_s):
            self.known = True
            self._ahead_s = (sent_s + received_s) / 2 - t_ms / 1000
            self._round_trip_s = round_trip_s
            self._taken_s = received_s

    def to_host_s(self, t_ms: int) -> float:
        return t_ms / 1000 + self._ahead_s


MAX_UNACKED_EVENTS: Final = 128
"""Most unacknowledged events of a board (PROTOCOL.md); later ones are ignored."""


class Board:
    """A table's board, connected or not; events of this boot, timed by ``clock``, were taken up to ``taken``.

    ``settings`` are those that it is to have; a setting that is missing there may have any value.
    """

    def __init__(self, board: BoardId, settings: Mapping[str, str]) -> None:
        self.id = board
        self.settings = settings
        self.boot: BootId | None = None
        self.clock = BoardClock()
        self.taken = 0
        self._missed = 0
        self._last = 0
        self._early: dict[int, NumberedEvent] = {}

    def apply_hello_count_lost(self, hello: Hello) -> int:
        """Take a ``hello``; return how many events the previous boot lost."""
        if hello.boot == self.boot:
            self.taken = max(self.taken, hello.acked)
            return 0
        lost = max(0, self._last - self.taken)
        self.boot, self.taken, self.clock = hello.boot, hello.acked, BoardClock()
        self._missed, self._last, self._early = 0, hello.acked, {}
        return lost

    def apply_beat_count_missed(self, last: int, missed: int) -> int:
        """Take a beat's event counts; return how many more events the board missed."""
        more, self._missed = missed - self._missed, missed
        self._last = last
        return more

    def add_event_if_new(self, event: NumberedEvent) -> None:
        if self.taken < event.n <= self.taken + MAX_UNACKED_EVENTS:
            self._early[event.n] = event
            self._last = max(self._last, event.n)

    def pop_events_in_order(self) -> list[NumberedEvent]:
        """Return none until the board's clock is known."""
        events = []
        while self.clock.known and self.taken + 1 in self._early:
            self.taken += 1
            events.append(self._early.pop(self.taken))
        return events
