"""The name of a journal's line of games: its own from the first day, another one for what goes on from a copy."""

import os
import sqlite3
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

from controller.store.journal import Journal, JournalReader, chain, schema
from controller.store.journal.backup import back_up_journal, restore_journal, verified
from controller.store.table_files import TableFiles
from tests.store.journal.games import END, entry, version_3


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


def test_each_journal_has_a_name_of_sixteen_octets_that_stays(tmp_path: Path) -> None:
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


def test_an_older_journal_keeps_its_rows_and_checksums_and_its_next_game_begins_with_a_secret(tmp_path: Path) -> None:
    version_3(tmp_path / "j")
    before = rows(tmp_path / "j")
    with JournalReader(tmp_path / "j") as reader:
        assert reader.findings() == []
    with Journal(tmp_path / "j") as journal:
        assert rows(tmp_path / "j") == before
        assert journal.findings() == []
        journal.append([entry(2, 2)])
        journal.append([entry(3, 1)])
        assert journal.findings() == []
    assert identity(tmp_path / "j")[3] == 3
    db = sqlite3.connect(tmp_path / "j")
    (last,) = db.execute("select checksum from entries where game_id = 2 and seq = 2").fetchone()
    (follows,) = db.execute("select follows from games where id = 3").fetchone()
    (own,) = db.execute("select checksum from entries where game_id = 3").fetchone()
    db.close()
    said = ('{"do":"spin","demand":1}', "knob", "2026-11-21T10:01:00.000+00:00")
    assert follows == last
    assert own != chain.check(follows, 3, 1, *said)
    assert own == chain.check(chain.check(follows, identity(tmp_path / "j")[2]), 3, 1, *said)


@pytest.mark.parametrize("statement", range(1, 8))
def test_a_stop_at_any_statement_of_the_migration_loses_nothing(tmp_path: Path, statement: int) -> None:
    version_3(tmp_path / "j")
    before = rows(tmp_path / "j")
    if (child := os.fork()) == 0:
        db = _Stopping(sqlite3.connect(tmp_path / "j", isolation_level=None), statement)
        schema.bring_up(db)  # type: ignore[arg-type]  # as a connection does
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == (0 if statement > 6 else 9)
    with Journal(tmp_path / "j") as journal:
        assert rows(tmp_path / "j") == before
        assert journal.findings() == []
        assert len(identity(tmp_path / "j")[0]) == 16


class _Stopping:
    """A connection whose process ends at once before its n-th statement."""

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


def test_a_restored_backup_has_a_new_name_and_says_which_it_continues(tmp_path: Path) -> None:
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
    assert verified(files.journal).last is not None


def test_a_backup_taken_up_at_the_knob_has_a_new_name_too(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "j")
    with Journal(files.journal) as journal:
        journal.append([entry(1, 1)])
        back_up_journal(files.journal, files.backup)
    uid = identity(files.journal)[0]
    with Journal(tmp_path / "other") as journal:
        journal.fill_from(files.backup)
        assert journal.findings() == []
    assert identity(tmp_path / "other")[0] != uid
    assert identity(tmp_path / "other")[1] == uid


def test_a_restored_backup_of_an_older_version_gets_its_name_when_the_table_starts(tmp_path: Path) -> None:
    version_3(tmp_path / "backup")
    restore_journal(tmp_path / "j", (tmp_path / "backup").open("rb"))
    with Journal(tmp_path / "j") as journal:
        assert journal.findings() == []
    assert identity(tmp_path / "j")[1] is None


@pytest.mark.parametrize("has_backup", [True, False])
def test_a_journal_damaged_while_the_table_plays_goes_on_under_a_new_name(tmp_path: Path, has_backup: bool) -> None:
    files = TableFiles(tmp_path / "j")
    with Journal(files.journal) as journal:
        journal.append([entry(1, 1), entry(1, 2)])
        if has_backup:
            back_up_journal(files.journal, files.backup)
        uid = identity(files.journal)[0]
        change(files.journal, "delete from entries")
        journal.append([entry(1, 3)])
        assert journal.mended is not None
        assert journal.findings() == []
    new, continues, _, _ = identity(files.journal)
    assert new != uid
    assert continues == uid


def test_a_backup_that_is_brought_up_to_date_has_the_name_of_its_journal(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "j")
    with Journal(files.journal) as journal:
        journal.append([entry(1, 1), entry(1, 2, outcome=END)])
        back_up_journal(files.journal, files.older_backup)
        journal.append([entry(1, 3, do="undo")])
        back_up_journal(files.journal, files.backup, files.older_backup)
    assert identity(files.backup) == identity(files.journal)
    db = sqlite3.connect(files.backup)
    assert db.execute("select * from reopened").fetchall() == [(1,)]
    db.close()


def test_a_game_that_goes_on_after_its_end_is_remembered_as_such(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1), entry(1, 2, outcome=END)])
        journal.append([entry(2, 1), entry(2, 2, outcome=END), entry(2, 3, do="undo"), entry(2, 4, outcome=END)])
        journal.append([entry(2, 5, do="undo")])
    db = sqlite3.connect(tmp_path / "j")
    assert db.execute("select game_id from reopened").fetchall() == [(2,)]
    db.close()


def test_a_name_that_is_not_what_was_written_is_found(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1)])
    for to, seen in (("uid = x'00'", "its name"), ("secret = zeroblob(16)", "game 1: action 1 is not")):
        change(tmp_path / "j", f"update identity set {to}")
        with JournalReader(tmp_path / "j") as reader:
            assert any(found.startswith(seen) for found in reader.findings())
