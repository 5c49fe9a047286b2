"""Records of the house: what was most in the games of one kind, for ever or in a season."""

from datetime import datetime
from typing import Any, Final

import msgspec
from asyncpg import Connection

from hub.people.history import GAME, told

OVER: Final = """
where g.outcome is not null and g.replayed in ('agrees', 'unknown rules') and g.rules = $1
and ($2::timestamptz is null or g.ended_at >= $2) and ($3::timestamptz is null or g.ended_at < $3)
"""

BEST: Final = {
    "shortest": f"{GAME} {OVER} and g.lasted_s > 0 order by g.lasted_s, g.ended_at limit 1",
    "longest": f"{GAME} {OVER} and g.lasted_s > 0 order by g.lasted_s desc, g.ended_at limit 1",
    "most_rounds": f"{GAME} {OVER} order by (g.outcome->>'rounds')::bigint desc, g.ended_at limit 1",
    "most_points": f"""{GAME} cross join lateral (
        select max(value::bigint) as points from json_each_text(coalesce(g.outcome->'points', '{{}}'))) as p
        {OVER} and p.points is not null order by p.points desc, g.ended_at limit 1""",  # noqa: S608  # constants
    "most_counted": f"""{GAME} cross join lateral (
        select sum((value->>'times')::int) as times from json_array_elements(coalesce(g.counted, '[]'))) as c
        {OVER} and c.times > 0 order by c.times desc, g.ended_at limit 1""",  # noqa: S608  # constants
}

COUNTED: Final = f"""
select (value->'words')::text as words, sum((value->>'times')::int) as times
from games g cross join lateral json_array_elements(coalesce(g.counted, '[]')) {OVER}
group by (value->'words')::text order by times desc limit 24
"""  # noqa: S608  # constants

SUM: Final = f"select count(*) as games, coalesce(sum(g.lasted_s), 0) as lasted_s from games g {OVER}"  # noqa: S608

MOST_WINS: Final = """
select r.player_no, p.name, r.wins, r.games from ratings r join players p using (player_no)
where r.pool = $1 and r.season_no = $2 and p.name is not null order by r.wins desc, r.games, r.player_no limit 3
"""


async def records(
    connection: Connection, rules: str, begins: datetime | None, ends: datetime | None, season: int
) -> dict[str, Any]:
    """``games``, ``lasted_s``, ``counted`` of all; ``best`` by the keys of ``BEST``; ``wins``, three players.

    Args:
        connection: to the database.
        rules: the game's name for programs.
        begins: of the season; None for ever.
        ends: of the season; None without an end.
        season: its number, 0 for ever.
    """
    asked = (rules, begins, ends)
    all_games = await connection.fetchrow(SUM, *asked)
    best = {name: await connection.fetchrow(statement, *asked) for name, statement in BEST.items()}
    wins = await connection.fetch(MOST_WINS, rules, season)
    counted = await connection.fetch(COUNTED, *asked)
    return {
        "games": all_games["games"],
        "lasted_s": all_games["lasted_s"],
        "best": {name: told(row) for name, row in best.items() if row is not None},
        "wins": [dict(row) for row in wins],
        "counted": [{"words": msgspec.json.decode(words), "times": times} for words, times in counted],
    }
