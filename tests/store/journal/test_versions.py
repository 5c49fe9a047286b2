"""Versions in the journal's header: a newer program's file is kept as it is, and a damaged header is damage."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from controller.store.journal import Journal, JournalError, JournalReader
from controller.store.journal.backup import back_up_journal, restore_journal
from controller.store.journal.recovery import open_or_recover_journal
from controller.store.table_files import TableFiles
from tests.support.journal_games import entry
from tests.support.soak import SOAK

ROOT = Path(__file__).parents[3]

HEADER_BITS = sorted({*range(0, 800, 1 if SOAK else 20), *range(144, 152), *range(480, 512), *range(544, 576)})
"""Bits of a database's header (SQLite file format, section 1.3): all of the write version, user_version and
application_id, others sampled."""


def made_by_a_newer_program(path: Path) -> None:
    """As a program would that has a table more, and gives the tables a number of its own."""
    with Journal(path) as journal:
        journal.append([entry(1, 1), entry(1, 2)])
    with closing(sqlite3.connect(path)) as db:
        db.executescript(
            "begin; create table wagers (game_id integer); update made_by set version = 2, program = '0.9.1';"
            "pragma user_version = 2; commit;"
        )


def test_a_newer_journal_is_named_so_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "j"
    made_by_a_newer_program(path)
    before = path.read_bytes()
    journal, recovery = open_or_recover_journal(path)
    with journal:
        assert recovery is None
        assert journal.fault is not None
        assert "the journal is newer than this program: royaltable 0.9.1 wrote it (version 2" in journal.fault
        assert "Update royaltable, or name another file." in journal.fault
        with pytest.raises(JournalError, match="newer than this program"):
            journal.append([entry(journal.new_game_id(), 1)])
    assert path.read_bytes() == before
    assert list(tmp_path.glob("j-kept-*")) == []


def test_a_running_table_says_that_a_newer_journal_waits(tmp_path: Path) -> None:
    path = tmp_path / "j"
    made_by_a_newer_program(path)
    command = [sys.executable, "-m", "controller", "sim", "--port", "0", "--journal", str(path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True) as table:
        assert table.stdout is not None
        said = [next(table.stdout) for _ in range(3)]
        table.send_signal(signal.SIGTERM)
        _, errors = table.communicate(timeout=30)
    assert said[-1] == "Press Ctrl-C to stop.\n"
    assert "newer than this program: royaltable 0.9.1 wrote it" in errors
    assert "Traceback" not in errors


def test_a_newer_copy_is_refused_and_the_games_stay(tmp_path: Path) -> None:
    made_by_a_newer_program(tmp_path / "newer")
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1)])
    with pytest.raises(JournalError, match=r"newer than this program: royaltable 0\.9\.1"):
        restore_journal(tmp_path / "j", (tmp_path / "newer").open("rb"))
    with JournalReader(tmp_path / "j") as reader:
        assert list(reader.entries(1)) == [entry(1, 1)]


@pytest.mark.parametrize("version", [-2147483648, -1, 0, 3, 9, 1073741825])
def test_a_version_that_no_program_wrote_is_damage(tmp_path: Path, version: int) -> None:
    path = tmp_path / "j"
    with Journal(path) as journal:
        journal.append([entry(1, 1)])
        back_up_journal(path, TableFiles(path).backup)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"pragma user_version = {version}")
    journal, recovery = open_or_recover_journal(path)
    with journal:
        assert recovery is not None
        assert recovery.fault == f"saw version {version} in its header, expected 1"
        assert recovery.backup is not None


def test_each_flipped_header_bit_is_harmless_or_damage_with_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "j"
    files = TableFiles(path)
    with Journal(path) as journal:
        journal.append([entry(1, 1), entry(1, 2)])
        back_up_journal(path, files.backup)
    whole, offered = path.read_bytes(), 0
    for bit in HEADER_BITS:
        for left in tmp_path.glob("j-kept-*"):
            left.unlink()
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        journal, recovery = open_or_recover_journal(path)
        with journal:
            assert journal.fault is None, bit
            if recovery is None:
                assert list(journal.entries(1)) == [entry(1, 1), entry(1, 2)], bit
                journal.append([entry(1, 3)])
            else:
                assert recovery.fault is not None, bit
                assert recovery.backup is not None, bit
                offered += 1
    assert offered >= 64
