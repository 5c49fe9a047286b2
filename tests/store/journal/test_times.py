"""When a game was played and for how long, whatever the table's clock did."""

from datetime import UTC, datetime, timedelta

import pytest

from controller.store.journal.times import EntryClock, credible_times, playing_time_s, shown_utc

UNSET_UNTIL_MID_GAME = [
    "1970-01-01T00:00:05+00:00",
    "1970-01-01T00:10:05+00:00",
    "2026-11-22T18:00:00+00:00",
    "2026-11-22T18:25:00+00:00",
]
THIRTY_HOURS_BACK = [
    "2026-11-24T00:00:00+00:00",
    "2026-11-24T00:20:00+00:00",
    "2026-11-22T18:20:00+00:00",
    "2026-11-22T18:40:00+00:00",
]
PARKED_OVERNIGHT = [
    "2026-11-22T22:00:00+00:00",
    "2026-11-22T22:20:00+00:00",
    "2026-11-23T19:00:00+00:00",
    "2026-11-23T19:10:00+00:00",
]


@pytest.mark.parametrize(
    ("written", "played_s"),
    [
        (["2026-11-22T18:00:00+00:00", "2026-11-22T18:10:00+00:00", "2026-11-22T18:10:30+00:00"], 630),
        (UNSET_UNTIL_MID_GAME, 35 * 60),
        (THIRTY_HOURS_BACK, 40 * 60),
        (PARKED_OVERNIGHT, 30 * 60),
        (["t", "2026-11-22T18:00:00", ""], 0),
        ([], 0),
    ],
)
def test_pauses_parking_and_a_clock_that_is_set_are_not_time_played(written: list[str], played_s: int) -> None:
    assert playing_time_s(written) == played_s


@pytest.mark.parametrize(
    ("written", "begun", "last"),
    [
        (UNSET_UNTIL_MID_GAME, "2026-11-22 18:00", "2026-11-22 18:25"),
        (THIRTY_HOURS_BACK, "2026-11-22 18:20", "2026-11-22 18:40"),
        (PARKED_OVERNIGHT, "2026-11-22 22:00", "2026-11-23 19:10"),
    ],
)
def test_a_game_has_the_dates_of_the_clock_once_it_was_set(written: list[str], begun: str, last: str) -> None:
    found = credible_times(written)
    assert [f"{at:%F %H:%M}" for at in (found[0], found[-1])] == [begun, last]


def test_a_game_of_a_clock_that_was_never_set_has_no_date() -> None:
    assert credible_times(UNSET_UNTIL_MID_GAME[:2]) == []
    assert shown_utc("1970-01-01T00:00:05+00:00") is None
    assert shown_utc("2026-11-22T18:00:00+00:00") == "2026-11-22T18:00:00+00:00"


class Clocks:
    """A wall clock that people and networks set, and one that only goes forward."""

    def __init__(self, wall: datetime) -> None:
        self.wall = wall
        self.elapsed_s = 1000.0
        self.entries = EntryClock(lambda: self.wall, lambda: self.elapsed_s)

    def entry_after(self, minutes: float, *, first: bool = False) -> str:
        self.wall += timedelta(minutes=minutes)
        self.elapsed_s += 60 * minutes
        return self.entries.entry_utc(first=first).isoformat()


@pytest.mark.parametrize(
    "jump",
    [
        timedelta(minutes=20),
        timedelta(minutes=-20),
        timedelta(hours=-30),
        timedelta(days=20 * 365),
        timedelta(days=-30 * 365),
    ],
)
def test_a_clock_set_in_mid_game_adds_nothing_to_the_time_played(jump: timedelta) -> None:
    clocks = Clocks(datetime(2026, 11, 22, 18, 0, tzinfo=UTC))
    written = [clocks.entry_after(0, first=True), clocks.entry_after(10)]
    clocks.wall += jump
    written += [clocks.entry_after(0), clocks.entry_after(15)]
    assert playing_time_s(written) == 25 * 60
    assert clocks.entry_after(1, first=True) == clocks.wall.isoformat(), "the next game has the time of the clock"
