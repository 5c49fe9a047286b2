"""Ratings of players (Plackett-Luce), seasons, and records."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, Final

import asyncpg
import msgspec
from asyncpg import Connection
from msgspec import Struct
from openskill.models import PlackettLuce

from controller import limits, log
from controller.games.contract.rules import Outcome, place_by_castle
from controller.games.contract.values import CastleId
from controller.reading import JSON_ERRORS
from hub.players.history import SELECT_GAME, game_row_to_json
from hub.players.registry import PlayerError, parse_player_name
from hub.replay.worker import WorkerError
from hub.store.stored_games import NOT_A_COPY

FIRST_MU: Final = 25.0
FIRST_SIGMA: Final = FIRST_MU / 3
"""Rating of a new player: estimate and uncertainty."""


RatingPool = tuple[str, int]
"""A game's name, and a season (0: all time)."""


class PlacedGame(Struct, frozen=True):
    """A game to rate: its pool, and each known player's place, from 1."""

    pool: RatingPool
    places: Mapping[int, int]


class Rating(Struct, frozen=True):
    """A player's strength: estimate ``mu``, uncertainty ``sigma``. ``wins`` include shared first places.

    ``curve`` has the displayed strength after each of the latest games, oldest first.
    """

    mu: float = FIRST_MU
    sigma: float = FIRST_SIGMA
    games: int = 0
    wins: int = 0
    curve: tuple[int, ...] = ()


def compute_ratings(games: Iterable[PlacedGame]) -> dict[tuple[RatingPool, int], Rating]:
    """A game with one known player has no effect."""
    rated: dict[tuple[RatingPool, int], Rating] = {}
    for game in games:
        if len(game.places) < 2:  # a rating compares players
            continue
        before = [rated.get((game.pool, player), Rating()) for player in game.places]
        after = _rating_model().rate(
            [[_rating_model().rating(mu=each.mu, sigma=each.sigma)] for each in before],
            ranks=list(map(float, game.places.values())),
        )
        for (player, place), old, [new] in zip(game.places.items(), before, after, strict=True):
            wins = old.wins + (place == 1)
            curve = (*old.curve, _displayed_strength(new.mu))[-limits.RATING_CURVE_GAMES :]
            rated[game.pool, player] = Rating(float(new.mu), float(new.sigma), old.games + 1, wins, curve)
    return rated


def compute_rating_rows(rows: Iterable[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Return the rows of table ``ratings`` from the rows of all results."""
    found = compute_ratings(_parse_placed_games(rows))
    return [
        (*pool, player, each.mu, each.sigma, each.games, each.wins, " ".join(map(str, each.curve)))
        for (pool, player), each in found.items()
    ]


def _parse_placed_games(rows: Iterable[Sequence[Any]]) -> Iterator[PlacedGame]:
    for rules, outcome_json, castles, players, season in rows:
        try:
            outcome = msgspec.json.decode(outcome_json, type=Outcome)
        except JSON_ERRORS:
            continue  # a restored backup may hold anything; skip this game only
        seated = {CastleId(castle): player for castle, player in zip(castles, players, strict=True)}
        placed = place_by_castle(outcome, seated)
        mine = {player: placed[castle] for castle, player in seated.items()}
        for each in {0, season or 0}:
            yield PlacedGame((rules, each), mine)


@cache
def _rating_model() -> PlackettLuce:
    return PlackettLuce(mu=FIRST_MU, sigma=FIRST_SIGMA)


SELECT_CHANGE_COUNT: Final = "select changes from results where changes > rated"

SELECT_RESULTS: Final = f"""
select g.rules, g.outcome::text as outcome, array_agg(s.castle) as castles, array_agg(s.player_no) as players,
       (select season_no from seasons where begins_at <= g.ended_at order by begins_at desc limit 1) as season
from games g join seats s using (journal_no, game)
where s.player_no is not null and g.outcome is not null and g.replayed in ('agrees', 'unknown rules') and g.rules <> ''
and {NOT_A_COPY}
group by g.journal_no, g.game order by g.ended_at, g.journal_no, g.game
"""  # noqa: S608  # constants
"""Games of unknown rules count as reported by the table; those whose replay differs do not."""

INSERT_RATINGS: Final = """
insert into ratings (pool, season_no, player_no, mu, sigma, games, wins, curve) select * from unnest
($1::text[], $2::int[], $3::bigint[], $4::float8[], $5::float8[], $6::int[], $7::int[], $8::text[])
"""


async def update_ratings_if_changed(connection: Connection, rate: Callable[[list[Any]], Awaitable[list[Any]]]) -> bool:
    """Recompute all ratings with ``rate`` if a result changed; return whether one did."""
    async with connection.transaction(isolation="repeatable_read"):
        changes = await connection.fetchval(SELECT_CHANGE_COUNT)
        if changes is None:
            return False
        try:
            rows = await rate([tuple(row) for row in await connection.fetch(SELECT_RESULTS)])
        except WorkerError as fault:
            log.error("hub_ratings_stay", seen=fault)  # the old ratings stay until the next result
        else:
            await connection.execute("delete from ratings")
            await connection.execute(
                INSERT_RATINGS, *([list(column) for column in zip(*rows, strict=True)] or [[]] * 8)
            )
    await connection.execute("update results set rated = greatest(rated, $1)", changes)
    return True


SELECT_SEASONS: Final = (
    "select season_no, name, extract(epoch from begins_at)::float8 as begins_s from seasons order by begins_at"
)
INSERT_SEASON: Final = (
    "insert into seasons (name) select $1 where (select count(*) from seasons) < $2 returning season_no"
)


async def list_seasons(connection: Connection) -> list[dict[str, Any]]:
    """Return ``season``, ``name`` and ``begins_s`` of each season, oldest first."""
    return [
        {"season": number, "name": name, "begins_s": at} for number, name, at in await connection.fetch(SELECT_SEASONS)
    ]


async def begin_season(connection: Connection, name: str) -> int:
    """Begin a season and return its number; raise PlayerError for an invalid name or too many seasons."""
    try:
        number: int | None = await connection.fetchval(INSERT_SEASON, parse_player_name(name), limits.SEASONS)
    except asyncpg.UniqueViolationError:
        raise PlayerError("begun", "another season began at the same moment. Look at the list of seasons.") from None
    if number is None:
        raise PlayerError("full", f"saw {limits.SEASONS} seasons, the maximum: no other can begin.")
    return number


SELECT_RANKING: Final = """
select r.player_no, p.name, r.games, r.wins, r.mu, r.sigma, r.curve from ratings r join players p using (player_no)
where r.pool = $1 and r.season_no = $2 and p.name is not null
order by r.mu - 3 * r.sigma desc, r.player_no offset $3 limit $4
"""

SELECT_PLAYER_NAME: Final = "select name from players where player_no = $1 and erased_at is null"

SELECT_RATINGS_OF_PLAYER: Final = """
select pool, season_no, mu, sigma, games, wins, curve,
       1 + (select count(*) from ratings o join players p using (player_no)
            where (o.pool, o.season_no) = (r.pool, r.season_no)
            and p.name is not null and o.mu - 3 * o.sigma > r.mu - 3 * r.sigma) as place
from ratings r where player_no = $1 order by season_no, pool
"""


async def load_ranking(connection: Connection, pool: str, season: int, skip: int) -> dict[str, Any]:
    """Return ``players`` from place ``first`` on, with number, name, games, wins and `_strength_fields`.

    ``more`` tells whether further players follow.
    """
    rows = await connection.fetch(SELECT_RANKING, pool, season, skip, limits.HISTORY_ROWS + 1)
    return {
        "first": skip + 1,
        "players": [
            {"player": row["player_no"], "name": row["name"], "games": row["games"], "wins": row["wins"]}
            | _strength_fields(row)
            for row in rows[: limits.HISTORY_ROWS]
        ],
        "more": len(rows) > limits.HISTORY_ROWS,
    }


async def load_player_ratings(connection: Connection, player_no: int) -> dict[str, Any] | None:
    """Return ``player``, ``name`` and ``ratings``; None if the player is unknown or erased.

    Each rating has ``rules``, ``season`` (0: all time), ``games``, ``wins``, ``place``, and `_strength_fields`.
    """
    name = await connection.fetchval(SELECT_PLAYER_NAME, player_no)
    if name is None:
        return None
    rows = await connection.fetch(SELECT_RATINGS_OF_PLAYER, player_no)
    return {
        "player": player_no,
        "name": name,
        "ratings": [
            {"rules": row["pool"], "season": row["season_no"], "games": row["games"], "wins": row["wins"]}
            | {"place": row["place"], **_strength_fields(row)}
            for row in rows
        ],
    }


def _displayed_strength(mu: float) -> int:
    """Return the strength as it is displayed: 1000 for a new player."""
    return round(40 * mu)


def _strength_fields(row: Any) -> dict[str, Any]:
    return {
        "strength": _displayed_strength(row["mu"]),
        "within": _displayed_strength(3 * row["sigma"]),
        "curve": [int(each) for each in row["curve"].split()],
    }


WHERE_FINISHED: Final = f"""
where g.outcome is not null and g.replayed in ('agrees', 'unknown rules') and g.rules = $1
and ($2::timestamptz is null or g.ended_at >= $2) and ($3::timestamptz is null or g.ended_at < $3) and {NOT_A_COPY}
"""


def _select_record(condition: str, order: str, more: str = "") -> str:
    chosen = f"games g {more} {WHERE_FINISHED} and {condition} order by {order}, g.ended_at limit 1"
    return f"{SELECT_GAME} where (g.journal_no, g.game) in (select g.journal_no, g.game from {chosen})"  # noqa: S608  # constants


SELECT_RECORD_GAMES: Final = {
    "shortest": _select_record("g.lasted_s > 0", "g.lasted_s"),
    "longest": _select_record("g.lasted_s > 0", "g.lasted_s desc"),
    "most_rounds": _select_record("true", "(g.outcome->>'rounds')::bigint desc"),
    "most_points": _select_record(
        "p.points is not null",
        "p.points desc",
        "cross join lateral (select max(value::bigint) as points "
        "from json_each_text(coalesce(g.outcome->'points', '{}'))) as p",
    ),
    "most_counted": _select_record(
        "c.times > 0",
        "c.times desc",
        "cross join lateral (select sum((value->>'times')::int) as times "
        "from json_array_elements(coalesce(g.counted, '[]'))) as c",
    ),
}

SELECT_COUNTED_ANNOUNCEMENTS: Final = f"""
select (value->'words')::text as words, sum((value->>'times')::int) as times
from games g cross join lateral json_array_elements(coalesce(g.counted, '[]')) {WHERE_FINISHED}
group by (value->'words')::text order by times desc limit 24
"""  # noqa: S608  # constants

SELECT_TOTALS: Final = (
    f"select count(*) as games, coalesce(sum(g.lasted_s), 0) as lasted_s from games g {WHERE_FINISHED}"  # noqa: S608
)

SELECT_MOST_WINS: Final = """
select r.player_no, p.name, r.wins, r.games from ratings r join players p using (player_no)
where r.pool = $1 and r.season_no = $2 and p.name is not null order by r.wins desc, r.games, r.player_no limit 3
"""


SELECT_RECORDS_VERSION: Final = """
select changes, rated, (select md5(string_agg(table_id || name, ' ' order by table_id)) from tables),
       (select count(*) from players where erased_at is not null),
       (select count(*) from tournament_acts where act like '{"do":"resulted"%')
from results
"""


async def load_records_version(connection: Connection) -> list[Any]:
    """Return a value that changes with what `load_records` returns, at a hundredth of the cost."""
    return list(await connection.fetchrow(SELECT_RECORDS_VERSION))


async def load_records(
    connection: Connection, rules: str, begins: datetime | None, ends: datetime | None, season: int
) -> dict[str, Any]:
    """Return ``games``, ``lasted_s``, ``counted``, ``best`` (a game per record) and ``wins`` (top three players)."""
    asked = (rules, begins, ends)
    all_games = await connection.fetchrow(SELECT_TOTALS, *asked)
    best = {name: await connection.fetchrow(statement, *asked) for name, statement in SELECT_RECORD_GAMES.items()}
    wins = await connection.fetch(SELECT_MOST_WINS, rules, season)
    counted = await connection.fetch(SELECT_COUNTED_ANNOUNCEMENTS, *asked)
    return {
        "games": all_games["games"],
        "lasted_s": all_games["lasted_s"],
        "best": {name: game_row_to_json(row) for name, row in best.items() if row is not None},
        "wins": [dict(row) for row in wins],
        "counted": [{"words": msgspec.json.decode(words), "times": times} for words, times in counted],
    }
