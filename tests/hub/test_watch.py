"""What the hub sees of tables by itself stands until the table says hello without it."""

from datetime import UTC, datetime

import pytest

from hub.needs import Cause, Code, TableWatch

NOW = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("utc", "skewed"),
    [
        ("2026-11-22T18:01:59+00:00", False),
        ("2026-11-22T18:02:01+00:00", True),
        ("2026-11-22T17:57:59+00:00", True),
        ("2026-11-22T19:00:30+01:00", False),
        ("1970-01-01T00:00:10+00:00", True),
        ("2026-11-22T18:00:00", False),
        ("", False),
        ("yesterday", False),
    ],
)
def test_a_clock_is_wrong_from_two_minutes_on(utc: str, skewed: bool) -> None:
    watch = TableWatch()
    watch.greeted("rt-a", utc, NOW)
    assert watch.causes() == ({Cause("rt-a", Code.SKEW)} if skewed else set())
    watch.greeted("rt-a", "2026-11-22T18:00:01+00:00", NOW)
    assert watch.causes() == set(), "it was set meanwhile"


def test_what_is_refused_stands_until_the_next_hello_of_that_table() -> None:
    watch = TableWatch()
    watch.refused("rt-a", "broken")
    watch.refused("rt-b", "fork")
    assert watch.causes() == {Cause("rt-a", Code.JOURNAL), Cause("rt-b", Code.FORK)}
    watch.greeted("rt-a", "2026-11-22T18:00:00+00:00", NOW)
    assert watch.causes() == {Cause("rt-b", Code.FORK)}
