"""Draws, fixtures and identity of a journal."""

import dataclasses
import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.secret import Secret
from controller.store.journal import Draw, Journal, JournalReader, chain
from controller.store.journal.backup import back_up_journal, restore_journal, verify_backup
from controller.store.table_files import TableFiles
from tests.support.journal_games import END, entry

STANDING = Draw(1, 1, Secret("11" * 32), "22" * 32, Secret("33" * 32), given=False)
OPENED = replace(STANDING, seq=1, asked='{"deal":{}}')
NEXT = replace(STANDING, n=2, commitment="44" * 32, seed=Secret("55" * 32))


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


def identity(path: Path) -> tuple[bytes, bytes | None, bytes]:
    db = sqlite3.connect(path)
    (row,) = db.execute("select uid, continues, secret from identity").fetchall()
    db.close()
    return row  # type: ignore[no-any-return]  # of a database


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
        assert (len(first[0]), len(first[2])) == (16, 16)
        names |= {first[0], first[2]}
    assert len(names) == 4


def test_a_games_first_checksum_covers_the_journals_secret(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1)])
        journal.append([entry(2, 1)])
    db = sqlite3.connect(tmp_path / "j")
    (follows,) = db.execute("select follows from games where id = 2").fetchone()
    (own,) = db.execute("select checksum from entries where game_id = 2").fetchone()
    db.close()
    row = ('{"do":"spin","demand":1}', "knob", "2026-11-21T10:01:00.000+00:00")
    assert own != chain.row_checksum(follows, 2, 1, *row)
    assert own == chain.row_checksum(chain.row_checksum(follows, identity(tmp_path / "j")[2]), 2, 1, *row)


def test_a_restored_backup_has_a_new_identity(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "j")
    with Journal(files.journal) as journal:
        journal.append([entry(1, 1)])
        back_up_journal(files.journal, files.backup)
        journal.append([entry(1, 2)])
    uid, _, secret = identity(files.journal)
    assert identity(files.backup)[0] == uid
    restore_journal(files.journal, files.backup.open("rb"))
    new, continues, kept = identity(files.journal)
    assert new != uid
    assert (continues, kept) == (uid, secret)
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
    new, continues, _ = identity(files.journal)
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
