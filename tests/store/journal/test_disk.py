"""A disk that is full or read-only: play goes on, loudly, and all is written as soon as it can be."""

import errno
import itertools
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.store.journal import Journal, JournalError, JournalReader
from controller.store.journal.recovery import open_journal
from tests.store.journal import disks
from tests.store.journal.disks import mount
from tests.store.journal.games import entry, journal_of


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 200 KB that can be filled and made read-only."""
    with disks.small_disk(tmp_path / "disk", "200k"):
        yield tmp_path / "disk"


def until_it_fails(journal: Journal) -> int:
    """Append actions until one cannot be written; gives how many are."""
    for seq in range(2, 500):
        try:
            journal.append([entry(1, seq)])
        except JournalError:
            return seq - 1
    raise AssertionError("500 actions found room on a full disk")


def test_on_a_full_disk_nothing_is_half_written_and_all_is_when_there_is_room(small_disk: Path) -> None:
    with Journal(small_disk / "j") as journal:
        journal.append([entry(1, 1)])
        ballast = small_disk / "ballast"
        with ballast.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space left"):
            file.writelines(itertools.repeat(bytes(512)))
        written = until_it_fails(journal)
        assert journal.fault is not None
        assert "Make room on the disk" in journal.fault or "Look at the disk" in journal.fault
        ballast.unlink()
        journal.append([entry(1, written + 1), entry(1, written + 2)])
        assert journal.fault is None
        assert journal.findings() == []
        assert [kept.seq for kept in journal.entries(1)] == list(range(1, written + 3))


def test_a_disk_that_is_read_only_at_the_start_is_said_read_and_written_when_it_can_be(small_disk: Path) -> None:
    with Journal(small_disk / "j") as journal:
        journal.append([entry(1, 1), entry(1, 2)])
    assert mount("-o", "remount,ro", str(small_disk))
    with Journal(small_disk / "j") as journal:
        assert journal.fault is not None
        assert "Read-only file system" in journal.fault
        assert [kept.seq for kept in journal.entries(1)] == [1, 2]
        with pytest.raises(JournalError, match="Read-only file system"):
            journal.append([entry(1, 3)])
        assert mount("-o", "remount,rw", str(small_disk))
        journal.append([entry(1, 3)])
        assert journal.fault is None
        assert [kept.seq for kept in journal.entries(1)] == [1, 2, 3]


def test_after_a_power_cut_a_disk_that_is_read_only_is_read_to_its_last_action(small_disk: Path) -> None:
    """The last actions stand in the write-ahead log alone, which SQLite reads only where it can write."""
    journal_of(small_disk / "j", 5)
    assert mount("-o", "remount,ro", str(small_disk))
    with Journal(small_disk / "j") as journal:
        assert journal.fault is not None
        assert journal.current_game() == 1
        assert [kept.seq for kept in journal.entries(1)] == [1, 2, 3, 4, 5]
        assert mount("-o", "remount,rw", str(small_disk))
        journal.append([entry(1, 6)])
        assert [kept.seq for kept in journal.entries(1)] == [1, 2, 3, 4, 5, 6]


def test_games_begun_without_knowing_the_file_get_the_next_numbers_when_it_comes(tmp_path: Path) -> None:
    """The disk with the journal is mounted only after the table has started."""
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1), entry(1, 2)])
    (tmp_path / "j").rename(tmp_path / "away")
    journal = Journal(tmp_path / "not" / "there")
    assert journal.fault is not None
    game = journal.new_game_id()
    with pytest.raises(JournalError):
        journal.append([entry(game, 1)])
    (tmp_path / "not").mkdir()
    (tmp_path / "away").rename(tmp_path / "not" / "there")
    with journal:
        journal.append([entry(game, 1), entry(game, 2)])
        journal.append([entry(game, 3)])
        journal.take_up(1)
        journal.append([entry(1, 3)])
        later = journal.new_game_id()
        journal.append([entry(later, 1)])
        assert journal.findings() == []
    with JournalReader(tmp_path / "not" / "there") as reader:
        assert [(game.game_id, game.actions) for game in reader.games()] == [(1, 3), (2, 3), (3, 1)]


def test_a_disk_that_was_too_full_for_the_lock_is_written_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: int, _octets: bytes, _place: int) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "pwrite", full)
        journal = Journal(tmp_path / "j")
    assert journal.fault is not None
    assert "No space left on device" in journal.fault
    with journal:
        journal.append([entry(1, 1)])
        assert journal.fault is None
        assert [kept.seq for kept in journal.entries(1)] == [1]


def test_a_file_that_comes_back_damaged_takes_nothing_from_what_was_read_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk was read-only at the start; then somebody mends it, and breaks the file."""
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1), entry(1, 2)])
    with monkeypatch.context() as disk:
        disk.setattr("controller.store.journal.journal.WriterLock", read_only)
        journal = Journal(tmp_path / "j")
    broken = sqlite3.connect(tmp_path / "j")
    broken.execute("update entries set origin = 'nobody'")
    broken.commit()
    broken.close()
    with journal:
        for _ in range(2):
            with pytest.raises(JournalError, match="action 1 is not what was written"):
                journal.append([entry(1, 3)])
            assert [kept.seq for kept in journal.entries(1)] == [1, 2]


def read_only(_path: Path) -> None:
    raise OSError(errno.EROFS, "Read-only file system")


def test_a_damaged_page_is_said_where_only_a_copy_of_the_journal_can_be_read(small_disk: Path) -> None:
    """An older game's page; the present game can be read, and the copy of all was taken for whole."""
    with Journal(small_disk / "j") as journal:
        for game in (1, 2):
            journal.append([entry(game, seq) for seq in range(1, 40)])
    octets = bytearray((small_disk / "j").read_bytes())
    first = octets.index(b'"demand":20}')
    octets[first // 1024 * 1024 : (first // 1024 + 1) * 1024] = bytes(1024)
    (small_disk / "j").write_bytes(octets)
    (small_disk / "j-wal").touch()  # SQLite reads a log only where it can write beside it
    assert mount("-o", "remount,ro", str(small_disk))
    journal, recovery = open_journal(small_disk / "j")
    with journal:
        assert recovery is not None
        assert "SQLite says" in (recovery.fault or "")
        assert "the journal is damaged" in (journal.fault or "")
        assert journal.current_game() is None
