"""What the journal holds, as values: entries and draws."""

import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from controller.games.contract.rules import Outcome
from controller.games.contract.values import CastleId
from controller.games.naming import USUAL
from controller.secret import Secret
from controller.store.journal import chain

NEXT_GAME: Final = 0
"""The number of the game that is yet to begin: its first draw stands before anybody knows who plays."""

COLUMNS: Final = "game_id, n, salt, commitment, seed, given, seq, asked"


class Draw(Struct, frozen=True):
    """One draw, before it was made or after it.

    Attributes:
        game_id: which game it belongs to; ``COMING`` before that has begun.
        n: its number in the game, from 1.
        salt: 32 octets as hex, the same for all draws of a game; it hides the log in what is derived from it.
        commitment: 32 octets as hex, shown before the draw.
        seed: 32 octets as hex; a secret until the draw is made.
        given: the seed comes from one that people gave to the table, so that the draw proves nothing.
        seq: the action that it entered; None while the draw stands.
        asked: what was asked of it, as JSON; None while it stands.
    """

    game_id: int
    n: int
    salt: Secret
    commitment: str
    seed: Secret
    given: bool
    seq: int | None = None
    asked: str | None = None

    def write(self, db: sqlite3.Connection, game_id: int) -> None:
        octets = [bytes.fromhex(each) for each in (self.salt.reveal(), self.commitment, self.seed.reveal())]
        row = (game_id, self.n, *octets, int(self.given), self.seq, self.asked)
        db.execute("insert or replace into draws values (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, draw_checksum(*row)))


def draw_checksum(*row: object) -> bytes:
    return chain.checksum(chain.BEGIN, *(value if isinstance(value, bytes) else str(value) for value in row))


def draw_from_row(row: sqlite3.Row) -> Draw | None:
    """A row of ``COLUMNS``; None if its values are not of the kind that was written."""
    game_id, n, *octets, given, seq, asked = row
    try:
        salt, commitment, seed = (memoryview(each).hex() for each in octets)
    except TypeError:
        return None
    return Draw(game_id, n, Secret(salt), commitment, Secret(seed), bool(given), seq, asked)


class JournalError(Exception):
    """The journal cannot be read or written; the message says what was seen and what to do."""


class JournalBusy(JournalError):
    """Another process writes this journal."""


class JournalOfAnother(JournalError):
    """The file is another program's, whole as it seems."""


class JournalDamaged(JournalError):
    """The file does not hold what was written.

    Attributes:
        seen: what is wrong.
    """

    def __init__(self, message: str, seen: str) -> None:
        super().__init__(message)
        self.seen = seen


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted action.

    Attributes:
        game_id: which game it belongs to, from 1.
        seq: its number in the game, from 1.
        origin: who brought it about: ``gate:blue``, ``yes:blue``, ``knob``, ``page:referee``, ``hourglass``, ...
        written_utc: ISO 8601 wall-clock time; only for people, never for judging.
        castles: who plays; only a game's first entry needs it, and it is not read back.
        outcome: how this entry ended the game; None while it goes on. Not read back.
        draws: what the table opened for it, and committed itself to with it. Not read back.
        fixture: what a hub calls the game, where a hub had wanted it; only a game's first entry has it. Not read back.
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
    """One game of the list.

    Attributes:
        castles: who plays, in seat order; empty where an older file did not say.
        current: it is the one on the table, which the next start takes up.
        game: what was played, by the name that logs give it.
    """

    game_id: int
    begun_utc: str
    last_utc: str
    castles: tuple[CastleId, ...]
    actions: int
    over: bool
    current: bool
    game: str = USUAL


class GameResult(Struct, frozen=True):
    """A finished game.

    Attributes:
        length_s: wall-clock seconds from its first to its last entry, pauses included.
    """

    game_id: int
    ended_utc: str
    castles: tuple[CastleId, ...]
    length_s: float
    actions: int
    outcome: Outcome


class ExtendedJournal(Struct, frozen=True):
    """A whole journal, ready to be put in the place of the one that it is a copy of.

    Attributes:
        base_entries: of how many entries, of all games, it is a copy: it is for a journal that has no more by now.
    """

    path: Path
    base_entries: int


class LostEntries(Struct, frozen=True):
    """Entries that were on disk once and are missing now: ``first`` to ``last`` of a game."""

    game_id: int
    first: int
    last: int

    def __str__(self) -> str:
        actions = f"action {self.first}" if self.first == self.last else f"actions {self.first} to {self.last}"
        return f"{actions} of game {self.game_id}"
