"""When a game was played and for how long, from the times of its entries: a table's clock may be wrong, or jump."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

EARLIEST_CREDIBLE_YEAR: Final = 2025
"""Year of the first release; a clock with an earlier year was never set."""

MAX_COUNTED_PAUSE_S: Final = 1800.0
"""A longer pause between actions does not count: the game was parked, the table off, or the clock set."""


def playing_time_s(written_utc: Iterable[str]) -> int:
    """Return how long a game was played: the sum of the steps between its entries that lead forward and are no pauses.

    Args:
        written_utc: ``Entry.written_utc`` of each entry; an invalid one is skipped.
    """
    steps = ((after - before).total_seconds() for before, after in pairwise(_parse_times(written_utc)))
    return round(sum(step for step in steps if 0 < step <= MAX_COUNTED_PAUSE_S))


def credible_times(written_utc: Iterable[str]) -> list[datetime]:
    """Return the times of entries, without those before the clock was set: for the first time, or back."""
    times = [at for at in _parse_times(written_utc) if at.year >= EARLIEST_CREDIBLE_YEAR]
    set_back = (
        at
        for at, (before, after) in enumerate(pairwise(times), 1)
        if (before - after).total_seconds() > MAX_COUNTED_PAUSE_S
    )
    return times[max(set_back, default=0) :]


def shown_utc(written_utc: str) -> str | None:
    """Return the time as people may see it: None instead of a date of a clock that was not set."""
    return written_utc if credible_times([written_utc]) else None


def _parse_times(written_utc: Iterable[str]) -> list[datetime]:
    times = []
    for text in written_utc:
        with suppress(ValueError):
            times.append(datetime.fromisoformat(text))
    return [at for at in times if at.tzinfo is not None]


class EntryClock:
    """The wall clock for the entries of a game, in steps of the monotonic clock.

    If the wall clock is set during a game, by up to ``MAX_COUNTED_PAUSE_S``, only the next game follows: the step would
    count as time played. A larger jump counts as a pause, so it is followed at once.

    Args:
        utc_now: wall-clock time.
        now_s: monotonic time.
    """

    def __init__(self, utc_now: Callable[[], datetime], now_s: Callable[[], float]) -> None:
        self._utc_now = utc_now
        self._now_s = now_s
        self._zero_utc: datetime | None = None

    def entry_utc(self, *, first: bool) -> datetime:
        """Return the time of an entry that is written now, the ``first`` of its game or a later one."""
        wall, elapsed = self._utc_now(), timedelta(seconds=self._now_s())
        zero = self._zero_utc
        if first or zero is None or abs((wall - elapsed - zero).total_seconds()) > MAX_COUNTED_PAUSE_S:
            zero = self._zero_utc = wall - elapsed
        return zero + elapsed
