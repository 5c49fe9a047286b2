"""Read a journal: games, entries and results, and logs for a hub."""

import contextlib
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import msgspec
from msgspec import Struct

from controller import limits
from controller.games.contract.rules import Outcome
from controller.games.contract.values import CastleId
from controller.games.naming import DEFAULT_GAME, game_name_of_start
from controller.store.journal import entry, schema, verify
from controller.store.journal.entry import Draw, Entry, GameInfo, GameResult, JournalError, LostEntries
from controller.store.journal.file_guards import HighWaterMark, MarkedEntry
from controller.store.journal.schema import (
    DATABASE_ERRORS,
    DECODING_ERRORS,
    connect,
    damage_error,
    journal_error,
    opened_copy,
)

if TYPE_CHECKING:
    from controller.fleet.log_messages import LogEntry

_SELECT_GAMES: Final = """
select id, begun_utc, (select written_utc from entries where game_id = id order by seq desc limit 1), castles,
    (select max(seq) from entries where game_id = id), id in (select game_id from results) as over,
    id is (select game_id from current) as current, (select action from entries where game_id = id and seq = 1)
from games where exists (select 1 from entries where game_id = id)
"""


class JournalReader:
    def __init__(self, path: Path) -> None:
        self.path = path
        with self._convert_db_errors():
            self._db = connect(path, read_only=True)
            if not schema.has_tables(self._db, path):
                raise schema.empty_error(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def latest_game_id(self) -> int | None:
        (game_id,) = self._select_one("select max(id) from games")
        return int(game_id) if game_id is not None else None

    def entry_count(self) -> int:
        """Return the number of entries of all games; it never decreases."""
        (count,) = self._select_one("select count(*) from entries")
        return int(count)

    def current_game_id(self) -> int | None:
        (game_id,) = self._select_one("select game_id from current")
        return int(game_id) if game_id is not None else None

    def games(self) -> Iterator[GameInfo]:
        return map(self._info_from_row, self._select_all(f"{_SELECT_GAMES} order by id"))

    def parked_games(self, most: int) -> list[GameInfo]:
        """Return at most ``most`` parked games, newest first, without damaged ones."""
        rows = self._select_all(f"{_SELECT_GAMES} and not over and not current order by id desc limit ?", most)
        return [self._info_from_row(row) for row in rows if not self._find_game_damage(row[0])]

    def _info_from_row(self, row: sqlite3.Row) -> GameInfo:
        game_id, begun_utc, last_utc, castles, actions, over, current, start = row
        return GameInfo(
            game_id,
            begun_utc,
            last_utc,
            _parse_castles(castles),
            actions,
            bool(over),
            bool(current),
            self._game_name(start),
        )

    def entries(self, game_id: int) -> Iterator[Entry]:
        rows = self._select_all(
            "select seq, action, origin, written_utc from entries where game_id = ? order by seq", game_id
        )
        for seq, action, origin, written_utc in rows:
            with self._convert_decoding_errors():
                entry = Entry(game_id, seq, msgspec.json.decode(action), origin, written_utc)
            yield entry

    def written_utc(self, game_id: int) -> list[str]:
        """Return the time of each entry of a game."""
        rows = self._select_all("select written_utc from entries where game_id = ? order by seq", game_id)
        return [written_utc for (written_utc,) in rows]

    def draws(self, game_id: int) -> list[Draw]:
        rows = self._select_all(f"select {entry.DRAW_COLUMNS} from draws where game_id = ? order by n", game_id)  # noqa: S608  # a constant
        return [found for row in rows if (found := entry.draw_from_row(row)) is not None]

    def fixture_id_of(self, game_id: int) -> str | None:
        """Return the id of the game's fixture; None without one."""
        for (fixture,) in self._select_all("select fixture from fixtures where game_id = ?", game_id):
            return str(fixture)
        return None

    def has_fixture(self, fixture: str) -> bool:
        return bool(self._select_all("select 1 from fixtures where fixture = ? limit 1", fixture))

    def results(self) -> Iterator[GameResult]:
        rows = self._select_all(
            "select game_id, ended_utc, castles, actions, rounds, winner, ending, points "
            "from results join games on id = game_id order by game_id"
        )
        for game_id, ended_utc, castles, actions, rounds, winners, ending, points in rows:
            outcome = self._outcome_from_columns(rounds, winners, ending, points)
            yield GameResult(game_id, ended_utc, _parse_castles(castles), actions, outcome)

    def finished_game(self, game_id: int) -> tuple[int, bytes] | None:
        """Return a game's id and `last_checksum`, for 0 those of the newest; None if it has not ended."""
        which = (
            "select game_id from results where game_id = ?"
            if game_id
            else "select max(game_id) from results where ? = 0"
        )
        for (found,) in self._select_all(which, game_id):
            return None if found is None else (int(found), self.last_checksum(found))
        return None

    def last_checksum(self, game_id: int) -> bytes:
        """Return the checksum of a game's newest entry, which stands for the whole log; empty without entries."""
        query = "select checksum from entries where game_id = ? order by seq desc limit 1"
        return b"".join(bytes(checksum) for (checksum,) in self._select_all(query, game_id))

    def _outcome_from_columns(self, rounds: int, winners: str, ending: str, points: str) -> Outcome:
        with self._convert_decoding_errors():
            return Outcome(
                rounds, _parse_castles(winners), msgspec.json.decode(points, type=dict[CastleId, int]), ending or None
            )

    def _game_name(self, start: str | None) -> str:
        try:
            return game_name_of_start(msgspec.json.decode(start or "{}"))
        except DECODING_ERRORS:
            return DEFAULT_GAME

    def _find_game_damage(self, game_id: int) -> str | None:
        try:
            return next(verify.game_findings(self._db, game_id), None)
        except DECODING_ERRORS as fault:
            return str(fault)

    def find_lost_entries(self, marks: Sequence[MarkedEntry] | None = None) -> LostEntries | None:
        """Return the missing entries of the newest game whose marked entry is missing; None if there are none."""
        for game_id, seq in sorted(HighWaterMark(self.path).read_marks() if marks is None else marks, reverse=True):
            (there,) = self._select_one("select coalesce(max(seq), 0) from entries where game_id = ?", game_id)
            if int(there) < seq:
                return LostEntries(game_id, int(there) + 1, seq)
        return None

    def damage_findings(self) -> list[str]:
        ends_at = time.monotonic() + limits.JOURNAL_CHECK_TIMEOUT_S
        self._db.set_progress_handler(lambda: time.monotonic() > ends_at, 100_000)
        try:
            return list(verify.all_findings(self._db))
        except DATABASE_ERRORS as fault:
            raise journal_error(self.path, fault) from None
        finally:
            self._db.set_progress_handler(None, 0)

    def close(self) -> None:
        self._db.close()

    @contextlib.contextmanager
    def _convert_db_errors(self) -> Iterator[None]:
        try:
            yield
        except DATABASE_ERRORS as fault:
            raise journal_error(self.path, fault) from None

    @contextlib.contextmanager
    def _convert_decoding_errors(self) -> Iterator[None]:
        try:
            yield
        except DECODING_ERRORS as fault:
            raise damage_error(self.path, str(fault)) from None

    def _select_one(self, query: str, *values: int) -> sqlite3.Row:
        (row,) = self._select_all(query, *values)
        return row

    def _select_all(self, query: str, *values: int | str) -> list[sqlite3.Row]:
        with self._convert_db_errors():
            return self._db.execute(query, values).fetchall()


def _parse_castles(names: str) -> tuple[CastleId, ...]:
    return tuple(CastleId(name) for name in names.split())


def copy_journal_into(journal: Path, into: sqlite3.Connection) -> bool:
    """Copy a journal in a read-only folder ``into`` a connection; return False on failure."""
    try:
        with opened_copy(journal) as source:
            if not schema.has_tables(source, journal):
                return False
            source.backup(into)
    except (OSError, JournalError, *DATABASE_ERRORS):
        return False
    return True


REPORTED_GAMES: Final = """
select id, (select max(seq) from entries where game_id = id), id in (select game_id from results),
       (select action from entries where game_id = id and seq = 1)
from games where id >= ?1 and (
    id not in (select game_id from results) or id in (select game_id from reopened)
    or id > (select max(id) from games) - ?3
) order by id limit ?2
"""

NEWEST_REPORTED: Final = 20
"""How many of the newest games to report even when over, to detect forks: if a copy was used
elsewhere, each later game differs, as its first entry is chained to earlier ones."""


class GameToReport(Struct, frozen=True):
    """A game to report to the hub: unfinished, reopened or recent. ``seq`` is the number of its newest entry."""

    game_id: int
    seq: int
    over: bool
    name: str


class HubLogReader(JournalReader):
    """Reads a journal for the hub; None, 0 or an empty list stand for an unknown game."""

    def journal_uid(self) -> bytes:
        return schema.read_journal_uid(self._db)

    def continued_journal_uid(self) -> bytes | None:
        for (found,) in self._select_all("select continues from identity"):
            return None if found is None else bytes(found)
        return None

    def games_to_report(self, first: int, most: int) -> list[GameToReport]:
        rows = self._select_all(REPORTED_GAMES, first, most, NEWEST_REPORTED)
        return [GameToReport(game, seq or 0, bool(over), self._game_name(start)) for game, seq, over, start in rows]

    def begun_utc_and_castles(self, game_id: int) -> tuple[str, str] | None:
        for begun_utc, castles in self._select_all("select begun_utc, castles from games where id = ?", game_id):
            return begun_utc, castles
        return None

    def last_seq(self, game_id: int) -> int:
        ((found,),) = self._select_all("select coalesce(max(seq), 0) from entries where game_id = ?", game_id)
        return int(found)

    def entry_checksum(self, game_id: int, seq: int) -> str | None:
        """Return the checksum of an entry; for entry 0 what the first entry is chained to."""
        if seq > 0:
            found = self._select_all("select checksum from entries where game_id = ? and seq = ?", game_id, seq)
            return bytes(found[0][0]).hex() if found else None
        found = self._select_all("select follows from games where id = ?", game_id)
        return schema.checksum_before_first_entry(self._db, bytes(found[0][0])).hex() if found else None

    def raw_entries(self, game_id: int, first: int, last: int) -> "list[LogEntry]":
        from controller.fleet.log_messages import LogEntry  # a table without a hub needs no messages

        query = (
            "select seq, action, origin, written_utc, lower(hex(checksum)) from entries "
            "where game_id = ? and seq between ? and ? order by seq"
        )
        return [LogEntry(*row) for row in self._select_all(query, game_id, first, last)]

    def end_seq_and_outcome(self, game_id: int) -> tuple[int, Outcome] | None:
        """Return the number of the entry that ended a game, and the outcome; None if not over."""
        query = "select actions, rounds, winner, ending, points from results where game_id = ?"
        for actions, *outcome in self._select_all(query, game_id):
            return actions, self._outcome_from_columns(*outcome)
        return None
