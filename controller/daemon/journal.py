"""The journal: every accepted action, on disk before anyone sees its effect (SQLite, one writer)."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

SCHEMA: Final = """
create table if not exists games (
    id integer primary key,
    started_utc text not null
) strict;
create table if not exists entries (
    game_id integer not null references games (id),
    seq integer not null,
    action text not null,
    origin text not null,
    written_utc text not null,
    primary key (game_id, seq)
) strict, without rowid;
"""


class JournalError(Exception):
    """The journal cannot be read or written; the message says what was seen and what to do."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted action.

    Attributes:
        game_id: which game it belongs to, from 1.
        seq: its number in the game, from 1.
        origin: who brought it about: ``gate:blue``, ``console``, ``page``, ``hourglass``, ...
        written_utc: ISO 8601 wall-clock time; only for people, never for judging.
    """

    game_id: int
    seq: int
    action: dict[str, Any]
    origin: str
    written_utc: str


class Journal:
    """The file of all games. Every ``append`` is one commit; when it returns, the entries survive a power cut.

    The connection may be used from a worker thread, by one caller at a time.
    """

    def __init__(self, path: Path) -> None:
        """Open or create the journal at ``path``.

        Raises:
            JournalError: it is no journal, or cannot be opened.
        """
        self.path = path
        try:
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            (mode,) = self._db.execute("pragma journal_mode = wal").fetchone()
            self._db.execute("pragma synchronous = full")
            (sync,) = self._db.execute("pragma synchronous").fetchone()
            self._db.executescript(SCHEMA)
            self._last_id: int = self._db.execute("select coalesce(max(id), 0) from games").fetchone()[0]
        except sqlite3.Error as fault:
            raise JournalError(f"{path}: {fault}. Expected a journal of royaltable or no file; name another.") from None
        if (mode, sync) != ("wal", 2):
            raise JournalError(
                f"{path}: saw journal mode {mode}, synchronous {sync}, expected wal and 2 (full). Use a local disk."
            )

    def new_game_id(self) -> int:
        """An id for a new game; the game is in the file with its first entry."""
        self._last_id += 1
        return self._last_id

    def append(self, entries: Sequence[Entry]) -> None:
        """Write ``entries`` in one commit.

        Raises:
            JournalError: nothing of it was written.
        """
        rows = [(e.game_id, e.seq, msgspec.json.encode(e.action).decode(), e.origin, e.written_utc) for e in entries]
        games = {entry.game_id: entry.written_utc for entry in reversed(entries)}
        try:
            with self._db:
                self._db.execute("begin immediate")
                self._db.executemany("insert or ignore into games values (?, ?)", games.items())
                self._db.executemany("insert into entries values (?, ?, ?, ?, ?)", rows)
        except sqlite3.Error as fault:
            raise JournalError(f"{self.path}: {fault}.") from None

    def latest_game(self) -> int | None:
        """The id of the newest game that has an entry, or None."""
        (game_id,) = self._db.execute("select max(game_id) from entries").fetchone()
        return int(game_id) if game_id is not None else None

    def games(self) -> Iterator[tuple[int, str, int]]:
        """All games, oldest first: id, when it began, how many entries it has."""
        yield from self._db.execute(
            "select id, started_utc, count(*) from games join entries on game_id = id group by id order by id"
        )

    def entries(self, game_id: int) -> Iterator[Entry]:
        """All entries of a game in order."""
        rows = self._db.execute(
            "select seq, action, origin, written_utc from entries where game_id = ? order by seq", (game_id,)
        )
        for seq, action, origin, written_utc in rows:
            yield Entry(game_id, seq, msgspec.json.decode(action), origin, written_utc)

    def close(self) -> None:
        """Close the file; what was appended is on disk already."""
        self._db.close()
