"""Draws in the journal: written with the action that they enter, kept in backups, and missed in no older file."""

import dataclasses
import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.secret import Secret
from controller.store.journal import Draw, Journal, JournalReader
from controller.store.journal.backup import back_up_journal, verified
from controller.store.journal.recovery import open_journal
from controller.store.table_files import TableFiles
from tests.store.journal.games import entry, version_3

STANDING = Draw(1, 1, Secret("11" * 32), "22" * 32, Secret("33" * 32), given=False)
OPENED = replace(STANDING, seq=1, asked='{"deal":{}}')
NEXT = replace(STANDING, n=2, commitment="44" * 32, seed=Secret("55" * 32))


def version_2(path: Path) -> None:
    """A journal with two games, from before there were draws."""
    version_3(path)
    with sqlite3.connect(path) as db:
        db.execute("drop table draws")
        db.execute("pragma user_version = 2")
    db.close()


def test_a_draw_is_opened_in_the_commit_of_its_action_which_commits_to_the_next(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.commit_to([STANDING])
        journal.append([dataclasses.replace(entry(1, 1), draws=(OPENED, NEXT))])
    with JournalReader(tmp_path / "j") as reader:
        assert reader.draws(1) == [OPENED, NEXT]
        assert reader.draws(2) == []
        assert reader.findings() == []


def test_an_action_that_is_not_written_opens_nothing(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.commit_to([STANDING])
        with pytest.raises(Exception, match="without the one before it"):
            journal.append([dataclasses.replace(entry(1, 2), draws=(OPENED, NEXT))])
        assert journal.draws(1) == [STANDING]


def test_a_file_from_before_draws_is_brought_up_to_date_with_all_its_rows_and_a_copy_kept(tmp_path: Path) -> None:
    version_2(tmp_path / "j")
    with JournalReader(tmp_path / "j") as reader:
        assert [len(list(reader.entries(game))) for game in (1, 2)] == [2, 1]
        assert reader.draws(1) == []
        assert reader.findings() == []
    with Journal(tmp_path / "j") as journal:
        assert [(game.game_id, game.actions, game.current) for game in journal.games()] == [(1, 2, False), (2, 1, True)]
        assert journal.draws(1) == []
        journal.append([dataclasses.replace(entry(2, 2), draws=(replace(OPENED, game_id=2, seq=2),))])
        assert journal.findings() == []
    copy = TableFiles(tmp_path / "j").before_migration
    with JournalReader(copy) as kept:
        assert [game.actions for game in kept.games()] == [2, 1]


def test_a_backup_from_before_draws_is_whole_and_offered_and_the_next_one_has_them(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "j")
    version_2(files.journal)
    back_up_journal(files.journal, files.backup)
    assert verified(files.backup).last is not None
    files.journal.unlink()
    journal, recovery = open_journal(files.journal)
    with journal:
        assert recovery is not None
        assert recovery.backup is not None
        journal.fill_from(recovery.backup.path)
        journal.append([dataclasses.replace(entry(2, 2), draws=(replace(OPENED, game_id=2, seq=2),))])
        assert journal.findings() == []
    back_up_journal(files.journal, files.backup, files.older_backup)
    with JournalReader(files.backup) as backup:
        assert [draw.seq for draw in backup.draws(2)] == [2]


def test_a_backup_that_is_brought_up_to_date_has_draws_as_they_were_opened(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "j")
    with Journal(files.journal) as journal:
        journal.append([dataclasses.replace(entry(1, 1), draws=(STANDING,))])
        back_up_journal(files.journal, files.older_backup)
        journal.append([dataclasses.replace(entry(1, 2), draws=(OPENED, NEXT))])
        back_up_journal(files.journal, files.backup, files.older_backup)
    with JournalReader(files.backup) as backup:
        assert backup.draws(1) == [OPENED, NEXT]
        assert backup.findings() == []


def test_a_changed_draw_is_found(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([dataclasses.replace(entry(1, 1), draws=(OPENED, NEXT))])
    with sqlite3.connect(tmp_path / "j") as db:
        db.execute("update draws set seed = zeroblob(32) where n = 1")
    db.close()
    with JournalReader(tmp_path / "j") as reader:
        assert reader.findings() == ["game 1: draw 1 is not what was written"]


def test_a_row_that_is_no_draw_is_passed_over(tmp_path: Path) -> None:
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


def test_what_writes_a_draw_by_accident_writes_dots(tmp_path: Path) -> None:
    assert "33" * 32 not in f"{STANDING} {STANDING!r}"
    assert "11" * 32 not in f"{STANDING} {STANDING!r}"
