"""Games that tables have played to an end and that no tournament has taken: one of them may be joined by hand."""

from collections.abc import Collection
from typing import Any, Final

import msgspec
from asyncpg import Connection
from msgspec import Struct

from controller import limits
from controller.games.contract.rules import Outcome
from hub.tournament.acts import GameOfJournal

NEWEST: Final = """
select encode(j.uid, 'hex') as journal, g.game, j.table_id as table, g.castles, g.fixture, g.outcome::text as outcome,
       extract(epoch from g.ended_at)::float8 as ended_utc
from games g join journals j using (journal_no)
where g.outcome is not null and g.ended_at > now() - interval '1 day' order by g.ended_at desc limit $1
"""

ONE: Final = """
select g.castles, g.outcome::text as outcome from games g join journals j using (journal_no)
where j.uid = $1 and g.game = $2 and g.outcome is not null
"""


class OtherGame(Struct, frozen=True):
    """One as people tell it from others; ``fixture`` as its table had it."""

    journal: str
    game: int
    table: str
    castles: str
    fixture: str | None
    outcome: Outcome
    ended_utc: float


async def other_games(connection: Connection, taken: Collection[GameOfJournal]) -> list[dict[str, Any]]:
    """The newest of a day as JSON values, without those that are ``taken``."""
    rows = await connection.fetch(NEWEST, limits.TOURNAMENT_GAMES_TOLD + len(taken))
    games = [
        OtherGame(**{**dict(row), "outcome": msgspec.json.decode(row["outcome"], type=Outcome)})
        for row in rows
        if (row["journal"], row["game"]) not in taken
    ]
    return [msgspec.to_builtins(game) for game in games[: limits.TOURNAMENT_GAMES_TOLD]]


async def one(connection: Connection, source: GameOfJournal) -> tuple[str, Outcome] | None:
    """Who played it, and its end; None where there is no such game that is over."""
    row = await connection.fetchrow(ONE, bytes.fromhex(source[0]), source[1])
    return None if row is None else (row["castles"], msgspec.json.decode(row["outcome"], type=Outcome))
