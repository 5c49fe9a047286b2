"""Rigs of a hub: its PostgreSQL for a run of tests, databases that are emptied after each, its page in this process."""

import asyncio
import shutil
import tempfile
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, TypeVar
from unittest.mock import patch
from uuid import uuid4

import asyncpg
import httpx
import msgspec
import pytest

from controller.fleet.connection import BrokerConfig
from controller.store import keyring
from hub.engines.postgres import PrivatePostgres
from hub.engines.supervisor import MissingProgramError, find_postgres_program_folder, find_program_path
from hub.maintenance import GameMaintenance, StatusQuery
from hub.page import access, app, history_routes
from hub.replay.child import METHOD_BY_NAME, call_and_encode
from hub.replay.public_replays import PublicReplays
from hub.replay.worker import Worker, WorkerSet
from hub.room import RoomLoop
from hub.seated_players import SeatedPlayers
from hub.store.connection import ConnectionPool, GameNotifications, connect_with_retry, migrate
from hub.table_management import TableManager
from hub.tournament_service.live import LiveTournament
from tests.support.ports import free_port

T = TypeVar("T")
PATIENCE_S = 60.0


@asynccontextmanager
async def run_tasks(*works: Any) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not true():  # noqa: ASYNC110  # waits for other processes
            await asyncio.sleep(0.01)


def tables_settings() -> str:
    """Return settings of ``hub.toml`` with free local ports for tables."""
    return f'[tables]\naddress = "127.0.0.1"\nport = {free_port()}\njoin_port = {free_port()}\n'


def page_settings(port: int) -> str:
    """Return settings of ``hub.toml`` for the page, with a free TLS port."""
    return f"[page]\nport = {port}\ntls_port = {free_port()}\n"


def skip_without_engines() -> None:
    try:
        find_postgres_program_folder()
        find_program_path("mosquitto", "mosquitto")
        find_program_path("haproxy", "haproxy")
        find_program_path("setpriv", "util-linux")
    except MissingProgramError as missing:
        pytest.skip(str(missing))


@contextmanager
def cheap_hashes() -> Iterator[None]:
    """Hash secrets with little work; ``test_keyring.py`` checks the real cost."""
    with patch.object(keyring, "SCRYPT_N", 2):
        yield


async def compute_here(method: str, *args: Any) -> tuple[str, msgspec.Raw]:
    """Compute a worker's answer in this process."""
    received = msgspec.json.decode(msgspec.json.encode(args))
    return msgspec.json.decode(call_and_encode(METHOD_BY_NAME[method], received), type=tuple[str, msgspec.Raw])


class WorkerHere(Worker):
    async def call_method(self, method: str, *args: Any, **_: Any) -> tuple[str, msgspec.Raw]:
        return await compute_here(method, *args)


async def run_maintenance(
    url: str,
    connection: asyncpg.Connection,
    packed_after: timedelta = timedelta(0),
    worker: Callable[[], Worker] = WorkerHere,
) -> None:
    """Do all maintenance that is due."""
    readers = ConnectionPool(url)
    replays = PublicReplays(readers, worker)
    maintenance = GameMaintenance(url, replays, packed_after)
    try:
        while await maintenance.do_next_task(connection):
            pass
    finally:
        await replays.close()
        await readers.close()


class WorkersHere(WorkerSet):
    """Computes in this process, and counts; ``held`` keeps all answers back."""

    def __init__(self) -> None:
        super().__init__()
        self.called: list[str] = []
        self.held: asyncio.Event | None = None

    async def call_method(self, method: str, *args: Any, **bounds: Any) -> tuple[str, msgspec.Raw]:
        self.called.append(method)
        if self.held is not None:
            await self.held.wait()
        return await compute_here(method, *args)


NOWHERE: Final = BrokerConfig("127.0.0.1", 9)


class PageInProcess:
    """A room's page and its workers in this process, by default without a broker and without a database."""

    def __init__(
        self,
        folder: Path,
        database: str = "postgresql://127.0.0.1:9/nothing",
        workers: WorkerSet | None = None,
        broker: BrokerConfig = NOWHERE,
        **options: Any,
    ) -> None:
        self.room = RoomLoop(broker)
        self.care = TableManager(broker, folder, self.room.room.is_online)
        self.notices = GameNotifications(database)
        self.tables = history_routes.FeedsAndReplays(ConnectionPool(database), self.notices)
        self.tables.replays.workers = workers or WorkersHere()
        self.tournament = LiveTournament(database, self.care, self.room.room, workers=self.tables.replays.workers)
        self.keys = access.RoomSecrets(folder)
        self.now_s = 0.0
        self.app = app.create_room_app(
            self.room,
            access.RoomAccess(self.keys, lambda: self.now_s),
            StatusQuery(database, lambda: 7),
            tables=self.tables,
            care=self.care,
            seated=SeatedPlayers(self.tables.readers, self.room.room, self.care),
            tournament=self.tournament,
            packages=folder / "packages",
            name="Café Royal",
            **options,
        )

    @asynccontextmanager
    async def browser(
        self, address: str = "192.168.1.20", url: str = "http://hub.local"
    ) -> AsyncIterator[httpx.AsyncClient]:
        transport = httpx.ASGITransport(app=self.app, client=(address, 1), raise_app_exceptions=False)
        try:
            async with httpx.AsyncClient(transport=transport, base_url=url) as client:
                yield client
        finally:
            await self.tables.close()


@contextmanager
def shared_folder() -> Iterator[Path]:
    """Create a folder that PostgreSQL's and Mosquitto's users may enter, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp(prefix="rt-hub-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@contextmanager
def folder_of_a_hub(database: str | None = None) -> Iterator[Path]:
    """Create a hub's folder; without ``database`` the hub starts its own PostgreSQL."""
    skip_without_engines()
    with shared_folder() as made:
        kept = "" if database is None else f'[database]\nurl = "{database}"\n'
        settings = f"[broker]\nport = {free_port()}\n{page_settings(free_port())}{tables_settings()}"
        (made / "hub.toml").write_text(kept + settings)
        yield made


@contextmanager
def run_in_background(work: Coroutine[Any, Any, None]) -> Iterator[None]:
    """Run ``work`` on a loop in another thread until the exit."""
    loop = asyncio.new_event_loop()
    task = loop.create_task(work)

    def run() -> None:
        asyncio.set_event_loop(loop)
        try:
            loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
        finally:
            loop.close()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join()


@contextmanager
def running_postgres() -> Iterator[PrivatePostgres]:
    with shared_folder() as folder:
        postgres = PrivatePostgres(folder, durable=False)
        postgres.create_cluster_if_missing()
        with run_in_background(postgres.engine.run()):
            run_in_thread(_there(postgres.url))
            yield postgres


async def _there(url: str) -> None:
    await (await connect_with_retry(url)).close()


def run_in_thread(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of ``work``, run on another loop, since one may run here (Playwright's)."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


@contextmanager
def fresh_database(url: str) -> Iterator[str]:
    """Create an empty database in the cluster of ``url``, and drop it after."""
    name = f"test_{uuid4().hex[:12]}"
    run_in_thread(_do(url, f"create database {name}"))
    yield url.replace("///postgres?", f"///{name}?")
    run_in_thread(_do(url, f"drop database {name} with (force)"))


@contextmanager
def migrated_database(url: str) -> Iterator[str]:
    """Create a database with the newest schema, and save its initial rows for `emptied_after`."""
    with fresh_database(url) as database:
        run_in_thread(migrate_to_newest(database))
        run_in_thread(_do(database, REMEMBERED))
        yield database


async def migrate_to_newest(url: str) -> None:
    connection = await connect_with_retry(url)
    await migrate(connection)
    await connection.close()


@contextmanager
def emptied_after(database: str) -> Iterator[str]:
    """Reset a ``migrated_database`` after a test; a new one would take 15 times as long."""
    yield database
    run_in_thread(_do(database, EMPTIED))


REMEMBERED: Final = """
create schema remembered;
do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('create table remembered.%1$I as table public.%1$I', name);
  end loop;
end $$
"""

EMPTIED: Final = """
select pg_terminate_backend(pid, 60000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend';
set session_replication_role = replica; -- without triggers and foreign keys
do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('delete from public.%1$I; insert into public.%1$I overriding system value '
                   'table remembered.%1$I', name);
  end loop;
  perform setval(format('public.%I', sequencename), 1, false) from pg_sequences where schemaname = 'public';
end $$
"""


async def _do(url: str, statements: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(statements)
    await connection.close()
