"""What a hub keeps, counted."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from hub.store.connection import FAULTS, opened

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
    async with opened(url) as connection:
        return Status(**dict(await connection.fetchrow(COUNTS)))


class AskedStatus:
    """The same for the page: one connection to the database, however many ask.

    Args:
        url: of the database.
        taken: how many entries the intake has taken since its start.
    """

    def __init__(self, url: str, taken: Callable[[], int]) -> None:
        self._url = url
        self._taken = taken
        self._asking = asyncio.Lock()

    async def __call__(self) -> dict[str, Any]:
        """As a JSON value; ``database`` where that does not answer."""
        async with self._asking:
            try:
                kept = msgspec.to_builtins(await status(self._url))
            except FAULTS as fault:
                kept = {"database": f"{type(fault).__name__}: {fault}"}
        return {**kept, "taken": self._taken()}
