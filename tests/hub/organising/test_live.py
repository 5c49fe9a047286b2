"""A tournament's value for thousands of people: made once for all who ask, and never by the loop itself."""

import asyncio
import threading
from contextlib import ExitStack
from typing import Any

import pytest

from controller.web.live import Broadcast, Edition
from hub.organising.desk import TournamentDesk
from hub.organising.live import LiveTournament, view
from hub.room import Room
from hub.tournament.acts import Entered, Here, Newcomer
from tests.hub.organising.test_desk import at_a_desk, begun

PEOPLE = 1000


async def newest(told: Broadcast, news: asyncio.Event, before: Edition | None = None) -> Edition:
    while (edition := told.newest) is None or edition is before:
        news.clear()
        await news.wait()
    return edition


def test_a_hundred_pages_at_once_cost_one_value_that_a_thread_makes(
    database: str, monkeypatch: pytest.MonkeyPatch
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

    async def work(desk: TournamentDesk) -> None:
        loop = asyncio.get_running_loop()
        now_s = loop.time
        monkeypatch.setattr(loop, "time", lambda: now_s() + passed_s)
        live = LiveTournament(desk, lambda *_: None, Room())
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

    at_a_desk(database, work)
