"""The tables of which nothing more is taken until the room's owner says so."""

from typing import Final

from asyncpg import Connection

HOLD: Final = "update tables set held_at = now() where table_id = $1 and held_at is null"

HELD: Final = "select table_id from tables where held_at is not null"

LET_GO: Final = "update tables set held_at = null where table_id = $1 and held_at is not null returning table_id"


async def hold(connection: Connection, table: str) -> None:
    """Nothing more of it."""
    await connection.execute(HOLD, table)


async def held(connection: Connection) -> list[str]:
    """Those that are held."""
    return [table for (table,) in await connection.fetch(HELD)]


async def let_go(connection: Connection, table: str) -> bool:
    """It may bring more; whether it was held."""
    return await connection.fetchval(LET_GO, table) is not None
