"""A draw of a game as the journal has it: what the table committed itself to, and what it opened."""

import sqlite3
from typing import Final

from msgspec import Struct

from controller.secret import Secret
from controller.store.journal import chain

COMING: Final = 0
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
        """Write the row, as one of game ``game_id``, in the place of the standing draw of its number."""
        octets = [bytes.fromhex(each) for each in (self.salt.reveal(), self.commitment, self.seed.reveal())]
        row = (game_id, self.n, *octets, int(self.given), self.seq, self.asked)
        marks = ", ".join("?" * (len(row) + 1))
        db.execute(f"insert or replace into draws values ({marks})", (*row, check(*row)))  # noqa: S608  # marks only


def check(*row: object) -> bytes:
    """The checksum of a row of ``draws``; each stands for itself, as a standing draw is written anew."""
    return chain.check(chain.BEGIN, *(value if isinstance(value, bytes) else str(value) for value in row))


def read(row: sqlite3.Row) -> Draw | None:
    """A row of ``COLUMNS``; None if its values are not of the kind that was written."""
    game_id, n, *octets, given, seq, asked = row
    try:
        salt, commitment, seed = (memoryview(each).hex() for each in octets)
    except TypeError:
        return None
    return Draw(game_id, n, Secret(salt), commitment, Secret(seed), bool(given), seq, asked)
