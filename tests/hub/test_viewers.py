"""What viewers ask of a hub: each view that is computed needs a place, and none of it delays those who act."""

import asyncio
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from asyncpg import Connection
from starlette.routing import Route

from controller.fleet.log_messages import LogEntry
from controller.games.game_guard import GameFault
from controller.store.journal import chain
from controller.texts.translation import LANGUAGES
from hub.replay.child import GameReplay, draw_board_svg
from hub.store.stored_games import append_entries
from hub.tournament.actions import AddEntrants, Newcomer
from tests.hub import recorded, running, test_room
from tests.hub.tournament_service.test_service import begin

pytestmark = pytest.mark.real_time

FLOOD, GUEST = "192.168.1.9", "192.168.1.8"

COMPUTED = {
    "/api/forecasts",
    "/api/seats",
    "/api/status",
    "/api/games",
    "/api/games/{journal}/{game}",
    "/api/games/{journal}/{game}/steps/{step}",
    "/api/choices",
    "/api/players",
    "/api/players/{player}",
    "/api/records",
    "/api/tournament",
    "/api/tournament/standing.csv",
    "/api/tournament/tournament.json",
    "/api/tournament/sign-up.svg",
    "/api/tournament/check-in.svg",
    "/api/tournament/seat.svg",
}


def paths_to_get(page: running.PageInProcess) -> list[str]:
    """Return the paths of all views but the streams, and the board, whose place is its table's."""
    paths = [each.path for each in page.app.routes if isinstance(each, Route) and "GET" in (each.methods or ())]
    return [path for path in paths if not path.endswith(("/stream", "/board.svg"))]


def filled(path: str) -> str:
    for name, value in {"language": "en", "table": "rt-a"}.items():
        path = path.replace(f"{{{name}}}", value)
    return "/".join("1" if part.startswith("{") else part for part in path.split("/"))


@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_an_address_that_floods_gets_503_for_each_computed_view(
    database: str, tmp_path: Path, connection: Connection, method: str
) -> None:
    await recorded.store_game(connection, 1)
    workers = running.WorkersHere()
    page = running.PageInProcess(tmp_path, database, workers)
    desk = page.tournament.service
    await begin(desk)
    workers.held = asyncio.Event()
    async with page.browser(FLOOD) as flood, page.browser(GUEST) as guest:
        held = [asyncio.create_task(flood.get("/api/tournament")) for _ in range(16)]
        await running.until(lambda: bool(workers.called))
        answers = {path: await flood.request(method, filled(path)) for path in paths_to_get(page)}
        assert {path for path, each in answers.items() if each.status_code == 503} == COMPUTED
        assert {answers[path].headers["retry-after"] for path in COMPUTED} == {"5"}
        assert (await guest.get("/api/games")).status_code == 200
        assert await desk.apply_and_store(AddEntrants((Newcomer("Late"),)), "organiser")
        workers.held.set()
        assert {each.status_code for each in await asyncio.gather(*held)} == {200}


def show_board(page: running.PageInProcess, table: str, view: object) -> None:
    test_room.receive(page.room.room, table, "presence", test_room.HERE)
    test_room.receive(page.room.room, table, "board", {"game": "tumult_royale", "view": view})


async def test_a_board_that_takes_for_ever_delays_no_other_tables_board(tmp_path: Path) -> None:
    class OneHangs(running.WorkersHere):
        async def call_method(self, method: str, *args: Any, **bounds: Any) -> tuple[str, msgspec.Raw]:
            if b"endless" in bytes(args[1]):
                self.called.append("hangs")
                await asyncio.Event().wait()
            return "came", msgspec.Raw(b'"<svg/>"')

    workers = OneHangs()
    page = running.PageInProcess(tmp_path, workers=workers)
    show_board(page, "rt-a", "endless")
    for table in ("rt-b", "rt-c", "rt-d"):
        show_board(page, table, table)
    async with page.browser() as client:

        async def ask(table: str, language: str) -> httpx.Response:
            return await client.get(f"/api/tables/{table}/board.svg?language={language}")

        hanging = [asyncio.create_task(ask("rt-a", language)) for language in LANGUAGES]
        await running.until(lambda: bool(workers.called))
        others = [await ask(table, "en") for table in ("rt-b", "rt-c", "rt-d")]
        assert [each.status_code for each in others] == [200] * 3
        assert workers.called == ["hangs"], "a table has one place, in whatever languages its board is asked for"
        for each in hanging:
            each.cancel()


async def test_a_log_of_equal_length_that_replaced_another_is_replayed(
    database: str, tmp_path: Path, connection: Connection
) -> None:
    page, seen = running.PageInProcess(tmp_path, database), []
    async with page.browser() as client:
        for number in (3, 2):
            await connection.execute("delete from entries")
            await connection.execute("delete from games")
            await append_entries(connection, [recorded.new_entries(amended(number))])
            seen.append((await client.get("/api/games/1/1")).json())
    assert [each["actions"] for each in seen] == [4, 4]
    first, second = [each["view"]["players"][0]["supporters"] for each in seen]
    assert first - second == 1


def amended(supporters: int) -> list[LogEntry]:
    """The beginning of a game, and an amendment."""
    texts = [each.action for each in recorded.recorded_game().rows[:3]]
    color = msgspec.json.decode(texts[0])["players"][0]["color"]
    texts.append(msgspec.json.encode({"do": "amend", "supporters": {color: supporters}}).decode())
    before, rows = recorded.FOLLOWS, []
    for seq, action in enumerate(texts, start=1):
        before = chain.entry_checksum(before, 1, seq, action, "knob", "2026-11-22T18:00:00+00:00")
        rows.append(LogEntry(seq, action, "knob", "2026-11-22T18:00:00+00:00", before.hex()))
    return rows


def each_number_as(value: Any, number: float) -> Iterator[Any]:
    """Yield a JSON value once for each of its numbers, with that one replaced."""
    if isinstance(value, dict | list):
        for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
            for changed in each_number_as(inner, number):
                copied = copy(value)
                copied[key] = changed
                yield copied
    elif isinstance(value, int | float):
        yield number


@pytest.mark.parametrize("number", [10**12, 10**18, -1, 1e300])
@pytest.mark.parametrize("game", ["tumult_royale", "tudor"])
def test_a_board_with_any_number_is_drawn_or_refused(game: str, number: float) -> None:
    replay = GameReplay(row.action for row in recorded.recorded_game(name=game).rows[:60])
    view = msgspec.json.decode(msgspec.json.encode(replay.spectator_view("en")))
    changed = list(each_number_as(view, number))
    assert len(changed) > 40
    faults = set()
    for each in changed:
        try:
            assert len(draw_board_svg(game, each, "en")) < 2_000_000
        except KeyError:
            continue  # no rank has this number
        except GameFault as fault:
            faults.add(fault.kind)
    assert not faults & {"GameTooSlow", "MemoryError"}
