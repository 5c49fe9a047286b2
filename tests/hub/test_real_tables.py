"""Real tables at a real hub: games are stored, restored, and count in a tournament."""

import asyncio
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx

from controller.games.contract.rules import Outcome
from controller.games.shelf import GameShelf
from controller.games.tumult_royale.bots.bots import random_bot_move
from controller.games.tumult_royale.rules.actions import action_to_mapping
from controller.games.tumult_royale.rules.options import move_to_action
from controller.service.fleet.shipping import replay_for_open_moment
from controller.store.journal import JournalError, JournalReader
from controller.store.journal.reader import HubLogReader
from controller.store.journal.rebuilding import build_journal_bytes
from hub.engines.postgres import PrivatePostgres
from hub.game_restore import load_table_games
from hub.page.access import Role, RoomSecrets
from hub.store.connection import connect_with_retry
from tests.cli.test_hub import royaltable, running
from tests.fleet.evening import until
from tests.hub.running import folder_of_a_hub
from tests.support import ports, real_table, soak

ID: Final = "rt-kdmxqz"
KILLS: Final = 60 if soak.SOAK else 3
CASTLE: Final = '[[castle]]\ncolor = "{color}"\nspi = [0, {place}]\nsimulated = true\n'
SETTINGS: Final = """
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

Lines = dict[int, list[tuple[int, str, str, str]]]


class Card:
    """A table of the hub, by its files."""

    def __init__(self, hub: Path, home: Path, castles: int = 2) -> None:
        self.hub = hub
        self.journal = home / "table.journal"
        self._page = ports.free_port()
        self._config = home / "table.toml"
        mqtt, _, password = royaltable(hub, "table", "add", ID).stdout.partition("# in the file hub.password")
        (home / "hub.password").write_text(password.split(": ")[1])
        parts = [CASTLE.format(color=color, place=place) for place, color in enumerate(real_table.COLORS[:castles])]
        self._config.write_text("".join([SETTINGS.format(page=self._page), mqtt, *parts]))

    @contextmanager
    def playing(self) -> Iterator[real_table.RealTable]:
        with real_table.served(self._config, self._page) as table:
            yield table

    def remove_journal(self) -> None:
        for file in self.journal.parent.glob("table.journal*"):
            shutil.rmtree(file) if file.is_dir() else file.unlink()

    def lines(self, *, to_end: bool = False, journal: Path | None = None) -> Lines:
        """Return the entries up to each game's last open moment, or to its end."""
        found = {}
        with HubLogReader(journal or self.journal) as streams:
            for game in range(1, (streams.latest_game_id() or 0) + 1):
                last = streams.last_seq(game) if to_end else replay_for_open_moment(streams, game)
                rows = streams.raw_entries(game, 1, last)
                found[game] = [(row.seq, row.action, row.origin, row.written_utc) for row in rows]
        return found

    def continues(self) -> bytes | None:
        with HubLogReader(self.journal) as streams:
            return streams.continued_journal_uid()

    def uid(self) -> bytes:
        with HubLogReader(self.journal) as streams:
            return streams.journal_uid()

    def stored_counts(self) -> tuple[int, ...]:
        """Return how many journals, games and actions of this table the hub has."""
        output = royaltable(self.hub, "status").output
        found = re.search(r"1 tables, (\d+) journals, (\d+) games with (\d+) actions", output)
        return (0, 0, 0) if found is None else tuple(map(int, found.groups()))


def test_killing_hub_broker_and_database_in_turn_loses_and_doubles_nothing(tmp_path: Path) -> None:
    chance = random.Random(7)
    with folder_of_a_hub() as folder:
        card, log = Card(folder, tmp_path), (folder / "output").open("ab")

        def start_hub() -> "subprocess.Popen[bytes]":
            return subprocess.Popen(
                [sys.executable, "-m", "controller", "hub", "--folder", folder], stdout=log, stderr=log
            )

        hub = start_hub()

        def kill(victim: str) -> bool:
            """Return False if it is not running."""
            nonlocal hub
            if victim == "hub":
                hub.kill()
                hub.wait()
                hub = start_hub()
                return True
            for pid in Path(f"/proc/{hub.pid}/task/{hub.pid}/children").read_text().split():
                with suppress(OSError):
                    if Path(Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0].decode()).name == victim:
                        os.kill(int(pid), signal.SIGKILL)
                        return True
            return False

        with card.playing() as table:
            game = {"castles": real_table.COLORS[:2], "options": {}, "bots": real_table.COLORS[:2]}
            kills = 0
            while kills < KILLS:
                if table.view()["seq"] == 0 or table.view()["waiting_for"]["over"]:
                    assert table.post("/api/game", game).status_code == 204
                    assert table.post("/api/table/speed", {"speed": 20}).status_code == 204
                time.sleep(chance.uniform(0.3, 1.5))
                kills += kill(("hub", "mosquitto", "postgres")[kills % 3])
            assert table.post("/api/game", game | {"bots": []}).status_code == 204  # nothing more is played
            mine, url = card.lines(), PrivatePostgres(folder).url
            actions = sum(map(len, mine.values()))

            async def stored_actions() -> Any:
                connection = await connect_with_retry(url)
                found = await connection.fetchval("select sum(head) from games")
                await connection.close()
                return found

            until(lambda: asyncio.run(stored_actions()) == actions)
            found = asyncio.run(load_table_games(url, ID))
        hub.terminate()
        assert hub.wait(real_table.PATIENCE_S) == 0
        log.close()
    assert (found.uid, found.left_out) == (card.uid(), ())
    (tmp_path / "restored").write_bytes(build_journal_bytes(found.uid, found.games))
    assert card.lines(to_end=True, journal=tmp_path / "restored") == mine


def play_to_end(table: real_table.RealTable, journal: Path) -> Outcome:
    """Play a game on the page by what its journal says, and return the outcome."""
    game: Any = GameShelf().get_or_make_game("tumult_royale")
    log, chance = game.new_log(), Random(5)
    while True:
        with HubLogReader(journal) as streams:
            last = streams.latest_game_id()
            assert last is not None
            for line in streams.raw_entries(last, log.seq + 1, 1000):
                log.accept(log.check(json.loads(line.action)))
        outcome: Outcome | None = game.summary(log.state).outcome
        if outcome is not None:
            return outcome
        move = action_to_mapping(move_to_action(random_bot_move(log.state, chance)))
        answer = table.post("/api/actions", move)
        # The table may have acted meanwhile, for example when the hourglass ran out.
        assert answer.status_code in {httpx.codes.OK, httpx.codes.CONFLICT}, answer.text


def test_one_press_begins_the_drawn_game_and_its_result_reaches_the_hub(folder: Path, tmp_path: Path) -> None:
    card, pin = Card(folder, tmp_path), RoomSecrets(folder).replace_pin(Role.ORGANISER).reveal()
    names = ["Ana", "Bo", "Cy", "Di", "Ed"]
    with (
        running(folder, engines=2) as page,
        card.playing() as table,
        httpx.Client(base_url=page.replace("0.0.0.0", "127.0.0.1"), timeout=real_table.PATIENCE_S) as room,
    ):

        def value() -> dict[str, Any]:
            value: dict[str, Any] = room.get("/api/tournament").json()
            return value

        def post(path: str, **body: Any) -> Any:
            answer = room.post(f"/api/{path}", json=body)
            assert answer.status_code < 300, answer.text
            return answer.json() if answer.content else None

        def act(do: str, **fields: Any) -> None:
            post("tournament/do", act={"do": do, **fields}, seen=value()["count"])

        def drawn() -> dict[str, Any]:
            """Return the game of the two people at the real table; the other three sit at no real one."""
            drawn: dict[str, Any] = value()["played"][0]["games"][1]
            return drawn

        def card_field(name: str) -> Any:
            return room.get("/api/room").json()["cards"].get(ID, {}).get(name)

        post("login", pin=pin)
        post("tournament/begin", name="Evening", format="swiss", rounds=1, tables=["rt-none", ID])
        codes = [post("tournament/sign-up", name=name, keep=True)["code"] for name in names]
        for number in range(1, 6):
            act("here", entrant=number, here=True)
        act("closed", closed=True)
        post("tournament/draw", seen=value()["count"], said="dice")
        seats = dict(drawn()["seats"])
        seated = [names[seats[castle] - 1] for castle in ("blue", "yellow")]
        text = f"Round 1: {seated[0]} at Blue, {seated[1]} at Yellow. Press the knob."
        table.until(lambda: card_field("text") == text, "the fixture on the card")
        table.until(lambda: drawn()["state"] == "waits", "the report of the table")
        assert table.post("/api/table/press", {"control": "knob"}).status_code == 204
        table.until(lambda: drawn()["state"] == "begun", "the begin of the game")
        with table.hurried(20):
            outcome = play_to_end(table, card.journal)
        table.until(lambda: drawn()["scores"] != [], "the result")
        scores = {entrant: (place, points) for entrant, place, points in drawn()["scores"]}
        assert {entrant: points for entrant, (_, points) in scores.items()} == {
            seats[castle]: points for castle, points in outcome.points.items()
        }
        winners = {seats[castle] for castle in outcome.winners}
        assert {entrant for entrant, (place, _) in scores.items() if place == 1} == winners
        assert not drawn()["by_hand"]
        mine = codes[seats["blue"] - 1]
        table.until(lambda: len(post("me/games", code=mine)["games"]) == 1, "the game in the history")
        others = value()["played"][0]["games"][0]
        by_hand = [[entrant, place, None] for place, (_, entrant) in enumerate(others["seats"], 1)]
        act("resulted", fixture=others["fixture"], scores=by_hand)
        act("ended")
        (tmp_path / "tournament.json").write_bytes(room.get("/api/tournament/tournament.json").content)
        verified = royaltable(folder, "draw", "--verify", str(tmp_path / "tournament.json"))
        assert verified.exit_code == 0, verified.output
        lines = room.get("/api/tournament/standing.csv").content.decode("utf-8-sig").splitlines()
        assert len(lines) == 6
        assert lines[1].split(",")[1] == names[value()["standing"][0][0] - 1]


def test_games_that_only_the_hub_has_are_restored_if_people_agree(folder: Path, tmp_path: Path) -> None:
    card, older = Card(folder, tmp_path), tmp_path / "older"

    def asks(table: real_table.RealTable) -> bool:
        return bool(table.view()["waiting_for"]["step"] == "take-back")

    with running(folder, engines=2):
        with card.playing() as table:
            table.begin("coronation")
            with closing(sqlite3.connect(card.journal)) as journal, closing(sqlite3.connect(older)) as copy:
                journal.backup(copy)
            table.act(do="undo")
            table.begin("coronation")
            before, uid = card.lines(), card.uid()
            until(lambda: card.stored_counts() == (1, 2, sum(map(len, before.values()))), card.stored_counts)
            assert not asks(table)

        card.remove_journal()
        shutil.copy(older, card.journal)
        had = card.lines(to_end=True)
        with card.playing() as table:
            table.until(lambda: asks(table), "the question")
            devices = table.get("/api/owner?language=en").json()["devices"]
            (broker,) = (each["text"] for each in devices if each["name"] == "broker")
            assert "has more of this table's games than the journal" in broker
            assert table.post("/api/answer", {"yes": False}).status_code == 204
            assert not asks(table)
            assert card.lines(to_end=True) == had, "people said no"

        card.remove_journal()
        with card.playing() as table:
            table.until(lambda: asks(table), "the question")
            assert table.post("/api/answer", {"yes": True}).status_code == 204

            def is_restored() -> bool:
                with suppress(JournalError):  # the file is being replaced
                    return card.lines() == before
                return False

            until(is_restored)

            def goes_on() -> bool:
                view = table.view()
                if view["scene"] is not None:  # of its latest action
                    table.post("/api/answer", {"yes": False, "scene": view["scene"]["left"]})
                return bool(view["phase"] == "coronation")

            table.until(goes_on, "the game that was on the table")
            table.act(do="undo")
            assert card.continues() == uid
            assert not card.journal.with_name("table.journal-taken-back").exists()
            more = sum(map(len, before.values())) + sum(map(len, card.lines().values()))
            until(lambda: card.stored_counts()[2] == more, card.stored_counts)
            assert not asks(table)
    with JournalReader(card.journal) as reader:
        assert reader.damage_findings() == []
