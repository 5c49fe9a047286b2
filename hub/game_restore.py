"""Give tables their stored games, over the broker or as a journal for a new card."""

import asyncio
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import asyncpg
import msgspec
from asyncpg import Connection
from msgspec import Struct

from controller import limits, log
from controller.fleet.connection import BrokerConfig, BrokerConnection
from controller.fleet.log_messages import (
    BadMessageError,
    GameAtHub,
    LogEntry,
    LogPiece,
    RestoreAnswer,
    RestoreRequest,
    decode_message,
)
from controller.fleet.topics import GIVEN, TAKE, parse_topic
from controller.games.contract.rules import Outcome
from controller.games.contract.values import CastleId
from controller.store.journal.entry import Entry
from hub.store.connection import DATABASE_ERRORS, ConnectionPool
from hub.store.stored_games import DamagedGameError, load_verified_entries

ENVELOPE_BYTES: Final = 1024
"""Bytes reserved for the parts of an answer other than its entries."""

SELECT_SOURCE_JOURNAL: Final = """
select journal_no, uid from journals where table_id = $1 and case
    when $2::bytea is not null then uid = $2
    else uid <> $3 and exists (select from games where games.journal_no = journals.journal_no) end
order by (select max(last_got) from games where games.journal_no = journals.journal_no) desc nulls last limit 1
"""
"""Selects journal $2, else the latest one that is not $3. The latest journal has all games: a journal that
continues another sends all games again."""

SELECT_STORED_GAMES: Final = """
select game, head, head_checksum from games as g where journal_no = $1 and game >= $2 and (
    packed is not null
    or exists (select from entries as e where (e.journal_no, e.game) = (g.journal_no, g.game))
) order by game limit $3
"""

SELECT_GAMES_WITH_LOGS: Final = """
select journal_no, game, begun_utc, castles, follows, head, head_checksum, outcome::text as outcome, packed, fixture
from games where journal_no = $1
"""


class RestoreLoop:
    """Answers tables' restore requests; a newer one replaces the table's waiting one."""

    def __init__(self, broker: BrokerConfig, readers: ConnectionPool) -> None:
        self._readers = readers
        self._requests: dict[str, RestoreRequest] = {}
        self._arrived = asyncio.Event()
        client = f"hub-gives-{os.urandom(4).hex()}"
        self._broker = BrokerConnection(
            broker, client, will=None, filters=[TAKE.topic_of("+")], on_message=self.queue_restore_request
        )

    async def run(self) -> None:
        """Answer requests forever; a table repeats a request that failed."""
        await self._broker.run_with(self._answer_requests())

    async def _answer_requests(self) -> None:
        while True:
            await self._arrived.wait()
            self._arrived.clear()
            while self._requests:
                table = next(iter(self._requests))
                take = self._requests.pop(table)
                try:
                    async with self._readers.borrow() as connection:
                        answer = await build_restore_answer(connection, table, take)
                except DATABASE_ERRORS as fault:
                    log.warning("hub_gives_nothing", table=table, seen=f"{type(fault).__name__}: {fault}")
                    continue
                self._broker.publish(GIVEN.topic_of(table), GIVEN, answer)

    def queue_restore_request(self, topic: str, payload: bytes) -> None:
        table, _ = parse_topic(topic)
        if not table:
            return
        if len(self._requests) >= limits.HUB_TABLES and table not in self._requests:
            return  # the table repeats its request
        try:
            self._requests[table] = decode_message(payload, RestoreRequest)
        except BadMessageError as fault:
            log.warning("hub_not_understood", table=table, topic=TAKE.name, seen=fault)
        self._arrived.set()


async def build_restore_answer(connection: Connection, table: str, take: RestoreRequest) -> RestoreAnswer:
    named = None if take.source is None else bytes.fromhex(take.source)
    source = await connection.fetchrow(SELECT_SOURCE_JOURNAL, table, named, bytes.fromhex(take.journal))
    if source is None:
        return RestoreAnswer(take)
    uid = bytes(source["uid"]).hex()
    if take.seq is None:
        rows = await connection.fetch(
            SELECT_STORED_GAMES, source["journal_no"], take.game, limits.GAMES_PER_MESSAGE + 1
        )
        games = tuple(
            GameAtHub(game, head, checksum.hex()) for game, head, checksum in rows[: limits.GAMES_PER_MESSAGE]
        )
        return RestoreAnswer(take, uid, games, more=len(rows) > limits.GAMES_PER_MESSAGE)
    game = await connection.fetchrow(f"{SELECT_GAMES_WITH_LOGS} and game = $2", source["journal_no"], take.game)
    return RestoreAnswer(
        take, uid, piece=None if game is None else await _load_log_piece(connection, uid, game, take.seq)
    )


async def _load_log_piece(connection: Connection, journal: str, game: Any, first: int) -> LogPiece | None:
    """Return a game's entries from ``first`` on that fit a message; None if missing or damaged."""
    try:
        rows = await load_verified_entries(connection, game)
    except DamagedGameError as fault:
        log.warning("hub_gives_nothing", game=game["game"], seen=fault)
        return None
    entries: list[LogEntry] = []
    left = limits.LOG_PIECE_BYTES - ENVELOPE_BYTES
    for entry in rows[first - 1 : first - 1 + limits.LOG_PIECE_ENTRIES]:
        left -= len(msgspec.json.encode(entry)) + 1
        if left < 0:
            break
        entries.append(entry)
    if not entries:
        return None
    after = game["follows"].hex() if first == 1 else rows[first - 2].checksum
    ends = game["outcome"] is not None and entries[-1].seq == len(rows)
    outcome = msgspec.json.decode(game["outcome"], type=Outcome) if ends else None
    return LogPiece(
        journal, game["game"], game["begun_utc"], game["castles"], after, tuple(entries), outcome, game["fixture"]
    )


class NoGamesError(Exception):
    """The hub has no games of this table."""


class TableGames(Struct, frozen=True):
    """A restored journal's content; ``left_out`` are games with an incomplete log."""

    uid: bytes
    games: list[list[Entry]]
    left_out: tuple[int, ...]


async def load_table_games(url: str, table: str) -> TableGames:
    """Return the games of a table's latest journal; raise NoGamesError without any."""
    connection = await asyncpg.connect(url)
    try:
        found = await connection.fetchrow(SELECT_SOURCE_JOURNAL, table, None, b"")
        if found is None:
            raise NoGamesError(f"The hub has no games of {table!r}. The room's page lists the ids of its tables.")
        games, left_out = [], []
        for game in await connection.fetch(f"{SELECT_GAMES_WITH_LOGS} order by game", found["journal_no"]):
            try:
                games.append(_entries_from_rows(game, await load_verified_entries(connection, game)))
            except DamagedGameError:
                left_out.append(game["game"])
    finally:
        await connection.close()
    return TableGames(bytes(found["uid"]), games, tuple(left_out))


def _entries_from_rows(game: Any, rows: Sequence[LogEntry]) -> list[Entry]:
    castles = tuple(map(CastleId, game["castles"].split()))
    entries = [
        Entry(game["game"], row.seq, msgspec.json.decode(row.action), row.origin, row.written_utc) for row in rows
    ]
    outcome = None if game["outcome"] is None else msgspec.json.decode(game["outcome"], type=Outcome)
    entries[0] = replace(entries[0], castles=castles, fixture=game["fixture"])
    entries[-1] = replace(entries[-1], outcome=outcome)
    return entries
