"""Entries that only the hub has are added to a copy of the journal, which replaces it completely or not at all."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.fleet.log_messages import LogPiece
from controller.games.contract.values import CastleId
from controller.secret import Secret
from controller.store.journal import Draw, Entry, Journal, JournalError, chain, reader, rebuilding

BEGUN = "2026-11-22T18:00:00+00:00"


def entry(game: int, seq: int) -> Entry:
    castles = (CastleId("blue"), CastleId("red")) if seq == 1 else ()
    return Entry(game, seq, {"do": "pass", "nth": seq}, "knob", BEGUN, castles)


def pieces(journal: Path, game: int, first: int) -> LogPiece:
    """What a hub to which all of it was shipped would give."""
    with reader.HubLogReader(journal) as streams:
        begun, after = streams.begun_utc_and_castles(game), streams.entry_checksum(game, first - 1)
        assert begun is not None
        assert after is not None
        entries = tuple(streams.raw_entries(game, first, 1000))
        return LogPiece(streams.journal_uid().hex(), game, *begun, after, entries)


def uid(journal: Path) -> bytes:
    with reader.HubLogReader(journal) as streams:
        return streams.journal_uid()


def read(journal: Path) -> list[list[Entry]]:
    with reader.HubLogReader(journal) as streams:
        return [list(streams.entries(game)) for game in range(1, (streams.latest_game_id() or 0) + 1)]


@pytest.fixture
def older(tmp_path: Path) -> Path:
    newest, older = tmp_path / "newest", tmp_path / "older"
    with Journal(newest) as journal:
        journal.append([entry(1, seq) for seq in (1, 2, 3)])
    older.write_bytes(newest.read_bytes())
    with Journal(newest) as journal:
        journal.append([entry(1, seq) for seq in (4, 5)])
        journal.append([entry(2, seq) for seq in (1, 2)])
    return older


def extended(older: Path, given: Sequence[LogPiece]) -> rebuilding.JournalExtension:
    further = rebuilding.JournalExtension(older, older.with_name("taken-back"))
    for piece in given:
        further.append_log_piece(piece)
    return further


def test_an_older_state_is_extended_and_keeps_its_identity(older: Path) -> None:
    newest = older.with_name("newest")
    with Journal(older) as journal:
        further = extended(older, [pieces(newest, 1, 4), pieces(newest, 2, 1)])
        journal.replace_with(further.finish_and_verify(uid(older)))
        further.remove_folder()
        assert journal.current_game_id() == 2
        assert journal.new_game_id() == 3
        journal.append([entry(2, 3)])
        assert journal.damage_findings() == []
    assert [len(game) for game in read(older)] == [5, 3]
    assert uid(older) == uid(newest)
    for game in (1, 2):
        assert pieces(older, game, 1).entries[:2] == pieces(newest, game, 1).entries[:2]
    assert not older.with_name("taken-back").exists()


def test_a_new_journal_with_another_secret_gets_its_own_identity(older: Path) -> None:
    newest, empty = older.with_name("newest"), older.with_name("empty")
    with Journal(empty) as journal:
        name = uid(empty)
        further = extended(empty, [pieces(newest, 1, 1), pieces(newest, 2, 1)])
        journal.replace_with(further.finish_and_verify(uid(newest)))
        assert journal.damage_findings() == []
    assert read(empty) == read(newest)
    with reader.HubLogReader(empty) as streams:
        assert streams.continued_journal_uid() == uid(newest)
        assert streams.journal_uid() not in {name, uid(newest)}


@pytest.mark.parametrize(
    "change",
    [
        {"action": '{"do":"rob","nth":4}'},
        {"action": '{"do": "pass","nth":4}'},
        {"origin": "page"},
        {"checksum": "0" * 16},
        {"seq": 6},
    ],
)
def test_entries_with_wrong_checksums_are_refused(older: Path, change: dict[str, str | int]) -> None:
    piece = pieces(older.with_name("newest"), 1, 4)
    changed = replace(piece, entries=(replace(piece.entries[0], **change), *piece.entries[1:]))
    further = rebuilding.JournalExtension(older, older.with_name("taken-back"))
    before = older.read_bytes()
    with pytest.raises(JournalError, match="has a wrong checksum"):
        further.append_log_piece(changed)
    further.close()
    assert older.read_bytes() == before


def test_a_non_canonical_action_is_refused_despite_its_checksum(older: Path) -> None:
    other = older.with_name("other")
    with Journal(other) as journal:
        journal.append([entry(1, 1)])
    with closing(sqlite3.connect(other)) as database, database:
        database.execute("update entries set action = '{ }'")
    piece = pieces(other, 1, 1)
    with reader.HubLogReader(other) as streams:
        begin = streams.entry_checksum(1, 0)
    assert begin is not None
    checksum = streams_checksum(begin, piece)
    further = rebuilding.JournalExtension(older, older.with_name("taken-back"))
    with pytest.raises(JournalError, match="is not in the table's format"):
        further.append_log_piece(replace(piece, game=1, entries=(replace(piece.entries[0], checksum=checksum),)))
    further.close()


def streams_checksum(begin: str, piece: LogPiece) -> str:
    (line,) = piece.entries
    return chain.row_checksum(
        bytes.fromhex(begin), piece.game, line.seq, line.action, line.origin, line.written_utc
    ).hex()


def test_a_journal_changed_meanwhile_is_not_replaced(older: Path) -> None:
    with Journal(older) as journal:
        further = extended(older, [pieces(older.with_name("newest"), 1, 4)])
        longer = further.finish_and_verify(uid(older))
        journal.append([entry(1, 4)])
        with pytest.raises(JournalError, match="has new entries by now"):
            journal.replace_with(longer)
        journal.append([entry(1, 5)])
        assert journal.damage_findings() == []
    assert [len(game) for game in read(older)] == [5]


def test_pending_draws_of_restored_games_are_dropped(older: Path) -> None:
    with Journal(older) as journal:
        journal.append_draws([draw(1, n=1, seq=3), draw(1, n=2), draw(0, n=1)])
        further = extended(older, [pieces(older.with_name("newest"), 1, 4)])
        journal.replace_with(further.finish_and_verify(uid(older)))
        assert [(each.n, each.seq) for each in journal.draws(1)] == [(1, 3)]
        assert journal.draws(0) == []


def draw(game: int, n: int, seq: int | None = None) -> Draw:
    data = "ab" * 32
    return Draw(game, n, Secret(data), data, Secret(data), given=False, seq=seq, asked=None)
