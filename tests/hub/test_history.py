"""What was played is shown to all at once: nobody who takes his time holds the book closed."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from controller.secret import Secret
from hub.players.registry import find_or_create_player
from tests.hub.running import PageInProcess
from tests.support.limits import set_limits

POSTED = ["/api/me/games", "/api/me/forget", "/api/seasons", "/api/games/1/1/seats"]


@pytest.mark.usefixtures("cheap_secrets")
@pytest.mark.parametrize("path", POSTED)
def test_a_stalled_request_body_holds_no_database_connection(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    set_limits(monkeypatch, HISTORY_CONNECTIONS=1)

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

    asyncio.run(scenario())


@pytest.mark.usefixtures("cheap_secrets")
@pytest.mark.real_time
async def test_a_players_own_code_lifts_no_limit_and_outlasts_a_flood(database: str, tmp_path: Path) -> None:
    """The clock of the page stands still."""
    page = PageInProcess(tmp_path, database)
    async with page.tables.readers.borrow() as connection:
        (ana, bo) = [await find_or_create_player(connection, name) for name in ("Ana", "Bo")]

    async def give(code: str, address: str) -> int:
        async with page.browser(address) as client:
            return (await client.post("/api/me/games", json={"code": code})).status_code

    assert await give(ana.code, "192.168.1.31") == 200
    home, statuses = "192.168.1.30", []
    for _ in range(3):
        statuses += [await give("bcdfghjk", home) for _ in range(2)]
        statuses.append(await give(ana.code, home))
    assert statuses == [403, 403, 200, 403, 403, 200, 403, 429, 429]

    flood = [f"192.168.2.{number}" for number in range(48)]
    assert {await give(bo.code, address) for address in flood} == {200}
    assert {await give("bcdfghjk", address) for _ in range(4) for address in flood} == {403}
    assert await give(ana.code, flood[0]) == 403, "the guesses of this hour are used up"
    assert [await give(bo.code, flood[1]), await give(ana.code, "192.168.1.31")] == [200, 200]
