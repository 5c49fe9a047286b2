"""A disk that is full from any moment on, with any little that is left: what was acknowledged is kept, the rest comes.

The disk is a small one in memory. What a program needs there it takes by pages, so the writes that may fail are those
that need another page: of the journal, its log, its shared memory, its marks, its backups, and of names in the folder.
"""

import itertools
import os
import random
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from controller.games.contract.rules import Outcome
from controller.play.journal_queue import JournalQueue
from controller.store.journal import Entry, JournalError, JournalReader
from controller.store.journal.backup import back_up_journal
from controller.store.journal.recovery import open_journal
from controller.store.table_files import TableFiles
from tests.soak import SOAK
from tests.store.journal.disks import small_disk
from tests.store.journal.games import BLUE, END, YELLOW
from tests.store.journal.test_draws import STANDING

PAGE_OCTETS: Final = 4096

EVENING: Final = (
    *("start", "act", "draw", "act", "act", "back up", "act", "start", "act", "end", "back up", "begin", "act"),
    *("park", "begin", "act", "start", "act", "end", "back up", "act", "start", "act"),
)
"""What happens at a table."""

MOMENTS: Final = [(0, pages) for pages in range(16)] + list(itertools.product(range(1, len(EVENING)), range(3)))
"""From which step on it is full, and how many pages are left then: with more, the evening ends before they do."""

TRIED: Final = MOMENTS if SOAK else random.Random(19).sample(MOMENTS, 8)

CURES: Final = ("Make room", "Look at the disk, or SD card: it may be failing or full.")
NOT_MADE: Final = "unable to open database file"
"""What SQLite says where the disk had no page for any file."""


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    place = tmp_path_factory.mktemp("small") / "disk"
    with small_disk(place, "1m"):
        yield place


class Table:
    """The part of a table that keeps its games, from one start to the next.

    Attributes:
        said: of journal and backups, one after the other; None says that all is well.
        kept: the actions that were acknowledged as kept.
        waiting: those of which it was said that they are not.
        no_backup: why backups could not be made.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.journal, self.recovery = open_journal(path)
        self.said: list[str | None] = [self.journal.fault]
        self.kept: list[int] = []
        self.waiting: list[int] = []
        self.no_backup: list[str] = []
        self._queue = JournalQueue(self.journal)
        self._queue.works.listen(self.said.append)
        self._game = self.journal.current_game()
        self._seq = 0 if self._game is None else len(list(self.journal.entries(self._game)))

    async def do(self, step: str, number: int) -> None:
        """One step, which is none of a start's; ``number`` is that of the action, if it is one."""
        match step:
            case "act" | "end":
                await self._act(number, END if step == "end" else None)
            case "begin":
                self._game = None
                await self._act(number)
            case "draw":
                self._queue.commit_to([replace(STANDING, game_id=self._game or 0, n=2)])
            case "park":
                with suppress(JournalError):
                    await self._queue.take_up(None)
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
        told = self.said[-1]
        assert (told is None) == (not self.waiting), (told, self.waiting)
        assert told is None or any(cure in told for cure in CURES), told

    def _back_up(self) -> None:
        files = TableFiles(self.path)
        try:
            back_up_journal(self.path, files.backup, files.older_backup)
        except JournalError as fault:
            self.no_backup.append(str(fault))


def fill(disk: Path, pages: int) -> Path:
    """Leave so many pages of the disk free; gives what takes the others."""
    ballast = disk / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(PAGE_OCTETS))
    os.truncate(ballast, max(0, ballast.stat().st_size - pages * PAGE_OCTETS))
    return ballast


def written(path: Path) -> list[int]:
    with JournalReader(path) as reader:
        games = [game.game_id for game in reader.games()]
        return [entry.action["demand"] for game in games for entry in reader.entries(game)]


def after_a_pulled_plug(path: Path, to: Path) -> list[int]:
    """What another start would find, on a disk with room."""
    shutil.copytree(path.parent, to, ignore=shutil.ignore_patterns("ballast"))
    journal, recovery = open_journal(to / path.name)
    with journal:
        assert (recovery, journal.lost, journal.fault) == (None, None, None)
    found = written(to / path.name)
    shutil.rmtree(to)
    return found


async def test_nothing_acknowledged_is_lost_and_all_is_written_when_there_is_room(disk: Path, tmp_path: Path) -> None:
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
        assert table.journal.findings() == [], (full_from, pages)
        table.journal.close()
        assert sorted(after_a_pulled_plug(path, tmp_path / "elsewhere")) == sorted(kept), (full_from, pages)
        shutil.rmtree(path.parent)
