"""The schema's numbered files: each is done once, in order, and none is ever taken back."""

from importlib.resources import files
from typing import Final

from asyncpg import Connection

from controller import log

LOCK: Final = 0x526F7954_01
"""The key of the advisory lock under which one hub at a time looks and migrates."""


class StoreOfTheFutureError(Exception):
    """The database was written by a newer hub; the message says what to do."""


def migrations() -> list[tuple[int, str]]:
    """The files of ``schema`` in order: the number with which each name begins, and the statements."""
    folder = files("hub.store").joinpath("schema")
    named = sorted((each.name, each) for each in folder.iterdir() if each.name.endswith(".sql"))
    return [(int(name.split("_")[0]), each.read_text("utf-8")) for name, each in named]


async def migrate(connection: Connection) -> int:
    """Bring the database to the newest schema; gives its number.

    Each file is done in one transaction with the number that says so: a stop in between leaves the schema before.

    Raises:
        StoreOfTheFutureError: it is newer than what we know.
        asyncpg.PostgresError: a statement failed; nothing of its file was done.
    """
    known = migrations()
    newest = known[-1][0]
    await connection.execute("select pg_advisory_lock($1)", LOCK)
    try:
        await connection.execute("create table if not exists schema_version (number int not null)")
        version = await connection.fetchval("select coalesce(max(number), 0) from schema_version")
        if version > newest:
            raise StoreOfTheFutureError(
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
        await connection.execute("select pg_advisory_unlock($1)", LOCK)
    return newest
