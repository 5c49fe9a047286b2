"""The stream of changes to one browser."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any
from unittest.mock import patch

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route

from controller.web.app import create_app
from controller.web.live import Broadcast, EventStream, Version
from tests.web.asking import ask, listening
from tests.web.fake_table import FakeTable
from tests.web.folding import Folding


async def test_a_browser_gets_view_and_table_at_once_and_after_each_change() -> None:
    table = FakeTable()
    async with listening(create_app(table)) as (stream, _):
        first = dict([await stream.event(), await stream.event()])
        assert first == {"view": table.view("en"), "table": table.table()}

        await table.press("knob", long=False)

        after = dict([await stream.event(), await stream.event()])
        assert after["view"]["phase"] == "set_aside"
        assert after["table"]["arrow_deg"] == 225.0


async def test_on_real_parts_only_views_come() -> None:
    table = FakeTable(simulated=False)
    async with listening(create_app(table)) as (stream, _):
        assert (await stream.event())[0] == "view"
        assert (await stream.event())[0] == "beat"


async def test_a_quiet_table_beats_every_fifteen_seconds() -> None:
    async with listening(create_app(FakeTable())) as (stream, _):
        await stream.event()
        await stream.event()
        beats = []
        for _ in range(3):
            assert await stream.event() == ("beat", {})
            beats.append(asyncio.get_running_loop().time())
        assert beats == pytest.approx([15.0, 30.0, 45.0])


@pytest.mark.parametrize("version", list(Version))
async def test_a_slow_browser_gets_the_newest_view_only(version: Version) -> None:
    async def numbers() -> AsyncIterator[dict[str, Any]]:
        for number in range(100):
            yield {"seq": number}
            await asyncio.sleep(0)
        await asyncio.Event().wait()

    broadcast = Broadcast(lambda: None, numbers)

    async def endpoint(_: Request) -> EventStream:
        return EventStream({"view": broadcast}, version)

    app = Starlette(routes=[Route("/api/stream", endpoint)])
    async with listening(app, slow_s=1.0) as (stream, _):
        seen = [await stream.event()]
        while seen[-1] != ("view", {"seq": 99}):
            seen.append(await stream.event())
        assert len(seen) < 10


async def test_when_the_browser_leaves_the_table_is_watched_no_more() -> None:
    table = FakeTable()
    async with listening(create_app(table)) as (stream, serving):
        await stream.event()
        assert table.watchers == 2
        stream.leave()
        await serving
        assert table.watchers == 0
        assert not stream.ended


async def test_when_the_table_stops_the_stream_ends() -> None:
    table = FakeTable()
    async with listening(create_app(table)) as (stream, serving):
        await stream.event()
        table.stop()
        await serving
        assert stream.ended


async def test_who_asks_for_patches_gets_what_changed_and_has_all_of_it() -> None:
    table, folding = FakeTable(), Folding()
    async with listening(create_app(table), query="version=2") as (stream, _):
        for _ in range(2):
            folding.take(*await stream.event())
        table.advance_to("statues")
        events = [await stream.event(), await stream.event()]
        for event in events:
            folding.take(*event)
        assert [name for name, _ in events] == ["view-patch", "table-patch"]
        assert not any(operation["path"].startswith("/regions") for operation in events[0][1])
        assert folding.values == {"view": table.view("en"), "table": table.table()}


async def test_a_connection_made_anew_begins_with_all_whatever_came_last_on_the_one_before() -> None:
    table = FakeTable()
    app = create_app(table)
    async with listening(app, query="version=2") as (first, _):
        for _ in range(2):
            await first.event()
        table.put_right()
        await first.event()
        async with listening(app, query="version=2", headers={"last-event-id": "7"}) as (again, _):
            assert dict([await again.event(), await again.event()]) == {
                "view": table.view("en"),
                "table": table.table(),
            }


async def test_who_comes_later_sees_what_changed_without_news_and_so_does_who_was_there() -> None:
    table, now_s = FakeTable(), 0.0
    table.now_s = lambda: now_s
    table.advance_to("taxes")
    app = create_app(table)
    early = Folding()
    async with listening(app, query="version=2") as (first, _):
        for _ in range(2):
            early.take(*await first.event())
        now_s = 4.5
        async with listening(app, query="version=2") as (later, _):
            assert (await later.event())[1]["hourglass"]["left_s"] == 15.5
            early.take(*await first.event())
        table.put_right()
        early.take(*await first.event())
        assert early.values["view"] == table.view("en")


async def test_for_all_of_a_language_the_table_is_asked_once() -> None:
    table = FakeTable()
    app = create_app(table)
    async with AsyncExitStack() as pages:
        streams = [
            (await pages.enter_async_context(listening(app, query=f"version={1 + number % 2}&language={language}")))[0]
            for number, language in enumerate(["en"] * 6 + ["de"] * 6)
        ]
        for stream in streams:
            for _ in range(2):
                await stream.event()
        assert table.watchers == 3  # views in two languages, and the table's parts
        with patch.object(table, "view", wraps=table.view) as view:
            table.put_right()
            told = [await stream.event() for stream in streams]
        assert view.call_count == 2
        assert {name for name, _ in told} == {"view", "view-patch"}


async def test_another_version_is_refused() -> None:
    answer = await asyncio.to_thread(ask, create_app(FakeTable()), "GET", "/api/stream?version=3")
    assert (answer.status_code, answer.json()["error"]["message"]) == (
        400,
        "Saw the version '3', expected one of 1, 2.",
    )


async def test_a_source_that_fails_ends_the_stream_and_is_told() -> None:
    async def fails() -> AsyncIterator[dict[str, Any]]:
        yield {"seq": 1}
        raise RuntimeError("no table")

    broadcast = Broadcast(lambda: None, fails)

    async def endpoint(_: Request) -> EventStream:
        return EventStream({"view": broadcast})

    async def listens() -> None:
        async with listening(Starlette(routes=[Route("/api/stream", endpoint)])) as (stream, serving):
            assert await stream.event() == ("view", {"seq": 1})
            await serving

    with pytest.raises(RuntimeError, match="no table"):
        await listens()
