"""A table whose game goes on when the round's clock has run out is late, and somebody goes there."""

from datetime import UTC, datetime, timedelta

from hub.needs import Cause, Code, Needs
from hub.organising.tournament_loop import late_tables
from hub.tournament.acts import Clocked, Resulted
from hub.tournament.tournament import tournament_of
from tests.hub.tournament.simulated import Simulated, by_chance

BEGAN = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
OUT = BEGAN + timedelta(minutes=45)


def late(evening: Simulated, now: datetime) -> list[str]:
    return list(late_tables(evening.tournament, BEGAN, now))


def test_a_table_without_a_result_is_late_from_the_end_of_the_clock_on_until_it_has_one() -> None:
    evening = Simulated(8, tables=2)
    evening.draw()
    assert late(evening, OUT) == [], "no clock runs"
    evening.do(Clocked(45))
    assert late(evening, OUT - timedelta(seconds=1)) == []
    assert late(evening, OUT) == ["rt-1", "rt-2"]
    first = evening.tournament.rounds[0].games[0]
    evening.do(Resulted(first.fixture, by_chance(1)(first.people)))
    assert late(evening, OUT) == ["rt-2"]
    evening.do(Clocked(None))
    assert late(evening, OUT) == []


def test_a_game_that_is_played_by_hand_calls_nobody_to_a_table_and_no_tournament_has_nobody_late() -> None:
    evening = Simulated(8, tables=1)
    evening.draw()
    evening.do(Clocked(45))
    assert late(evening, OUT) == ["rt-1"]
    assert list(late_tables(None, None, OUT)) == []


def test_a_clock_that_an_older_hub_let_run_before_any_draw_makes_nobody_late() -> None:
    assert list(late_tables(tournament_of([*Simulated(8).acts, Clocked(45)]), BEGAN, OUT)) == []


def test_it_is_a_need_after_a_minute_and_ends_with_the_result() -> None:
    needs, cause = Needs(), Cause("rt-2", Code.LATE)
    assert needs.look({cause}, 0.0) == ([], [])
    assert needs.look({cause}, 59.0) == ([], [])
    (begun,), ended = needs.look({cause}, 60.0)
    assert ((begun.table, begun.code), ended) == (("rt-2", "late"), [])
    assert [each.table for each in needs.look(set(), 61.0)[1]] == ["rt-2"]
