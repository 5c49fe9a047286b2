"""Verify a journal: SQLite's integrity check, checksums, consistent rows."""

import sqlite3
from collections.abc import Iterator

from controller.store.journal import chain, entry, schema
from controller.store.journal.schema import DATABASE_ERRORS, DECODING_ERRORS, NO_ROOM_TO_READ, primary_result_code


def all_findings(db: sqlite3.Connection) -> Iterator[str]:
    """Yield all that is wrong with a journal; raise sqlite3.Error if the disk is too full to read it.

    A clean truncation of the newest entries is detected not here but by `HighWaterMark`.
    """
    try:
        if strange := list(schema.schema_differences(db)):
            yield from strange  # triggers and views could do anything
            return
        for check in (
            sqlite_integrity_findings,
            _all_games_findings,
            _result_findings,
            _draw_findings,
            _identity_findings,
            _fixture_findings,
        ):
            yield from check(db)
    except DECODING_ERRORS as fault:
        if getattr(fault, "sqlite_errorcode", 0) in NO_ROOM_TO_READ:
            raise
        yield _unreadable_finding(fault)


def startup_findings(db: sqlite3.Connection) -> Iterator[str]:
    """Yield what would stop the table: pages, schema, the current game."""
    try:
        yield from schema.schema_differences(db)
        yield from sqlite_integrity_findings(db)
        (current,) = db.execute("select game_id from current").fetchone()
        if current is not None:
            yield from game_findings(db, current)
    except DECODING_ERRORS as fault:
        yield _unreadable_finding(fault)


def _unreadable_finding(fault: Exception) -> str:
    code = f" ({primary_result_code(fault)})" if isinstance(fault, DATABASE_ERRORS) else ""
    return f"it cannot be read completely: {fault}{code}"


def sqlite_integrity_findings(db: sqlite3.Connection) -> Iterator[str]:
    try:
        for (found,) in db.execute("pragma integrity_check(10)").fetchall():
            if found != "ok":
                yield f"SQLite reports: {found}"
    except DATABASE_ERRORS as fault:
        yield f"SQLite reports: {fault}"


def game_findings(db: sqlite3.Connection, game_id: int) -> Iterator[str]:
    row = db.execute("select begun_utc, castles, follows, checksum from games where id = ?", (game_id,)).fetchone()
    if row is None:
        yield f"game {game_id} is missing"
        return
    begun_utc, castles, follows, checksum = row
    if checksum != chain.row_checksum(chain.CHAIN_START, game_id, begun_utc, castles, follows):
        yield f"game {game_id}: its row has a wrong checksum"
    entries = db.execute(
        "select seq, action, origin, written_utc, checksum from entries where game_id = ? order by seq", (game_id,)
    )
    before, expected = schema.checksum_before_first_entry(db, follows), 1
    for seq, action, origin, written_utc, checksum in entries:
        if seq != expected:
            yield f"game {game_id}: actions {expected} to {seq - 1} are missing"
        elif checksum != chain.row_checksum(before, game_id, seq, action, origin, written_utc):
            yield f"game {game_id}: action {seq} has a wrong checksum"
        before, expected = checksum, seq + 1
    if expected == 1:
        yield f"game {game_id} has no actions"


def _all_games_findings(db: sqlite3.Connection) -> Iterator[str]:
    known = {chain.CHAIN_START} | {checksum for (checksum,) in db.execute("select checksum from entries")}
    for game_id, follows in db.execute("select id, follows from games order by id").fetchall():
        yield from game_findings(db, game_id)
        if follows not in known:
            yield f"entries before game {game_id} are missing"
    for (game_id,) in db.execute("select distinct game_id from entries where game_id not in (select id from games)"):
        yield f"game {game_id} is missing, but its actions are not"
    missing = "select game_id from current where game_id is not null and game_id not in (select id from games)"
    for (game_id,) in db.execute(missing):
        yield f"the table's game, {game_id}, is missing"


def _result_findings(db: sqlite3.Connection) -> Iterator[str]:
    rows = db.execute("select game_id, ended_utc, actions, rounds, winner, ending, points, checksum from results")
    for game_id, *values, checksum in rows.fetchall():
        last = db.execute(
            "select seq, checksum from entries where game_id = ? order by seq desc limit 1", (game_id,)
        ).fetchone()
        if last is None or last[0] != values[1]:
            yield f"game {game_id} ended with action {values[1]}, but its last action is {last and last[0]}"
        elif checksum != chain.row_checksum(last[1], game_id, *values):
            yield f"game {game_id}: its result has a wrong checksum"


def _identity_findings(db: sqlite3.Connection) -> Iterator[str]:
    if len(seen := schema.read_journal_uid(db)) != 16:
        yield f"its identity has {len(seen)} bytes, expected 16"
    if (made := db.execute("select version from made_by").fetchone()) != (schema.VERSION,):
        yield f"it has the version {made and made[0]} in made_by, expected {schema.VERSION}"


def _fixture_findings(db: sqlite3.Connection) -> Iterator[str]:
    rows = "select game_id, fixture, fixtures.checksum, games.checksum from fixtures left join games on id = game_id"
    for game_id, fixture, checksum, game_row in db.execute(rows):
        if game_row is None or checksum != chain.row_checksum(game_row, fixture):
            yield f"game {game_id}: its fixture has a wrong checksum"


def _draw_findings(db: sqlite3.Connection) -> Iterator[str]:
    for *row, checksum in db.execute(f"select {entry.DRAW_COLUMNS}, checksum from draws order by game_id, n"):  # noqa: S608  # a constant
        if checksum != entry.draw_row_checksum(*row):
            yield f"game {row[0]}: draw {row[1]} has a wrong checksum"
