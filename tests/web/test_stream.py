"""Event streams: whole values, slow clients, and bounds on open streams."""

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any
from unittest.mock import patch

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route

from controller.web.live import EventStreamResponse, Feed, StreamSlots
from tests.support.page_of_table import StreamState, TablePage, open_stream


async def test_a_browser_gets_view_and_table_at_once_and_after_each_change(simulated: TablePage) -> None:
    page = simulated.page
    await asyncio.sleep(1.0)  # until the display has drawn its first screen

    def present() -> dict[str, Any]:
        return {"view": page.view("en"), "table": page.resting_view(), "moving": page.moving_view(), "seat": no_castle}

    no_castle = {"castle": None, "view": None}
    async with open_stream(simulated.app) as (stream, _):
        assert dict([await stream.event() for _ in range(4)]) == present()
        await simulated.play.begin()
        after: dict[str, Any] = {"seat": no_castle}
        while after != present():
            after |= dict([await stream.event()])
        assert after["view"]["phase"] == "first_statues"


async def test_what_blinks_sends_no_piece_again(simulated: TablePage) -> None:
    await simulated.play.begin()
    await simulated.play.wait(20)
    async with open_stream(simulated.app) as (stream, _):
        names = [(await stream.event())[0] for _ in range(10)]
    assert names == ["view", "table", "moving", "seat", *6 * ["moving"]]


async def test_a_quiet_real_table_sends_one_view_then_heartbeats(
    table_page: TablePage,
) -> None:
    async with open_stream(table_page.app) as (stream, _):
        assert (await stream.event())[0] == "view"
        began_s = table_page.play.now_s()
        beats = []
        for _ in range(3):
            assert await stream.event() == ("beat", {})
            beats.append(table_page.play.now_s() - began_s)
        assert beats == pytest.approx([15.0, 30.0, 45.0])


async def test_a_stream_asks_proxies_to_pass_each_event_on(simulated: TablePage) -> None:
    async with open_stream(simulated.app) as (stream, _):
        await stream.event()
        assert stream.headers["x-accel-buffering"] == "no"
        assert stream.headers["cache-control"] == "no-store, no-transform"


async def test_a_slow_browser_gets_the_newest_view_only() -> None:
    async def numbers() -> AsyncIterator[dict[str, Any]]:
        for number in range(100):
            yield {"seq": number}
            await asyncio.sleep(0)
        await asyncio.Event().wait()

    broadcast = Feed(lambda: None, numbers)

    async def endpoint(_: Request) -> EventStreamResponse:
        return EventStreamResponse({"view": broadcast})

    app = Starlette(routes=[Route("/api/stream", endpoint)])
    async with open_stream(app, slow_s=1.0) as (stream, _):
        seen = [await stream.event()]
        while seen[-1] != ("view", {"seq": 99}):
            seen.append(await stream.event())
        assert len(seen) < 10


async def test_a_new_browser_gets_the_present_value_and_the_others_get_nothing() -> None:
    values = iter({"left_s": number} for number in range(20, 0, -1))

    async def source() -> AsyncIterator[dict[str, Any]]:
        yield next(values)
        await asyncio.Event().wait()

    feed = Feed(lambda: next(values), source)

    async def endpoint(_: Request) -> EventStreamResponse:
        return EventStreamResponse({"view": feed})

    app = Starlette(routes=[Route("/api/stream", endpoint)])
    async with open_stream(app) as (first, _):
        assert await first.event() == ("view", {"left_s": 20})
        async with open_stream(app) as (second, _):
            assert await second.event() == ("view", {"left_s": 19})
        await asyncio.sleep(1.0)
        assert b'"left_s":19' not in first.data


async def test_the_source_stops_when_the_last_client_leaves(simulated: TablePage) -> None:
    async with open_stream(simulated.app) as (stream, serving):
        await stream.event()
        stream.leave()
        await serving
        assert not stream.ended
    with patch.object(simulated.page, "view") as view:
        simulated.admin.set_house_rules({"locked": True})
        await asyncio.sleep(1)
    assert view.call_count == 0


async def test_when_the_table_stops_the_stream_ends(simulated: TablePage) -> None:
    async with open_stream(simulated.app) as (stream, serving):
        await stream.event()
        simulated.page.close()
        await serving
        assert stream.ended


async def test_a_client_that_takes_gzip_gets_one_gzip_stream(simulated: TablePage) -> None:
    async with (
        open_stream(simulated.app) as (plain, plain_serving),
        open_stream(simulated.app, headers={"accept-encoding": "br, gzip"}) as (packed, packed_serving),
    ):
        await simulated.play.begin()
        for _ in range(4):
            await plain.event()
        simulated.page.close()
        await asyncio.gather(plain_serving, packed_serving)
        whole = gzip.decompress(packed.data)
        assert whole.startswith(b"retry: 1000\n\nevent: view\ndata: {")
        assert len(packed.data) < len(whole) / 3


async def test_a_new_client_gets_the_present_value_and_the_others_too(table_page: TablePage) -> None:
    await table_page.play.to_the_taxes(gates=False)
    await table_page.play.until_shown()
    early = StreamState()
    async with open_stream(table_page.app) as (first, _):
        early.add(*await first.event())
        left_s = early.values["view"]["hourglass"]["left_s"]
        await table_page.play.wait(4.5)
        async with open_stream(table_page.app) as (later, _):
            assert (await later.event())[1]["hourglass"]["left_s"] == pytest.approx(left_s - 4.5)
        table_page.page.forget_misplaced_pieces()
        while early.values["view"] != table_page.page.view("en"):
            early.add(*await first.event())


async def test_for_all_of_a_language_the_table_is_asked_once(simulated: TablePage) -> None:
    page = simulated.page
    async with AsyncExitStack() as pages:
        streams = [
            (await pages.enter_async_context(open_stream(simulated.app, query=query)))[0]
            for query in [f"language={language}" for _ in range(6) for language in ("en", "de")]
        ]
        for stream in streams:
            for _ in range(4):
                await stream.event()
        with patch.object(page, "view", wraps=page.view) as view:
            simulated.admin.set_house_rules({"locked": True})
            told = [await stream.event() for stream in streams]
        assert view.call_count == 2
        assert {name for name, _ in told} == {"view"}


async def test_a_source_that_fails_ends_the_stream_and_is_told() -> None:
    async def fails() -> AsyncIterator[dict[str, Any]]:
        yield {"seq": 1}
        raise RuntimeError("no table")

    broadcast = Feed(lambda: None, fails)

    async def endpoint(_: Request) -> EventStreamResponse:
        return EventStreamResponse({"view": broadcast})

    async def listens() -> None:
        async with open_stream(Starlette(routes=[Route("/api/stream", endpoint)])) as (stream, serving):
            assert await stream.event() == ("view", {"seq": 1})
            await serving

    with pytest.raises(RuntimeError, match="no table"):
        await listens()


def test_an_address_over_its_bound_gets_no_more() -> None:
    streams = StreamSlots(most=9, most_an_address=2)
    assert [streams.acquire("a") is not None for _ in range(3)] == [True, True, False]


def test_a_stream_that_ended_frees_its_slot() -> None:
    streams = StreamSlots(most=1, most_an_address=1)
    slot = streams.acquire("a")
    assert slot is not None
    slot.release()
    slot.release()
    assert streams.acquire("b") is not None


def test_a_new_address_evicts_the_oldest_stream_of_the_greediest() -> None:
    streams = StreamSlots(most=3, most_an_address=3)
    one, oldest, newer = streams.acquire("one"), streams.acquire("two"), streams.acquire("two")
    assert streams.acquire("new") is not None
    assert [slot is not None and slot.evicted.is_set() for slot in (one, oldest, newer)] == [False, True, False]


def test_no_stream_is_evicted_where_each_address_has_one() -> None:
    streams = StreamSlots(most=2, most_an_address=2)
    slots = [streams.acquire("one"), streams.acquire("two")]
    assert streams.acquire("new") is None
    assert not any(slot is not None and slot.evicted.is_set() for slot in slots)
