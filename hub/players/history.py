"""Read finished games by day, table, player or rules, newest first; one game; a table's latest."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from statistics import median
from typing import Annotated, Any, Final

import msgspec
from asyncpg import Connection
from msgspec import Meta, Struct

from controller import limits
from controller.games.contract.rules import Outcome, place_by_castle
from controller.reading import JSON_ERRORS
from controller.store.journal.times import shown_utc
from hub.store.stored_games import NOT_A_COPY

SELECT_GAME: Final = r"""
select g.journal_no, g.game, j.table_id, t.name as table_name, g.begun_utc, g.castles, g.head,
       encode(g.head_checksum, 'hex') as log,
       g.outcome::text as outcome,
       extract(epoch from g.ended_at)::float8 as ended_s, g.replayed, g.rules, g.lasted_s, g.counted::text as counted,
       g.colors::text as colors, g.damaged, coalesce(s.seats, '{}') as seats,
       coalesce(
        (select act::json->>'name' from tournament_acts where number = 1 and g.fixture ~ '^[0-9a-f]{12}-'
         and act like '{"do":"begun",%"commitment":"' || left(g.fixture, 12) || '%' limit 1),
        (select begun.act::json->>'name' from tournament_acts result
         join tournament_acts begun on begun.tournament_no = result.tournament_no and begun.number = 1
         where result.act like '{"do":"resulted"%' and substring(result.act from '"source":(\["[0-9a-f]{32}",\d+\])')
         = '["' || encode(j.uid, 'hex') || '",' || g.game || ']' limit 1)) as tournament
from games g join journals j using (journal_no) join tables t using (table_id)
left join lateral (
    select json_object_agg(castle, json_build_object('player', player_no, 'name', name)) as seats
    from seats join players using (player_no) where seats.journal_no = g.journal_no and seats.game = g.game
) s on true
"""

SELECT_FINISHED_GAMES: Final = f"""{SELECT_GAME}
where (g.journal_no, g.game) in (
    select g.journal_no, g.game from games g join journals j using (journal_no)
    where g.outcome is not null and {NOT_A_COPY}
    and ($1::timestamptz is null or g.ended_at >= $1) and ($2::timestamptz is null or g.ended_at < $2)
    and ($3::text is null or j.table_id = $3) and ($4::text is null or g.rules = $4)
    and ($5::bigint is null or exists (select from seats where seats.journal_no = g.journal_no and seats.game = g.game
                                       and seats.player_no = $5))
    order by g.ended_at desc, g.journal_no desc, g.game desc offset $6 limit $7)
order by g.ended_at desc, g.journal_no desc, g.game desc
"""  # noqa: S608  # constants
"""The page is chosen first: what is shown of a game costs a hundred times as much."""

SELECT_ONE_GAME: Final = f"{SELECT_GAME} where g.journal_no = first_journal($1, $2) and g.game = $2"

SELECT_LATEST_GAME: Final = f"""{SELECT_GAME} where (g.journal_no, g.game) = (
    select first_journal(journal_no, game), game from games join journals using (journal_no) where table_id = $1
    order by last_got desc, game desc limit 1
)"""  # noqa: S608  # constants

SELECT_NAMES_AT_TABLES: Final = """
select table_id, castle, name from unnest($1::text[], $2::bigint[]) as shown(table_id, game)
join journals using (table_id) join seats using (journal_no, game) join players using (player_no)
where name is not null order by journal_no
"""
"""A table that began its journal anew counts its games anew: the latest journal is read last."""

SELECT_TABLES: Final = "select table_id, name from tables order by lower(name), table_id limit $1"
SELECT_PLAYED_RULES: Final = "select distinct rules from games where outcome is not null and rules <> '' order by rules"


QueryNumber = Annotated[int, Meta(ge=0, lt=10_000_000)]

ALLOWED_YEARS: Final = range(1970, 9999)
"""Years in which each day has a previous and a next day in any time zone."""


class HistoryFilters(Struct, frozen=True):
    """Filters of the list of games, named as in the query string."""

    day: date | None = None
    table: str | None = None
    rules: str | None = None
    player: QueryNumber | None = None
    skip: QueryNumber = 0
    season: QueryNumber = 0

    def __post_init__(self) -> None:
        if self.day is not None and self.day.year not in ALLOWED_YEARS:
            raise ValueError(f"saw the day {self.day}, expected one such as 2026-11-22")


SELECT_GAME_PACES: Final = f"""
select pools.rules, percentile_cont(0.5) within group (order by lasted_s / rounds) as round_s,
       array_agg(rounds) as rounds
from (select distinct rules from games where outcome is not null and rules <> '') pools
cross join lateral (
    select lasted_s::float8, (outcome->>'rounds')::float8 as rounds from games g
    where g.rules = pools.rules and outcome is not null and lasted_s > 0 and {NOT_A_COPY}
    order by ended_at desc limit 200
) latest
where rounds > 0 group by pools.rules having count(*) >= 5
"""  # noqa: S608  # constants


class Pace(Struct, frozen=True):
    """Median time of a round, and the latest games' numbers of rounds."""

    round_s: float
    rounds: Sequence[float]

    def expected_minutes_left(self, round_number: int) -> int:
        """Return the expected minutes from mid-round to the end, at least one; from ten on in steps of five.

        Games that ended before this round do not count: this game is longer already.
        """
        rounds_left = median([each - round_number for each in self.rounds if each >= round_number] or [0]) + 0.5
        minutes = self.round_s * rounds_left / 60
        return max(round(minutes), 1) if minutes < 10 else 5 * round(minutes / 5)


async def load_pace_by_game(connection: Connection) -> dict[str, Pace]:
    """Games finished fewer than five times have no forecast."""
    return {rules: Pace(round_s, rounds) for rules, round_s, rounds in await connection.fetch(SELECT_GAME_PACES)}


async def load_names_at_tables(connection: Connection, games: Mapping[str, int]) -> dict[str, dict[str, str]]:
    """Return players' names by table and castle; ``games`` is the number of each table's game in its journal."""
    names: dict[str, dict[str, str]] = {table: {} for table in games}
    for table, castle, name in await connection.fetch(SELECT_NAMES_AT_TABLES, list(games), list(games.values())):
        names[table][castle] = name
    return names


async def list_finished_games(connection: Connection, filters: HistoryFilters) -> dict[str, Any]:
    begins = None if filters.day is None else datetime.combine(filters.day, time()).astimezone()
    ends = None if filters.day is None else datetime.combine(filters.day + timedelta(days=1), time()).astimezone()
    most = limits.HISTORY_ROWS
    rows = await connection.fetch(
        SELECT_FINISHED_GAMES, begins, ends, filters.table, filters.rules, filters.player, filters.skip, most + 1
    )
    return {"games": [game_row_to_json(row) for row in rows[:most]], "more": len(rows) > most}


async def load_game_json(connection: Connection, select: str, *values: int | str) -> dict[str, Any] | None:
    row = await connection.fetchrow(select, *values)
    return None if row is None else game_row_to_json(row)


async def load_filter_choices(connection: Connection) -> dict[str, Any]:
    tables = await connection.fetch(SELECT_TABLES, limits.HUB_TABLES)
    pools = await connection.fetch(SELECT_PLAYED_RULES)
    return {
        "tables": [{"table": table, "name": name} for table, name in tables],
        "rules": [rules for (rules,) in pools],
    }


def game_row_to_json(row: Any) -> dict[str, Any]:
    """Return a game as JSON.

    ``journal``, ``game``, ``table``, ``table_name``; ``castles`` in seat order, ``colors`` by castle, where its
    player's is another; ``seats`` by castle (``player``, ``name``, null for an erased player); ``rules``;
    ``tournament``, its name or null; ``actions``, how many are stored; ``log``, the last one's checksum; ``begun_utc``
    by the table's clock, null if that was not set; ``over``; if so, also ``ended_s`` (hub's clock, since 1970),
    ``lasted_s``, ``rounds``, ``ending``, ``winners``, ``points`` and ``places`` by castle, ``counted`` (``words`` by
    language, ``times``), ``replayed``.
    """
    castles = row["castles"].split()[: limits.ROOM_CARD_CASTLES]
    outcome = None if row["outcome"] is None else _parse_outcome(row["outcome"])
    value = {
        "journal": row["journal_no"],
        "game": row["game"],
        "table": row["table_id"],
        "table_name": row["table_name"],
        "castles": castles,
        "colors": msgspec.json.decode(row["colors"] or "{}"),
        "seats": msgspec.json.decode(row["seats"]),
        "rules": row["rules"],
        "tournament": row["tournament"],
        "actions": row["head"],
        "log": row["log"],
        "begun_utc": shown_utc(row["begun_utc"]),
        "over": row["outcome"] is not None,
        "replayed": "damaged" if row["damaged"] else row["replayed"],
    }
    if outcome is None:
        return value
    return value | {
        "ended_s": row["ended_s"],
        "lasted_s": row["lasted_s"],
        "rounds": outcome.rounds,
        "ending": outcome.ending,
        "winners": outcome.winners,
        "points": outcome.points,
        "places": place_by_castle(outcome, castles),
        "counted": msgspec.json.decode(row["counted"] or "[]"),
    }


def _parse_outcome(text: str) -> Outcome | None:
    try:
        return msgspec.json.decode(text, type=Outcome)
    except JSON_ERRORS:
        return None
