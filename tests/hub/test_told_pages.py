"""When pages are told of the room: at once after silence, else ten times a second, and each at its own pace."""

import asyncio
import json

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route

from controller.fleet.line import Broker
from controller.web.live import Broadcast, EventStream, Version
from hub.room import RoomLoop
from tests.hub.test_room import HERE, STATE
from tests.web.asking import Stream, listening


class Pages:
    """A room of one table, and the pages that show it."""

    def __init__(self) -> None:
        self.loop = RoomLoop(Broker("127.0.0.1", 9))
        self._room = Broadcast(self.loop.value, self.loop.values)
        self.app = Starlette(routes=[Route("/api/stream", self._stream)])
        self.says("presence", HERE)

    async def _stream(self, _: Request) -> EventStream:
        return EventStream({"room": self._room}, Version.WHOLE)

    def says(self, kind: str, value: object) -> None:
        self.loop._heard(f"royaltable/v1/rt-a/{kind}", json.dumps(value).encode())


async def shows(page: Stream, text: str) -> float:
    """When it does."""
    while True:
        name, room = await page.event()
        if name == "room" and room["cards"]["rt-a"]["text"] == text:
            return asyncio.get_running_loop().time()


async def test_a_word_after_silence_is_shown_at_once_and_the_next_within_a_tenth_of_a_second() -> None:
    pages = Pages()
    now_s = asyncio.get_running_loop().time
    async with listening(pages.app) as (page, _):
        await page.event()
        await asyncio.sleep(60)
        begun_s = now_s()
        pages.says("state", STATE | {"text": "first"})
        assert await shows(page, "first") == begun_s
        for number in range(50):
            pages.says("state", STATE | {"text": f"number {number}"})
            await asyncio.sleep(0.001)
        assert round(await shows(page, "number 49") - begun_s, 3) == 0.1


async def test_a_page_that_does_not_read_delays_no_other_and_then_has_the_newest() -> None:
    pages = Pages()
    now_s = asyncio.get_running_loop().time
    async with listening(pages.app, slow_s=1000.0) as (slow, _), listening(pages.app) as (page, _):
        await page.event()
        for number in range(30):
            await asyncio.sleep(1)
            begun_s = now_s()
            pages.says("state", STATE | {"text": f"number {number}"})
            assert await shows(page, f"number {number}") == begun_s
        begun_s = now_s()
        assert await shows(slow, "number 29") - begun_s <= 3000, "not thirty words, one after the other"
