"""What a hub keeps, counted."""

import asyncpg
from msgspec import Struct

from controller import limits

COUNTS = """
select (select count(*) from tables) as tables, (select count(*) from journals) as journals,
       count(*) as games, count(*) filter (where outcome is not null) as over,
       count(*) filter (where replayed = 'agrees') as agree, count(*) filter (where replayed = 'differs') as differ,
       count(*) filter (where replayed = 'unknown rules') as unknown, count(*) filter (where damaged) as damaged,
       count(*) filter (where packed_to = head) as packed, coalesce(sum(head), 0) as entries,
       pg_database_size(current_database()) as octets
from games
"""


class Status(Struct, frozen=True):
    """How much there is.

    Attributes:
        over: games that have ended; of them so many ``agree`` with their table when they are played again, ``differ``,
            or are of rules that are ``unknown`` here.
        damaged: games that are not what was written any more.
        packed: games that lie in one value each.
    """

    tables: int
    journals: int
    games: int
    over: int
    agree: int
    differ: int
    unknown: int
    damaged: int
    packed: int
    entries: int
    octets: int


async def status(url: str) -> Status:
    """Ask the database.

    Raises:
        OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError: it does not answer.
    """
    connection = await asyncpg.connect(url, timeout=limits.HUB_CONNECT_S, command_timeout=limits.HUB_STATEMENT_S)
    try:
        return Status(**dict(await connection.fetchrow(COUNTS)))
    finally:
        await connection.close()
