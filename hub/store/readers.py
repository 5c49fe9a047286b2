"""Connections for those who look at what is kept: a few, made when they are needed, given back at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
from asyncpg import Connection

from controller import limits
from hub.store.connection import FAULTS


class Readers:
    """Owner of ``limits.HISTORY_CONNECTIONS`` places; a connection that fails is not used again.

    Args:
        url: of the database.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._free: list[Connection] = []
        self._places = asyncio.Semaphore(limits.HISTORY_CONNECTIONS)

    @asynccontextmanager
    async def one(self) -> AsyncIterator[Connection]:
        """A connection, for as long as it takes.

        Raises:
            OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError: the database does not answer.
        """
        async with asyncio.timeout(limits.HUB_CONNECT_S):
            await self._places.acquire()
        try:
            connection = await self._connection()
            try:
                yield connection
            except (*FAULTS, asyncio.CancelledError):
                connection.terminate()
                raise
            finally:
                if not connection.is_closed():
                    self._free.append(connection)
        finally:
            self._places.release()

    async def close(self) -> None:
        """Those that are not in use end."""
        while self._free:
            self._free.pop().terminate()

    async def _connection(self) -> Connection:
        while self._free:
            connection = self._free.pop()
            if not connection.is_closed():
                return connection
        return await asyncpg.connect(
            self._url,
            timeout=limits.HUB_CONNECT_S,
            command_timeout=limits.HUB_STATEMENT_S,
            server_settings={"application_name": "royaltable hub page"},
        )
