"""What the organiser and all others see of a tournament while it is played."""

import asyncio
import threading
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from controller.fleet.line import Broker
from controller.web.live import Broadcast, Edition
from hub.care import CareLoop
from hub.needs import Cause, Code, Needs
from hub.organising.live import LiveTournament, view
from hub.organising.tournament_loop import late_tables
from hub.room import Room
from hub.tournament.acts import Clocked, Entered, Here, Newcomer, Resulted
from hub.tournament.tournament import tournament_of
from tests.hub.organising.test_desk import begun
from tests.hub.tournament.simulated import Simulated, by_chance

pytestmark = pytest.mark.real_time

PEOPLE = 1000


async def newest(told: Broadcast, news: asyncio.Event, before: Edition | None = None) -> Edition:
    while (edition := told.newest) is None or edition is before:
        news.clear()
        await news.wait()
    return edition


async def test_a_hundred_pages_at_once_cost_one_value_that_a_thread_makes(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[bool] = []
    passed_s = 0.0
    monkeypatch.setattr("hub.organising.live.POINTS_EVERY_S", 1000.0)  # longer than this test takes anywhere

    def counted(*of: Any) -> dict[str, Any]:
        nonlocal passed_s
        passed_s = 2000.0  # the first is made for so long
        made.append(threading.current_thread() is threading.main_thread())
        return view(*of)

    monkeypatch.setattr("hub.organising.live.view", counted)
    loop = asyncio.get_running_loop()
    now_s = loop.time
    monkeypatch.setattr(loop, "time", lambda: now_s() + passed_s)
    live = LiveTournament(database, CareLoop(Broker("127.0.0.1", 9), tmp_path, lambda _: True), Room())
    desk = live.desk
    told = Broadcast(lambda: None, live.values, large=True)
    await desk.begin(begun, "organiser")
    await desk.do(Entered(tuple(Newcomer(f"P{number}") for number in range(PEOPLE)), here=True), "organiser")
    values = await asyncio.gather(*(live.value() for _ in range(100)))
    assert made == [False]
    assert {id(value) for value in values} == {id(values[0])}
    assert len(values[0]["entrants"]) == PEOPLE

    with ExitStack() as open_pages:
        news = asyncio.Event()
        open_pages.enter_context(told.heard_by(news))
        first = await newest(told, news)
        for _ in range(100):
            open_pages.enter_context(told.heard_by(asyncio.Event()))
        assert made == [False], "pages that open take the value that there is"
        await desk.do(Here(7, here=False), "organiser")
        second = await newest(told, news, first)
        assert made == [False, False]
        assert second.patch is not None
        assert len(second.patch) < 500 < len(second.whole)


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
