"""The games of a dead card come back from the hub, and a table goes on with them."""

import asyncio
from pathlib import Path

import pytest
from asyncpg import Connection

from controller.fleet.log_messages import (
    BadRestoreAnswerError,
    LogEntry,
    RestoreAnswer,
    RestoreRequest,
    piece_from_answer,
)
from controller.store.journal import JournalReader, backup, rebuilding
from controller.store.journal.journal import Journal
from controller.store.journal.reader import HubLogReader
from hub.game_restore import NoGamesError, build_restore_answer, load_table_games
from hub.store.connection import connect_with_retry
from hub.store.stored_games import append_entries
from tests.hub.recorded import FOLLOWS, UID, new_entries, recorded_game, run_at_database
from tests.hub.running import run_maintenance

TABLE = "rt-kdmxqz"
OPEN_TO = 40


def store_games(url: str) -> None:
    """Two games that are over, the older packed, and the open part of one that goes on."""

    async def work(connection: Connection) -> None:
        ended = recorded_game(1, 1)
        await append_entries(connection, [new_entries(ended.rows, 1, ended.outcome)])
        await run_maintenance(url, connection)
        other = recorded_game(2, 2)
        await append_entries(connection, [new_entries(other.rows, 2, other.outcome)])
        await append_entries(connection, [new_entries(recorded_game(3, 3).rows[:OPEN_TO], 3)])

    run_at_database(url, work)


def test_finished_and_running_games_are_restored_exactly(database: str, tmp_path: Path) -> None:
    store_games(database)
    found = asyncio.run(load_table_games(database, TABLE))
    assert found.left_out == ()
    file = tmp_path / "given.journal"
    file.write_bytes(rebuilding.build_journal_bytes(found.uid, found.games))
    with JournalReader(file) as reader:
        assert reader.damage_findings() == []
        assert [(game.game_id, game.over, game.current) for game in reader.games()] == [
            (1, True, False),
            (2, True, False),
            (3, False, True),
        ]
    with HubLogReader(file) as streams:
        for game, count in ((1, None), (2, None), (3, OPEN_TO)):
            lines = streams.raw_entries(game, 1, 1000)
            kept = recorded_game(game, game).rows[:count]
            texts = [(line.action, line.origin, line.written_utc) for line in lines]
            assert texts == [(row.action, row.origin, row.written_utc) for row in kept]


def test_restored_games_continue_in_a_new_journal_that_names_the_old_one(database: str, tmp_path: Path) -> None:
    store_games(database)
    file, journal = tmp_path / "given.journal", tmp_path / "table.journal"
    found = asyncio.run(load_table_games(database, TABLE))
    file.write_bytes(rebuilding.build_journal_bytes(found.uid, found.games))
    with Journal(journal):
        pass
    taken = backup.verify_backup(file)
    assert taken is not None
    backup.restore_journal(journal, taken.path.open("rb"))
    with Journal(journal) as mine:
        assert mine.fault is None
        assert mine.current_game_id() == 3
        assert mine.new_game_id() == 4
    with HubLogReader(journal) as streams:
        assert streams.journal_uid() != UID
        assert streams.continued_journal_uid() == UID


def test_a_game_with_an_incomplete_log_is_left_out_and_reported(database: str) -> None:
    store_games(database)

    async def damage(connection: Connection) -> None:
        await connection.execute("delete from entries where game = 2 and seq = 5")

    run_at_database(database, damage)
    found = asyncio.run(load_table_games(database, TABLE))
    assert ([game[0].game_id for game in found.games], found.left_out) == ([1, 3], (2,))


def test_an_unknown_table_restores_nothing(database: str) -> None:
    store_games(database)
    with pytest.raises(NoGamesError, match="has no games of 'rt-other'"):
        asyncio.run(load_table_games(database, "rt-other"))


def request_restore(url: str, table: str, take: RestoreRequest) -> RestoreAnswer:
    async def run() -> RestoreAnswer:
        connection = await connect_with_retry(url)
        try:
            return await build_restore_answer(connection, table, take)
        finally:
            await connection.close()

    return asyncio.run(run())


def test_a_table_can_list_its_games_and_restore_them_piece_by_piece(database: str) -> None:
    store_games(database)
    mine, other = UID.hex(), "f" * 32
    listed = request_restore(database, TABLE, RestoreRequest(other))
    assert (listed.source, listed.more) == (mine, False)
    assert [(each.game, each.seq) for each in listed.games] == [
        (1, len(recorded_game(1, 1).rows)),
        (2, len(recorded_game(2, 2).rows)),
        (3, OPEN_TO),
    ]
    for game in (1, 2, 3):  # the first is packed, the last goes on
        rows = recorded_game(game, game).rows[: listed.games[game - 1].seq]
        got: list[LogEntry] = []
        while len(got) < len(rows):
            piece = piece_from_answer(request_restore(database, TABLE, RestoreRequest(other, mine, game, len(got) + 1)))
            assert piece.after == (rows[len(got) - 1].checksum if got else FOLLOWS.hex())
            got += piece.entries
            assert (piece.outcome is not None) == (game != 3 and len(got) == len(rows))
        assert got == rows


@pytest.mark.parametrize(
    ("table", "take"),
    [
        ("rt-other", RestoreRequest("f" * 32)),
        ("rt-other", RestoreRequest("f" * 32, UID.hex())),
        ("rt-other", RestoreRequest(UID.hex(), UID.hex(), 1, 1)),
        (TABLE, RestoreRequest(UID.hex())),
        (TABLE, RestoreRequest(UID.hex(), "f" * 32)),
    ],
)
def test_a_table_cannot_restore_another_tables_games(database: str, table: str, take: RestoreRequest) -> None:
    store_games(database)
    assert request_restore(database, table, take) == RestoreAnswer(take)


def test_missing_games_are_not_sent(database: str) -> None:
    store_games(database)
    for game, seq in ((4, 1), (3, OPEN_TO + 1)):
        with pytest.raises(BadRestoreAnswerError, match=f"saw no entries of game {game}"):
            piece_from_answer(request_restore(database, TABLE, RestoreRequest("f" * 32, UID.hex(), game, seq)))
