"""A disk that is full, at any write, or read-only.

The disk is a small one in memory. What a program needs there it takes by pages, so the writes that may fail are those
that need another page: of the journal, its log, its shared memory, its marks, its backups, and of names in the folder.
"""

import errno
import itertools
import os
import random
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from controller.games.contract.rules import Outcome
from controller.play.game_loop import JournalQueue
from controller.store.journal import Entry, Journal, JournalError, JournalReader
from controller.store.journal.backup import back_up_journal
from controller.store.journal.recovery import open_or_recover_journal
from controller.store.table_files import TableFiles
from tests.store.journal.test_draws import STANDING
from tests.support.journal_games import BLUE, END, YELLOW, entry, journal_of
from tests.support.soak import SOAK


@contextmanager
def mounted_disk(place: Path, size: str) -> Iterator[None]:
    place.mkdir()
    if os.geteuid() != 0 or not mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)):
        pytest.skip("mounting a small disk needs root with CAP_SYS_ADMIN: run the tests as root of a whole machine")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def mount(*arguments: str) -> bool:
    return subprocess.run(["mount", *arguments], check=False, capture_output=True).returncode == 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 200 KB that can be filled and made read-only."""
    with mounted_disk(tmp_path / "disk", "200k"):
        yield tmp_path / "disk"


def test_a_read_only_disk_is_reported_and_written_later(small_disk: Path) -> None:
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


def test_a_read_only_disk_is_read_completely_after_a_power_cut(small_disk: Path) -> None:
    """The last actions stand in the write-ahead log alone, which SQLite reads only where it can write."""
    journal_of(small_disk / "j", 5)
    assert mount("-o", "remount,ro", str(small_disk))
    with Journal(small_disk / "j") as journal:
        assert journal.fault is not None
        assert journal.current_game_id() == 1
        assert [kept.seq for kept in journal.entries(1)] == [1, 2, 3, 4, 5]
        assert mount("-o", "remount,rw", str(small_disk))
        journal.append([entry(1, 6)])
        assert [kept.seq for kept in journal.entries(1)] == [1, 2, 3, 4, 5, 6]


def test_games_started_without_the_file_get_the_next_numbers(tmp_path: Path) -> None:
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
        journal.set_current_game(1)
        journal.append([entry(1, 3)])
        later = journal.new_game_id()
        journal.append([entry(later, 1)])
        assert journal.damage_findings() == []
    with JournalReader(tmp_path / "not" / "there") as reader:
        assert [(game.game_id, game.actions) for game in reader.games()] == [(1, 3), (2, 3), (3, 1)]


def test_a_disk_too_full_for_the_lock_is_written_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_file: int, _data: bytes, _place: int) -> int:
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


def test_a_file_that_returns_damaged_loses_nothing_already_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk was read-only at the start; then it is writable, but the file is damaged."""
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
            with pytest.raises(JournalError, match="action 1 has a wrong checksum"):
                journal.append([entry(1, 3)])
            assert [kept.seq for kept in journal.entries(1)] == [1, 2]


def read_only(_path: Path) -> None:
    raise OSError(errno.EROFS, "Read-only file system")


def test_a_damaged_page_is_reported_from_a_copy(small_disk: Path) -> None:
    """An older game's page; the present game can be read, and the copy of all was taken for whole."""
    with Journal(small_disk / "j") as journal:
        for game in (1, 2):
            journal.append([entry(game, seq) for seq in range(1, 40)])
    data = bytearray((small_disk / "j").read_bytes())
    first = data.index(b'"demand":20}')
    data[first // 1024 * 1024 : (first // 1024 + 1) * 1024] = bytes(1024)
    (small_disk / "j").write_bytes(data)
    (small_disk / "j-wal").touch()  # SQLite reads a log only where it can write beside it
    assert mount("-o", "remount,ro", str(small_disk))
    journal, recovery = open_or_recover_journal(small_disk / "j")
    with journal:
        assert recovery is not None
        assert "SQLite reports" in (recovery.fault or "")
        assert "the journal is damaged" in (journal.fault or "")
        assert journal.current_game_id() is None


PAGE_BYTES: Final = 4096

EVENING: Final = (
    *("start", "act", "draw", "act", "act", "back up", "act", "start", "act", "end", "back up", "begin", "act"),
    *("park", "begin", "act", "start", "act", "end", "back up", "act", "start", "act"),
)
"""What happens at a table."""

MOMENTS: Final = [(0, pages) for pages in range(16)] + list(itertools.product(range(1, len(EVENING)), range(3)))
"""From which step on it is full, and how many pages are left then: with more, the evening ends before they do."""

TRIED: Final = MOMENTS if SOAK else random.Random(19).sample(MOMENTS, 8)

CURES: Final = ("Make room", "free some disk space", "Check the disk or SD card: it may be failing or full.")
NOT_MADE: Final = "unable to open database file"
"""What SQLite reports where the disk had no page for any file."""


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    place = tmp_path_factory.mktemp("small") / "disk"
    with mounted_disk(place, "1m"):
        yield place


class Table:
    """The part of a table that keeps its games, from one start to the next.

    Attributes:
        reports: reported health of the journal, in order; None if it works.
        kept: actions that were acknowledged as saved.
        waiting: actions that were reported as not saved.
        no_backup: why backups could not be made.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.journal, self.recovery = open_or_recover_journal(path)
        self.reports: list[str | None] = [self.journal.fault]
        self.kept: list[int] = []
        self.waiting: list[int] = []
        self.no_backup: list[str] = []
        self._queue = JournalQueue(self.journal)
        self._queue.health_changed.connect(self.reports.append)
        self._game = self.journal.current_game_id()
        self._seq = 0 if self._game is None else len(list(self.journal.entries(self._game)))

    async def do(self, step: str, number: int) -> None:
        match step:
            case "act" | "end":
                await self._act(number, END if step == "end" else None)
            case "begin":
                self._game = None
                await self._act(number)
            case "draw":
                self._queue.append_draws([replace(STANDING, game_id=self._game or 0, n=2)])
            case "park":
                with suppress(JournalError):
                    await self._queue.set_current_game(None)
            case "back up":
                self._back_up()

    async def try_again(self) -> None:
        """As the table does every few seconds while something waits."""
        await self._queue.write(())
        self._acknowledge()

    async def _act(self, number: int, outcome: Outcome | None = None) -> None:
        if self._game is None:
            self._game, self._seq = self.journal.new_game_id(), 0
        self._seq += 1
        self.waiting.append(number)
        action, written_utc = {"do": "spin", "demand": number}, f"2026-11-21T10:{number:02}:00.000+00:00"
        await self._queue.write([Entry(self._game, self._seq, action, "knob", written_utc, (BLUE, YELLOW), outcome)])
        self._acknowledge()

    def _acknowledge(self) -> None:
        if not self._queue.unwritten:
            self.kept += self.waiting
            self.waiting.clear()
        report = self.reports[-1]
        assert (report is None) == (not self.waiting), (report, self.waiting)
        assert report is None or any(cure in report for cure in CURES), report

    def _back_up(self) -> None:
        files = TableFiles(self.path)
        try:
            back_up_journal(self.path, files.backup, files.older_backup)
        except JournalError as fault:
            self.no_backup.append(str(fault))


def fill(disk: Path, pages: int) -> Path:
    ballast = disk / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(PAGE_BYTES))
    os.truncate(ballast, max(0, ballast.stat().st_size - pages * PAGE_BYTES))
    return ballast


def written(path: Path) -> list[int]:
    with JournalReader(path) as reader:
        games = [game.game_id for game in reader.games()]
        return [entry.action["demand"] for game in games for entry in reader.entries(game)]


def after_a_pulled_plug(path: Path, to: Path) -> list[int]:
    """What another start would find, on a disk with room."""
    shutil.copytree(path.parent, to, ignore=shutil.ignore_patterns("ballast"))
    journal, recovery = open_or_recover_journal(to / path.name)
    with journal:
        assert (recovery, journal.lost, journal.fault) == (None, None, None)
    found = written(to / path.name)
    shutil.rmtree(to)
    return found


async def test_no_acknowledged_action_is_lost_on_a_full_disk(disk: Path, tmp_path: Path) -> None:
    for full_from, pages in TRIED:
        path = disk / "table" / "j"
        path.parent.mkdir()
        kept, ballast = [], disk / "none"
        table = None
        for number, step in enumerate(EVENING, start=1):
            if number - 1 == full_from:
                ballast = fill(disk, pages)
            if table is None or step == "start":
                if table is not None:
                    table.journal.close()
                    kept += table.kept
                table = Table(path)
                assert table.recovery is None, (full_from, pages, table.recovery)
                assert table.journal.lost is None, (full_from, pages, table.journal.lost)
            else:
                await table.do(step, number)
            assert all(any(cure in why for cure in (*CURES, NOT_MADE)) for why in table.no_backup), table.no_backup
        assert table is not None
        found = after_a_pulled_plug(path, tmp_path / "elsewhere")
        assert sorted(found) == sorted(kept + table.kept), (full_from, pages)
        ballast.unlink()
        await table.try_again()
        await table.do("act", len(EVENING) + 1)
        assert table.waiting == []
        kept += table.kept
        assert table.journal.damage_findings() == [], (full_from, pages)
        table.journal.close()
        assert sorted(after_a_pulled_plug(path, tmp_path / "elsewhere")) == sorted(kept), (full_from, pages)
        shutil.rmtree(path.parent)
