"""Bringing an older copy of the journal up to date: only what is new is written.

A journal only grows, so an older copy is its beginning, unless one of the two was restored from somewhere else.
"""

import sqlite3
from pathlib import Path
from typing import Final

from controller.store.journal import schema
from controller.store.journal.files import FAULTS, connect

_COPY: Final = (
    "insert into games select * from journal.games where id > (select coalesce(max(id), 0) from games)",
    """insert into entries select * from journal.entries as newer
       where seq > (select coalesce(max(seq), 0) from entries where game_id = newer.game_id)""",
    "delete from results where checksum not in (select checksum from journal.results)",
    "insert into results select * from journal.results where game_id not in (select game_id from results)",
    "update current set game_id = (select game_id from journal.current)",
)
"""An end that was taken back takes its row of ``results`` with it."""

_STRANGE: Final = """
select count(*) from (select game_id, max(seq) as seq, checksum from entries group by game_id) as last
where checksum is not (select checksum from journal.entries where game_id = last.game_id and seq = last.seq)
"""
"""Games whose last row the journal has not; its checksum stands for all before it."""


def catch_up(copy: Path, journal: Path) -> bool:
    """Write into ``copy`` what ``journal`` has more; False if it is no older copy of it, and then it is as it was."""
    try:
        db = connect(copy)
        try:
            return schema.version_of(db, copy) == schema.VERSION and _catch_up(db, journal)
        finally:
            db.close()
    except FAULTS:
        return False


def _catch_up(db: sqlite3.Connection, journal: Path) -> bool:
    db.execute("attach ? as journal", (f"{journal.absolute().as_uri()}?mode=ro",))
    (strange,) = db.execute(_STRANGE).fetchone()
    if strange:
        return False
    with db:
        db.execute("begin immediate")
        for statement in _COPY:
            db.execute(statement)
    return True
