"""An entry as rows of the file, each with its checksum."""

import sqlite3
from datetime import datetime

import msgspec

from controller.games.contract.rules import Outcome
from controller.store.journal import chain, schema
from controller.store.journal.entry import Entry, JournalError


def insert(db: sqlite3.Connection, game_id: int, entry: Entry) -> tuple[int, int, bytes]:
    """Write an entry of the game that the file has as ``game_id``; gives that id, its number and its checksum.

    The first entry brings its game with it, one that ends the game the result, and one after the end takes that back.

    Raises:
        JournalError: the entry before it is not there.
    """
    before = _begun(db, game_id, entry) if entry.seq == 1 else _checksum_before(db, game_id, entry.seq)
    action = msgspec.json.encode(entry.action).decode()
    last = schema.insert_entry(db, game_id, entry.seq, action, entry.origin, entry.written_utc, before=before)
    if db.execute("delete from results where game_id = ?", (game_id,)).rowcount:  # an undo after the end
        db.execute("insert or ignore into reopened values (?)", (game_id,))
    if entry.outcome is not None:
        _insert_result(db, game_id, entry, entry.outcome, last)
    return game_id, entry.seq, last


def _begun(db: sqlite3.Connection, game_id: int, entry: Entry) -> bytes:
    """The game is there, and is the table's; gives what its first entry follows on."""
    follows = _newest_checksum(db)
    schema.insert_game(db, game_id, entry.written_utc, " ".join(entry.castles), follows)
    db.execute("update current set game_id = ?", (game_id,))
    if entry.fixture is not None:
        schema.insert_fixture(db, game_id, entry.fixture)
    return schema.beginning(db, game_id, follows)


def _checksum_before(db: sqlite3.Connection, game_id: int, seq: int) -> bytes:
    found = db.execute("select checksum from entries where game_id = ? and seq = ?", (game_id, seq - 1)).fetchone()
    if found is None:
        raise JournalError(f"The journal: saw action {seq} of game {game_id} without the one before it.")
    return bytes(found[0])


def _newest_checksum(db: sqlite3.Connection) -> bytes:
    """That of the newest game's last entry."""
    found = db.execute(
        "select checksum from entries where game_id = (select max(id) from games) order by seq desc limit 1"
    ).fetchone()
    return bytes(found[0]) if found is not None else chain.BEGIN


def _insert_result(db: sqlite3.Connection, game_id: int, entry: Entry, outcome: Outcome, last: bytes) -> None:
    (begun_utc,) = db.execute("select begun_utc from games where id = ?", (game_id,)).fetchone()
    length = datetime.fromisoformat(entry.written_utc) - datetime.fromisoformat(begun_utc)
    points = msgspec.json.encode(outcome.points).decode()
    won = " ".join(outcome.winners)
    values = (entry.written_utc, length.total_seconds(), entry.seq, outcome.rounds, won, outcome.ending or "", points)
    checksum = chain.check(last, game_id, *values)
    marks = ", ".join("?" * (len(values) + 2))
    db.execute(f"insert into results values ({marks})", (game_id, *values, checksum))  # noqa: S608  # marks only
