"""Who is how strong: players in the order of what they are surely worth, for ever or in a season."""

from typing import Any, Final

from asyncpg import Connection

from controller import limits

RANKED: Final = """
select r.player_no, p.name, r.games, r.wins, r.mu, r.sigma from ratings r join players p using (player_no)
where r.pool = $1 and r.season_no = $2 and p.name is not null
order by r.mu - 3 * r.sigma desc, r.player_no offset $3 limit $4
"""

PLAYER: Final = "select name from players where player_no = $1 and erased_at is null"

OF_PLAYER: Final = """
select pool, season_no, mu, sigma, games, wins,
       1 + (select count(*) from ratings o join players p using (player_no)
            where (o.pool, o.season_no) = (r.pool, r.season_no)
            and p.name is not null and o.mu - 3 * o.sigma > r.mu - 3 * r.sigma) as place
from ratings r where player_no = $1 order by season_no, pool
"""


async def ranked(connection: Connection, pool: str, season: int, skip: int) -> dict[str, Any]:
    """Players from place ``first`` on, and whether there are ``more``.

    Each of ``players`` has ``player``, ``name``, ``games``, ``wins`` and ``worth``.
    """
    rows = await connection.fetch(RANKED, pool, season, skip, limits.HISTORY_ROWS + 1)
    return {
        "first": skip + 1,
        "players": [
            {"player": row["player_no"], "name": row["name"], "games": row["games"], "wins": row["wins"]}
            | {"worth": _worth(row)}
            for row in rows[: limits.HISTORY_ROWS]
        ],
        "more": len(rows) > limits.HISTORY_ROWS,
    }


async def player(connection: Connection, player_no: int) -> dict[str, Any] | None:
    """``player``, ``name``, and ``ratings``.

    Each has ``rules``, ``season`` (0 for ever), ``games``, ``wins``, ``worth`` and ``place``.
    """
    name = await connection.fetchval(PLAYER, player_no)
    if name is None:
        return None
    rows = await connection.fetch(OF_PLAYER, player_no)
    return {
        "player": player_no,
        "name": name,
        "ratings": [
            {"rules": row["pool"], "season": row["season_no"], "games": row["games"], "wins": row["wins"]}
            | {"worth": _worth(row), "place": row["place"]}
            for row in rows
        ],
    }


def _worth(row: Any) -> int:
    """In points that people can read: 0 for who is new, some thousand for who is strong."""
    worth: float = row["mu"] - 3 * row["sigma"]
    return round(40 * worth)
