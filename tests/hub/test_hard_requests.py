"""A hub answers whatever is asked of any of its routes, and what it keeps of it it can read again."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar

import click.testing
import msgspec
import pytest
from asyncpg import Connection

from controller.cli.room.hub import hub
from controller.fleet import enrolment
from controller.fleet.enrolment import EnrolmentOffer, InvitedRequest, Membership
from controller.fleet.log_messages import decode_message
from controller.fleet.messages import DesiredState, HubRequest, HubRequestAnswer
from controller.fleet.topics import ANSWER, ASK, TopicKind
from controller.secret import Secret
from hub.enrolment import EnrolmentService, create_enrolment_app
from hub.page import access, fleet_routes, history_routes, tournament_routes
from hub.page.app import AdmitTable, RevokeTable, TakeAlert
from hub.settings import SETTINGS_FILE, SettingsError, load_settings
from hub.table_management import RoomSettings, RoomSettingsError, TableSettings, load_room_settings, save_room_settings
from hub.tournament_service.fixtures import next_fixture_by_table
from tests.fuzz.hard_requests import body, faults, let_through, status_of
from tests.hub import recorded, running, test_room
from tests.support.soak import SOAK

T = TypeVar("T")

PACKAGES = "packages"


def at_the_page(database: str, folder: Path, visit: Callable[[running.PageInProcess], Awaitable[T]]) -> T:
    """What comes of a visit to the page of a room in whose book nothing stands."""

    async def go() -> T:
        page = running.PageInProcess(folder, database)
        try:
            return await visit(page)
        finally:
            await page.tables.close()

    with running.cheap_hashes():
        return asyncio.run(go())


def test_no_request_of_a_viewer_to_any_route_of_the_page_raises_an_error(database: str, tmp_path: Path) -> None:
    assert at_the_page(database, tmp_path, lambda page: faults(page.app, page.app.routes)) == []


def test_invalid_values_answer_400_and_missing_ones_404(database: str, tmp_path: Path) -> None:
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

    async def visit(page: running.PageInProcess) -> list[int]:
        return [await status_of(page.app, "GET", path, query, {}) for path, query, _ in asked]

    assert at_the_page(database, tmp_path, visit) == [status for _, _, status in asked]


def test_no_handler_of_the_page_sees_an_invalid_host_or_an_endless_header(database: str, tmp_path: Path) -> None:
    assert at_the_page(database, tmp_path, lambda page: let_through(page.app, page.app.routes)) == []


@pytest.mark.parametrize("there", ["nothing", "a link to nothing", "a folder"])
def test_a_package_that_was_not_released_is_not_found(there: str, database: str, tmp_path: Path) -> None:
    paths = ("/", "/key.asc", "/InRelease", "/../room.keys.json", "/a/b", "/%00", "/" + 300 * "a")

    async def visit(page: running.PageInProcess) -> set[int]:
        return {await status_of(page.app, "GET", f"/packages{path}", "", {}) for path in paths}

    match there:
        case "a link to nothing":
            (tmp_path / PACKAGES).symlink_to(tmp_path / "nowhere")
        case "a folder":
            (tmp_path / PACKAGES).mkdir()
    assert at_the_page(database, tmp_path, visit) == {404}


async def test_no_request_to_the_enrolment_port_raises_an_error() -> None:
    async def invited(_: InvitedRequest) -> enrolment.EnrolmentAnswer:
        return enrolment.EnrolmentAnswer(refused="unknown")

    app = create_enrolment_app(EnrolmentService("authority", "Café", lambda: 0.0), invited)
    assert await faults(app, app.routes) == []


HOSTILE: Final = {
    "an escape": "\x1b[2J",
    "a NUL": "a\x00b",
    "line breaks": "\r\n\n",
    "a line break within": "a\nb",
    "a tab": "a\tb",
    "a delete": "a\x7f",
    "a control character of Latin-1": "a\x85b",
    "a line separator": "\u2028",
    "nothing": "",
    "spaces": "   ",
    "one letter too many": "m" * 81,
    "far too many letters": "m" * 15_000,
    "the widest letters": "\U0001f3f0" * 80,
    "a right-to-left override": "\u202eabc",
    "half a surrogate": "\ud800",
    "a number": 7,
    "null": None,
    "a list": ["a"],
}
"""Values for each text that goes to a table."""

hostile = pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE)

BODIES: Final[dict[str, Any]] = {
    "/api/needs/take": TakeAlert,
    "/api/tables/let-in": AdmitTable,
    "/api/tables/revoke": RevokeTable,
    "/api/fleet/ask": fleet_routes.TableRequest,
    "/api/games/1/1/seats": history_routes.SeatEntry,
    "/api/seasons": history_routes.NewSeason,
    "/api/me/games": history_routes.PlayerCode,
    "/api/me/forget": history_routes.PlayerCode,
    "/api/tournament/sign-up": tournament_routes.SignUp,
    "/api/tournament/begin": tournament_routes.BeginTournamentRequest,
    "/api/tournament/do": tournament_routes.ActionRequest,
    "/api/tournament/draw": tournament_routes.DrawRequest,
    "/api/tournament/list": tournament_routes.ListBody,
    "/api/tournament/results": tournament_routes.ListBody,
    "/api/tournament/join": tournament_routes.AssignGame,
}

WAYS: Final = (
    *BODIES,
    *(["/api/fleet/ask"] * 3),
    *(["/api/tournament/do"] * 12),
    *(["/api/tournament/draw", "/api/tournament/list"] * 2),
)
LOOKS: Final = (
    *("/api/room", "/api/fleet", "/api/status", "/metrics", "/api/games", "/api/choices", "/api/names?like=a"),
    *("/api/players", "/api/records", "/api/tournament", "/api/tournament/standing.csv"),
    *("/api/tournament/tournament.json", "/api/tournament/games"),
)
PASSWORD: Final = "correct horse"
TABLE: Final = "rt-a"


class TableDouble:
    """A table at the other end of the hub's line: it answers what it understands."""

    connected = True

    def __init__(self, care: Any) -> None:
        self._care = care
        self.heard: list[Any] = []

    def publish(self, topic: str, kind: TopicKind, value: Any) -> None:
        octets = msgspec.json.encode(value)
        if kind is not ASK:
            self.heard.append(decode_message(octets, DesiredState))
            return
        self.heard.append(ask := decode_message(octets, HubRequest))
        self._care.store_report_or_answer(
            ANSWER.topic_of(topic.split("/")[2]), msgspec.json.encode(HubRequestAnswer(ask.id, ask.do, done=True))
        )


def _onward(told: dict[str, Any], chance: Random) -> tuple[str, Any]:
    """What brings a tournament on: chance alone would hardly ever have a game played."""
    if not told["exists"] or told["ended"]:
        rounds, form = chance.randint(1, 3), chance.choice(("swiss", "finals"))
        return "begin", {"name": "Evening", "format": form, "rounds": rounds, "tables": ["rt-a", "rt-b"]}
    seen, people = told["count"], told["entrants"]
    if len(people) < chance.randint(4, 20):
        names = [f"{name}{len(people)}" for name in ("Ana", "Bo", "Cy", "Di", "Eli")]
        return "list", {"text": "\n".join(names), "expected": len(names)}
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


@pytest.mark.usefixtures("cheap_secrets")
def test_whatever_an_owner_posts_raises_no_error_and_can_be_read_again(database: str, tmp_path: Path) -> None:
    async def posted(page: running.PageInProcess) -> list[str]:
        chance, faults, done, desk = Random(1), [], set(), page.tournament.service
        table = page.care._broker = TableDouble(page.care)  # type: ignore[assignment]
        test_room.receive(page.room.room, TABLE, "presence", test_room.HERE)
        async with page.browser() as client:
            assert (await client.post("/api/login", json={"password": PASSWORD})).status_code == 204
            for _ in range(5_000 if SOAK else 250):
                told = (await client.get("/api/tournament")).json()
                if chance.random() < 0.5:
                    way, said = _onward(told, chance)
                    path = f"/api/tournament/{way}"
                else:
                    games = [game["fixture"] for each in told.get("played", ()) for game in each["games"]]
                    known = {
                        "table": TABLE,
                        "seen": told["count"],
                        "fixture": chance.choice(games) if games else None,
                        "castle": "blue",
                    }
                    path = chance.choice(WAYS)
                    said = body(BODIES[path], chance, known.get)
                    if said == {"act": {"do": "ended"}, "seen": told["count"]} and chance.random() < 0.9:
                        continue
                status = (await client.post(path, json=said)).status_code
                if status < 300:
                    done.add(path)
                    if desk.tournament is not None:
                        page.care.replace_and_publish_fixtures(next_fixture_by_table(desk.tournament, str))
                elif status >= 500:
                    faults.append(f"{status} {path} {said!r:.400}")
            for do, text in product(("identify", "message", "doctor", "report", "coming", "dance"), HOSTILE.values()):
                before, asked = len(table.heard), json.dumps({"table": TABLE, "do": do, "text": text})
                answer = await client.post(
                    "/api/fleet/ask", content=asked, headers={"content-type": "application/json"}
                )
                assert (answer.status_code == 200) == (len(table.heard) > before), (do, text)
                assert answer.status_code < 400 or answer.json()["error"]["message"].endswith((".", "?"))
            for nobody in ("rt-b", "+", "#", "rt-a/ask", "rt-a\0", "rt-a\n", "RT-A", "a" * 64):
                for path, more in (("fleet/ask", {"do": "identify"}), ("needs/take", {"code": "help"})):
                    assert (await client.post(f"/api/{path}", json={"table": nobody} | more)).status_code in {400, 409}
        assert {type(each) for each in table.heard} == {HubRequest, DesiredState}
        assert {f"/api/tournament/{way}" for way in ("begin", "list", "do", "draw")} <= done
        assert {"/api/games/1/1/seats", "/api/seasons"} <= done
        return faults

    async def looked(page: running.PageInProcess) -> list[str]:
        statuses = [(path, await status_of(page.app, "GET", *path.partition("?")[::2], {})) for path in LOOKS]
        return [f"{status} {path}" for path, status in statuses if status >= 500]

    async def a_game(connection: Connection) -> None:
        await recorded.store_game(connection, 1)

    access.RoomSecrets(tmp_path).set_password(Secret(PASSWORD))
    recorded.run_at_database(database, a_game)
    assert at_the_page(database, tmp_path, posted) == []
    assert at_the_page(database, tmp_path, looked) == []


@hostile
def test_a_table_can_decode_the_name_it_is_given(value: Any) -> None:
    try:
        told = msgspec.json.decode(json.dumps({"letters": "bcdf ghjk", "name": value}), type=AdmitTable)
    except msgspec.DecodeError:
        return
    member = Membership("rt-a", "p" * 32, 8883, "pem", told.name, told.name)
    assert msgspec.json.decode(msgspec.json.encode(member), type=Membership) == member


@hostile
def test_a_table_understands_the_room_s_name(tmp_path: Path, value: Any) -> None:
    (tmp_path / SETTINGS_FILE).write_text(f"[room]\nname = {json.dumps(value)}\n")
    try:
        name = load_settings(tmp_path).room.name
    except SettingsError:
        return
    offer = EnrolmentOffer("0" * 64, "0" * 64, "pem", name)
    assert msgspec.json.decode(msgspec.json.encode(offer), type=EnrolmentOffer) == offer


@hostile
def test_a_table_can_decode_any_room_settings(tmp_path: Path, value: Any) -> None:
    (tmp_path / "hub.toml").touch()
    for words in (
        ("settings", f"language={value}"),
        ("settings", f"{value}=1"),
        ("rules", "tudor", f"tudor-cards={value}"),
    ):
        click.testing.CliRunner().invoke(hub, ["--folder", str(tmp_path), "desire", *words])
    decode_message(
        msgspec.json.encode(DesiredState(house=load_room_settings(tmp_path).merged_for_table(TABLE))), DesiredState
    )


def test_room_settings_for_too_many_games_are_refused(tmp_path: Path) -> None:
    def of(where: str) -> TableSettings:
        return TableSettings(rules={f"{where}-{number}": {} for number in range(20)})

    with pytest.raises(RoomSettingsError, match="no table accepts"):
        save_room_settings(tmp_path, RoomSettings(of("all"), {TABLE: of("one")}))
