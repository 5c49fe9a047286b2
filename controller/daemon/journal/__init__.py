"""The journal: every accepted action, on disk before anyone sees its effect (SQLite, one writer)."""

from controller.daemon.journal.entry import (
    Entry,
    GameInfo,
    JournalBusy,
    JournalDamaged,
    JournalError,
    Loss,
    Statistics,
)
from controller.daemon.journal.journal import Journal
from controller.daemon.journal.reader import JournalReader

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
