"""The journal's database: connections, errors, tables and their version, writing entries."""

import contextlib
import errno
import os
import re
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from controller.games.contract.rules import Outcome
from controller.store.journal import chain
from controller.store.journal.entry import Entry, JournalDamaged, JournalError, NewerJournal, NotAJournal

BROKEN_CODES: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
"""Result codes of a file that was damaged after it was opened."""

TRANSIENT_CODES: Final = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_PERM,
}
"""Primary result codes (sqlite.org/rescode.html) after which a write may succeed later."""

NO_ROOM_TO_READ: Final = {sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMMAP, sqlite3.SQLITE_IOERR_SHMOPEN}
"""Extended codes for shared memory that does not fit on a full disk; they say nothing about the journal."""

Fault = sqlite3.Error | UnicodeDecodeError
DATABASE_ERRORS: Final = (sqlite3.Error, UnicodeDecodeError)
"""Exceptions of sqlite3 for a broken file; UnicodeDecodeError for a garbled message."""

DECODING_ERRORS: Final = (*DATABASE_ERRORS, TypeError, ValueError, OverflowError, RecursionError)
"""Exceptions from reading a row with values of the wrong type."""

BUSY_S: Final = 2.0
"""How long a commit waits for another program that has the file open."""


def database_files(path: Path) -> tuple[Path, Path, Path, Path]:
    log, memory, rollback = (path.with_name(f"{path.name}-{ending}") for ending in ("wal", "shm", "journal"))
    return path, log, memory, rollback


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Return a connection with manual transactions; threads may use it one at a time.

    Raises:
        JournalDamaged: the database or a file beside it is not a plain file; SQLite would block on a pipe.
    """
    for place in database_files(Path(os.path.realpath(path))):
        with contextlib.suppress(OSError):
            if not stat.S_ISREG(place.stat().st_mode):
                raise damage_error(path, f"saw a folder, a pipe or a device at {place.name}, expected a file")
    mode = "ro" if read_only else "rwc"
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    _, wal, _, rollback = database_files(path)
    is_alone = not wal.exists() and not rollback.exists()
    if read_only and is_alone and not os.access(path.parent, os.W_OK):
        uri += "&immutable=1"  # no shared-memory file in a read-only folder
    db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY_S)
    db.execute("pragma trusted_schema = off")
    db.text_factory = lambda text: text.decode("utf-8", "replace")  # bad UTF-8 fails the checksum later
    return db


@contextlib.contextmanager
def opened_copy(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a copy of an idle database in a temporary folder.

    SQLite reads a write-ahead log only in a writable folder; a read-only connection cannot roll back.
    """
    with tempfile.TemporaryDirectory(prefix="royaltable-") as folder:
        place, *beside = zip(database_files(path), database_files(Path(folder, path.name)), strict=True)
        shutil.copyfile(*place)
        for there, here in beside:
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(there, here)
        with contextlib.closing(connect(Path(folder, path.name))) as copy:
            yield copy


@contextlib.contextmanager
def opened_with_all_commits(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database with every commit visible, even on a read-only disk or after a power cut."""
    with contextlib.ExitStack() as opened:
        source = opened.enter_context(contextlib.closing(connect(path, read_only=True)))
        try:
            source.execute("select count(*) from sqlite_master")
        except sqlite3.OperationalError as fault:
            if (
                primary_result_code(fault) not in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
                or not path.exists()
            ):
                raise
            source = opened.enter_context(opened_copy(path))
        yield source


def primary_result_code(fault: Fault) -> int:
    return int(getattr(fault, "sqlite_errorcode", 0)) & 0xFF


DISK_READ_ONLY: Final = (
    "The disk is read-only and may be failing. Finish the game, which is in memory only, then reboot."
)


def journal_error(path: Path, fault: Fault) -> JournalError:
    if primary_result_code(fault) == sqlite3.SQLITE_CORRUPT or isinstance(fault, UnicodeDecodeError):
        return damage_error(path, str(fault))
    if getattr(fault, "sqlite_errorcode", 0) == sqlite3.SQLITE_READONLY and os.access(path, os.W_OK):
        return damage_error(path, "its header forbids writing")
    if primary_result_code(fault) == sqlite3.SQLITE_NOTADB:
        return JournalError(f"{path}: {fault}. Expected a journal of royaltable, or no file. Choose another file.")
    cure = {
        sqlite3.SQLITE_FULL: "Make room on the disk.",
        sqlite3.SQLITE_READONLY: "Make the file and its folder writable, or name another.",
        sqlite3.SQLITE_CANTOPEN: "Make the file and its folder writable, or name another.",
        sqlite3.SQLITE_IOERR: "Check the disk or SD card: it may be failing or full.",
    }.get(primary_result_code(fault), "Check that the journal is writable.")
    try:
        # after an error ext4 refuses new files, though still mounted writable
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as refused:
        if refused.errno in {errno.EROFS, errno.EIO}:
            cure = DISK_READ_ONLY
    return JournalError(f"{path}: {fault}. {cure}")


def damage_error(path: Path, seen: str) -> JournalDamaged:
    return JournalDamaged(
        f"{path}: the journal is damaged: {seen}. To restore the last backup and "
        f"keep the damaged file under another name: `royaltable journal restore {path}`",
        seen,
    )


APPLICATION_ID: Final = 0x526F7954
"""``RoyT`` in the file's header (SQLite file format, section 1.3.17)."""

VERSION: Final = 1
"""Version of the tables, in the file's ``user_version`` and in ``made_by``."""

PAGE_BYTES: Final = 1024
"""Page size. Most commits touch one page, which holds four typical rows (measured by
`python -m bench journal`)."""

TABLES: Final = """
create table made_by (
    only_row integer primary key check (only_row = 1),
    version integer not null,
    program text not null
) strict;
create table games (
    id integer primary key,
    begun_utc text not null,
    castles text not null,
    follows blob not null,
    checksum blob not null
) strict;
create table entries (
    game_id integer not null references games (id),
    seq integer not null,
    action text not null,
    origin text not null,
    written_utc text not null,
    checksum blob not null,
    primary key (game_id, seq)
) strict, without rowid;
create table results (
    game_id integer primary key references games (id),
    ended_utc text not null,
    actions integer not null,
    rounds integer not null,
    winner text not null,
    ending text not null,
    points text not null,
    checksum blob not null
) strict;
create table current (
    only_row integer primary key check (only_row = 1),
    game_id integer references games (id)
) strict;
insert into current values (1, null);
create table draws (
    game_id integer not null,
    n integer not null,
    salt blob not null,
    commitment blob not null,
    seed blob not null,
    given integer not null,
    seq integer,
    asked text,
    checksum blob not null,
    primary key (game_id, n)
) strict, without rowid;
create table identity (
    only_row integer primary key check (only_row = 1),
    uid blob not null,
    continues blob,
    secret blob not null
) strict;
insert into identity values (1, randomblob(16), null, randomblob(16));
create table reopened (
    game_id integer primary key references games (id)
) strict;
create table fixtures (
    game_id integer primary key references games (id),
    fixture text not null,
    checksum blob not null
) strict;
"""
"""``made_by``, which every later version keeps, has the version of these tables and the program that made them.
``results`` has a row for each finished game: ``winner`` names all winners; ``ending`` is empty if the game does
not name its ending. ``current`` is the game that the next start resumes. For ``draws`` see `entry.Draw`.
``uid`` identifies the journal, ``continues`` its original. A game's first checksum also covers ``secret``,
which never leaves the journal, so no checksum reveals the game.
``reopened`` lists the games that went on after they had ended. ``fixture`` is the id of a tournament's game; other
games have no row."""

_FIRST_TABLE_NAMES: Final = {"games", "entries", "results", "current"}


def has_tables(db: sqlite3.Connection, path: Path) -> bool:
    """Return whether an open file has a journal's tables; False for an empty one.

    Raises:
        JournalDamaged: the file has a journal's tables, but not its application id; or a version that no program wrote.
        NotAJournal: the file is another program's.
        NewerJournal: a newer program made the tables.
    """
    (application,) = db.execute("pragma application_id").fetchone()
    (version,) = db.execute("pragma user_version").fetchone()
    tables = {name for (name,) in db.execute("select name from sqlite_master where type = 'table'")}
    if application == APPLICATION_ID:
        if version != VERSION:
            raise _version_error(db, path, version, has_maker="made_by" in tables)
        return True
    if not tables:
        return False
    if tables >= _FIRST_TABLE_NAMES:
        raise damage_error(
            path, f"saw a journal's tables under the stamp {application:#010x}, expected {APPLICATION_ID:#x}"
        )
    raise NotAJournal(
        f"{path} is a database of another program. Expected a journal of royaltable. Choose another file."
    )


def _version_error(db: sqlite3.Connection, path: Path, version: int, *, has_maker: bool) -> JournalError:
    """Return what another version in the header means: a newer program, or damage if one flipped bit explains it."""
    made = db.execute("select version, program from made_by").fetchone() if has_maker else None
    recorded, program = made or (version, "of an unknown version")
    is_flipped = recorded == VERSION and (version ^ VERSION).bit_count() == 1
    if version < VERSION or is_flipped:
        return damage_error(path, f"saw version {version} in its header, expected {VERSION}")
    name = re.sub(r"[^\w.+ ]", "?", str(program)[:40])
    return NewerJournal(
        f"{path}: the journal is newer than this program: royaltable {name} wrote it (version {version} of its tables, "
        f"expected {VERSION}). Nothing in it was changed. Update royaltable, or name another file."
    )


def empty_error(path: Path) -> JournalError:
    return JournalError(
        f"{path}: saw an empty file, expected games. If it was copied, copy {path.name}-wal with it. Otherwise free "
        "some disk space, or play a game."
    )


def schema_differences(db: sqlite3.Connection) -> Iterator[str]:
    """Yield each difference from a journal's schema: triggers, views, other columns."""
    with contextlib.closing(sqlite3.connect(":memory:")) as plain:
        plain.executescript(TABLES)
        expected = _schema_rows(plain)
    seen = _schema_rows(db)
    for name in sorted(seen.keys() | expected.keys()):
        if seen.get(name) != expected.get(name):
            yield f"its schema is not a journal's: saw {name!r} as {seen.get(name)!r}, expected {expected.get(name)!r}"


def _schema_rows(db: sqlite3.Connection) -> dict[str, tuple[object, ...]]:
    return {str(name): tuple(row) for name, *row in db.execute("select name, type, tbl_name, sql from sqlite_master")}


def create_tables(db: sqlite3.Connection) -> None:
    from importlib import metadata  # slow to import

    db.execute(f"pragma page_size = {PAGE_BYTES}")
    db.execute("pragma journal_mode = wal")
    db.executescript(f"begin; {TABLES} pragma application_id = {APPLICATION_ID}; pragma user_version = {VERSION};")
    db.execute("insert into made_by values (1, ?, ?)", (VERSION, metadata.version("royaltable")))
    db.execute("commit")


def copy_database(source: sqlite3.Connection, to: Path) -> None:
    with contextlib.closing(connect(to)) as copy:
        source.backup(copy)
        copy.execute("pragma journal_mode = delete")


def start_successor_identity(db: sqlite3.Connection, uid: bytes | None = None) -> None:
    db.execute("update identity set continues = coalesce(?, uid), uid = randomblob(16)", (uid,))


def read_journal_uid(db: sqlite3.Connection) -> bytes:
    found = db.execute("select uid from identity").fetchone()
    return b"" if found is None else bytes(found[0])


def checksum_before_first_entry(db: sqlite3.Connection, follows: bytes) -> bytes:
    found = db.execute("select secret from identity").fetchone()
    return follows if found is None else chain.row_checksum(follows, found[0])


def insert_game_row(db: sqlite3.Connection, game_id: int, begun_utc: str, castles: str, follows: bytes) -> None:
    checksum = chain.row_checksum(chain.CHAIN_START, game_id, begun_utc, castles, follows)
    db.execute("insert into games values (?, ?, ?, ?, ?)", (game_id, begun_utc, castles, follows, checksum))


def insert_entry_row(
    db: sqlite3.Connection, game_id: int, seq: int, action: str, origin: str, written_utc: str, *, before: bytes
) -> bytes:
    checksum = chain.entry_checksum(before, game_id, seq, action, origin, written_utc)
    db.execute("insert into entries values (?, ?, ?, ?, ?, ?)", (game_id, seq, action, origin, written_utc, checksum))
    return checksum


def write_entry(db: sqlite3.Connection, game_id: int, entry: Entry) -> tuple[int, int, bytes]:
    """Write an entry of game ``game_id``; return that id, the entry's number and checksum.

    The first entry creates the game. An outcome stores the result; an entry after the end removes it.
    """
    before = _insert_game_for_entry(db, game_id, entry) if entry.seq == 1 else _checksum_before(db, game_id, entry.seq)
    action = msgspec.json.encode(entry.action).decode()
    last = insert_entry_row(db, game_id, entry.seq, action, entry.origin, entry.written_utc, before=before)
    if db.execute("delete from results where game_id = ?", (game_id,)).rowcount:  # an undo after the end
        db.execute("insert or ignore into reopened values (?)", (game_id,))
    if entry.outcome is not None:
        _insert_result(db, game_id, entry, entry.outcome, last)
    return game_id, entry.seq, last


def _insert_game_for_entry(db: sqlite3.Connection, game_id: int, entry: Entry) -> bytes:
    found = db.execute(
        "select checksum from entries where game_id = (select max(id) from games) order by seq desc limit 1"
    ).fetchone()
    follows = chain.CHAIN_START if found is None else bytes(found[0])
    insert_game_row(db, game_id, entry.written_utc, " ".join(entry.castles), follows)
    db.execute("update current set game_id = ?", (game_id,))
    if entry.fixture is not None:
        (game,) = db.execute("select checksum from games where id = ?", (game_id,)).fetchone()
        db.execute(
            "insert into fixtures values (?, ?, ?)", (game_id, entry.fixture, chain.row_checksum(game, entry.fixture))
        )
    return checksum_before_first_entry(db, follows)


def _checksum_before(db: sqlite3.Connection, game_id: int, seq: int) -> bytes:
    found = db.execute("select checksum from entries where game_id = ? and seq = ?", (game_id, seq - 1)).fetchone()
    if found is None:
        raise JournalError(f"The journal: action {seq} of game {game_id} has no predecessor.")
    return bytes(found[0])


def _insert_result(db: sqlite3.Connection, game_id: int, entry: Entry, outcome: Outcome, last: bytes) -> None:
    points = msgspec.json.encode(outcome.points).decode()
    won = " ".join(outcome.winners)
    values = (entry.written_utc, entry.seq, outcome.rounds, won, outcome.ending or "", points)
    checksum = chain.row_checksum(last, game_id, *values)
    db.execute("insert into results values (?, ?, ?, ?, ?, ?, ?, ?)", (game_id, *values, checksum))
