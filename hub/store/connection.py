"""Connect to the database, migrate it, receive notifications; store table names and held tables."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from importlib.resources import files
from types import MappingProxyType
from typing import Final

import asyncpg
from asyncpg import Connection

from controller import limits, log
from controller.backoff import Backoff
from controller.signals import Subscribers
from hub.store.stored_games import GROWN_GAMES_CHANNEL

MIGRATION_LOCK: Final = 0x526F7954_01
"""Key of the advisory lock for migrations."""


class NewerSchemaError(Exception):
    """The database was written by a newer hub."""


def load_migrations() -> list[tuple[int, str]]:
    """Return each schema file's number, which begins its name, and statements, in order."""
    folder = files("hub.store").joinpath("schema")
    named = sorted((each.name, each) for each in folder.iterdir() if each.name.endswith(".sql"))
    return [(int(name.split("_")[0]), each.read_text("utf-8")) for name, each in named]


async def migrate(connection: Connection, migrations: Sequence[tuple[int, str]] | None = None) -> int:
    """Migrate to the newest of ``migrations``, by default all, and return its number.

    One transaction runs a file and stores its number, so a stop in between leaves the previous schema. Raise
    NewerSchemaError if the database's schema is newer.
    """
    known = migrations or load_migrations()
    newest = known[-1][0]
    await connection.execute("select pg_advisory_lock($1)", MIGRATION_LOCK)
    try:
        await connection.execute("create table if not exists schema_version (number int not null)")
        version = await connection.fetchval("select coalesce(max(number), 0) from schema_version")
        if version > newest:
            raise NewerSchemaError(
                f"The database has schema {version}, expected {newest} or older. A newer royaltable hub wrote it: "
                "update this one."
            )
        for number, statements in known:
            if number > version:
                async with connection.transaction():
                    await connection.execute(statements)
                    await connection.execute("delete from schema_version")
                    await connection.execute("insert into schema_version values ($1)", number)
                log.info("hub_schema", number=number)
    finally:
        await connection.execute("select pg_advisory_unlock($1)", MIGRATION_LOCK)
    return newest


FIRST_PAUSE_S: Final = 0.05
LONGEST_PAUSE_S: Final = 1.0
"""First and longest pause before reconnecting: the database may be starting."""

INGEST_LOCK: Final = 0x526F7954_02
"""Key of the advisory lock of the one hub that writes games."""

DATABASE_ERRORS: Final = (
    OSError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    TimeoutError,
)

VALUE_ERRORS: Final = (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError)
"""Database errors after which the connection is usable: a value was refused."""

RETRYABLE_ERRORS: Final = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    TimeoutError,
)


VIEWERS_SETTINGS: Final = {"plan_cache_mode": "force_custom_plan", "max_parallel_workers_per_gather": "0"}
"""For queries of pages: planned for the filters that are set, and one processor for each."""


KEEPALIVE_SETTINGS: Final = {"tcp_keepalives_idle": "4", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "2"}
"""Seconds, and a count: the database drops a hub whose machine is off, and with it its lock, after eight seconds."""


async def _connect(url: str, name: str, settings: Mapping[str, str] = MappingProxyType({})) -> Connection:
    """Connect to the one of the hosts in ``url`` that takes writes."""
    return await asyncpg.connect(
        url,
        target_session_attrs="read-write",
        timeout=limits.HUB_DB_CONNECT_TIMEOUT_S,
        command_timeout=limits.HUB_STATEMENT_TIMEOUT_S,
        server_settings={"application_name": name, **KEEPALIVE_SETTINGS, **settings},
    )


@asynccontextmanager
async def open_connection(url: str) -> AsyncIterator[Connection]:
    """Open a connection for one task without retry; terminate it without waiting."""
    connection = await _connect(url, "royaltable")
    try:
        yield connection
    finally:
        connection.terminate()


async def connect_with_retry(url: str) -> asyncpg.Connection:
    """Retry until the database answers; limit its statements' time."""
    loop, backoff, retries = asyncio.get_running_loop(), Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S), log.RetryLog()
    while True:
        try:
            connection = await _connect(url, "royaltable hub")
        except DATABASE_ERRORS as fault:
            pause_s = backoff.pause_after_failure_s()
            if pause_s >= LONGEST_PAUSE_S:
                retries.log_failure("hub_database_away", loop.time(), seen=f"{type(fault).__name__}: {fault}")
        else:
            retries.log_recovery()
            return connection
        await asyncio.sleep(pause_s)


class ConnectionPool:
    """A pool of ``limits.HISTORY_CONNECTIONS`` connections; one that fails is not reused."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._idle: list[Connection] = []
        self._lent: set[Connection] = set()
        self._places = asyncio.Semaphore(limits.HISTORY_CONNECTIONS)

    @asynccontextmanager
    async def borrow(self) -> AsyncIterator[Connection]:
        async with asyncio.timeout(limits.HUB_DB_CONNECT_TIMEOUT_S):
            await self._places.acquire()
        try:
            connection = await self._reuse_or_connect()
            self._lent.add(connection)
            try:
                yield connection
            except (*DATABASE_ERRORS, asyncio.CancelledError):
                connection.terminate()
                raise
            finally:
                self._lent.discard(connection)
                if not connection.is_closed():
                    self._idle.append(connection)
        finally:
            self._places.release()

    async def close(self) -> None:
        """End all connections, also those that work still uses."""
        for connection in (*self._idle, *self._lent):
            connection.terminate()
        self._idle.clear()

    async def _reuse_or_connect(self) -> Connection:
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        return await _connect(self._url, "royaltable hub page", VIEWERS_SETTINGS)


class GameNotifications:
    """Notifies ``subscribers`` when the database does of grown games (LISTEN)."""

    def __init__(self, url: str) -> None:
        self.subscribers = Subscribers()
        self._url = url

    async def run(self) -> None:
        """Listen forever; after a lost connection notify all: they may have missed notifications."""
        while True:
            connection = await connect_with_retry(self._url)
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _, lost=lost: lost.set())
            try:
                await connection.add_listener(GROWN_GAMES_CHANNEL, self.subscribers.notify)
                self.subscribers.notify()
                await lost.wait()
            finally:
                connection.terminate()


HOLD_TABLE: Final = "update tables set held_at = now() where table_id = $1 and held_at is null"

SELECT_HELD_TABLES: Final = "select table_id from tables where held_at is not null"

RELEASE_TABLE: Final = "update tables set held_at = null where table_id = $1 and held_at is not null returning table_id"


async def hold_table(connection: Connection, table: str) -> None:
    await connection.execute(HOLD_TABLE, table)


async def load_held_tables(connection: Connection) -> list[str]:
    return [table for (table,) in await connection.fetch(SELECT_HELD_TABLES)]


async def release_table(connection: Connection, table: str) -> bool:
    return await connection.fetchval(RELEASE_TABLE, table) is not None


UPDATE_TABLE_NAMES: Final = """
update tables set name = new.name from unnest($1::text[], $2::text[]) as new (table_id, name)
where tables.table_id = new.table_id and tables.name <> new.name
"""


async def save_table_names(connection: Connection, names: Mapping[str, str]) -> None:
    """Save names of known tables; a table becomes known with its first journal."""
    if names:
        await connection.execute(UPDATE_TABLE_NAMES, list(names), list(names.values()))
