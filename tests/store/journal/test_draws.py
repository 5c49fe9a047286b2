"""Draws, fixtures and identity of a journal, and upgrades of older files."""

import dataclasses
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest
from msgspec.structs import replace

from controller.secret import Secret
from controller.store.journal import Draw, Journal, JournalReader, chain, schema
from controller.store.journal.backup import back_up_journal, restore_journal, verify_backup
from controller.store.journal.recovery import open_or_recover_journal
from controller.store.table_files import TableFiles
from tests.store.journal.games import END, entry, version_3, version_4

STANDING = Draw(1, 1, Secret("11" * 32), "22" * 32, Secret("33" * 32), given=False)
OPENED = replace(STANDING, seq=1, asked='{"deal":{}}')
NEXT = replace(STANDING, n=2, commitment="44" * 32, seed=Secret("55" * 32))


def version_2(path: Path) -> None:
    version_3(path)
    with sqlite3.connect(path) as db:
        db.execute("drop table draws")
        db.execute("pragma user_version = 2")
    db.close()


def version_1(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.executescript(
            "create table games (id integer primary key, started_utc text not null) strict;"
            "create table entries (game_id integer not null references games (id), seq integer not null,"
            " action text not null, origin text not null, written_utc text not null, primary key (game_id, seq))"
            " strict, without rowid;"
            "insert into games values (1, '2026-01-01T10:00:00+00:00'), (2, '2026-01-02T10:00:00+00:00');"
            "insert into entries values (1, 1, '{\"do\":\"start\"}', 'knob', '2026-01-01T10:00:00+00:00'),"
            " (1, 2, '{\"do\":\"undo\"}', 'page', '2026-01-01T10:01:00+00:00'),"
            " (2, 1, '{\"do\":\"start\"}', 'page', '2026-01-02T10:00:00+00:00');"
        )
    db.close()


def actions(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("select game_id, seq, action, origin, written_utc from entries order by 1, 2").fetchall()


@pytest.mark.parametrize("made", [version_1, version_2, version_3, version_4])
def test_an_older_file_is_upgraded_and_a_copy_kept(tmp_path: Path, made: Callable[[Path], None]) -> None:
    path = tmp_path / "j"
    made(path)
    before = actions(path)
    if made is not version_1:
        with JournalReader(path) as reader:
            assert [game.actions for game in reader.games()] == [2, 1]
            assert (reader.draws(1), reader.fixture_id_of(1), reader.has_fixture("spring-2-7")) == ([], None, False)
            assert reader.damage_findings() == []
    with Journal(path) as journal:
        assert [(game.game_id, game.actions, game.current) for game in journal.games()] == [(1, 2, False), (2, 1, True)]
        assert actions(path) == before
        assert journal.damage_findings() == []
        drawn = replace(OPENED, game_id=2, seq=2)
        journal.append([dataclasses.replace(entry(2, 2), draws=(drawn,))])
        journal.append([dataclasses.replace(entry(3, 1), fixture="spring-2-7")])
        assert (journal.draws(2), journal.fixture_id_of(3)) == ([drawn], "spring-2-7")
        assert journal.damage_findings() == []
    assert actions(TableFiles(path).before_migration) == before


def test_a_game_has_its_fixture_from_the_first_entry(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        assert not journal.has_fixture("spring-2-7")
        journal.append([dataclasses.replace(entry(1, 1), fixture="spring-2-7")])
        journal.append([entry(2, 1), entry(2, 2, outcome=END)])
        assert journal.has_fixture("spring-2-7")
    with JournalReader(tmp_path / "j") as reader:
        assert [reader.fixture_id_of(game) for game in (1, 2, 3)] == ["spring-2-7", None, None]


def test_a_draw_is_revealed_in_the_commit_of_its_action(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append_draws([STANDING])
        journal.append([dataclasses.replace(entry(1, 1), draws=(OPENED, NEXT))])
    with JournalReader(tmp_path / "j") as reader:
        assert reader.draws(1) == [OPENED, NEXT]
        assert reader.draws(2) == []
        assert reader.damage_findings() == []


def test_an_unwritten_action_reveals_nothing(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append_draws([STANDING])
        with pytest.raises(Exception, match="has no predecessor"):
            journal.append([dataclasses.replace(entry(1, 2), draws=(OPENED, NEXT))])
        assert journal.draws(1) == [STANDING]


def test_a_backup_without_draws_is_valid_and_offered(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "j")
    version_2(files.journal)
    back_up_journal(files.journal, files.backup)
    assert verify_backup(files.backup).last is not None
    files.journal.unlink()
    journal, recovery = open_or_recover_journal(files.journal)
    with journal:
        assert recovery is not None
        assert recovery.backup is not None
        journal.restore_from(recovery.backup.path)
        journal.append([dataclasses.replace(entry(2, 2), draws=(replace(OPENED, game_id=2, seq=2),))])
        assert journal.damage_findings() == []
    back_up_journal(files.journal, files.backup, files.older_backup)
    with JournalReader(files.backup) as backup:
        assert [draw.seq for draw in backup.draws(2)] == [2]


def test_an_invalid_draw_row_is_skipped(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([dataclasses.replace(entry(1, 1), draws=(OPENED, NEXT))])
    with sqlite3.connect(tmp_path / "j") as db:
        (table,) = db.execute("select sql from sqlite_master where name = 'draws'").fetchone()
        rows = db.execute("select * from draws").fetchall()
        db.execute("drop table draws")
        db.execute(table.replace("strict,", ""))
        db.executemany(f"insert into draws values ({', '.join('?' * len(rows[0]))})", rows)  # marks only
        db.execute("update draws set seed = 'a word' where n = 1")
    db.close()
    with JournalReader(tmp_path / "j") as reader:
        assert reader.draws(1) == [NEXT]


def test_a_draws_secrets_are_masked_in_output(tmp_path: Path) -> None:
    assert "33" * 32 not in f"{STANDING} {STANDING!r}"
    assert "11" * 32 not in f"{STANDING} {STANDING!r}"


def identity(path: Path) -> tuple[bytes, bytes | None, bytes, int]:
    db = sqlite3.connect(path)
    (row,) = db.execute("select uid, continues, secret, since from identity").fetchall()
    db.close()
    return row  # type: ignore[no-any-return]  # of a database


def rows(path: Path) -> list[tuple[Any, ...]]:
    db = sqlite3.connect(path)
    found = [db.execute(f"select * from {table}").fetchall() for table in ("games", "entries", "results", "current")]
    db.close()
    return found  # type: ignore[return-value]  # of four tables


def change(path: Path, statement: str) -> None:
    """As another program may."""
    db = sqlite3.connect(path)
    db.execute(statement)
    db.commit()
    db.close()


def test_each_journal_has_a_stable_identity(tmp_path: Path) -> None:
    names = set()
    for file in ("a", "b"):
        Journal(tmp_path / file).close()
        first = identity(tmp_path / file)
        with Journal(tmp_path / file) as journal:
            journal.append([entry(1, 1)])
        assert identity(tmp_path / file) == first
        assert first[1] is None
        assert (len(first[0]), len(first[2]), first[3]) == (16, 16, 1)
        names |= {first[0], first[2]}
    assert len(names) == 4


def test_an_older_journal_keeps_its_rows_and_later_games_use_a_secret(tmp_path: Path) -> None:
    version_3(tmp_path / "j")
    before = rows(tmp_path / "j")
    with JournalReader(tmp_path / "j") as reader:
        assert reader.damage_findings() == []
    with Journal(tmp_path / "j") as journal:
        assert rows(tmp_path / "j") == before
        assert journal.damage_findings() == []
        journal.append([entry(2, 2)])
        journal.append([entry(3, 1)])
        assert journal.damage_findings() == []
    assert identity(tmp_path / "j")[3] == 3
    db = sqlite3.connect(tmp_path / "j")
    (last,) = db.execute("select checksum from entries where game_id = 2 and seq = 2").fetchone()
    (follows,) = db.execute("select follows from games where id = 3").fetchone()
    (own,) = db.execute("select checksum from entries where game_id = 3").fetchone()
    db.close()
    row = ('{"do":"spin","demand":1}', "knob", "2026-11-21T10:01:00.000+00:00")
    assert follows == last
    assert own != chain.row_checksum(follows, 3, 1, *row)
    assert own == chain.row_checksum(chain.row_checksum(follows, identity(tmp_path / "j")[2]), 3, 1, *row)


@pytest.mark.parametrize("statement", range(1, 8))
def test_an_interrupted_migration_loses_nothing(tmp_path: Path, statement: int) -> None:
    version_3(tmp_path / "j")
    before = rows(tmp_path / "j")
    if (child := os.fork()) == 0:
        db = _Stopping(sqlite3.connect(tmp_path / "j", isolation_level=None), statement)
        schema.upgrade_tables(db)  # type: ignore[arg-type]  # as a connection does
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == (0 if statement > 6 else 9)
    with Journal(tmp_path / "j") as journal:
        assert rows(tmp_path / "j") == before
        assert journal.damage_findings() == []
        assert len(identity(tmp_path / "j")[0]) == 16


class _Stopping:
    def __init__(self, db: sqlite3.Connection, n: int) -> None:
        self.db = db
        self.left = n

    def execute(self, statement: str) -> sqlite3.Cursor:
        if not statement.startswith("pragma user_version") or "=" in statement:
            self.left -= 1
            if self.left == 0:
                os._exit(9)
        return self.db.execute(statement)

    def __enter__(self) -> None:
        self.db.__enter__()

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.db.__exit__(kind, fault, at)


def test_a_restored_backup_has_a_new_identity(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "j")
    with Journal(files.journal) as journal:
        journal.append([entry(1, 1)])
        back_up_journal(files.journal, files.backup)
        journal.append([entry(1, 2)])
    uid, _, secret, _ = identity(files.journal)
    assert identity(files.backup)[0] == uid
    restore_journal(files.journal, files.backup.open("rb"))
    new, continues, kept, since = identity(files.journal)
    assert new != uid
    assert (continues, kept, since) == (uid, secret, 1)
    assert verify_backup(files.journal).last is not None


def test_a_backup_restored_at_the_knob_has_a_new_identity(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "j")
    with Journal(files.journal) as journal:
        journal.append([entry(1, 1)])
        back_up_journal(files.journal, files.backup)
    uid = identity(files.journal)[0]
    with Journal(tmp_path / "other") as journal:
        journal.restore_from(files.backup)
        assert journal.damage_findings() == []
    assert identity(tmp_path / "other")[0] != uid
    assert identity(tmp_path / "other")[1] == uid


def test_a_restored_older_backup_gets_its_identity_at_the_start(tmp_path: Path) -> None:
    version_3(tmp_path / "backup")
    restore_journal(tmp_path / "j", (tmp_path / "backup").open("rb"))
    with Journal(tmp_path / "j") as journal:
        assert journal.damage_findings() == []
    assert identity(tmp_path / "j")[1] is None


@pytest.mark.parametrize("has_backup", [True, False])
def test_a_journal_damaged_during_a_game_gets_a_new_identity(tmp_path: Path, has_backup: bool) -> None:
    files = TableFiles(tmp_path / "j")
    with Journal(files.journal) as journal:
        journal.append([entry(1, 1), entry(1, 2)])
        if has_backup:
            back_up_journal(files.journal, files.backup)
        uid = identity(files.journal)[0]
        change(files.journal, "delete from entries")
        journal.append([entry(1, 3)])
        assert journal.repaired is not None
        assert journal.damage_findings() == []
    new, continues, _, _ = identity(files.journal)
    assert new != uid
    assert continues == uid


def test_a_reopened_game_is_recorded_as_such(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1), entry(1, 2, outcome=END)])
        journal.append([entry(2, 1), entry(2, 2, outcome=END), entry(2, 3, do="undo"), entry(2, 4, outcome=END)])
        journal.append([entry(2, 5, do="undo")])
    db = sqlite3.connect(tmp_path / "j")
    assert db.execute("select game_id from reopened").fetchall() == [(2,)]
    db.close()
