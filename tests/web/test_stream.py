"""The stream of changes to one browser."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route

from controller.web.app import create_app
from controller.web.event_stream import EventStream
from tests.web.asking import listening
from tests.web.fake_table import FakeTable


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


async def test_a_slow_browser_gets_the_newest_view_only() -> None:
    async def numbers() -> AsyncIterator[dict[str, Any]]:
        for number in range(100):
            yield {"seq": number}
            await asyncio.sleep(0)
        await asyncio.Event().wait()

    async def endpoint(_: Request) -> EventStream:
        return EventStream({"view": numbers()})

    app = Starlette(routes=[Route("/api/stream", endpoint)])
    async with listening(app, slow_s=1.0) as (stream, _):
        seen = [(await stream.event())[1]]
        while seen[-1]["seq"] < 99:
            seen.append((await stream.event())[1])
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
