"""Writing: what goes into the journal, and waits in memory while the disk does not take it."""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Final

from controller.store.journal import Draw, Entry, Extended, GameInfo, Journal, JournalError
from controller.topic import Topic

WRITE_AGAIN_S: Final = 5.0
"""How often the disk is tried again while something waits to be written, if nothing else happens."""

WATCH_S: Final = 0.8
"""How often it is looked whether the journal is still in its place; a look costs some microseconds."""

PARKED_LISTED: Final = 8
"""Older games that were never ended are found in the journal only."""


class JournalQueue:
    """Owner of what the journal could not take yet, oldest first, and of the list of parked games.

    Attributes:
        unwritten: what waits; nothing while the disk works.
        parked: the games that may be taken up again, newest first.
        works: told whether the journal takes what is written, and what is the matter if not.
        game_ended: told when the end of a game is on disk.
    """

    def __init__(self, journal: Journal) -> None:
        self.unwritten: list[Entry] = []
        self.parked: Sequence[GameInfo] = ()
        self.works: Topic[str | None] = Topic()
        self.game_ended: Topic[None] = Topic()
        self._journal = journal
        self._renamed: asyncio.Future[None] | None = None

    def look(self) -> None:
        try:
            self.parked = self._journal.parked(PARKED_LISTED)
        except JournalError as fault:
            self.works.tell(str(fault))

    def has_begun(self, fixture: str) -> bool:
        return any(entry.fixture == fixture for entry in self.unwritten) or self._journal.has_begun(fixture)

    async def write(self, entries: Sequence[Entry]) -> None:
        """Everything is on disk when this returns, or the table has been told that it is not."""
        self.unwritten.extend(entries)
        if not self.unwritten:
            return
        rows = tuple(self.unwritten)
        if not await self._append(rows):
            return
        del self.unwritten[: len(rows)]
        if any(entry.seq == 1 for entry in rows):
            self.look()
        if any(entry.outcome is not None for entry in rows):
            self.game_ended.tell(None)

    def commit_to(self, draws: Collection[Draw]) -> None:
        """Draws that stand are on disk when this returns, or the table has been told that they are not."""
        if not draws:
            return
        try:
            self._journal.commit_to(draws)
        except JournalError as fault:
            self.works.tell(str(fault))

    async def watch(self) -> None:
        """Look whether the journal is as it was left; harm is told, and mended."""
        if self._journal.is_touched:
            await self._append(())
        if self._renamed is not None:
            with suppress(JournalError):  # the next look tries it again
                await asyncio.to_thread(self._journal.continue_another)
                self._renamed.set_result(None)
                self._renamed = None

    async def under_another_name(self) -> None:
        self._renamed = asyncio.get_running_loop().create_future()
        await asyncio.shield(self._renamed)

    async def _append(self, rows: Sequence[Entry]) -> bool:
        try:
            await asyncio.to_thread(self._journal.append, rows)
        except JournalError as fault:
            self.works.tell(str(fault))
            return False
        if self._journal.mended is not None:
            self.works.tell(self._journal.mended)
        self.works.tell(None)
        return True

    async def take_up(self, game_id: int | None) -> None:
        if self.unwritten:
            raise JournalError(f"{len(self.unwritten)} actions are not written yet.")
        await asyncio.to_thread(self._journal.take_up, game_id)
        self.look()

    async def go_on_with(self, other: Extended) -> None:
        if self.unwritten:
            raise JournalError(f"{len(self.unwritten)} actions are not written yet.")
        await asyncio.to_thread(self._journal.go_on_with, other)
        self.look()
