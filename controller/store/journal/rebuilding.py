"""A journal made anew of games that somebody else has kept, as one file that can be put in a journal's place."""

import contextlib
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from controller.store.journal.database import connect
from controller.store.journal.entry import Entry
from controller.store.journal.journal import Journal


def rebuilt(uid: bytes, games: Iterable[Sequence[Entry]]) -> bytes:
    """The file's octets. The newest game that is not over lies on the table; the checksums are the new file's own.

    Args:
        uid: of the journal in which the games were; whoever puts the file in place gives it another one.
        games: all entries of each, in order of their numbers; the last has the outcome if it ends its game.

    Raises:
        JournalError: they cannot be written.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rebuilt.journal"
        on_the_table: int | None = None
        with Journal(path) as journal:
            for entries in games:
                journal.append(entries)
                on_the_table = None if entries[-1].outcome is not None else entries[-1].game_id
            journal.take_up(on_the_table)
        with contextlib.closing(connect(path)) as db:
            db.execute("update identity set uid = ?", (uid,))
            db.execute("pragma journal_mode = delete")
        return path.read_bytes()
