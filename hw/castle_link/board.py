"""State of a castle board that outlives its connections: boot, clock and events."""

from typing import Final

from msgspec import Struct

from hw.castle_link.messages import BoardId, BootId, Hello, NumberedEvent

SPAN_S: Final = 5.0
"""Of the beats within so long, only the one with the shortest round trip is kept."""

MOST_BEATS: Final = 24
"""Two minutes of beats, which give the drift to a few parts per million."""

DRIFT_SPAN_S: Final = 20.0
"""Shortest range of beats from which a drift is computed."""

DRIFT_MOST: Final = 200e-6
"""Drift beyond this is jitter: the crystals of Pico and host are each off by 30 ppm at most."""

ROUND_TRIP_FLOOR_S: Final = 1e-3
"""USB polls a full-speed device once a millisecond, and the board's time has whole milliseconds."""


class _ClockSample(Struct, frozen=True):
    """``board_s`` on the board's clock was ``host_s`` here, plus or minus half of ``round_trip_s``."""

    board_s: float
    host_s: float
    round_trip_s: float

    @property
    def weight(self) -> float:
        return (self.round_trip_s + ROUND_TRIP_FLOOR_S) ** -2


class BoardClock:
    """Linear map from a board's time to the host's, fitted to the beats of one boot."""

    def __init__(self) -> None:
        self._beats: list[_ClockSample] = []
        self._begins_s = 0.0
        self._rate = 1.0
        self._at = (0.0, 0.0)

    @property
    def known(self) -> bool:
        return bool(self._beats)

    @property
    def drift(self) -> float:
        """Excess length of the board's second; 50e-6 are 50 ppm."""
        return self._rate - 1.0

    def on_beat(self, sent_s: float, t_ms: int, received_s: float) -> None:
        """Take a beat that left at ``sent_s`` and came back at ``received_s``; ignore one from the future."""
        if sent_s > received_s:
            return
        beat = _ClockSample(t_ms / 1000, (sent_s + received_s) / 2, received_s - sent_s)
        if self._beats and beat.board_s - self._begins_s < SPAN_S:
            if beat.round_trip_s <= self._beats[-1].round_trip_s:
                self._beats[-1] = beat
        else:
            self._begins_s = beat.board_s
            self._beats = [*self._beats[1 - MOST_BEATS :], beat]
        self._fit()

    def host_s(self, t_ms: int) -> float:
        """Return the host's time at which the board's clock showed ``t_ms``."""
        board_s, host_s = self._at
        return host_s + self._rate * (t_ms / 1000 - board_s)

    def _fit(self) -> None:
        """Fit by weighted least squares; the line passes through the centre of the beats."""
        weights = [beat.weight for beat in self._beats]
        total = sum(weights)
        pairs = list(zip(self._beats, weights, strict=True))
        board_s = sum(beat.board_s * weight for beat, weight in pairs) / total
        host_s = sum(beat.host_s * weight for beat, weight in pairs) / total
        self._at = (board_s, host_s)
        self._rate = 1.0
        if self._beats[-1].board_s - self._beats[0].board_s >= DRIFT_SPAN_S:
            spread = sum(weight * (beat.board_s - board_s) ** 2 for beat, weight in pairs)
            slope = sum(weight * (beat.board_s - board_s) * (beat.host_s - host_s) for beat, weight in pairs) / spread
            self._rate = min(max(slope, 1 - DRIFT_MOST), 1 + DRIFT_MOST)


KEPT_EVENTS: Final = 128
"""Most unacknowledged events of a board (PROTOCOL.md); events numbered beyond are ignored."""


class Board:
    """A board of the table, connected or not.

    Attributes:
        clock: of the current boot.
        taken: number up to which all events of this boot were taken.
    """

    def __init__(self, board: BoardId) -> None:
        self.id = board
        self.boot: BootId | None = None
        self.clock = BoardClock()
        self.taken = 0
        self._missed = 0
        self._last = 0
        self._early: dict[int, NumberedEvent] = {}

    def on_hello(self, hello: Hello) -> int:
        """Take a ``hello``; return how many events were lost with the previous boot."""
        if hello.boot == self.boot:
            self.taken = max(self.taken, hello.acked)
            return 0
        lost = max(0, self._last - self.taken)
        self.boot, self.taken, self.clock = hello.boot, hello.acked, BoardClock()
        self._missed, self._last, self._early = 0, hello.acked, {}
        return lost

    def on_beat(self, last: int, missed: int) -> int:
        """Take the event counts of a beat; return how many more events the board missed."""
        more, self._missed = missed - self._missed, missed
        self._last = last
        return more

    def add(self, event: NumberedEvent) -> None:
        if self.taken < event.n <= self.taken + KEPT_EVENTS:
            self._early[event.n] = event
            self._last = max(self._last, event.n)

    def pop_due(self) -> list[NumberedEvent]:
        """Remove and return the next events in order; none until the board's clock is known."""
        events = []
        while self.clock.known and self.taken + 1 in self._early:
            self.taken += 1
            events.append(self._early.pop(self.taken))
        return events
