"""Values in the journal: entries, draws and games, and its errors."""

import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from controller.games.contract.rules import Outcome
from controller.games.contract.values import CastleId
from controller.games.naming import DEFAULT_GAME
from controller.secret import Secret
from controller.store.journal import chain

NEXT_GAME: Final = 0
"""Stands for the next game, still unnumbered: its first draw is committed before its players are known."""

DRAW_COLUMNS: Final = "game_id, n, salt, commitment, seed, given, seq, asked"


class Draw(Struct, frozen=True):
    """One draw, pending or made.

    Attributes:
        game_id: the game; ``NEXT_GAME`` before it starts.
        n: number in the game, from 1.
        salt: 32 bytes, hexadecimal, one for all draws of a game; values derived from the log do not reveal it.
        commitment: 32 bytes, hexadecimal, shown before the draw.
        seed: 32 bytes, hexadecimal; secret until the draw is made.
        given: derived from a seed given by the user, so the draw proves nothing.
        seq: number of the resulting action; None while pending.
        asked: the request as JSON; None while pending.
    """

    game_id: int
    n: int
    salt: Secret
    commitment: str
    seed: Secret
    given: bool
    seq: int | None = None
    asked: str | None = None

    def write_row(self, db: sqlite3.Connection, game_id: int) -> None:
        binary = [bytes.fromhex(each) for each in (self.salt.reveal(), self.commitment, self.seed.reveal())]
        row = (game_id, self.n, *binary, int(self.given), self.seq, self.asked)
        db.execute("insert or replace into draws values (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, draw_row_checksum(*row)))


def draw_row_checksum(*row: object) -> bytes:
    return chain.row_checksum(chain.CHAIN_START, *(value if isinstance(value, bytes) else str(value) for value in row))


def draw_from_row(row: sqlite3.Row) -> Draw | None:
    """Return the draw in a row of ``DRAW_COLUMNS``; None if its types are wrong."""
    game_id, n, *binary, given, seq, asked = row
    try:
        salt, commitment, seed = (memoryview(each).hex() for each in binary)
    except TypeError:
        return None
    return Draw(game_id, n, Secret(salt), commitment, Secret(seed), bool(given), seq, asked)


class JournalError(Exception):
    """The journal cannot be read or written."""


class JournalBusy(JournalError):
    """Another process is writing this journal."""


class NotAJournal(JournalError):
    """The file is a database of another program."""


class NewerJournal(JournalError):
    """A newer version of royaltable made the file."""


class JournalDamaged(JournalError):
    """The file does not contain what was written; ``seen`` says what is wrong."""

    def __init__(self, message: str, seen: str) -> None:
        super().__init__(message)
        self.seen = seen


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted action; the last four attributes are only written, not read back.

    Attributes:
        game_id: the game, from 1.
        seq: number in the game, from 1.
        origin: ``gate:blue``, ``yes:blue``, ``knob``, ``page:referee``, ``hourglass``, ...
        written_utc: ISO 8601 wall-clock time; informative, never used by rules.
        castles: the players; only in a game's first entry.
        outcome: the result if this entry ends the game.
        draws: draws revealed for this entry, written in the same commit.
        fixture: id of the tournament game, if any; only in a game's first entry.
    """

    game_id: int
    seq: int
    action: dict[str, Any]
    origin: str
    written_utc: str
    castles: tuple[CastleId, ...] = field(default=(), compare=False)
    outcome: Outcome | None = field(default=None, compare=False)
    draws: tuple[Draw, ...] = field(default=(), compare=False)
    fixture: str | None = field(default=None, compare=False)


class GameInfo(Struct, frozen=True):
    """One game in the list of games.

    Attributes:
        castles: the players in seat order.
        current: whether it is the game at the table, which the next start resumes.
        game: name of the game that was played.
    """

    game_id: int
    begun_utc: str
    last_utc: str
    castles: tuple[CastleId, ...]
    actions: int
    over: bool
    current: bool
    game: str = DEFAULT_GAME


class GameResult(Struct, frozen=True):
    """A finished game."""

    game_id: int
    ended_utc: str
    castles: tuple[CastleId, ...]
    actions: int
    outcome: Outcome


class ReplacementJournal(Struct, frozen=True):
    """A complete journal to replace its original, if that still has ``base_entries`` entries."""

    path: Path
    base_entries: int


class LostEntries(Struct, frozen=True):
    """Saved entries of a game, ``first`` to ``last``, that are now missing."""

    game_id: int
    first: int
    last: int

    def __str__(self) -> str:
        actions = f"action {self.first}" if self.first == self.last else f"actions {self.first} to {self.last}"
        return f"{actions} of game {self.game_id}"
