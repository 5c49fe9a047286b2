"""The journal: what is written is read again, and its database."""

import dataclasses
import sqlite3
import subprocess
import sys
from contextlib import closing, nullcontext
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.store.journal import Journal, JournalBusy, JournalError, JournalReader, chain
from controller.store.journal.backup import back_up_journal
from controller.store.table_files import TableFiles
from hw.testing import disk
from tests.store.journal.test_draws import NEXT, OPENED, STANDING
from tests.support.journal_games import END, entry


def test_appended_entries_are_visible_to_another_connection(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    game = journal.new_game_id()
    journal.append([entry(game, 1), entry(game, 2)])
    other = JournalReader(tmp_path / "j")
    assert list(other.entries(game)) == [entry(game, 1), entry(game, 2)]
    assert other.latest_game_id() == game


def test_a_new_game_is_the_latest_once_it_has_an_entry(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    first = journal.new_game_id()
    journal.append([entry(first, 1)])
    second = journal.new_game_id()
    assert journal.latest_game_id() == first
    journal.append([entry(second, 1)])
    assert journal.latest_game_id() == second


def test_a_faulty_batch_is_not_written_at_all(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    game = journal.new_game_id()
    journal.append([entry(game, 1)])
    with pytest.raises(JournalError):
        journal.append([entry(game, 2), entry(game, 1)])
    assert [e.seq for e in journal.entries(game)] == [1]


def test_the_journal_commits_with_full_synchronisation(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    assert journal._db.execute("pragma synchronous").fetchone() == (2,)
    assert journal._db.execute("pragma journal_mode").fetchone() == ("wal",)


def test_a_foreign_file_is_refused_and_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear table, " * 200)
    with pytest.raises(JournalError, match="Expected a journal of royaltable"):
        Journal(path)
    assert path.read_text().startswith("Dear table")


NUMBERS = st.integers(min_value=0)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


@example(before=b"", game=1, seq=1, action="a" * 255, origin="ü" * 128, written_utc="2" * 100_000)
@given(
    before=st.binary(max_size=chain.CHECKSUM_BYTES),
    game=NUMBERS,
    seq=NUMBERS,
    action=TEXTS,
    origin=TEXTS,
    written_utc=TEXTS,
)
def test_the_fast_entry_checksum_equals_the_general_one(
    before: bytes, game: int, seq: int, action: str, origin: str, written_utc: str
) -> None:
    of_a_row = chain.row_checksum(before, game, seq, action, origin, written_utc)
    assert chain.entry_checksum(before, game, seq, action, origin, written_utc) == of_a_row


def test_checksums_depend_on_value_boundaries() -> None:
    assert chain.entry_checksum(chain.CHAIN_START, 1, 2, "ab", "c", "") != chain.entry_checksum(
        chain.CHAIN_START, 1, 2, "a", "bc", ""
    )
    assert chain.entry_checksum(chain.CHAIN_START, 1, 21, "", "", "") != chain.entry_checksum(
        chain.CHAIN_START, 12, 1, "", "", ""
    )


def test_an_incremental_backup_equals_a_full_copy(tmp_path: Path) -> None:
    path, older = tmp_path / "j", TableFiles(tmp_path / "j").older_backup
    opened, coming = (replace(draw, game_id=2) for draw in (OPENED, NEXT))
    with Journal(path) as journal:
        journal.append([entry(1, seq) for seq in range(1, 500)])
        journal.append([dataclasses.replace(entry(2, 1), draws=(replace(STANDING, game_id=2),))])
        journal.append([entry(2, 2, outcome=END)])
        for _ in range(2):
            back_up_journal(path, TableFiles(path).backup, older)
        undone = entry(2, 3, do="undo")  # takes the end back
        journal.append([dataclasses.replace(undone, draws=(opened, coming))])
        journal.append([dataclasses.replace(entry(3, 1), fixture="spring-2-7"), entry(3, 2, outcome=END)])
        journal.set_current_game(1)
        journal.append([entry(1, 500)])  # a parked game goes on
        with disk.counting_writes() if disk.can_simulate_faults() else nullcontext() as written:
            back_up_journal(path, TableFiles(path).backup, older)
        back_up_journal(path, tmp_path / "copy")
    assert dumped(TableFiles(path).backup) == dumped(tmp_path / "copy")
    with JournalReader(TableFiles(path).backup) as backup:
        assert (backup.draws(2), backup.fixture_id_of(3), backup.damage_findings()) == (
            [opened, coming],
            "spring-2-7",
            [],
        )
    assert written is None or written.byte_count < path.stat().st_size / 2


def test_a_backup_that_is_not_a_prefix_is_rewritten(tmp_path: Path) -> None:
    path, older = tmp_path / "j", TableFiles(tmp_path / "j").older_backup
    with Journal(tmp_path / "other") as journal:
        journal.append([entry(1, 1), entry(1, 2, do="collect"), entry(1, 3), entry(1, 4)])
        back_up_journal(tmp_path / "other", older)
    with Journal(path) as journal:
        journal.append([entry(1, 1), entry(1, 2), entry(1, 3), entry(1, 4)])
        back_up_journal(path, TableFiles(path).backup, older)
    with JournalReader(TableFiles(path).backup) as reader:
        assert [kept.action["do"] for kept in reader.entries(1)] == ["spin"] * 4
    data = TableFiles(path).backup.read_bytes()
    assert b"spin" in data
    for damaged in (b"no journal", data.replace(b"spin", b"spun", 1)):
        older.write_bytes(damaged)
        back_up_journal(path, TableFiles(path).backup, older)
        assert dumped(TableFiles(path).backup) == dumped(older)


def dumped(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())


def test_a_second_writer_is_refused_and_readers_do_not_block(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1)])
        with JournalReader(tmp_path / "j") as reader:
            assert reader.latest_game_id() == 1
        with pytest.raises(JournalBusy, match=r"process \d+ is writing"):
            Journal(tmp_path / "j")
    Journal(tmp_path / "j").close()


def test_a_killed_writer_holds_no_lock(tmp_path: Path) -> None:
    writes = (
        "import os, sys, pathlib; from controller.store.journal import Journal; "
        "journal = Journal(pathlib.Path(sys.argv[1])); os.kill(os.getpid(), 9)"
    )
    died = subprocess.run([sys.executable, "-c", writes, str(tmp_path / "j")], check=False)
    assert died.returncode == -9
    Journal(tmp_path / "j").close()


def test_a_database_of_another_program_is_refused_and_unchanged(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "j") as db:
        db.execute("create table bookmarks (url text)")
    db.close()
    before = (tmp_path / "j").read_bytes()
    with pytest.raises(JournalError, match="another program"):
        Journal(tmp_path / "j")
    assert (tmp_path / "j").read_bytes() == before


def test_an_undo_after_the_end_removes_the_result(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1), entry(1, 2), entry(1, 3, outcome=END)])
        (game,) = journal.results()
        assert (game.outcome, game.actions, game.castles) == (END, 3, ("blue", "yellow"))
        assert [game.over for game in journal.games()] == [True]
        assert journal.damage_findings() == []
        journal.append([entry(1, 4, do="undo")])
        assert list(journal.results()) == []
        assert [game.over for game in journal.games()] == [False]


def test_a_parked_game_is_resumed(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1)])
        journal.append([entry(2, 1)])
        assert journal.current_game_id() == 2
        journal.set_current_game(None)
        assert journal.current_game_id() is None
        journal.set_current_game(1)
        journal.append([entry(1, 2)])
        journal.append([entry(3, 1)])
        assert journal.damage_findings() == []
    with JournalReader(tmp_path / "j") as reader:
        assert [(game.game_id, game.actions, game.current) for game in reader.games()] == [
            (1, 2, False),
            (2, 1, False),
            (3, 1, True),
        ]
