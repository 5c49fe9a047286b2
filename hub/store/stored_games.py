"""Stored games: append entries, pack logs, and load a complete game."""

import struct
import zlib
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from typing import Any, Final, NewType

import msgspec
from asyncpg import Connection
from msgspec import Struct

from controller import limits
from controller.fleet.log_messages import LogEntry
from controller.reading import JSON_ERRORS
from controller.store.journal import chain

JournalUid = NewType("JournalUid", bytes)
"""16 random bytes."""

GameKey = tuple[JournalUid, int]
"""A game: its journal and its number there."""

CopyRow = NewType("CopyRow", bytes)
"""A row of ``entries`` from ``seq`` on, in the binary format of PostgreSQL's COPY."""

COPY_BEGIN: Final = b"PGCOPY\n\xff\r\n\0" + bytes(8)
COPY_END: Final = b"\xff\xff"
"""Before and after the rows (PostgreSQL's documentation, COPY, "Binary Format")."""

COPY_CHUNK_BYTES: Final = 64 * 1024
"""Sent at once: each chunk costs a task of asyncpg."""

_pack_row_begin = struct.Struct(">hiiii").pack
_pack_seq = struct.Struct(">ii").pack
_PACKED_CHECKSUM_BYTES: Final = struct.pack(">i", chain.CHECKSUM_BYTES)

GROWN_GAMES_CHANNEL: Final = "room"
"""Notification channel: games have new entries."""


NOT_A_COPY: Final = """not exists (
    select from games first where (first.head_checksum, first.game, first.head) = (g.head_checksum, g.game, g.head)
    and first.journal_no < g.journal_no)"""
"""Condition on games ``g`` that leaves one of those with the same log."""


class GameHead(Struct, frozen=True):
    seq: int
    checksum: str
    over: bool


class NewEntries(Struct, frozen=True):
    """New entries in one commit, also as ``rows``.

    ``outcome`` is JSON, ``fixture`` a tournament game's id, ``rules`` the game's name.
    """

    key: GameKey
    begun_utc: str
    castles: str
    follows: bytes
    entries: Sequence[LogEntry]
    rows: Sequence[CopyRow]
    outcome: str | None
    fixture: str | None = None
    rules: str | None = None


SELECT_HEADS: Final = """
select j.uid, g.game, g.head, encode(g.head_checksum, 'hex'), g.outcome is not null as over
from unnest($1::bytea[], $2::int[]) as asked (uid, game)
join journals j using (uid) join games g on g.journal_no = j.journal_no and g.game = asked.game
"""

SELECT_HEADS_OF_JOURNAL: Final = """
select g.game, g.head, encode(g.head_checksum, 'hex'), g.outcome is not null as over
from journals j join games g using (journal_no) where j.uid = $1 and g.game between $2 and $3
"""

SELECT_CHECKSUMS: Final = """
select e.game, e.seq, encode(e.checksum, 'hex') from unnest($2::int[], $3::int[]) as asked (game, seq)
join journals j on j.uid = $1 join entries e using (journal_no, game, seq)
"""

REGISTER_JOURNALS: Final = """
with met as (
    insert into tables (table_id, name)
    select t, t from (
        select t, table_id is not null as known, row_number() over (partition by table_id is null) as nth
        from (select distinct t from unnest($1::text[]) as t) as told left join tables on table_id = t
    ) as one
    where known or nth + (select count(*) from tables) <= $5
    on conflict (table_id) do update set seen_at = now() returning table_id
)
insert into journals (uid, table_id, continues)
select uid, table_id, continues from (
    select *, row_number() over (partition by table_id) as nth
    from unnest($2::bytea[], $1::text[], $3::bytea[]) as told (uid, table_id, continues)
    where not exists (select from journals j where j.uid = told.uid)
) as new
where table_id in (select table_id from met)
and nth + (select count(*) from journals j where j.table_id = new.table_id) <= $4
on conflict (uid) do nothing
"""

SELECT_OWNERS: Final = "select uid, table_id from journals where uid = any($1::bytea[])"

APPEND_TO_GAMES: Final = """
with grown as (
    insert into games as g
        (journal_no, game, begun_utc, castles, follows, head, head_checksum, outcome, ended_at, fixture, rules)
    select j.journal_no, n.game, n.begun_utc, n.castles, n.follows, n.head, n.head_checksum, n.outcome::json,
           case when n.outcome is null then null else now() end, n.fixture, n.rules
    from unnest($1::bytea[], $2::int[], $3::text[], $4::text[], $5::bytea[], $6::int[], $7::bytea[], $8::text[],
                $9::text[], $10::text[])
         as n (uid, game, begun_utc, castles, follows, head, head_checksum, outcome, fixture, rules)
    join journals j using (uid)
    on conflict (journal_no, game) do update
    set head = excluded.head, head_checksum = excluded.head_checksum, last_got = now(),
        outcome = excluded.outcome, ended_at = excluded.ended_at, replayed = null
    where g.head < excluded.head
    returning g.journal_no, g.game
)
select pg_notify('room', ''), coalesce(array_agg(j.uid), '{}') as uids, coalesce(array_agg(game), '{}') as games,
       coalesce(array_agg(journal_no), '{}') as numbers
from grown join journals j using (journal_no)
"""


async def register_journals(
    connection: Connection, journals: Mapping[JournalUid, tuple[str, JournalUid | None]]
) -> dict[JournalUid, str]:
    """Register journals with their table and the journal that each continues; return their owners.

    A journal's first sender owns it. Skip journals beyond the limit of tables, or of a table's journals.
    """
    tables = [table for table, _ in journals.values()]
    continued = [continues for _, continues in journals.values()]
    await connection.execute(
        REGISTER_JOURNALS, tables, list(journals), continued, limits.HUB_JOURNALS_PER_TABLE, limits.HUB_TABLES_STORED
    )
    rows = await connection.fetch(SELECT_OWNERS, list(journals))
    return {JournalUid(uid): table for uid, table in rows}


async def load_game_heads(connection: Connection, keys: Collection[GameKey]) -> dict[GameKey, GameHead]:
    rows = await connection.fetch(SELECT_HEADS, [uid for uid, _ in keys], [game for _, game in keys])
    return {(JournalUid(uid), game): GameHead(head, checksum, over) for uid, game, head, checksum, over in rows}


async def load_journal_game_heads(
    connection: Connection, journal: JournalUid, first: int, last: int
) -> dict[int, GameHead]:
    rows = await connection.fetch(SELECT_HEADS_OF_JOURNAL, journal, first, last)
    return {game: GameHead(head, checksum, over) for game, head, checksum, over in rows}


async def load_checksums(
    connection: Connection, journal: JournalUid, places: Collection[tuple[int, int]]
) -> dict[tuple[int, int], str]:
    """Return checksums by game and seq; packed and missing entries are left out."""
    games, seqs = [game for game, _ in places], [seq for _, seq in places]
    rows = await connection.fetch(SELECT_CHECKSUMS, journal, games, seqs)
    return {(game, seq): checksum for game, seq, checksum in rows}


async def append_entries(connection: Connection, growths: Collection[NewEntries]) -> None:
    """Commit all entries or none; they are on disk when this returns.

    A game that has grown further meanwhile is skipped.
    """
    games = []
    for each in growths:
        last = each.entries[-1]
        begun = (*each.key, each.begun_utc, each.castles, each.follows)
        games.append((*begun, last.seq, bytes.fromhex(last.checksum), each.outcome, each.fixture, each.rules))
    async with connection.transaction():
        _, uids, numbers, journals = await connection.fetchrow(APPEND_TO_GAMES, *map(list, zip(*games, strict=True)))
        journal_of = dict(zip(zip(uids, numbers, strict=True), journals, strict=True))
        await connection.copy_to_table("entries", source=_copied(growths, journal_of), format="binary")


def make_copy_row(seq: int, content: bytes, checksum: bytes) -> CopyRow:
    """Return the row of an entry with this `chain.entry_content`."""
    return CopyRow(b"".join((_pack_seq(4, seq), content, _PACKED_CHECKSUM_BYTES, checksum)))


async def _copied(growths: Collection[NewEntries], journal_of: Mapping[GameKey, int]) -> AsyncIterator[bytes]:
    parts, size = [COPY_BEGIN], 0
    for each in growths:
        if (journal := journal_of.get(each.key)) is not None:
            begin = _pack_row_begin(7, 4, journal, 4, each.key[1])
            parts += begin, begin.join(each.rows)
            size += len(parts[-1])
        if size > COPY_CHUNK_BYTES:
            yield b"".join(parts)
            parts, size = [], 0
    yield b"".join((*parts, COPY_END))


class DamagedGameError(Exception):
    """A stored game is incomplete or changed."""


def verify_chain(game: int, follows: bytes, entries: Sequence[LogEntry]) -> str:
    """Return the last checksum; raise DamagedGameError if the chain is broken."""
    before = follows
    for seq, entry in enumerate(entries, start=1):
        if entry.seq != seq:
            raise DamagedGameError(f"saw action {entry.seq}, expected {seq}")
        before = chain.entry_checksum(before, game, seq, entry.action, entry.origin, entry.written_utc)
        if before.hex() != entry.checksum:
            raise DamagedGameError(f"action {seq} does not match its checksum")
    return before.hex()


def pack_entries(entries: Sequence[LogEntry]) -> bytes:
    return zlib.compress(msgspec.json.encode([(each.action, each.origin, each.written_utc) for each in entries]), 9)


def unpack_entries(game: int, follows: bytes, packed: bytes) -> list[LogEntry]:
    """Return entries with computed checksums; raise DamagedGameError if they are unreadable."""
    try:
        opener = zlib.decompressobj()
        content = opener.decompress(packed, limits.HUB_GAME_BYTES)
        if opener.unconsumed_tail:
            raise DamagedGameError(f"it has more than {limits.HUB_GAME_BYTES} bytes")
        texts = msgspec.json.decode(content, type=list[tuple[str, str, str]])
    except (zlib.error, *JSON_ERRORS) as fault:
        raise DamagedGameError(f"it cannot be read: {fault}") from None
    entries, before = [], follows
    for seq, (action, origin, written_utc) in enumerate(texts, start=1):
        before = chain.entry_checksum(before, game, seq, action, origin, written_utc)
        entries.append(LogEntry(seq, action, origin, written_utc, before.hex()))
    return entries


SELECT_ENTRIES: Final = """
select seq, action, origin, written_utc, encode(checksum, 'hex') from entries
where journal_no = $1 and game = $2 order by seq
"""

SELECT_LOG_SIZE: Final = """
select coalesce(sum(octet_length(action) + octet_length(origin) + octet_length(written_utc)), 0)::bigint
from entries where journal_no = $1 and game = $2
"""


def check_entry_count(game: Any) -> None:
    """Raise DamagedGameError if a game has more entries than allowed."""
    if game["head"] > limits.HUB_GAME_ENTRIES:
        raise DamagedGameError(f"saw {game['head']} actions, expected at most {limits.HUB_GAME_ENTRIES}")


async def load_verified_entries(connection: Connection, game: Any) -> list[LogEntry]:
    """Raise DamagedGameError if entries are changed, missing, or too many."""
    check_entry_count(game)
    size = await connection.fetchval(SELECT_LOG_SIZE, game["journal_no"], game["game"])
    if size > limits.HUB_GAME_BYTES:
        raise DamagedGameError(f"saw {size} bytes of actions, expected at most {limits.HUB_GAME_BYTES}")
    packed = [] if game["packed"] is None else unpack_entries(game["game"], game["follows"], game["packed"])
    kept = [LogEntry(*row) for row in await connection.fetch(SELECT_ENTRIES, game["journal_no"], game["game"])]
    entries = [*packed, *kept]
    if verify_chain(game["game"], game["follows"], entries) != game["head_checksum"].hex():
        raise DamagedGameError(f"saw {len(entries)} actions, expected {game['head']}")
    return entries
