"""What may be asked of a tournament over HTTP: who may do what, and what is over a bound."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from controller import limits
from controller.fleet.line import Broker
from hub.care import CareLoop
from hub.organising.live import Organising
from hub.page.access import Role, RoomAccess, RoomKeys
from hub.page.app import create_room_app
from hub.room import RoomLoop
from tests.hub.running import cheap_hashes, no_games

Visit = Callable[[httpx.AsyncClient], Awaitable[None]]

BEGIN = {"name": "Evening", "format": "swiss", "rounds": 2, "tables": ["rt-a"]}
ORGANISERS = {
    "begin": BEGIN,
    "do": {"act": {"do": "entered", "people": [{"name": "Ana"}]}, "seen": 1},
    "draw": {"seen": 1},
    "list": {"text": "Ana"},
    "join": {"fixture": "f-1-1", "source": ["0" * 32, 1], "seen": 1},
}


def at_the_page(database: str, folder: Path, visit: Visit, role: Role | None = Role.ORGANISER) -> None:
    async def go() -> None:
        keys, nowhere = RoomKeys(folder), Broker("127.0.0.1", 9)
        room = RoomLoop(nowhere)
        organising = Organising(database, CareLoop(nowhere), room.room, "en")

        async def kept() -> dict[str, object]:
            return {}

        app = create_room_app(room, RoomAccess(keys, lambda: 0.0), kept, organising=organising, tables=no_games())
        transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://hub.local") as client:
            if role in {Role.STEWARD, Role.ORGANISER}:
                pin = keys.new_pin(role).reveal()
                assert (await client.post("/api/login", json={"pin": pin})).status_code == 204
            await visit(client)

    with cheap_hashes():
        asyncio.run(go())


async def post(client: httpx.AsyncClient, path: str, body: object) -> httpx.Response:
    return await client.post(f"/api/tournament/{path}", json=body)


@pytest.mark.parametrize(("role", "code"), [(None, 401), (Role.STEWARD, 403)])
def test_guests_and_stewards_look_on_and_only_an_organiser_does_something(
    database: str, tmp_path: Path, role: Role | None, code: int
) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        for path, body in ORGANISERS.items():
            assert (await post(client, path, body)).status_code == code, path
        assert (await client.get("/api/tournament/games")).status_code == code
        assert (await client.get("/api/tournament")).json() == {"exists": False, "count": 0}

    at_the_page(database, tmp_path, visit, role)


def test_nobody_says_what_was_drawn_or_from_where_a_result_came_but_the_hub(database: str, tmp_path: Path) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        assert (await post(client, "begin", BEGIN)).status_code == 204
        assert (await post(client, "list", {"text": "Ana\nBo\nCy"})).json() == {"entered": 3}
        for number in (1, 2, 3):
            here = {"do": "here", "entrant": number, "here": True}
            assert (await post(client, "do", {"act": here, "seen": 9})).status_code == 204
        drawn = {"do": "drawn", "seed": "0" * 64, "said": "", "games": [[1, 2, 3]]}
        assert (await post(client, "do", {"act": drawn, "seen": 9})).status_code == 400
        begun = {"do": "begun", "commitment": "0" * 64, **BEGIN}
        assert (await post(client, "do", {"act": begun, "seen": 9})).status_code == 400
        assert (await post(client, "do", {"act": {"do": "closed", "closed": True}, "seen": 9})).status_code == 204
        assert (await post(client, "draw", {"seen": 9})).status_code == 204
        (game,) = (await client.get("/api/tournament")).json()["played"][0]["games"]
        scores = [[entrant, place, None] for place, (_, entrant) in enumerate(game["seats"], 1)]
        resulted = {"do": "resulted", "fixture": game["fixture"], "scores": scores, "source": ["0" * 32, 1]}
        assert (await post(client, "do", {"act": resulted, "seen": 9})).status_code == 204
        (game,) = (await client.get("/api/tournament")).json()["played"][0]["games"]
        assert game["by_hand"]
        joined = {"fixture": game["fixture"], "source": ["0" * 32, 1], "seen": 9}
        assert (await post(client, "join", joined)).status_code == 404
        assert (await client.get("/api/tournament/games")).json() == {"games": []}

    at_the_page(database, tmp_path, visit)


def test_a_name_is_tidied_and_a_formula_is_none_in_a_spreadsheet(database: str, tmp_path: Path) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        await post(client, "begin", BEGIN)
        for name in ("=2+2", "  Ana\u00a0  Bo "):
            act = {"do": "entered", "people": [{"name": name}], "here": True}
            assert (await post(client, "do", {"act": act, "seen": 1})).status_code == 204
        for unseen in ("\u2003", "\u202e", "\u200b\ufeff", "\u3164", "\u2800"):
            blank = {"do": "entered", "people": [{"name": unseen}]}
            assert (await post(client, "do", {"act": blank, "seen": 1})).status_code == 400
            assert (await post(client, "sign-up", {"name": unseen})).status_code == 400
            assert (await post(client, "begin", BEGIN | {"name": unseen})).status_code == 400
        lines = (await client.get("/api/tournament/standing.csv")).content.decode("utf-8-sig").splitlines()
        assert lines[1:] == ["1,'=2+2,,0,0,0,0.000,0,0", "2,Ana Bo,,0,0,0,0.000,0,0"]

    at_the_page(database, tmp_path, visit)


def test_a_letter_that_nobody_sees_makes_no_other_name(database: str, tmp_path: Path) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        await post(client, "begin", BEGIN)
        assert (await post(client, "sign-up", {"name": "Zoë"})).status_code == 200
        for same in ("Zoe\u0308", "Zoë\u200b", "\u202eZoë", "zoë", "Zoë\u034f", "\u3164Zoë"):
            assert (await post(client, "sign-up", {"name": same})).status_code == 409

    at_the_page(database, tmp_path, visit)


def test_one_phone_signs_up_a_dozen_in_an_hour_and_a_list_has_its_bounds(database: str, tmp_path: Path) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        await post(client, "begin", BEGIN)
        answers = [(await post(client, "sign-up", {"name": f"P{number}"})).status_code for number in range(14)]
        assert answers == [200] * limits.TOURNAMENT_SIGN_UPS + [429] * 2
        too_long = await post(client, "list", {"text": "x" * (limits.TOURNAMENT_LIST_OCTETS + 1)})
        assert too_long.status_code == 400
        too_large = await post(client, "list", {"text": "\u20ac" * limits.TOURNAMENT_LIST_OCTETS})
        assert too_large.status_code in {409, 413}
        twice = await post(client, "list", {"text": "Kim\nKIM"})
        assert twice.status_code == 409
        assert twice.json()["error"] == {
            "message": "Line 2: saw KIM, who stands in line 1 already. Add a letter to one of them.",
            "code": "list",
        }

    at_the_page(database, tmp_path, visit)
