"""A hub answers whatever is asked of any of its routes, at the page and at the door for tables, without a fault."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from starlette.applications import Starlette

from controller.fleet.enrolment import Answer, Invited
from controller.fleet.line import Broker
from hub.care.care_loop import CareLoop
from hub.enrolment.desk import EnrolmentDesk
from hub.enrolment.door import enrolment_door
from hub.organising.live import Organising
from hub.page.access import RoomAccess, RoomKeys
from hub.page.app import create_room_app
from hub.page.tables import TablePages
from hub.room import RoomLoop
from hub.store.connection import Notices, Readers
from tests.fuzz.hard_requests import faults, let_through, status_of
from tests.hub.running import cheap_hashes

T = TypeVar("T")

PACKAGES = "packages"


def at_the_page(database: str, folder: Path, visit: Callable[[Starlette], Awaitable[T]]) -> T:
    """What comes of a visit to the page of a room in whose book nothing stands; its parts are in ``state``."""

    async def go() -> T:
        nowhere = Broker("127.0.0.1", 9)
        room, care = RoomLoop(nowhere), CareLoop(nowhere)
        tables = TablePages(Readers(database), Notices(database))

        async def kept() -> dict[str, Any]:
            return {}

        organising = Organising(database, care, room.room, "en")
        app = create_room_app(
            room,
            RoomAccess(RoomKeys(folder), lambda: 0.0),
            kept,
            tables=tables,
            care=care,
            organising=organising,
            packages=folder / PACKAGES,
        )
        app.state.room, app.state.care, app.state.organising = room, care, organising
        try:
            return await visit(app)
        finally:
            await tables.readers.close()

    with cheap_hashes():
        return asyncio.run(go())


def test_no_request_of_a_viewer_to_any_route_of_the_rooms_page_is_answered_by_a_fault(
    database: str, tmp_path: Path
) -> None:
    assert at_the_page(database, tmp_path, lambda app: faults(app, app.routes)) == []


def test_what_no_database_holds_is_said_to_be_wrong_and_what_is_not_there_to_be_missing(
    database: str, tmp_path: Path
) -> None:
    asked = [
        *(
            ("/api/games", query, 400)
            for query in ("day=0001-01-01", "day=9999-12-31", "table=%00", "player=" + "9" * 5000)
        ),
        ("/api/games", "day=2026-11-22", 200),
        (f"/api/games/{'9' * 5000}/1", "", 404),
        (f"/api/games/1/{2**31}", "", 404),
        ("/api/players/x", "", 404),
    ]

    async def visit(app: Starlette) -> list[int]:
        return [await status_of(app, "GET", path, query, {}) for path, query, _ in asked]

    assert at_the_page(database, tmp_path, visit) == [status for _, _, status in asked]


def test_no_handler_of_the_rooms_page_sees_a_host_that_is_none_or_an_endless_header(
    database: str, tmp_path: Path
) -> None:
    assert at_the_page(database, tmp_path, lambda app: let_through(app, app.routes)) == []


@pytest.mark.parametrize("there", ["nothing", "a link to nothing", "a folder"])
def test_a_package_that_was_not_released_is_not_found(there: str, database: str, tmp_path: Path) -> None:
    paths = ("/", "/key.asc", "/InRelease", "/../room.keys.json", "/a/b", "/%00", "/" + 300 * "a")

    async def visit(app: Starlette) -> set[int]:
        return {await status_of(app, "GET", f"/packages{path}", "", {}) for path in paths}

    match there:
        case "a link to nothing":
            (tmp_path / PACKAGES).symlink_to(tmp_path / "nowhere")
        case "a folder":
            (tmp_path / PACKAGES).mkdir()
    assert at_the_page(database, tmp_path, visit) == {404}


async def test_no_request_to_the_door_for_tables_is_answered_by_a_fault() -> None:
    async def invited(_: Invited) -> Answer:
        return Answer(refused="unknown")

    app = enrolment_door(EnrolmentDesk("authority", "Café", lambda: 0.0), invited)
    assert await faults(app, app.routes) == []
