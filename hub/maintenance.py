"""Maintain stored games: replay, pack and expire logs, update ratings, count what is stored."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from asyncpg import Connection
from msgspec import Struct

from controller import log
from controller.fleet.log_messages import LogEntry
from hub.players.ratings import update_ratings_if_changed
from hub.replay.child import UNKNOWN_RULES_RESULT, ReplayResult
from hub.replay.public_replays import PublicReplays
from hub.store.connection import DATABASE_ERRORS, VALUE_ERRORS, open_connection
from hub.store.stored_games import DamagedGameError, load_verified_entries, pack_entries

SELECT_COUNTS = """
select (select count(*) from tables) as tables, (select count(*) from journals) as journals,
       count(*) as games, count(*) filter (where outcome is not null) as over,
       count(*) filter (where replayed = 'agrees') as agree, count(*) filter (where replayed = 'differs') as differ,
       count(*) filter (where replayed = 'unknown rules') as unknown, count(*) filter (where damaged) as damaged,
       count(*) filter (where packed_to = head) as packed, coalesce(sum(head), 0) as entries,
       pg_database_size(current_database()) as octets
from games
"""


class HubStatus(Struct, frozen=True):
    tables: int
    journals: int
    games: int
    over: int
    agree: int
    differ: int
    unknown: int
    damaged: int
    packed: int
    entries: int
    octets: int


async def query_hub_status(url: str) -> HubStatus:
    async with open_connection(url) as connection:
        return HubStatus(**dict(await connection.fetchrow(SELECT_COUNTS)))


class StatusQuery:
    """The hub's status for the page: one query at a time, however many clients."""

    def __init__(self, url: str, taken: Callable[[], int], is_standby: Callable[[], bool] = lambda: False) -> None:
        self._url = url
        self._stored_entry_count = taken
        self._is_standby = is_standby
        self._lock = asyncio.Lock()

    async def __call__(self) -> dict[str, Any]:
        """Return the counts as JSON, or ``database`` with the error; ``standby``: another hub is active."""
        async with self._lock:
            try:
                kept = msgspec.to_builtins(await query_hub_status(self._url))
            except DATABASE_ERRORS as fault:
                kept = {"database": f"{type(fault).__name__}: {fault}"}
        return {**kept, "taken": self._stored_entry_count(), "standby": self._is_standby()}


IDLE_PAUSE_S: Final = 2.0

PACK_AFTER: Final = timedelta(days=1)
"""Time from a game's end until its log is packed: players may still undo the end."""

KEEP_LOGS_FOR: Final = timedelta(days=400)
"""Logs expire this long after a game's last entry; results are kept forever."""

EXPIRE_EVERY_S: Final = 3600.0

SELECT_NEXT_TO_REPLAY: Final = """
select journal_no, game, follows, head, head_checksum, outcome::text as outcome, packed, why_not from games
where outcome is not null and replayed is null and not damaged order by ended_at limit 1
"""

SELECT_NEXT_TO_PACK: Final = """
select journal_no, game, follows, head, head_checksum, outcome::text as outcome, packed from games
where outcome is not null and packed_to < head and not damaged
and replayed is not null and ended_at < now() - $1::interval order by ended_at limit 1
"""

UPDATE_REPLAY_RESULT: Final = """
update games set replayed = $4, rules = $5, lasted_s = $6, counted = $7, colors = $8, why_not = $9
where journal_no = $1 and game = $2 and head = $3
"""

MARK_DAMAGED: Final = "update games set damaged = true where journal_no = $1 and game = $2 and head = $3"

STORE_PACKED_LOG: Final = """
with done as (
    update games set packed = $4, packed_to = head
    where journal_no = $1 and game = $2 and head = $3 returning journal_no, game
)
delete from entries using done where entries.journal_no = done.journal_no and entries.game = done.game
"""


SELECT_NEWEST: Final = "select coalesce(max(last_got), now()) from games"

DELETE_EXPIRED_LOGS: Final = """
with old as (
    update games set packed = null, packed_to = head
    where last_got < least(now(), $2) - $1::interval and (packed is not null or packed_to < head)
    and (outcome is null or replayed is not null or damaged) returning journal_no, game
)
delete from entries using old where entries.journal_no = old.journal_no and entries.game = old.game
"""


class GameMaintenance:
    """Processes one game at a time on its own connection; ``replays`` replays them."""

    def __init__(self, url: str, replays: PublicReplays, packed_after: timedelta = PACK_AFTER) -> None:
        self._url = url
        self._replays = replays
        self._packed_after = packed_after
        self._next_expiry_s = 0.0
        self._newest_before: datetime | None = None

    async def run(self) -> None:
        """Work forever; raise a database error if the connection fails."""
        async with open_connection(self._url) as connection:
            while True:
                await self.expire_logs_if_due(connection, asyncio.get_running_loop().time())
                if not await self.do_next_task(connection):
                    await asyncio.sleep(IDLE_PAUSE_S)

    async def do_next_task(self, connection: Connection) -> bool:
        if (game := await connection.fetchrow(SELECT_NEXT_TO_REPLAY)) is not None:
            await self._run_or_mark_game(
                connection,
                game,
                self._replay_and_store_result(connection, game),
                UPDATE_REPLAY_RESULT,
                *_result_columns(UNKNOWN_RULES_RESULT),
            )
        elif (game := await connection.fetchrow(SELECT_NEXT_TO_PACK, self._packed_after)) is not None:
            await self._run_or_mark_game(connection, game, self._pack_and_store_log(connection, game), MARK_DAMAGED)
        else:
            return await update_ratings_if_changed(connection, self._replays.compute_rating_rows)
        return True

    async def expire_logs_if_due(self, connection: Connection, now_s: float) -> None:
        """Count from the newest entry before this start, on the monotonic clock: a jump ahead expires nothing."""
        if now_s < self._next_expiry_s:
            return
        if self._newest_before is None:
            self._newest_before = await connection.fetchval(SELECT_NEWEST) - timedelta(seconds=now_s)
        self._next_expiry_s = now_s + EXPIRE_EVERY_S
        await connection.execute(DELETE_EXPIRED_LOGS, KEEP_LOGS_FOR, self._newest_before + timedelta(seconds=now_s))

    async def _run_or_mark_game(
        self, connection: Connection, game: Any, work: Awaitable[None], otherwise: str, *values: object
    ) -> None:
        """If the game makes ``work`` fail, run the statement ``otherwise``."""
        try:
            await work
        except Exception as fault:
            if isinstance(fault, DATABASE_ERRORS) and not isinstance(fault, VALUE_ERRORS):
                raise
            log.error("hub_game_fails", journal=game["journal_no"], game=game["game"], seen=repr(fault))
            await connection.execute(otherwise, *_game_key_and_head(game), *values)

    async def _replay_and_store_result(self, connection: Connection, game: Any) -> None:
        if (rows := await self._load_or_mark_damaged(connection, game)) is None:
            return
        found = await self._replays.replay_and_compare(rows, game["outcome"], game["why_not"])
        if found.verdict != "agrees":
            why = found.why_not or ""
            log.warning("hub_replay", journal=game["journal_no"], game=game["game"], found=found.verdict, why=why)
        await connection.execute(UPDATE_REPLAY_RESULT, *_game_key_and_head(game), *_result_columns(found))

    async def _pack_and_store_log(self, connection: Connection, game: Any) -> None:
        if (rows := await self._load_or_mark_damaged(connection, game)) is not None:
            await connection.execute(STORE_PACKED_LOG, *_game_key_and_head(game), pack_entries(rows))

    async def _load_or_mark_damaged(self, connection: Connection, game: Any) -> list[LogEntry] | None:
        try:
            return await load_verified_entries(connection, game)
        except DamagedGameError as fault:
            log.error("hub_game_damaged", journal=game["journal_no"], game=game["game"], seen=fault)
            await connection.execute(MARK_DAMAGED, *_game_key_and_head(game))
            return None


def _result_columns(found: ReplayResult) -> tuple[str, str, int, str, str, str | None]:
    counts = msgspec.json.encode(found.announcement_counts).decode()
    colors = msgspec.json.encode(found.colors).decode()
    return found.verdict, found.game, found.lasted_s, counts, colors, found.why_not


def _game_key_and_head(game: Any) -> tuple[int, int, int]:
    """Return the head, too: a game grown since is processed again."""
    return game["journal_no"], game["game"], game["head"]
