"""Whatever an owner, an organiser or a steward posts to a hub, it answers, and what it keeps it can read again."""

from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import pytest
from asyncpg import Connection
from starlette.applications import Starlette

from controller.secret import Secret
from hub.page.access import RoomKeys
from hub.page.app import LetIn, Table, Take
from hub.page.fleet_page import FleetAsk
from hub.page.past import Begin, Code, Sit
from hub.page.tournament_routes import BeginTournament, Do, Draw, Join, NameList, SignUp
from tests.fuzz.hard_bodies import body
from tests.fuzz.hard_requests import status_of
from tests.hub.test_hard_requests import at_the_page
from tests.hub.test_people import play
from tests.hub.test_store import on
from tests.soak import SOAK

BODIES: Final[dict[str, Any]] = {
    "/api/needs/take": Take,
    "/api/tables/let-in": LetIn,
    "/api/tables/revoke": Table,
    "/api/fleet/ask": FleetAsk,
    "/api/games/1/1/seats": Sit,
    "/api/seasons": Begin,
    "/api/me/games": Code,
    "/api/me/forget": Code,
    "/api/tournament/sign-up": SignUp,
    "/api/tournament/begin": BeginTournament,
    "/api/tournament/do": Do,
    "/api/tournament/draw": Draw,
    "/api/tournament/list": NameList,
    "/api/tournament/join": Join,
}

WAYS: Final = (*BODIES, *(["/api/tournament/do"] * 12), *(["/api/tournament/draw", "/api/tournament/list"] * 2))
LOOKS: Final = (
    *("/api/room", "/api/fleet", "/api/status", "/metrics", "/api/games", "/api/choices", "/api/names?like=a"),
    *("/api/players", "/api/records", "/api/tournament", "/api/tournament/standing.csv"),
    *("/api/tournament/tournament.json", "/api/tournament/games"),
)
PASSWORD: Final = "correct horse"


def _onward(told: dict[str, Any], chance: Random) -> tuple[str, Any]:
    """What brings a tournament on: chance alone would hardly ever have a game played."""
    if not told["exists"] or told["ended"]:
        rounds, form = chance.randint(1, 3), chance.choice(("swiss", "finals"))
        return "begin", {"name": "Evening", "format": form, "rounds": rounds, "tables": ["rt-a", "rt-b"]}
    seen, people = told["count"], told["entrants"]
    if len(people) < chance.randint(4, 20):
        return "list", {"text": "\n".join(f"{name}{len(people)}" for name in ("Ana", "Bo", "Cy", "Di", "Eli"))}
    away = [int(number) for number, each in people.items() if not each["here"]]
    open_ = [game for each in told["played"] for game in each["games"] if not game["scores"]]
    if open_:
        game = chance.choice(open_)
        places = [[number, place, None] for place, (_, number) in enumerate(game["seats"], 1)]
        return "do", {"act": {"do": "resulted", "fixture": game["fixture"], "scores": places}, "seen": seen}
    if away and chance.random() < 0.9:
        return "do", {"act": {"do": "here", "entrant": chance.choice(away), "here": True}, "seen": seen}
    if not told["closed"]:
        return "do", {"act": {"do": "closed", "closed": True}, "seen": seen}
    return "draw", {"seen": seen}


async def _posted(app: Starlette, count: int) -> list[str]:
    """What was answered by a fault of ours."""
    chance, faults, done = Random(1), [], set()
    transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 1), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://hub.local") as client:
        assert (await client.post("/api/login", json={"password": PASSWORD})).status_code == 204
        for _ in range(count):
            told = (await client.get("/api/tournament")).json()
            if chance.random() < 0.5:
                way, said = _onward(told, chance)
                path = f"/api/tournament/{way}"
            else:
                games = [game["fixture"] for each in told.get("played", ()) for game in each["games"]]
                known = {"seen": told["count"], "fixture": chance.choice(games) if games else None, "castle": "blue"}
                path = chance.choice(WAYS)
                said = body(BODIES[path], chance, known.get)
                if said == {"act": {"do": "ended"}, "seen": told["count"]} and chance.random() < 0.9:
                    continue
            status = (await client.post(path, json=said)).status_code
            if status < 300:
                done.add(path)
            elif status >= 500:
                faults.append(f"{status} {path} {said!r:.400}")
    assert {f"/api/tournament/{way}" for way in ("begin", "list", "do", "draw")} <= done
    assert {"/api/games/1/1/seats", "/api/seasons"} <= done
    return faults


async def _looked(app: Starlette) -> list[str]:
    """What a hub that begins anew cannot read of what was kept."""
    statuses = [(path, await status_of(app, "GET", *path.partition("?")[::2], {})) for path in LOOKS]
    return [f"{status} {path}" for path, status in statuses if status >= 500]


async def _a_game(connection: Connection) -> None:
    await play(connection, 1)


@pytest.mark.usefixtures("cheap_secrets")
def test_nothing_that_an_owner_posts_is_answered_by_a_fault_or_can_no_more_be_read(
    database: str, tmp_path: Path
) -> None:
    RoomKeys(tmp_path).set_password(Secret(PASSWORD))
    on(database, _a_game)
    assert at_the_page(database, tmp_path, lambda app: _posted(app, 5_000 if SOAK else 250)) == []
    assert at_the_page(database, tmp_path, _looked) == []
