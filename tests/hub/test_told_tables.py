"""What people tell tables through the hub: a table understands it, or the hub refuses it at once."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from itertools import product
from pathlib import Path
from typing import Any, Final

import click.testing
import httpx
import msgspec
import pytest
from starlette.applications import Starlette

from controller.cli.room.hub import hub
from controller.fleet.enrolment import Membership, Offer
from controller.fleet.messages import Answer, Ask, Desired
from controller.fleet.shipping import understood
from controller.fleet.topics import ANSWER, ASK, TopicKind
from controller.secret import Secret
from hub.care import Houses, HousesError, Wanted, houses_in, keep_houses
from hub.organising.tournament_loop import wanted
from hub.page.access import RoomKeys
from hub.page.app import LetIn
from hub.settings import FILE, SettingsError, load
from tests.hub.test_hard_requests import at_the_page
from tests.hub.test_room import HERE, hear

PASSWORD: Final = "correct horse"
TABLE: Final = "rt-a"

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

pytestmark = pytest.mark.usefixtures("cheap_secrets")
hostile = pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE)


class Line:
    """A table at the other end of the hub's line: it answers what it understands."""

    connected = True

    def __init__(self, care: Any) -> None:
        self._care = care
        self.heard: list[Any] = []

    def say(self, topic: str, kind: TopicKind, value: Any, expires_s: int | None = None) -> None:
        octets = msgspec.json.encode(value)
        if kind is not ASK:
            self.heard.append(understood(octets, Desired))
            return
        self.heard.append(ask := understood(octets, Ask))
        self._care._heard(ANSWER.of(topic.split("/")[2]), msgspec.json.encode(Answer(ask.id, ask.do, done=True)))


class House:
    """A room with one table, its page, and its owner."""

    def __init__(self, app: Starlette, client: httpx.AsyncClient) -> None:
        hear(app.state.room.room, TABLE, "presence", HERE)
        self.line = app.state.care._line = Line(app.state.care)
        self.desk = app.state.organising.live.desk
        self.care = app.state.care
        self._client = client

    async def post(self, path: str, body: Any) -> int:
        """The status of an answer that came at once: an error is told in a sentence."""
        async with asyncio.timeout(10):
            answer = await self._client.post(
                f"/api/{path}", content=json.dumps(body), headers={"content-type": "application/json"}
            )
        assert answer.status_code < 500, body
        assert answer.status_code < 400 or answer.json()["error"]["message"].endswith((".", "?")), answer.text
        return answer.status_code


def in_the_house(database: str, folder: Path, visit: Callable[[House], Awaitable[None]]) -> None:
    RoomKeys(folder).set_password(Secret(PASSWORD))

    async def logged_in(app: Starlette) -> None:
        transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://hub.local") as client:
            house = House(app, client)
            assert await house.post("login", {"password": PASSWORD}) == 204
            await visit(house)

    at_the_page(database, folder, logged_in)


def test_a_table_understands_each_ask_that_is_not_refused(database: str, tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        for do, text in product(("identify", "message", "doctor", "report", "coming", "dance"), HOSTILE.values()):
            before = len(house.line.heard)
            status = await house.post("fleet/ask", {"table": TABLE, "do": do, "text": text})
            assert (status == 200) == (len(house.line.heard) > before), (do, text)
        assert {ask.do for ask in house.line.heard} == {"identify", "message", "doctor", "report"}

    in_the_house(database, tmp_path, visit)


def test_a_table_that_is_not_here_is_asked_nothing(database: str, tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        for table in ("rt-b", "+", "#", "rt-a/ask", "rt-a\0", "rt-a\n", "RT-A", "a" * 64, *HOSTILE.values()):
            assert await house.post("fleet/ask", {"table": table, "do": "identify"}) in {400, 409}, table
            assert await house.post("needs/take", {"table": table, "code": "help"}) in {400, 409}, table
        assert house.line.heard == []

    in_the_house(database, tmp_path, visit)


def test_a_table_understands_each_fixture_of_a_tournament(database: str, tmp_path: Path) -> None:
    async def evening(house: House, word: Any) -> None:
        begin = {"name": "Evening", "format": "swiss", "rounds": 1, "tables": [TABLE]}
        if await house.post("tournament/begin", begin | {"game": word}) >= 400:
            await house.post("tournament/begin", begin)
        await house.post("tournament/begin", begin | {"name": word})

        async def do(**act: Any) -> int:
            return await house.post("tournament/do", {"act": act, "seen": house.desk.tournament.count})

        await house.post("tournament/list", {"text": "Ana\nBo\nCy\nDi"})
        for number in range(1, 5):
            await do(do="here", entrant=number, here=True)
        await do(do="renamed", entrant=1, name=word)
        if await do(do="entered", people=[{"name": word, "club": word}], here=True) < 400:
            await do(do="here", entrant=2, here=False)  # four play
        await house.post("tournament/list", {"text": f"{word},{word}"})
        await house.post("tournament/sign-up", {"name": word, "club": word, "keep": True})
        await do(do="closed", closed=True)
        await house.post("tournament/draw", {"said": word, "seen": house.desk.tournament.count})
        await house.post("tournament/draw", {"seen": house.desk.tournament.count})
        house.care.want_fixtures(wanted(house.desk.tournament, str))
        await do(do="taken_back")
        assert await do(do="ended") == 204

    async def visit(house: House) -> None:
        for word in HOSTILE.values():
            before = len(house.line.heard)
            await evening(house, word)
            assert len(house.line.heard) > before, word

    in_the_house(database, tmp_path, visit)


@hostile
def test_a_table_understands_by_what_name_it_is_let_in(value: Any) -> None:
    try:
        told = msgspec.json.decode(json.dumps({"letters": "bcdf ghjk", "name": value}), type=LetIn)
    except msgspec.DecodeError:
        return
    member = Membership("rt-a", "p" * 32, 8883, "pem", told.name, told.name)
    assert msgspec.json.decode(msgspec.json.encode(member), type=Membership) == member


@hostile
def test_a_table_understands_the_room_s_name(tmp_path: Path, value: Any) -> None:
    (tmp_path / FILE).write_text(f"[room]\nname = {json.dumps(value)}\n")
    try:
        name = load(tmp_path).room.name
    except SettingsError:
        return
    offer = Offer("0" * 64, "0" * 64, "pem", name)
    assert msgspec.json.decode(msgspec.json.encode(offer), type=Offer) == offer


@hostile
def test_a_table_understands_what_house_is_wanted(tmp_path: Path, value: Any) -> None:
    (tmp_path / "hub.toml").touch()
    for words in (
        ("settings", f"language={value}"),
        ("settings", f"{value}=1"),
        ("rules", "tudor", f"tudor-cards={value}"),
    ):
        click.testing.CliRunner().invoke(hub, ["--folder", str(tmp_path), "desire", *words])
    understood(msgspec.json.encode(Desired(house=houses_in(tmp_path).of(TABLE))), Desired)


def test_a_house_of_more_games_than_a_table_takes_is_refused(tmp_path: Path) -> None:
    def of(where: str) -> Wanted:
        return Wanted(rules={f"{where}-{number}": {} for number in range(20)})

    with pytest.raises(HousesError, match="no table takes"):
        keep_houses(tmp_path, Houses(of("all"), {TABLE: of("one")}))
