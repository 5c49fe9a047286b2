"""Ratings in the database: made anew from all results, whenever one of them has changed."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from asyncpg import Connection

from controller import log
from hub.replay.worker import WorkerError

CHANGED: Final = "select changes from results where changes > rated"

RESULTS: Final = """
select g.rules, g.outcome::text as outcome, array_agg(s.castle) as castles, array_agg(s.player_no) as players,
       (select season_no from seasons where begins_at <= g.ended_at order by begins_at desc limit 1) as season
from games g join seats s using (journal_no, game)
where s.player_no is not null and g.outcome is not null and g.replayed in ('agrees', 'unknown rules') and g.rules <> ''
group by g.journal_no, g.game order by g.ended_at, g.journal_no, g.game
"""
"""Of rules that are not known here counts what the table said; a game that differs from that rates nobody."""

KEEP: Final = """
insert into ratings (pool, season_no, player_no, mu, sigma, games, wins)
select * from unnest($1::text[], $2::int[], $3::bigint[], $4::float8[], $5::float8[], $6::int[], $7::int[])
"""


async def rate_anew(connection: Connection, rated: Callable[[list[Any]], Awaitable[list[Any]]]) -> bool:
    """Make all ratings anew if a result has changed; whether it had. ``rated`` is asked for the rows to keep."""
    async with connection.transaction(isolation="repeatable_read"):
        changes = await connection.fetchval(CHANGED)
        if changes is None:
            return False
        try:
            rows = await rated([tuple(row) for row in await connection.fetch(RESULTS)])
        except WorkerError as fault:
            log.error("hub_ratings_stay", seen=fault)  # as they are, until the next result
        else:
            await connection.execute("delete from ratings")
            await connection.execute(KEEP, *([list(column) for column in zip(*rows, strict=True)] or [[]] * 7))
    await connection.execute("update results set rated = greatest(rated, $1)", changes)
    return True
