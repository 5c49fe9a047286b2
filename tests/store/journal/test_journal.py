"""The journal: what ``append`` returned from is on disk, in order, whatever happens then."""

from pathlib import Path

import pytest

from controller.store.journal import Journal, JournalError, JournalReader
from tests.store.journal.games import entry


def test_what_was_appended_is_read_back_by_another_process_s_connection(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    game = journal.new_game_id()
    journal.append([entry(game, 1), entry(game, 2)])
    other = JournalReader(tmp_path / "j")
    assert list(other.entries(game)) == [entry(game, 1), entry(game, 2)]
    assert other.latest_game() == game


def test_a_new_game_is_the_latest_once_it_has_an_entry(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    first = journal.new_game_id()
    journal.append([entry(first, 1)])
    second = journal.new_game_id()
    assert journal.latest_game() == first
    journal.append([entry(second, 1)])
    assert journal.latest_game() == second


def test_nothing_of_a_faulty_batch_is_written(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    game = journal.new_game_id()
    journal.append([entry(game, 1)])
    with pytest.raises(JournalError):
        journal.append([entry(game, 2), entry(game, 1)])
    assert [e.seq for e in journal.entries(game)] == [1]


def test_it_commits_with_full_synchronisation(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    assert journal._db.execute("pragma synchronous").fetchone() == (2,)
    assert journal._db.execute("pragma journal_mode").fetchone() == ("wal",)


def test_another_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear table, " * 200)
    with pytest.raises(JournalError, match="Expected a journal of royaltable"):
        Journal(path)
    assert path.read_text().startswith("Dear table")
