"""The journal: every accepted action, on disk before anyone sees its effect (SQLite, one writer)."""

from controller.store.journal.entry import Entry, GameInfo, JournalBusy, JournalDamaged, JournalError, Loss, Statistics
from controller.store.journal.journal import Journal
from controller.store.journal.reader import JournalReader

__all__ = [
    "Entry",
    "GameInfo",
    "Journal",
    "JournalBusy",
    "JournalDamaged",
    "JournalError",
    "JournalReader",
    "Loss",
    "Statistics",
]
