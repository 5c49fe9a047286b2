"""The journal's file: one writer, versions, statistics in the commit that ends a game, games that can be taken up."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from controller.store.journal import Journal, JournalBusy, JournalError, JournalReader
from controller.store.table_files import TableFiles
from tests.store.journal.games import END, entry


def test_a_second_writer_is_told_who_the_first_is_and_readers_are_not_in_the_way(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1)])
        with JournalReader(tmp_path / "j") as reader:
            assert reader.latest_game() == 1
        with pytest.raises(JournalBusy, match=r"process \d+ writes"):
            Journal(tmp_path / "j")
    Journal(tmp_path / "j").close()


def test_a_writer_that_was_killed_holds_nothing(tmp_path: Path) -> None:
    writes = (
        "import os, sys, pathlib; from controller.store.journal import Journal; "
        "journal = Journal(pathlib.Path(sys.argv[1])); os.kill(os.getpid(), 9)"
    )
    died = subprocess.run([sys.executable, "-c", writes, str(tmp_path / "j")], check=False)
    assert died.returncode == -9
    Journal(tmp_path / "j").close()


def version_1(path: Path) -> None:
    """A journal from before files had a version."""
    with sqlite3.connect(path) as db:
        db.executescript(
            "create table games (id integer primary key, started_utc text not null) strict;"
            "create table entries (game_id integer not null references games (id), seq integer not null,"
            " action text not null, origin text not null, written_utc text not null, primary key (game_id, seq))"
            " strict, without rowid;"
            "insert into games values (1, '2026-01-01T10:00:00+00:00'), (2, '2026-01-02T10:00:00+00:00');"
            "insert into entries values (1, 1, '{\"do\":\"start\"}', 'knob', '2026-01-01T10:00:00+00:00'),"
            " (2, 1, '{\"do\":\"start\"}', 'page', '2026-01-02T10:00:00+00:00'),"
            " (2, 2, '{\"do\":\"undo\"}', 'page', '2026-01-02T10:01:00+00:00');"
        )
    db.close()


def test_an_older_file_is_brought_up_to_date_and_a_copy_of_it_kept(tmp_path: Path) -> None:
    version_1(tmp_path / "j")
    with Journal(tmp_path / "j") as journal:
        assert [(game.game_id, game.actions, game.current) for game in journal.games()] == [(1, 1, False), (2, 2, True)]
        assert [kept.origin for kept in journal.entries(2)] == ["page", "page"]
        assert journal.findings() == []
        journal.append([entry(2, 3)])
        assert journal.findings() == []
    old = sqlite3.connect(TableFiles(tmp_path / "j").before_migration)
    assert old.execute("select count(*) from entries").fetchone() == (3,)
    old.close()


def test_a_newer_file_is_refused_with_what_to_do(tmp_path: Path) -> None:
    Journal(tmp_path / "j").close()
    with sqlite3.connect(tmp_path / "j") as db:
        db.execute("pragma user_version = 9")
    db.close()
    for opens in (Journal, JournalReader):
        with pytest.raises(JournalError, match=r"version 9, expected 5 or older.*update this one"):
            opens(tmp_path / "j")


def test_a_database_of_another_program_is_refused_and_left_as_it_was(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "j") as db:
        db.execute("create table bookmarks (url text)")
    db.close()
    before = (tmp_path / "j").read_bytes()
    with pytest.raises(JournalError, match="another program"):
        Journal(tmp_path / "j")
    assert (tmp_path / "j").read_bytes() == before


def test_the_statistics_stand_with_the_entry_that_ends_the_game_and_go_with_an_undo(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1), entry(1, 2), entry(1, 3, outcome=END)])
        (game,) = journal.results()
        assert (game.outcome, game.length_s, game.actions, game.castles) == (END, 120.0, 3, ("blue", "yellow"))
        assert [game.over for game in journal.games()] == [True]
        assert journal.findings() == []
        journal.append([entry(1, 4, do="undo")])
        assert list(journal.results()) == []
        assert [game.over for game in journal.games()] == [False]


def test_a_parked_game_is_taken_up_again(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1)])
        journal.append([entry(2, 1)])
        assert journal.current_game() == 2
        journal.take_up(None)
        assert journal.current_game() is None
        journal.take_up(1)
        journal.append([entry(1, 2)])
        journal.append([entry(3, 1)])
        assert journal.findings() == []
    with JournalReader(tmp_path / "j") as reader:
        assert [(game.game_id, game.actions, game.current) for game in reader.games()] == [
            (1, 2, False),
            (2, 1, False),
            (3, 1, True),
        ]
