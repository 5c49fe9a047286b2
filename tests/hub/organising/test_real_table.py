"""A real table in a real room: its console shows a drawn game, one press begins it, its result comes back by itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from bench.shared.ports import free_port
from hub.page.access import Role, RoomKeys
from hub.settings import load
from tests.cli.test_hub import royaltable, running  # the same hub
from tests.hub.organising.people import People
from tests.hub.running import in_background
from tests.hub.wire import Wire
from tests.soak import SOAK
from tests.web.real_table import COLORS, PATIENCE_S, RealTable, served

CASTLE = '[[castle]]\ncolor = "{color}"\nspi = [0, {place}]\nsimulated = true\n'
SETTINGS = """
[table]
name = "Table"
[page]
host = "127.0.0.1"
port = {page}
[console]
knob_pins = [17, 27]
button_pin = 22
simulated = true
"""
TABLE = "rt-real"


class Evening:
    """A room with one real table, at whose desk a tournament is organised; ``wire`` leads from the table to the hub."""

    def __init__(self, client: httpx.Client, table: RealTable, wire: Wire, journal: Path) -> None:
        self.table, self.wire, self.journal = table, wire, journal
        self._client = client

    def post(self, path: str, **body: Any) -> httpx.Response:
        answer = self._client.post(f"/api/{path}", json=body)
        assert answer.status_code < 300, answer.text
        return answer

    def act(self, do: str, **fields: Any) -> None:
        self.post("tournament/do", act={"do": do, **fields}, seen=self.value()["count"])

    def value(self) -> dict[str, Any]:
        value: dict[str, Any] = self._client.get("/api/tournament").json()
        return value

    def games(self) -> list[dict[str, Any]]:
        games: list[dict[str, Any]] = self.value()["played"][0]["games"]
        return games

    def games_of(self, code: str) -> list[dict[str, Any]]:
        """What the room's book has of a player."""
        games: list[dict[str, Any]] = self.post("me/games", code=code).json()["games"]
        return games

    def card(self) -> dict[str, Any]:
        """The table as the room's page has it."""
        card: dict[str, Any] = self._client.get("/api/room").json()["cards"].get(TABLE, {"text": "", "online": False})
        return card

    def drawn(self, people: list[str], tables: list[str], game: str | None = None) -> str:
        """A tournament of one round, up to its draw; gives the code of the first, who has signed up for one."""
        self.post("tournament/begin", name="Evening", format="swiss", rounds=1, tables=tables, game=game)
        signed_up = self.post("tournament/sign-up", name=people[0], keep=True)
        self.act("here", entrant=1, here=True)
        self.act("entered", people=[{"name": name} for name in people[1:]], here=True)
        self.act("closed", closed=True)
        self.post("tournament/draw", seen=self.value()["count"])
        return str(signed_up.json()["code"])

    def press(self, game: int = 0) -> None:
        """At the table's console, which waits for it."""
        self.table.until(lambda: self.games()[game]["state"] == "waits", "what the table says of it")
        pressed = self.table.post("/api/table/press", {"control": "knob"})
        assert pressed.status_code == 204, pressed.text
        self.table.until(lambda: self.games()[game]["state"] == "begun", "that it has begun")


@contextmanager
def evening(hub: Path, tmp_path: Path, castles: list[str]) -> Iterator[Evening]:
    wire = Wire(load(hub).broker_port)
    mqtt, _, password = royaltable(hub, "table", "add", TABLE).stdout.partition("# the file hub.password")
    (tmp_path / "hub.password").write_text(password.split(": ")[1])
    page = free_port()
    config = tmp_path / "table.toml"
    settings = [SETTINGS.format(page=page), mqtt.replace(f"port = {load(hub).broker_port}", f"port = {wire.port}")]
    settings += [CASTLE.format(color=color, place=place) for place, color in enumerate(castles)]
    config.write_text("".join(settings))
    pin = RoomKeys(hub).new_pin(Role.ORGANISER).reveal()
    with (
        in_background(wire.run()),
        running(hub, engines=1) as room,
        served(config, page) as table,
        httpx.Client(base_url=room.replace("0.0.0.0", "127.0.0.1"), timeout=PATIENCE_S) as client,
    ):
        assert client.post("/api/login", json={"pin": pin}).status_code == 204
        yield Evening(client, table, wire, tmp_path / "table.journal")


def test_one_press_at_the_console_begins_the_game_that_was_drawn(folder: Path, tmp_path: Path) -> None:
    with evening(folder, tmp_path, ["blue", "yellow"]) as room:
        # Five people sit at a table of three and at one of two, which is the real one's number of castles.
        names = ["Ana", "Bo", "Cy", "Di", "Ed"]
        room.drawn(names, ["rt-none", TABLE])
        seated = [names[entrant - 1] for _, entrant in room.games()[1]["seats"]]
        seats = f"Round 1: press. Blue. {seated[0]}. Yellow. {seated[1]}."
        room.table.until(lambda: room.card()["text"] == seats, "who sits where")
        room.press(1)
        assert [player["color"] for player in room.table.view()["players"]] == ["blue", "yellow"]
        assert room.games()[0]["state"] is None


@pytest.mark.skipif(not SOAK, reason="whole games of a real table: make soak, or ROYALTABLE_SOAK=1")
def test_whole_games_come_back_into_the_round_by_themselves(folder: Path, tmp_path: Path) -> None:
    with evening(folder, tmp_path, COLORS) as room:
        played(room, "tumult_royale", pulled=True)
        played(room, "tudor")


def played(room: Evening, game: str, *, pulled: bool = False) -> None:
    """A tournament of one table; ``pulled``, its network is gone from the middle of the game until after its end."""
    code = room.drawn([f"Ana {game}", "Bo", "Cy", "Di"], [TABLE], game)
    room.press()
    people = People(room.table, room.journal, game, Random(5))
    people.play(100)
    assert people.outcome is None
    if pulled:
        room.wire.pull()
        room.table.until(lambda: not room.card()["online"], "that the table is away")
    people.play(10_000)
    outcome = people.outcome
    assert outcome is not None
    if pulled:
        assert room.games()[0]["scores"] == []
        room.wire.plug()
    room.table.until(lambda: room.games()[0]["scores"] != [], "the result")
    (drawn,) = room.games()
    seats = dict(drawn["seats"])
    scores = {entrant: (place, points) for entrant, place, points in drawn["scores"]}
    assert {entrant: points for entrant, (_, points) in scores.items()} == {
        seats[castle]: points for castle, points in outcome.points.items()
    }
    winners = {seats[castle] for castle in outcome.winners}
    assert {entrant for entrant, (place, _) in scores.items() if place == 1} == winners
    assert not drawn["by_hand"]
    room.table.until(lambda: len(room.games_of(code)) == 1, "the game in the book")
    (known,) = room.games_of(code)
    assert known["points"][next(iter(known["seats"]))] == scores[1][1]
    room.act("ended")
    assert room.value()["standing"][0][0] in winners
