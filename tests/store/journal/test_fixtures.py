"""A game's fixture id is kept in the journal, in each copy, and through an upgrade of older files."""

import dataclasses
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.store.journal import Journal, JournalReader
from controller.store.journal.backup import back_up_journal, restore_journal
from controller.store.table_files import TableFiles
from tests.store.journal.games import END, entry, version_3, version_4

FIXTURE = "spring-2-7"
FIRST = dataclasses.replace(entry(1, 1), fixture=FIXTURE)


def rows(path: Path) -> list[object]:
    db = sqlite3.connect(path)
    found: list[object] = [
        db.execute(f"select * from {table}").fetchall() for table in ("games", "entries", "identity", "current")
    ]
    db.close()
    return found


def test_a_game_has_its_fixture_from_the_first_entry(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        assert not journal.has_fixture(FIXTURE)
        journal.append([FIRST])
        journal.append([entry(2, 1), entry(2, 2, outcome=END)])
        assert journal.has_fixture(FIXTURE)
        assert [journal.fixture_of(game) for game in (1, 2, 3)] == [FIXTURE, None, None]
    with JournalReader(tmp_path / "j") as reader:
        assert reader.fixture_of(1) == FIXTURE
        assert reader.findings() == []


@pytest.mark.parametrize("made", [version_3, version_4])
def test_a_file_without_fixtures_is_upgraded(tmp_path: Path, made: Callable[[Path], None]) -> None:
    made(tmp_path / "j")
    with JournalReader(tmp_path / "j") as reader:
        assert not reader.has_fixture(FIXTURE)
        assert reader.fixture_of(1) is None
        assert reader.findings() == []
    before = rows(tmp_path / "j")[:2] if made is version_4 else None
    with Journal(tmp_path / "j") as journal:
        assert before is None or rows(tmp_path / "j")[:2] == before
        assert [(game.game_id, game.actions) for game in journal.games()] == [(1, 2), (2, 1)]
        journal.append([dataclasses.replace(entry(3, 1), fixture=FIXTURE)])
        assert journal.fixture_of(3) == FIXTURE
        assert journal.findings() == []
    assert TableFiles(tmp_path / "j").before_migration.exists()


def test_every_copy_has_the_fixture(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "j")
    with Journal(files.journal) as journal:
        back_up_journal(files.journal, files.older_backup)
        journal.append([FIRST])
        back_up_journal(files.journal, files.backup, files.older_backup)
    with JournalReader(files.backup) as backup:
        assert backup.fixture_of(1) == FIXTURE
        assert backup.findings() == []
    restore_journal(files.journal, files.backup.open("rb"))
    with Journal(files.journal) as journal:
        assert journal.has_fixture(FIXTURE)


@pytest.mark.parametrize("started_anew", [False, True])
def test_a_journal_rewritten_during_a_game_has_the_fixture(tmp_path: Path, started_anew: bool) -> None:
    path = tmp_path / "j"
    journal = Journal(path)
    journal.append([FIRST, entry(1, 2)])
    if started_anew:
        journal.close()
        journal = Journal(path)
    db = sqlite3.connect(path)
    db.execute("delete from entries")
    db.execute("delete from fixtures")
    db.commit()
    db.close()
    journal.append([entry(1, 3)])
    assert journal.repaired is not None
    assert journal.fixture_of(1) == FIXTURE
    assert journal.findings() == []
    journal.close()


def test_a_changed_fixture_is_found(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([FIRST])
        journal.append([entry(2, 1)])
    for harm in ("update fixtures set fixture = 'spring-2-8'", "update fixtures set game_id = 2"):
        copy = tmp_path / f"copy-{len(harm)}"
        copy.write_bytes((tmp_path / "j").read_bytes())
        with sqlite3.connect(copy) as db:
            db.execute(harm)
        db.close()
        with JournalReader(copy) as reader:
            assert any("its fixture has a wrong checksum" in found for found in reader.findings())
