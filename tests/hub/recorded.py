"""Games played by bots, as rows of a journal, and a database to store them in."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from random import Random
from typing import Any

import msgspec
from asyncpg import Connection
from msgspec import Struct

from controller.fleet.log_messages import LogEntry
from controller.games.contract.rules import Outcome
from controller.games.contract.tools.tools import HowToPlay, SelfPlaying, Tooled
from controller.games.shelf import GameShelf
from controller.store.journal import chain
from hub.players.history import SELECT_ONE_GAME, load_game_json
from hub.store.connection import connect_with_retry
from hub.store.stored_games import JournalUid, NewEntries, append_entries, make_copy_row, register_journals

FOLLOWS = bytes(8)
UID = JournalUid(bytes(range(16)))
OTHER = JournalUid(bytes(range(16, 32)))


class Recorded(Struct, frozen=True):
    """The entries of a finished game, and its outcome as JSON."""

    rows: list[LogEntry]
    outcome: str


@cache
def recorded_game(seed: int = 1, game: int = 1, name: str = "tumult_royale", players: int = 4) -> Recorded:
    log, outcome = _played(seed, name, players)
    before, rows = FOLLOWS, []
    for seq, action in enumerate(log, start=1):
        texts = (action, "page:referee", f"2026-11-22T18:{seq // 60 % 60:02}:{seq % 60:02}+00:00")
        before = chain.entry_checksum(before, game, seq, *texts)
        rows.append(LogEntry(seq, *texts, before.hex()))
    return Recorded(rows, outcome)


@cache
def _played(seed: int, name: str, players: int) -> tuple[list[str], str]:
    game: Any = GameShelf().get_or_make_game(name)
    tools: Any = game.tools() if isinstance(game, Tooled) else game
    assert isinstance(tools, SelfPlaying)
    options = {choice.key: choice.values[0] for choice in game.choices()}
    how = HowToPlay(players, options, None, tools.bots[0], check=False)
    log = [msgspec.to_builtins(action) for action in tools.played(how, Random(seed)).log]
    replay = game.new_log()
    for action in log:
        replay.accept(replay.check(action))
    outcome = msgspec.json.encode(game.summary(replay.state).outcome).decode()
    return [msgspec.json.encode(action).decode() for action in log], outcome


def rows(count: int, game: int = 1, first: int = 1, after: str = FOLLOWS.hex()) -> list[LogEntry]:
    before, made = bytes.fromhex(after), []
    for seq in range(first, first + count):
        texts = (f'{{"type":"x","n":{seq}}}', "knob", "2026-11-22T18:00:00+00:00")
        before = chain.row_checksum(before, game, seq, *texts)
        made.append(LogEntry(seq, *texts, before.hex()))
    return made


def first_entry(action: str, game: int = 1) -> LogEntry:
    texts = (action, "knob", "2026-11-22T18:00:00+00:00")
    return LogEntry(1, *texts, chain.row_checksum(FOLLOWS, game, 1, *texts).hex())


def new_entries(
    new: Sequence[LogEntry], game: int = 1, outcome: str | None = None, uid: JournalUid = UID
) -> NewEntries:
    rows = [
        make_copy_row(
            each.seq, chain.entry_content(each.action, each.origin, each.written_utc), bytes.fromhex(each.checksum)
        )
        for each in new
    ]
    return NewEntries((uid, game), "2026-11-22T18:00:00+00:00", "blue grey", FOLLOWS, new, rows, outcome)


@asynccontextmanager
async def open_connection_to(database: str) -> AsyncIterator[Connection]:
    connection = await connect_with_retry(database)
    try:
        yield connection
    finally:
        await connection.close()


@asynccontextmanager
async def open_database(database: str) -> AsyncIterator[Connection]:
    """Open a migrated database and register the journal ``UID`` of one table."""
    async with open_connection_to(database) as connection:
        await register_journals(connection, {UID: ("rt-kdmxqz", None)})
        yield connection


def run_at_database(database: str, work: Callable[[Connection], Awaitable[None]]) -> None:
    async def run() -> None:
        async with open_database(database) as connection:
            await work(connection)

    asyncio.run(run())


async def load_seats(connection: Connection, journal_no: int, number: int) -> Any:
    found = await load_game_json(connection, SELECT_ONE_GAME, journal_no, number)
    return {} if found is None else found["seats"]


async def store_game(connection: Connection, game: int, seed: int = 1) -> Outcome:
    """Store a finished game of four and return its outcome."""
    kept = recorded_game(seed, game)
    whole = new_entries(kept.rows, game, kept.outcome)
    await append_entries(connection, [msgspec.structs.replace(whole, castles="blue yellow purple grey")])
    return msgspec.json.decode(kept.outcome, type=Outcome)
