"""A whole tournament at a real hub, its broker and its database: tables play what they are told, results come back."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from controller.__main__ import main
from controller.fleet.line import Broker
from hub.engines.broker_users import BrokerUsers
from hub.page.access import Role, RoomKeys
from hub.settings import load
from hub.tournament import draw as record
from hub.tournament.acts import Resulted
from tests.cli.test_hub import running  # the same hub
from tests.hub.organising.playing_table import PlayingTable
from tests.hub.running import at_work
from tests.hub.tournament.plain_standing import plain_standing
from tests.soak import SOAK

PATIENCE_S = 180.0


class Organiser:
    """Whoever runs it, at the hub's page."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client
        self.value: dict[str, Any] = {}

    async def look(self) -> dict[str, Any]:
        self.value = (await self._client.get("/api/tournament")).json()
        return self.value

    async def post(self, path: str, **body: Any) -> None:
        answer = await self._client.post(f"/api/tournament/{path}", json=body)
        assert answer.status_code < 300, answer.text

    async def act(self, do: str, **fields: Any) -> None:
        await self.look()
        await self.post("do", act={"do": do, **fields}, seen=self.value["count"])

    async def draw(self) -> None:
        await self.act("closed", closed=True)
        await self.look()
        await self.post("draw", seen=self.value["count"], said="dice")
        await self.look()

    async def file(self, name: str) -> bytes:
        return (await self._client.get(f"/api/tournament/{name}")).content

    @property
    def games(self) -> list[dict[str, Any]]:
        """Of the latest round."""
        games: list[dict[str, Any]] = self.value["played"][-1]["games"]
        return games


@asynccontextmanager
async def at_the_desk(page: str, pin: str) -> AsyncIterator[Organiser]:
    async with httpx.AsyncClient(base_url=page.replace("0.0.0.0", "127.0.0.1"), timeout=PATIENCE_S) as client:
        assert (await client.post("/api/login", json={"pin": pin})).status_code == 204
        yield Organiser(client)


async def play_round(desk: Organiser, tables: list[PlayingTable], dying: set[str]) -> None:
    """Somebody presses wherever something waits, until all games have a result; ``dying`` tables die in mid-game."""
    async with asyncio.timeout(PATIENCE_S):
        while any(not game["scores"] for game in (await desk.look())["played"][-1]["games"]):
            for table in tables:
                if table.dead:
                    continue
                if table.waits:
                    table.press()
                elif table.plays and table.table in dying:
                    await table.die()
                    await give_to_another(desk, table, tables)
                elif table.plays:
                    table.go_on()
            await asyncio.sleep(0.05)


async def give_to_another(desk: Organiser, dead: PlayingTable, tables: list[PlayingTable]) -> None:
    """The game of a table that has died is played again elsewhere, and the table is in no later draw."""
    await desk.look()
    (game,) = [game for game in desk.games if game["table"] == dead.table]
    assert game["scores"] == []
    alive = [table.table for table in tables if not table.dead]
    await desk.act("moved", fixture=game["fixture"], table=alive[-1])
    await desk.act("tables", tables=alive)


async def evening(hub: Path, page: str, people: int, count: int, rounds: int, dying: dict[int, set[str]]) -> None:
    users, port = BrokerUsers(hub), load(hub).broker_port
    names = [f"rt-{number:02}" for number in range(1, count + 1)]
    tables = [
        PlayingTable(Broker("127.0.0.1", port, name, users.enter(name)), name, f"{number:032x}")
        for number, name in enumerate(names)
    ]
    pin = RoomKeys(hub).new_pin(Role.ORGANISER).reveal()
    async with at_the_desk(page, pin) as desk, at_work(*(table.run() for table in tables)):
        await desk.post("begin", name="Evening", format="swiss", rounds=rounds, tables=names)
        await desk.post("list", text="\n".join(f"Player {number},Club {number % 7}" for number in range(1, people + 1)))
        for number in range(1, people + 1):
            await desk.act("here", entrant=number, here=True)
        for number in range(1, rounds + 1):
            if number == 2:
                await desk.act("here", entrant=5, here=False)
            await desk.draw()
            if number == 2:
                await correct(desk)
            await type_in(desk)
            await play_round(desk, tables, dying.get(number, set()))
        await desk.act("ended")
        await desk.look()
        await judge(desk, tables, hub, people)


async def correct(desk: Organiser) -> None:
    """Somebody says after the second draw that the first round's first table went the other way round."""
    game = desk.value["played"][0]["games"][0]
    order = [entrant for entrant, *_ in sorted(game["scores"], key=lambda score: -score[1])]
    await desk.act(
        "resulted", fixture=game["fixture"], scores=[[entrant, place, None] for place, entrant in enumerate(order, 1)]
    )
    await desk.look()
    assert desk.value["played"][1]["corrected"] == [game["fixture"]]


async def type_in(desk: Organiser) -> None:
    """Where there are more games than tables people play by hand, and say how it ended."""
    for game in desk.games:
        if game["table"] is None:
            scores = [[entrant, place, 30 - place] for place, (_, entrant) in enumerate(game["seats"], 1)]
            await desk.act("resulted", fixture=game["fixture"], scores=scores)


async def judge(desk: Organiser, tables: list[PlayingTable], hub: Path, people: int) -> None:
    """The standing is that of a plain second computation, no result is lost, and every draw can be drawn again."""
    octets = await desk.file("tournament.json")
    begun, acts = record.read(octets)
    standing = [(row[0], row[1]) for row in desk.value["standing"]]
    assert standing == plain_standing([begun, *acts])
    assert len(standing) == people

    results = {act.fixture: act for act in acts if isinstance(act, Resulted) and act.source is not None}
    fixtures = {game["fixture"]: game for each in desk.value["played"] for game in each["games"]}
    at_tables = {fixture for fixture, game in fixtures.items() if game["table"] is not None}
    assert results.keys() == at_tables, "each such game's result came from its table by itself"
    for table in tables:
        for shipped in table.games.values():
            if shipped.outcome is None:
                assert table.dead
                continue
            seats = dict(fixtures[str(shipped.fixture)]["seats"])
            outcome = json.loads(shipped.outcome)
            told = {score.entrant: score.points for score in results[str(shipped.fixture)].scores}
            assert told == {seats[castle]: points for castle, points in outcome["points"].items()}

    file = hub / "tournament.json"
    file.write_bytes(octets)
    proved = CliRunner().invoke(main, ["hub", "--folder", str(hub), "draw", "--verify", str(file)])
    assert proved.exit_code == 0, proved.output
    assert proved.output.count("as it was published") == len(desk.value["played"])
    lines = (await desk.file("standing.csv")).decode("utf-8-sig").splitlines()
    assert len(lines) == people + 1
    assert lines[1].startswith(f"1,Player {standing[0][0]},")


def test_eight_people_at_two_tables(folder: Path) -> None:
    with running(folder, engines=1) as page:
        asyncio.run(evening(folder, page, people=8, count=2, rounds=2, dying={}))


@pytest.mark.skipif(not SOAK, reason="make soak plays it: 64 people at 16 tables")
def test_sixty_four_people_at_sixteen_tables_of_which_two_die(folder: Path) -> None:
    with running(folder, engines=1) as page:
        dying = {2: {"rt-04"}, 3: {"rt-11"}}
        asyncio.run(evening(folder, page, people=64, count=16, rounds=4, dying=dying))
