"""Two hubs on one database and one broker, and a database that fails over: the other goes on, and nothing is lost."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import asyncpg
import httpx
import pytest

from bench.crowd.shipper import Shipper, connected
from controller.fleet.connection import BrokerConfig
from hub.engines.postgres import POSTGRES_USER
from hub.engines.supervisor import find_postgres_program_folder, find_system_user, setpriv_prefix
from tests.hub.running import page_settings, shared_folder, skip_without_engines
from tests.support.mosquitto import Mosquitto, need_mosquitto, password_file
from tests.support.ports import free_port

pytestmark = pytest.mark.real_time

PATIENCE_S: Final = 60.0
TABLES: Final = [f"rt-{number}" for number in range(20)]


class RunningHub:
    """One of the hubs of a room, in a process and a folder of its own."""

    def __init__(self, folder: Path, database: str, broker: int) -> None:
        folder.mkdir()
        port = free_port()
        self.page = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S)
        (folder / "broker.password").write_text("the hub's")
        (folder / "hub.toml").write_text(
            f'[database]\nurl = "{database}"\n{page_settings(port)}'
            f'[broker]\nhost = "127.0.0.1"\nport = {broker}\nuser = "hub"\npassword_file = "broker.password"\n'
        )
        command = [sys.executable, "-m", "controller", "hub", "--folder", str(folder)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def until(self, *, standby: bool) -> None:
        ends_at_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                if self.status()["standby"] is standby and (standby or self.hears_broker()):
                    return
            except httpx.TransportError:
                assert self._process.poll() is None, "the hub has ended"
            assert time.monotonic() < ends_at_s
            time.sleep(0.05)

    def status(self) -> Any:
        return self.page.get("/api/status").json()

    def hears_broker(self) -> bool:
        return "royaltable_broker_heard 1" in self.page.get("/metrics").text

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        self.kill()
        self.page.close()


def until_one_of_two_serves(*hubs: RunningHub) -> None:
    """Wait until the hub without the lock has asked the new database for it, and knows that it is a standby."""
    ends_at_s = time.monotonic() + PATIENCE_S
    while sorted(each.status()["standby"] for each in hubs) != [False, True]:
        assert time.monotonic() < ends_at_s
        time.sleep(0.05)


class Room:
    """A database and a broker, neither of them a hub's, and the tables at the broker."""

    def __init__(self, folder: Path, database: str) -> None:
        passwords = {"hub": "the hub's"} | {table: f"of {table}" for table in TABLES}
        self.folder, self.database = folder, database
        self.broker = Mosquitto(folder, f"allow_anonymous false\npassword_file {password_file(folder, passwords)}\n")
        self.tables = [
            Shipper(BrokerConfig("127.0.0.1", self.broker.port, table, passwords[table])) for table in TABLES
        ]

    def hub(self, name: str) -> RunningHub:
        return RunningHub(self.folder / name, self.database, self.broker.port)

    async def ship(self) -> float:
        """Send an entry of each table; return the seconds until all are acknowledged."""
        begun_s = time.monotonic()
        await asyncio.gather(*(each.ship(each.piece(1)) for each in self.tables))
        return time.monotonic() - begun_s

    async def missing_entries(self) -> int:
        connection = await asyncpg.connect(self.database)
        try:
            stored: int = await connection.fetchval("select count(*) from entries")
        finally:
            await connection.close()
        return sum(each.sent for each in self.tables) - stored


@contextmanager
def room_with(database: str) -> Iterator[tuple[Room, RunningHub, RunningHub]]:
    """Yield the room, its active hub and its standby."""
    need_mosquitto()
    with shared_folder() as folder, ExitStack() as running:
        room = Room(folder, database)
        running.callback(room.broker.kill)
        room.broker.start()
        hubs = []
        for name in ("one", "two"):
            hubs.append(room.hub(name))
            running.callback(hubs[-1].close)
            hubs[-1].until(standby=name == "two")
        yield room, hubs[0], hubs[1]


async def test_a_standby_acknowledges_ten_seconds_after_the_active_hub_is_killed(fresh: str) -> None:
    with room_with(fresh) as (room, active, standby):
        async with connected(room.tables):
            active.kill()
            assert await room.ship() < 10
            standby.until(standby=False)
            assert await room.missing_entries() == 0
        again = room.hub("again")
        try:
            again.until(standby=True)
        finally:
            again.close()


def test_a_standby_says_what_it_is_and_leaves_the_broker_to_the_active_hub(fresh: str) -> None:
    with room_with(fresh) as (_, active, standby):
        refused = standby.page.get("/")
        assert refused.status_code == 503
        assert refused.text.startswith("This hub is a standby: another hub serves this room now.")
        assert standby.page.post("/api/login", json={"pin": "1234"}).status_code == 503
        assert "royaltable_standby 1" in standby.page.get("/metrics").text
        assert not standby.hears_broker()
        assert "royaltable_standby 0" in active.page.get("/metrics").text
        assert active.page.get("/").status_code == 200
        assert active.hears_broker()


class Cluster:
    """A PostgreSQL that others may copy, at a port of its own."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._folder = folder
        self._server: subprocess.Popen[bytes] | None = None

    def create(self) -> None:
        self.run("initdb", "-U", "hub", "--auth=trust", "--no-sync", "-D", str(self._folder))

    def copy(self, of: "Cluster") -> None:
        at = ("-h", "127.0.0.1", "-p", str(of.port), "-U", "hub")
        self.run("pg_basebackup", *at, "-D", str(self._folder), "--write-recovery-conf", "--checkpoint=fast")

    def start(self, *settings: str) -> None:
        usual = ("listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", f"port={self.port}")
        options = [word for each in (*usual, *settings) for word in ("-c", each)]
        self._server = subprocess.Popen(
            [*as_database_user(), find_postgres_program_folder() / "postgres", "-D", self._folder, *options],
            stderr=subprocess.DEVNULL,
            cwd="/",
        )

    def promote(self) -> None:
        self.run("pg_ctl", "promote", "-D", str(self._folder))

    def run(self, program: str, *words: str) -> None:
        command: Sequence[Any] = [*as_database_user(), find_postgres_program_folder() / program, *words]
        subprocess.run(command, check=True, capture_output=True, cwd="/", timeout=PATIENCE_S)

    def kill(self) -> None:
        if self._server is not None:
            self._server.kill()
            self._server.wait()
            self._server = None


def as_database_user() -> list[str]:
    return setpriv_prefix(POSTGRES_USER if os.geteuid() == 0 else None, signal.SIGQUIT)


async def until_answers(port: int, *, replicas: int = 0) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                connection = await asyncpg.connect(f"postgresql://hub@127.0.0.1:{port}/postgres")
            except (OSError, asyncpg.PostgresError):
                await asyncio.sleep(0.05)
                continue
            found = await connection.fetchval("select count(*) from pg_stat_replication")
            await connection.close()
            if found >= replicas:
                return
            await asyncio.sleep(0.05)


async def test_a_database_that_fails_over_takes_entries_within_30_s() -> None:
    skip_without_engines()
    with shared_folder() as folder, ExitStack() as running:
        first, second = Cluster(folder / "first"), Cluster(folder / "second")
        if os.geteuid() == 0:
            os.chown(folder, find_system_user(POSTGRES_USER, "postgresql").pw_uid, -1)
        for each in (first, second):
            running.callback(each.kill)
        first.create()
        first.start()
        await until_answers(first.port)
        second.copy(first)
        second.start()
        await until_answers(first.port, replicas=1)
        hosts = f"127.0.0.1:{second.port},127.0.0.1:{first.port}"
        with room_with(f"postgresql://hub@{hosts}/postgres?target_session_attrs=read-write") as (room, active, standby):
            async with connected(room.tables):
                first.kill()
                second.promote()
                assert await room.ship() < 30
                assert await room.missing_entries() == 0
            until_one_of_two_serves(active, standby)


async def test_a_hub_behind_a_bridge_of_the_tables_broker_stores_their_games(fresh: str) -> None:
    need_mosquitto()
    with shared_folder() as folder, ExitStack() as running:
        (folder / "tables").mkdir()
        (folder / "center").mkdir()
        center = Mosquitto(folder / "center")
        bridge = f"connection center\naddress 127.0.0.1:{center.port}\ntopic royaltable/v1/# both 1\n"
        house = Mosquitto(
            folder / "tables", f"allow_anonymous true\n{bridge}bridge_protocol_version mqttv50\nstart_type automatic\n"
        )
        for broker in (center, house):
            running.callback(broker.kill)
            broker.start()
        hub = RunningHub(folder / "hub", fresh, center.port)
        running.callback(hub.close)
        hub.until(standby=False)
        tables = [Shipper(BrokerConfig("127.0.0.1", house.port, table, "any")) for table in TABLES[:3]]
        async with connected(tables):
            await asyncio.gather(*(each.ship(each.piece(10)) for each in tables))
        assert hub.status()["entries"] == 33
