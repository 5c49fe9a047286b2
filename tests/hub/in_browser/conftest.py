"""One room for all its tests: a real Mosquitto, a real table, and others whose messages a test sends."""

import asyncio
import json
import threading
import time
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import httpx
import pytest
from asyncpg import Connection
from playwright.sync_api import Browser, Page, ViewportSize

from controller.fleet.connection import BrokerConfig
from controller.secret import Secret
from controller.web.bounded_server import build_server, open_listener
from hub.engines.broker_users import BrokerUsers
from hub.engines.postgres import PrivatePostgres
from hub.enrolment import EnrolmentService, Invitations, TableAdmission
from hub.maintenance import GameMaintenance
from hub.page.access import Role, RoomSecrets
from hub.restarts import run_with_restarts
from hub.store.connection import connect_with_retry
from hub.tournament_service.fixtures import FixtureLoop
from tests.hub.running import (
    PageInProcess,
    cheap_hashes,
    migrated_database,
    run_in_background,
    run_in_thread,
    run_tasks,
)
from tests.hub.test_room import HERE, STATE
from tests.support.mosquitto import Mosquitto, need_mosquitto
from tests.support.ports import free_port
from tests.support.real_table import PATIENCE_S, TWO_CASTLES, RealTable, served
from tests.web.browser.chromium import Devices, browser, devices, faultless, keep_picture  # noqa: F401  # the same browser

T = TypeVar("T")

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


class RunningRoom:
    """A room's page at ``url`` with its broker, database, enrolment desk and one real table.

    Attributes:
        pin: of the stewards.
        organiser_pin: of the tournament's organisers.
    """

    def __init__(
        self, page: int, pins: tuple[str, str], broker: Mosquitto, table: RealTable, desk: EnrolmentService, hub: str
    ) -> None:
        self.url, (self.pin, self.organiser_pin) = f"http://127.0.0.1:{page}", pins
        self.broker, self.table, self.desk, self._database = broker, table, desk, hub
        self._said: set[tuple[str, str]] = set()
        self.client = httpx.Client(base_url=self.url, timeout=PATIENCE_S)

    def until_online(self, tables: Collection[str]) -> None:
        """Wait until the hub knows all of these tables as online."""

        def missing() -> set[str]:
            cards: dict[str, dict[str, Any]] = self.client.get("/api/room").json()["cards"]
            return set(tables) - {table for table, card in cards.items() if card["online"]}

        self.table.until(lambda: not missing(), f"{sorted(tables)} are online")

    def in_database(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        async def run() -> T:
            connection = await connect_with_retry(self._database)
            try:
                return await work(connection)
            finally:
                await connection.close()

        return run_in_thread(run())

    def say(self, table: str, kind: str, value: dict[str, Any]) -> None:
        """Publish a message of the table with this id."""
        topic = f"royaltable/v1/{table}/{kind}"
        kept = [] if kind == "event" else ["-r"]
        if kind != "event":
            self._said.add((table, kind))
        self.broker.publish(topic, json.dumps(value), *kept)

    def enter(self, table: str, name: str, **state: Any) -> None:
        """Publish what a table that plays does."""
        self.say(table, "presence", HERE | {"name": name})
        self.say(table, "state", STATE | {"left_s": None} | state)

    def clear(self) -> None:
        """Remove all tables but the real one."""
        for table, kind in sorted(self._said, key=lambda said: said[1] == "presence"):
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
        pins = keys.replace_pin(Role.STEWARD).reveal(), keys.replace_pin(Role.ORGANISER).reveal()
        keys.set_password(Secret(PASSWORD))
    desk = EnrolmentService("the room's authority", "Café Royal", time.monotonic)
    lets_in = TableAdmission(desk, BrokerUsers(folder), Invitations(folder / "invitations"), 8883, lambda _: False)
    ready = threading.Event()
    work = serve(broker, folder, page, database, ready, lets_in)
    with run_in_background(work), served(settings, table_page) as table:
        assert ready.wait(PATIENCE_S)
        room = RunningRoom(page, pins, broker, table, desk, database)
        with room.client:
            yield room
    broker.kill()


async def serve(
    broker: Mosquitto,
    folder: Path,
    port: int,
    database: str,
    ready: threading.Event,
    lets_in: TableAdmission,
) -> None:
    page = PageInProcess(folder, database, broker=BrokerConfig("127.0.0.1", broker.port), admission=lets_in)
    organising = FixtureLoop(database, page.tournament.service, page.care.replace_and_publish_fixtures, str)
    upkeep = GameMaintenance(database, page.tables.replays)
    server = build_server(page.app)
    parts = {"notices": page.notices.run, "care": page.care.run, "upkeep": upkeep.run, "organising": organising.run}
    async with run_tasks(*(run_with_restarts(part, work) for part, work in parts.items())):
        serving = asyncio.create_task(server.serve([open_listener("127.0.0.1", port)]))
        try:
            while not server.started:  # noqa: ASYNC110  # it has no event for this
                await asyncio.sleep(0.01)
            ready.set()
            await page.room.run()
        finally:
            server.request_shutdown()
            await serving
            await page.tables.close()


@pytest.fixture
def room(running_room: RunningRoom, cheap_secrets: None) -> Iterator[RunningRoom]:
    yield running_room
    running_room.clear()


OpenRoom = Callable[..., Page]


@contextmanager
def opening(devices: Devices, url: str, usual: str, usual_size: ViewportSize) -> Iterator[OpenRoom]:  # noqa: F811
    """Yield a function that opens a hub's pages, by default ``usual``, and logs in with ``pin`` or ``password``."""
    with faultless(devices) as pages:

        def open_one(
            path: str = usual, size: ViewportSize | None = None, *, language: str = "en", **secret: str
        ) -> Page:
            page = devices.take(size or usual_size, language=language)
            pages.watch(page, url)
            if secret:
                assert page.request.post(f"{url}/api/login", data=secret).status == 204
            page.goto(url + path)
            page.locator("body.drawn").wait_for()
            return page

        yield open_one


@pytest.fixture
def open_room(devices: Devices, room: RunningRoom) -> Iterator[OpenRoom]:  # noqa: F811
    with opening(devices, room.url, "/", ViewportSize(width=1366, height=768)) as open_one:
        yield open_one
