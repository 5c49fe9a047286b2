"""Seasons of a room: each lasts until the owner begins the next."""

from typing import Any, Final

import asyncpg
from asyncpg import Connection

from controller import limits
from hub.people.players import PlayerError, as_name

ALL: Final = "select season_no, name, extract(epoch from begins_at)::float8 as begins_s from seasons order by begins_at"
BEGIN: Final = "insert into seasons (name) select $1 where (select count(*) from seasons) < $2 returning season_no"


async def seasons(connection: Connection) -> list[dict[str, Any]]:
    """``season``, ``name``, ``begins_s``; the first one first."""
    return [{"season": number, "name": name, "begins_s": at} for number, name, at in await connection.fetch(ALL)]


async def begin(connection: Connection, name: str) -> int:
    """From now on another season is played.

    Raises:
        PlayerError: that is no name, or there are too many.
    """
    try:
        number: int | None = await connection.fetchval(BEGIN, as_name(name), limits.SEASONS)
    except asyncpg.UniqueViolationError:
        number = None
    if number is None:
        raise PlayerError(
            "full", f"saw {limits.SEASONS} seasons, or one that begins at this moment; no more are taken."
        )
    return number
