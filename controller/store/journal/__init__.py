"""The journal: every accepted action, on disk before anyone sees its effect (SQLite, one writer)."""

from controller.store.journal.entry import (
    COMING,
    Draw,
    Entry,
    Extended,
    GameInfo,
    GameResult,
    JournalBusy,
    JournalDamaged,
    JournalError,
    LostEntries,
)
from controller.store.journal.journal import Journal
from controller.store.journal.reader import JournalReader

__all__ = [
    "COMING",
    "Draw",
    "Entry",
    "Extended",
    "GameInfo",
    "GameResult",
    "Journal",
    "JournalBusy",
    "JournalDamaged",
    "JournalError",
    "JournalReader",
    "LostEntries",
]
