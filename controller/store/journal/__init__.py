"""The journal: each accepted action, on disk before its effect shows (SQLite, one writer).

Start with `journal.py` (writer) and `reader.py`; `schema.py` has the tables. Game rules do not belong here.
"""

from controller.store.journal.entry import (
    NEXT_GAME,
    Draw,
    Entry,
    GameInfo,
    GameResult,
    JournalBusy,
    JournalDamaged,
    JournalError,
    LostEntries,
    ReplacementJournal,
)
from controller.store.journal.journal import Journal
from controller.store.journal.reader import JournalReader

__all__ = [
    "NEXT_GAME",
    "Draw",
    "Entry",
    "GameInfo",
    "GameResult",
    "Journal",
    "JournalBusy",
    "JournalDamaged",
    "JournalError",
    "JournalReader",
    "LostEntries",
    "ReplacementJournal",
]
