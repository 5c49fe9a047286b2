"""What a hub keeps: numbered schemas, games that grow commit by commit, packed ones."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import asyncpg
import msgspec
import pytest
from asyncpg import Connection

from controller.fleet.log_messages import LogEntry
from controller.store.journal import chain
from hub.backup import TABLES
from hub.replay.child import ReplayResult
from hub.replay.public_replays import PublicReplays
from hub.store.connection import DATABASE_ERRORS, NewerSchemaError, connect_with_retry, load_migrations, migrate
from hub.store.stored_games import (
    DamagedGameError,
    GameHead,
    JournalUid,
    append_entries,
    load_game_heads,
    load_journal_game_heads,
    pack_entries,
    register_journals,
    unpack_entries,
    verify_chain,
)
from tests.hub.recorded import FOLLOWS, UID, first_entry, new_entries, open_connection_to, recorded_game, rows
from tests.hub.running import run_maintenance
from tests.support.limits import set_limits

pytestmark = pytest.mark.real_time


def test_concurrent_migrations_of_an_empty_database_create_the_schema_once(fresh: str) -> None:
    async def several() -> None:
        connections = [await connect_with_retry(fresh) for _ in range(4)]
        newest = await asyncio.gather(*(migrate(each) for each in connections))
        assert set(newest) == {load_migrations()[-1][0]}
        assert await connections[0].fetchval("select count(*) from schema_version") == 1
        for each in connections:
            await each.close()

    asyncio.run(several())


def test_migrations_are_numbered_without_gaps() -> None:
    assert [number for number, _ in load_migrations()] == list(range(1, len(load_migrations()) + 1))


def next_steps(statements: str) -> list[tuple[int, str]]:
    """Return all migrations and one more, as a later version would add."""
    known = load_migrations()
    return [*known, (known[-1][0] + 1, statements)]


NEW_COLUMN: Final = "alter table games add column new int not null default 7;"


async def test_a_later_schema_is_reached_with_all_rows_and_not_left_again(bare: Connection) -> None:
    await migrate(bare)
    await register_journals(bare, {UID: ("rt-kdmxqz", None)})
    await append_entries(bare, [new_entries(rows(3))])
    later = next_steps(NEW_COLUMN)
    assert await migrate(bare, later) == later[-1][0]
    assert await bare.fetchval("select new from games") == 7
    await append_entries(bare, [new_entries(rows(2, first=4, after=rows(3)[-1].checksum))])
    assert await load_journal_game_heads(bare, UID, 1, 9) == {1: GameHead(5, rows(5)[-1].checksum, over=False)}
    with pytest.raises(NewerSchemaError, match=f"has schema {later[-1][0]}, expected {later[-2][0]}"):
        await migrate(bare)


@pytest.mark.parametrize("cut", ["select 1/0;", "select pg_terminate_backend(pg_backend_pid());"])
async def test_a_migration_that_is_cut_leaves_the_earlier_schema_and_its_rows(
    bare: Connection, fresh: str, cut: str
) -> None:
    await migrate(bare)
    await register_journals(bare, {UID: ("rt-kdmxqz", None)})
    await append_entries(bare, [new_entries(rows(3))])
    with pytest.raises(DATABASE_ERRORS):
        await migrate(bare, next_steps(NEW_COLUMN + cut))
    async with open_connection_to(fresh) as again:
        assert await again.fetchval("select number from schema_version") == load_migrations()[-1][0]
        assert await migrate(again, next_steps(NEW_COLUMN)) == load_migrations()[-1][0] + 1
        assert await again.fetchval("select count(*) from entries") == 3


async def test_entries_are_appended_once_and_repeats_change_nothing(connection: Connection) -> None:
    all_rows = rows(5)
    await append_entries(connection, [new_entries(all_rows[:3])])
    assert await load_game_heads(connection, [(UID, 1), (UID, 2)]) == {
        (UID, 1): GameHead(3, all_rows[2].checksum, over=False)
    }
    await append_entries(connection, [new_entries(all_rows[3:], outcome='{"rounds":1}')])
    await append_entries(connection, [new_entries(all_rows[:2])])
    assert await load_journal_game_heads(connection, UID, 1, 9) == {1: GameHead(5, all_rows[4].checksum, over=True)}
    assert await connection.fetchval("select count(*) from entries") == 5
    more = rows(1, first=6, after=all_rows[4].checksum)
    await append_entries(connection, [new_entries(more)])
    assert await load_journal_game_heads(connection, UID, 1, 9) == {1: GameHead(6, more[0].checksum, over=False)}, (
        "it was taken back"
    )


async def test_tables_beyond_the_limit_are_ignored_and_known_ones_go_on(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_limits(monkeypatch, HUB_TABLES_STORED=3)

    def journals(first: int, last: int) -> dict[JournalUid, tuple[str, None]]:
        return {JournalUid(bytes([n]) * 16): (f"rt-{n}", None) for n in range(first, last + 1)}

    before = await connection.fetchval("select count(*) from tables")
    for number in range(1, 4 - before):
        assert len(await register_journals(connection, journals(number, number))) == 1
    for number in range(10, 20):
        assert await register_journals(connection, journals(number, number)) == {}
    await connection.execute("delete from journals where table_id = 'rt-2'; delete from tables where table_id = 'rt-2'")
    assert len(await register_journals(connection, journals(30, 40))) == 1
    known = await register_journals(connection, {**journals(50, 60), JournalUid(bytes(15) + b"k"): ("rt-1", None)})
    assert list(known.values()) == ["rt-1"]
    assert await connection.fetchval("select count(*) from tables") == 3


async def test_a_commit_is_atomic_and_notifies_once(connection: Connection, database: str) -> None:
    heard: asyncio.Queue[object] = asyncio.Queue()
    listener = await connect_with_retry(database)
    await listener.add_listener("room", lambda *values: heard.put_nowait(values[-1]))
    with pytest.raises(asyncpg.DataError):
        await append_entries(
            connection, [new_entries(rows(2)), new_entries([LogEntry(1, "{}", "knob", "nul: \0", "")], game=2)]
        )
    assert await load_journal_game_heads(connection, UID, 1, 9) == {}
    await append_entries(connection, [new_entries(rows(2)), new_entries(rows(2, game=2), game=2)])
    async with asyncio.timeout(30):
        await heard.get()
    assert heard.empty()
    await listener.close()


def test_unpacking_a_game_returns_every_entry_with_its_checksum() -> None:
    kept = rows(400)
    assert unpack_entries(1, FOLLOWS, pack_entries(kept)) == kept
    assert verify_chain(1, FOLLOWS, kept) == kept[-1].checksum


@pytest.mark.parametrize("packed", [b"", b"no zlib", pack_entries([])[:-1] + b"x"])
def test_an_incomplete_pack_is_reported(packed: bytes) -> None:
    with pytest.raises(DamagedGameError, match="cannot be read"):
        unpack_entries(1, FOLLOWS, packed)


def test_a_changed_or_missing_entry_is_detected() -> None:
    kept = rows(4)
    with pytest.raises(DamagedGameError, match="saw action 3, expected 2"):
        verify_chain(1, FOLLOWS, [kept[0], *kept[2:]])
    with pytest.raises(DamagedGameError, match="action 2 does not match its checksum"):
        verify_chain(1, FOLLOWS, [kept[0], msgspec.structs.replace(kept[1], origin="page"), *kept[2:]])


async def kept_for_good(connection: Connection) -> Any:
    return await connection.fetchrow("select replayed, packed_to, length(packed) as octets, damaged from games")


async def test_a_finished_game_is_replayed_and_packed_into_five_kilobytes(
    connection: Connection, database: str
) -> None:
    game = recorded_game()
    await append_entries(connection, [new_entries(game.rows, outcome=game.outcome)])
    await run_maintenance(database, connection)
    found = await kept_for_good(connection)
    assert (found["replayed"], found["packed_to"], found["damaged"]) == ("agrees", len(game.rows), False)
    assert found["octets"] <= 5_000 * max(1, len(game.rows) / 357)
    assert await connection.fetchval("select count(*) from entries") == 0


@pytest.mark.parametrize("name", ["a\\u0000b", "", "x" * 61, "a\\nb"])
async def test_an_invalid_game_name_in_a_log_is_unknown_rules_and_delays_no_game(
    connection: Connection, database: str, name: str
) -> None:
    good = recorded_game()
    bad = first_entry(f'{{"do":"start","game":"{name}"}}', game=2)
    await append_entries(connection, [new_entries([bad], game=2, outcome="{}")])
    await append_entries(connection, [new_entries(good.rows, outcome=good.outcome)])
    await run_maintenance(database, connection)
    found = await connection.fetch("select replayed, rules, packed_to = head from games order by game desc")
    assert [tuple(row) for row in found] == [("unknown rules", "", True), ("agrees", "tumult_royale", True)]


async def test_a_game_whose_replay_crashes_delays_no_other_game(
    connection: Connection, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_: PublicReplays, rows: Sequence[LogEntry], *_args: object) -> ReplayResult:
        if len(rows) == 1:
            raise OverflowError
        return ReplayResult("agrees", "nul: \0", 2**40, [])

    monkeypatch.setattr(PublicReplays, "replay_and_compare", fails)
    await append_entries(
        connection, [new_entries(rows(1), outcome="{}"), new_entries(rows(2, game=2), game=2, outcome="{}")]
    )
    await run_maintenance(database, connection)
    found = await connection.fetch("select replayed, rules, lasted_s from games order by game")
    assert [tuple(row) for row in found] == 2 * [("unknown rules", "", 0)]


async def test_a_packed_game_that_continues_is_packed_again_at_its_next_end(
    connection: Connection, database: str
) -> None:
    game = recorded_game()
    part = len(game.rows) - 10
    await append_entries(connection, [new_entries(game.rows[:part], outcome="{}")])
    await run_maintenance(database, connection)
    assert (await kept_for_good(connection))["replayed"] == "differs"
    await append_entries(connection, [new_entries(game.rows[part:], outcome=game.outcome)])
    await run_maintenance(database, connection)
    found = await kept_for_good(connection)
    assert (found["replayed"], found["packed_to"]) == ("agrees", len(game.rows))
    assert await connection.fetchval("select count(*) from entries") == 0


@pytest.mark.parametrize(
    ("actions", "outcome", "found"),
    [
        (['{"type":"start","game":"nobody_knows"}'], "{}", "unknown rules"),
        (['{"type":"a move of next year"}'], "{}", "unknown rules"),
        (["no json"], "{}", "unknown rules"),
        (["[" * 50_000], "{}", "unknown rules"),
        (["null", "7", "[]"], "{}", "unknown rules"),
    ],
)
async def test_a_game_of_unknown_rules_is_stored_and_reported(
    connection: Connection, database: str, actions: list[str], outcome: str, found: str
) -> None:
    before, made = FOLLOWS, []
    for seq, action in enumerate(actions, start=1):
        before = chain.row_checksum(before, 1, seq, action, "knob", "t")
        made.append(LogEntry(seq, action, "knob", "t", before.hex()))
    await append_entries(connection, [new_entries(made, outcome=outcome)])
    await run_maintenance(database, connection)
    assert (await kept_for_good(connection))["replayed"] == found


async def test_a_game_changed_in_the_database_is_reported_as_damaged(connection: Connection, database: str) -> None:
    await append_entries(connection, [new_entries(rows(3), outcome="{}")])
    await connection.execute("update entries set origin = 'page' where seq = 2")
    await run_maintenance(database, connection)
    found = await kept_for_good(connection)
    assert (found["damaged"], found["packed_to"]) == (True, 0)
    assert await connection.fetchval("select count(*) from entries") == 3


HOSTILE = {
    "timestamp with time zone": ("infinity", "-infinity", "0044-03-15 12:00 BC", "294276-01-01", "9999-12-31"),
    "double precision": ("NaN", "Infinity", "-Infinity", "1e300"),
    "bigint": ("9223372036854775807", "-9223372036854775808"),
    "integer": ("2147483647", "-2147483648"),
}


async def test_no_column_accepts_a_value_that_the_hub_cannot_read(connection: Connection) -> None:
    columns = await connection.fetch(
        "select table_name, column_name, data_type from information_schema.columns "
        "where table_schema = 'public' and table_name <> 'schema_version' "
        "and data_type not in ('text', 'bytea', 'json', 'boolean')"
    )
    assert {kind for _, _, kind in columns} <= HOSTILE.keys()
    checked = await connection.fetch(
        "select conrelid::regclass::text as of, pg_get_constraintdef(oid) as says from pg_constraint "
        "where contype = 'c' and conname like '%_readable'"
    )
    for of, name, kind in columns:
        (says,) = [each["says"] for each in checked if each["of"] == of and f"(({name} >= " in each["says"]]
        bound = says.removeprefix("CHECK ")
        for value in HOSTILE[kind]:
            query = f"select {bound} from (select '{value}'::{kind}) as one ({name})"  # literals
            assert await connection.fetchval(query) is False, (of, name, value)


async def test_a_backup_has_every_table_of_the_schema(connection: Connection) -> None:
    named = await connection.fetch("select tablename from pg_tables where schemaname = 'public'")
    assert {name for (name,) in named} - {"schema_version"} == set(TABLES)


@pytest.mark.parametrize(("bound", "most"), [("HUB_GAME_BYTES", 1000), ("HUB_GAME_ENTRIES", 99)])
async def test_an_oversized_game_is_stored_and_never_loaded(
    connection: Connection, database: str, monkeypatch: pytest.MonkeyPatch, bound: str, most: int
) -> None:
    set_limits(monkeypatch, **{bound: most})
    await append_entries(connection, [new_entries(rows(100), outcome="{}")])
    read: list[object] = []
    monkeypatch.setattr("hub.store.stored_games.verify_chain", lambda *values: read.append(values))
    await run_maintenance(database, connection)
    found = await kept_for_good(connection)
    assert (found["damaged"], found["replayed"], found["packed_to"], read) == (True, None, 0, [])
    assert await connection.fetchval("select count(*) from entries") == 100
