"""The file that takes the place of a journal which was removed or damaged while the table played."""

import contextlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from controller.store.journal import schema, verify
from controller.store.journal.backup import clear, copy_database, newest_backup
from controller.store.journal.entry import Entry, JournalError
from controller.store.journal.reader import JournalReader
from controller.store.journal.schema import FAULTS, connect

Newest = tuple[int, int, bytes]
"""The entry that was written last: its game, number and checksum."""


def copy_of_the_open_file(db: sqlite3.Connection, new: Path, newest: Newest | None) -> str | None:
    """Copy all that an open connection still reads to ``new``; says what is wrong with that, None if it is whole."""
    clear(new)
    with contextlib.closing(connect(new)) as copy:
        try:
            db.backup(copy)
            copy.execute("pragma journal_mode = delete")
        except sqlite3.DatabaseError as fault:
            if not isinstance(fault, sqlite3.OperationalError):  # a full disk is no damage
                return str(fault)
            raise
        return next(verify.at_start(copy), None) or _missing(copy, newest)


def from_the_backup(journal: Path, new: Path, played: Sequence[Entry]) -> bool:
    """Copy the newest whole backup to ``new``; False if there is none, or none that ``played`` goes on from."""
    clear(new)
    backup = newest_backup(journal)
    if backup is None or not _goes_on_from(backup.path, played):
        return False
    with contextlib.closing(connect(backup.path, read_only=True)) as source:
        copy_database(source, new)
    return True


def finding_in(journal: Path, newest: Newest | None) -> str | None:
    """What is wrong with a journal for the table that plays on it, read from the disk anew; None if nothing is."""
    try:
        with contextlib.closing(connect(journal, read_only=True)) as fresh:
            if schema.version_of(fresh, journal) != schema.VERSION:
                return "saw an empty file"
            return next(verify.at_start(fresh), None) or _missing(fresh, newest)
    except (JournalError, *FAULTS) as fault:
        return str(fault)


def _missing(db: sqlite3.Connection, newest: Newest | None) -> str | None:
    if newest is None:
        return None
    game_id, seq, checksum = newest
    found = db.execute("select checksum from entries where game_id = ? and seq = ?", (game_id, seq)).fetchone()
    return None if found is not None and found[0] == checksum else f"action {seq} of game {game_id} is missing"


def _goes_on_from(backup: Path, played: Sequence[Entry]) -> bool:
    if not played:
        return True
    try:
        with JournalReader(backup) as reader:
            known = list(reader.entries(played[0].game_id))
            newest = reader.latest_game() or 0
    except JournalError:
        return False
    return known == list(played[: len(known)]) and (bool(known) or newest < played[0].game_id)
