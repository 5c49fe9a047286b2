"""Backups: each is a whole copy of the journal, and only what is new is written for it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from controller.store.journal import Journal, JournalReader
from controller.store.journal.backup import back_up_journal
from controller.store.table_files import TableFiles
from hw.testing import disk
from tests.store.journal.games import END, entry


@pytest.mark.skipif(not disk.can_fail(), reason="this Python's SQLite lets nobody count; use the system's Python")
def test_a_backup_writes_only_what_is_new_and_is_the_same_as_a_copy_of_all(tmp_path: Path) -> None:
    path, older = tmp_path / "j", TableFiles(tmp_path / "j").older_backup
    with Journal(path) as journal:
        journal.append([entry(1, seq) for seq in range(1, 500)])
        journal.append([entry(2, 1), entry(2, 2, outcome=END)])
        for _ in range(2):
            back_up_journal(path, TableFiles(path).backup, older)
        journal.append([entry(2, 3, do="undo")])  # takes the end back
        journal.append([entry(3, 1), entry(3, 2, outcome=END)])
        journal.take_up(1)
        journal.append([entry(1, 500)])  # a parked game goes on
        with disk.counting() as written:
            back_up_journal(path, TableFiles(path).backup, older)
        back_up_journal(path, tmp_path / "copy")
    assert dumped(TableFiles(path).backup) == dumped(tmp_path / "copy")
    assert written.octets < path.stat().st_size / 2


def test_a_backup_that_is_no_beginning_of_the_journal_is_written_anew(tmp_path: Path) -> None:
    path, older = tmp_path / "j", TableFiles(tmp_path / "j").older_backup
    with Journal(tmp_path / "other") as journal:
        journal.append([entry(1, 1), entry(1, 2, do="collect"), entry(1, 3), entry(1, 4)])
        back_up_journal(tmp_path / "other", older)
    with Journal(path) as journal:
        journal.append([entry(1, 1), entry(1, 2), entry(1, 3), entry(1, 4)])
        back_up_journal(path, TableFiles(path).backup, older)
    with JournalReader(TableFiles(path).backup) as reader:
        assert [kept.action["do"] for kept in reader.entries(1)] == ["spin"] * 4
    octets = TableFiles(path).backup.read_bytes()
    assert b"spin" in octets
    for damaged in (b"no journal", octets.replace(b"spin", b"spun", 1)):
        older.write_bytes(damaged)
        back_up_journal(path, TableFiles(path).backup, older)
        assert dumped(TableFiles(path).backup) == dumped(older)


def dumped(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())
