"""One room for all its tests: a real Mosquitto, a real table, and others that say what a test wants them to."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from controller.fleet.connection import BrokerConfig
from controller.secret import Secret
from controller.web.bounded_server import build_server, open_listener
from hub.engines.broker_users import BrokerUsers
from hub.engines.postgres import PrivatePostgres
from hub.enrolment import EnrolmentService, Invitations, TableAdmission
from hub.maintenance import GameMaintenance
from hub.page.access import Role, RoomAccess, RoomSecrets
from hub.page.app import create_room_app
from hub.page.history_routes import FeedsAndReplays
from hub.room import RoomLoop
from hub.store.connection import ConnectionPool, GameNotifications
from hub.table_management import TableManager
from hub.tournament_service.fixtures import FixtureLoop
from hub.tournament_service.live import LiveTournament
from tests.hub.running import cheap_hashes, migrated_database, run_in_background
from tests.hub.test_room import HERE, STATE
from tests.support.mosquitto import Mosquitto, need_mosquitto
from tests.support.ports import free_port
from tests.support.real_table import PATIENCE_S, TWO_CASTLES, RealTable, served
from tests.web.browser.chromium import Devices, browser, devices, faultless, keep_picture  # noqa: F401  # the same browser

REAL: Final = "rt-real"
PASSWORD: Final = "a long evening"
SETTINGS: Final = f"""
[table]
name = "Table 1"
{TWO_CASTLES}
[mqtt]
host = "127.0.0.1"
port = {{broker}}
id = "rt-real"
"""


def until_in_the_room(url: str, tables: Collection[str]) -> None:
    """The hub there knows all of these tables, and that they are there."""
    deadline_s = time.monotonic() + PATIENCE_S
    while missing := set(tables) - _in_the_room(url):
        assert time.monotonic() < deadline_s, f"waited {PATIENCE_S} s in vain for {sorted(missing)}"
        time.sleep(0.02)


def _in_the_room(url: str) -> set[str]:
    cards: dict[str, dict[str, Any]] = httpx.get(f"{url}/api/room", timeout=PATIENCE_S).json()["cards"]
    return {table for table, card in cards.items() if card["online"]}


class RunningRoom:
    """A room's page at ``url``, its stewards' PIN, broker, one real table, where others ask to join, and database."""

    def __init__(
        self, url: str, pin: str, broker: Mosquitto, table: RealTable, desk: EnrolmentService, database: str
    ) -> None:
        self.url, self.pin, self.broker, self.table, self.desk, self.database = url, pin, broker, table, desk, database
        self._said: set[str] = set()

    def say(self, table: str, kind: str, value: dict[str, Any]) -> None:
        """What a table of that id says."""
        topic = f"royaltable/v1/{table}/{kind}"
        kept = [] if kind == "event" else ["-r"]
        self._said.add(table)
        self.broker.publish(topic, json.dumps(value), *kept)

    def enter(self, table: str, name: str, **state: Any) -> None:
        """A table that plays."""
        self.say(table, "presence", HERE | {"name": name})
        self.say(table, "state", STATE | {"left_s": None} | state)

    def clear(self) -> None:
        """The real table is alone again."""
        for table in self._said:
            for kind in ("state", "board", "presence"):
                self.broker.publish(f"royaltable/v1/{table}/{kind}", "", "-r")
        self._said.clear()


@pytest.fixture(scope="package")
def running_room(
    browser: Browser,  # noqa: F811
    tmp_path_factory: pytest.TempPathFactory,
    postgres: PrivatePostgres,
) -> Iterator[RunningRoom]:
    need_mosquitto()
    with migrated_database(postgres.url) as database:
        yield from running(tmp_path_factory, database)


def running(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[RunningRoom]:
    folder = tmp_path_factory.mktemp("room")
    broker = Mosquitto(folder)
    broker.start()
    page, table_page = free_port(), free_port()
    settings = folder / "table.toml"
    settings.write_text(SETTINGS.format(page=table_page, broker=broker.port))
    keys = RoomSecrets(folder)
    with cheap_hashes():
        pin = keys.replace_pin(Role.STEWARD).reveal()
        keys.set_password(Secret(PASSWORD))
    desk = EnrolmentService("the room's authority", "Café Royal", time.monotonic)
    lets_in = TableAdmission(desk, BrokerUsers(folder), Invitations(folder / "invitations"), 8883, lambda _: False)
    ready = threading.Event()
    work = serve(broker, folder, page, database, ready, lets_in)
    with run_in_background(work), served(settings, table_page) as table:
        assert ready.wait(PATIENCE_S)
        yield RunningRoom(f"http://127.0.0.1:{page}", pin, broker, table, desk, database)
    broker.kill()


async def serve(
    broker: Mosquitto,
    folder: Path,
    port: int,
    database: str,
    ready: threading.Event,
    lets_in: TableAdmission | None = None,
) -> None:
    where = BrokerConfig("127.0.0.1", broker.port)
    room = RoomLoop(where)
    care = TableManager(where, folder, room.room.is_online)
    notices = GameNotifications(database)
    tables = FeedsAndReplays(ConnectionPool(database), notices)
    tournament = LiveTournament(database, care, room.room, workers=tables.replays.workers)
    organising = FixtureLoop(database, tournament.service, care.replace_and_publish_fixtures, str)

    async def kept() -> dict[str, Any]:
        return {}

    access = RoomAccess(RoomSecrets(folder), asyncio.get_running_loop().time)
    upkeep = GameMaintenance(database, tables.replays)
    page = create_room_app(
        room, access, kept, lets_in, tables=tables, name="Café Royal", care=care, tournament=tournament
    )
    server = build_server(page)
    works = (
        server.serve([open_listener("127.0.0.1", port)]),
        notices.run(),
        care.run(),
        upkeep.run(),
        organising.run(),
    )
    tasks = [asyncio.create_task(each) for each in works]
    try:
        while not server.started:  # noqa: ASYNC110  # it tells nobody
            await asyncio.sleep(0.01)
        ready.set()
        await room.run()
    finally:
        server.request_shutdown()
        for task in tasks[1:]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await tables.replays.close()
        await tables.readers.close()


@pytest.fixture
def room(running_room: RunningRoom, cheap_secrets: None) -> Iterator[RunningRoom]:
    yield running_room
    running_room.clear()


OpenRoom = Callable[..., Page]


@contextmanager
def opening(devices: Devices, url: str, usual: str, usual_size: ViewportSize) -> Iterator[OpenRoom]:  # noqa: F811
    """Opens a hub's pages; one that breaks its own policy, throws or asks elsewhere fails the test at its end.

    Args:
        devices: on which they are opened.
        url: of the hub.
        usual: the path of a page where none is named.
        usual_size: the same of its size.
    """
    with faultless(devices) as pages:

        def open_one(path: str = usual, size: ViewportSize | None = None, *, language: str = "en") -> Page:
            page = devices.take(size or usual_size, language=language)
            pages.watch(page, url)
            page.goto(url + path)
            page.locator("body.drawn").wait_for()
            return page

        yield open_one


@pytest.fixture
def open_room(devices: Devices, room: RunningRoom) -> Iterator[OpenRoom]:  # noqa: F811
    with opening(devices, room.url, "/", ViewportSize(width=1366, height=768)) as open_one:
        yield open_one
