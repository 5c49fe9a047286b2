"""When the table backs its journal up by itself: at a healthy start, and after each finished game."""

import asyncio

from controller.store.journal import Journal, JournalError, JournalReader
from controller.store.journal.backup import back_up_journal, newest_backup
from controller.store.table_files import TableFiles
from controller.topic import Topic


class BackupSchedule:
    """Owner of the two backups beside the journal; each takes the place of the older one.

    Attributes:
        made: told after each backup why it could not be made, or None.
    """

    def __init__(self, journal: Journal) -> None:
        self.made: Topic[str | None] = Topic()
        self._journal = journal
        self._due = asyncio.Event()

    def due(self, _: None = None) -> None:
        self._due.set()

    async def run(self) -> None:
        """Make each backup that is due, in a thread; never ends."""
        if await asyncio.to_thread(self._behind):
            self.due()
        files = TableFiles(self._journal.path)
        while True:
            await self._due.wait()
            self._due.clear()
            try:
                await asyncio.to_thread(back_up_journal, self._journal.path, files.backup, files.older_backup)
            except JournalError as fault:
                self.made.tell(str(fault))
            else:
                self.made.tell(None)

    def _behind(self) -> bool:
        if self._journal.fault is not None:
            return False
        try:
            with JournalReader(self._journal.path) as reader:
                has = max(reader.games(), key=lambda game: game.last_utc, default=None)
        except JournalError:
            return True
        kept = newest_backup(self._journal.path)
        return has is not None and (kept is None or kept.last != has)
