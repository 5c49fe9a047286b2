"""What was played is shown to all at once: nobody who takes his time holds the book closed."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from controller import limits
from controller.fleet.line import Broker
from controller.secret import Secret
from hub.page.access import RoomAccess, RoomKeys
from hub.page.app import create_room_app
from hub.page.past import TablePages
from hub.room import RoomLoop
from hub.store.connection import Notices, Readers
from hub.upkeep import AskedStatus

POSTED = ["/api/me/games", "/api/me/forget", "/api/seasons", "/api/games/1/1/seats"]


@pytest.mark.usefixtures("cheap_secrets")
@pytest.mark.parametrize("path", POSTED)
def test_who_begins_to_post_and_says_no_more_holds_no_connection_to_the_database(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(limits, "HISTORY_CONNECTIONS", 1)

    async def scenario() -> None:
        keys = RoomKeys(tmp_path)
        keys.set_password(Secret("a long evening"))
        readers, begun = Readers(database), asyncio.Event()
        access = RoomAccess(keys, lambda: 0.0)
        tables = TablePages(readers, Notices(database))
        app = create_room_app(RoomLoop(Broker("127.0.0.1", 9)), access, AskedStatus(database, lambda: 0), tables=tables)
        transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 1))

        async def says_no_more() -> AsyncIterator[bytes]:
            begun.set()
            yield b"{"
            await asyncio.Event().wait()

        async with httpx.AsyncClient(transport=transport, base_url="http://hub.local") as client:
            assert (await client.post("/api/login", json={"password": "a long evening"})).status_code == 204
            headers = {"content-type": "application/json"}
            slow = asyncio.create_task(client.post(path, content=says_no_more(), headers=headers))
            await begun.wait()
            assert (await client.get("/api/games")).json() == {"games": [], "more": False}
            assert not slow.done()
            slow.cancel()
        await readers.close()

    asyncio.run(scenario())
