"""Reading a journal whose own folder cannot be written, as after a power cut on a card that is read-only since.

What was written last stands in the write-ahead log alone, and SQLite reads that only where it can write beside it.
"""

import contextlib
import shutil
import sqlite3
import tempfile
from pathlib import Path

from controller.store.journal import schema
from controller.store.journal.entry import JournalError
from controller.store.journal.files import FAULTS, connect, database_files


def read_elsewhere(journal: Path, into: sqlite3.Connection) -> bool:
    """Copy the journal ``into`` memory by way of a folder for temporary files; False if that cannot be done either."""
    try:
        with tempfile.TemporaryDirectory(prefix="royaltable-") as folder:
            copy = Path(folder, journal.name)
            for there, here in list(zip(database_files(journal), database_files(copy), strict=True))[:2]:
                with contextlib.suppress(FileNotFoundError):
                    shutil.copyfile(there, here)
            with contextlib.closing(connect(copy)) as source:
                if schema.version_of(source, copy) != schema.VERSION:
                    return False
                source.backup(into)
    except (OSError, JournalError, *FAULTS):
        return False
    return True
