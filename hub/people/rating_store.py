"""Ratings in the database: made anew from all results, whenever one of them has changed."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from asyncpg import Connection

from controller.games.contract.ids import CastleId
from controller.games.contract.rules import Outcome
from controller.json_faults import NO_JSON
from hub.people.places import places
from hub.people.ratings import Placed, ratings

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


async def rate_anew(connection: Connection) -> bool:
    """Make all ratings anew if a result has changed; whether it had."""
    async with connection.transaction(isolation="repeatable_read"):
        changes = await connection.fetchval(CHANGED)
        if changes is None:
            return False
        rated = ratings(_placed(await connection.fetch(RESULTS)))
        rows = [(*pool, player, each.mu, each.sigma, each.games, each.wins) for (pool, player), each in rated.items()]
        await connection.execute("delete from ratings")
        await connection.execute(KEEP, *([list(column) for column in zip(*rows, strict=True)] or [[]] * 7))
    await connection.execute("update results set rated = greatest(rated, $1)", changes)
    return True


def _placed(rows: list[Any]) -> Iterator[Placed]:
    for row in rows:
        try:
            outcome = msgspec.json.decode(row["outcome"], type=Outcome)
        except NO_JSON:
            continue  # a backup may hold anything, and one game holds up no other
        seated = {CastleId(castle): player for castle, player in zip(row["castles"], row["players"], strict=True)}
        placed = places(outcome, seated)
        mine = {player: placed[castle] for castle, player in seated.items()}
        for season in {0, row["season"] or 0}:
            yield Placed((row["rules"], season), mine)
