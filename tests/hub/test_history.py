"""What was played is shown to all at once: nobody who takes his time holds the book closed."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from controller import limits
from controller.secret import Secret
from tests.hub.running import PageInProcess

POSTED = ["/api/me/games", "/api/me/forget", "/api/seasons", "/api/games/1/1/seats"]


@pytest.mark.usefixtures("cheap_secrets")
@pytest.mark.parametrize("path", POSTED)
def test_a_stalled_request_body_holds_no_database_connection(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(limits, "HISTORY_CONNECTIONS", 1)

    async def scenario() -> None:
        page, begun = PageInProcess(tmp_path, database), asyncio.Event()
        page.keys.set_password(Secret("a long evening"))

        async def says_no_more() -> AsyncIterator[bytes]:
            begun.set()
            yield b"{"
            await asyncio.Event().wait()

        async with page.browser() as client:
            assert (await client.post("/api/login", json={"password": "a long evening"})).status_code == 204
            headers = {"content-type": "application/json"}
            slow = asyncio.create_task(client.post(path, content=says_no_more(), headers=headers))
            await begun.wait()
            assert (await client.get("/api/games")).json() == {"games": [], "more": False}
            assert not slow.done()
            slow.cancel()
        await page.tables.readers.close()

    asyncio.run(scenario())
