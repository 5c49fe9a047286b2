"""Connections to the database: tried until there is one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import asyncpg
from asyncpg import Connection

from controller import limits, log

FIRST_PAUSE_S: Final = 0.05
LONGEST_PAUSE_S: Final = 1.0
"""Between two tries: the database may start beside us, or start again."""

INTAKE_LOCK: Final = 0x526F7954_02
"""The key of the advisory lock of whoever writes games: one hub, and no other until it has gone."""

FAULTS: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, TimeoutError)
"""What says that a connection is of no use any more, or never came about."""

OF_VALUES: Final = (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError)
"""Those of them that say only that the database does not take what it was to keep."""

LOST: Final = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    TimeoutError,
)
"""Those that another try may cure."""


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Connection]:
    """A connection for somebody who does not wait for the database, not even for its good-bye.

    Raises:
        OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError: it does not answer.
    """
    connection = await asyncpg.connect(url, timeout=limits.HUB_CONNECT_S, command_timeout=limits.HUB_STATEMENT_S)
    try:
        yield connection
    finally:
        connection.terminate()


async def connected(url: str) -> asyncpg.Connection:
    """A connection, whenever the database is there to give one; nothing that is asked of it may take for ever."""
    pause_s, told = FIRST_PAUSE_S, False
    while True:
        try:
            return await asyncpg.connect(
                url,
                timeout=limits.HUB_CONNECT_S,
                command_timeout=limits.HUB_STATEMENT_S,
                server_settings={"application_name": "royaltable hub"},
            )
        except FAULTS as fault:
            if not told and pause_s >= LONGEST_PAUSE_S:
                log.warning("hub_database_away", seen=f"{type(fault).__name__}: {fault}")
                told = True
        await asyncio.sleep(pause_s)
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
