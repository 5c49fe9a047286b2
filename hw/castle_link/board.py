"""One castle board as the host knows it across all its cables: its boot and its clock."""

from typing import Final

from msgspec import Struct

from hw.castle_link.messages import BoardId, BootId, Hello, NumberedEvent

SPAN_S: Final = 5.0
"""One beat in so many seconds is kept: the one that was answered fastest."""

KEPT: Final = 24
"""How many such beats are kept; two minutes tell a crystal's drift to a few parts in a million."""

DRIFT_SPAN_S: Final = 20.0
"""Below this the beats are too close together to tell any drift."""

DRIFT_MOST: Final = 200e-6
"""A Pico's crystal is 30 ppm off at most, and so is the host's; more than this is jitter, not drift."""

ROUND_TRIP_FLOOR_S: Final = 1e-3
"""USB asks a full-speed device once a millisecond, and the board tells whole milliseconds."""


class _Beat(Struct, frozen=True):
    """At ``board_s`` of the board's clock it was ``host_s`` here, give or take half of ``round_trip_s``."""

    board_s: float
    host_s: float
    round_trip_s: float

    @property
    def weight(self) -> float:
        return (self.round_trip_s + ROUND_TRIP_FLOOR_S) ** -2


class BoardClock:
    """The line through what the beats said, one for each boot of a board."""

    def __init__(self) -> None:
        self._beats: list[_Beat] = []
        self._begins_s = 0.0
        self._rate = 1.0
        self._at = (0.0, 0.0)

    @property
    def known(self) -> bool:
        return bool(self._beats)

    @property
    def drift(self) -> float:
        """By how much a second of the board is longer than one of ours; 50e-6 are 50 ppm."""
        return self._rate - 1.0

    def on_beat(self, sent_s: float, t_ms: int, received_s: float) -> None:
        """A beat that left at ``sent_s`` came back at ``received_s`` with the board's time; one never sent is none."""
        if sent_s > received_s:
            return
        beat = _Beat(t_ms / 1000, (sent_s + received_s) / 2, received_s - sent_s)
        if self._beats and beat.board_s - self._begins_s < SPAN_S:
            if beat.round_trip_s <= self._beats[-1].round_trip_s:
                self._beats[-1] = beat
        else:
            self._begins_s = beat.board_s
            self._beats = [*self._beats[1 - KEPT :], beat]
        self._fit()

    def host_s(self, t_ms: int) -> float:
        """When the board's clock showed ``t_ms``, in seconds of the host's clock."""
        board_s, host_s = self._at
        return host_s + self._rate * (t_ms / 1000 - board_s)

    def _fit(self) -> None:
        """Weighted least squares; the line passes through the centre of the beats."""
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

    def on_hello(self, hello: Hello) -> int:
        """The board says who it is; gives how many events are known to be lost with its last boot."""
        if hello.boot == self.boot:
            self.taken = max(self.taken, hello.acked)
            return 0
        lost = max(0, self._last - self.taken)
        self.boot, self.taken, self.clock = hello.boot, hello.acked, BoardClock()
        self._missed, self._last, self._early = 0, hello.acked, {}
        return lost

    def on_beat(self, last: int, missed: int) -> int:
        """What a beat says of the events; gives how many more the board could not keep."""
        more, self._missed = missed - self._missed, missed
        self._last = last
        return more

    def add(self, event: NumberedEvent) -> None:
        if self.taken < event.n <= self.taken + KEPT_EVENTS:
            self._early[event.n] = event
            self._last = max(self._last, event.n)

    def pop_due(self) -> list[NumberedEvent]:
        """The events whose turn it is, each once; they wait until the board's clock is known."""
        events = []
        while self.clock.known and self.taken + 1 in self._early:
            self.taken += 1
            events.append(self._early.pop(self.taken))
        return events
