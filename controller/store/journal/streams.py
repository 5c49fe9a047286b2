"""A journal as a hub asks for it: who it is, which games are not settled, entries to the letter."""

from typing import Final

import msgspec
from msgspec import Struct

from controller.games.contract.rules import Outcome
from controller.games.contract.values import CastleId
from controller.store.journal import schema
from controller.store.journal.reader import JournalReader

UNSETTLED: Final = """
select id, (select max(seq) from entries where game_id = id), id in (select game_id from results),
       (select action from entries where game_id = id and seq = 1)
from games where id >= ?1 and (
    id not in (select game_id from results) or id in (select game_id from reopened)
    or id > (select max(id) from games) - ?3
) order by id limit ?2
"""

PROVING: Final = 20
"""The newest games are told of though they are over: where a copy of this journal was played on elsewhere, each game
that began since differs, as its beginning is chained to what was written before."""


class Unsettled(Struct, frozen=True):
    """A game that is not over, went on after an end, or is new: ``name`` is the game's, ``seq`` its newest entry's."""

    game_id: int
    seq: int
    over: bool
    name: str


class Line(Struct, frozen=True):
    """An entry to the letter."""

    seq: int
    action: str
    origin: str
    written_utc: str
    checksum: bytes


class JournalStreams(JournalReader):
    """A journal, open for reading. A method that names a game which is not there gives None or nothing."""

    def uid(self) -> bytes:
        """The name of this line of games; empty in a file of an older version."""
        return schema.uid_of(self._db)

    def continues(self) -> bytes | None:
        """The name of the journal of which this one was a copy."""
        for (found,) in self._all("select continues from identity"):
            return None if found is None else bytes(found)
        return None

    def unsettled(self, first: int, most: int) -> list[Unsettled]:
        """From that game on, in order."""
        rows = self._all(UNSETTLED, first, most, PROVING)
        return [Unsettled(game, seq or 0, bool(over), self._game(start)) for game, seq, over, start in rows]

    def begun(self, game_id: int) -> tuple[str, str] | None:
        """When a game began, by the table's clock, and its castles, as they stand in the file."""
        for begun_utc, castles in self._all("select begun_utc, castles from games where id = ?", game_id):
            return begun_utc, castles
        return None

    def length(self, game_id: int) -> int:
        """How many entries a game has."""
        ((found,),) = self._all("select coalesce(max(seq), 0) from entries where game_id = ?", game_id)
        return int(found)

    def checksum(self, game_id: int, seq: int) -> bytes | None:
        """Of an entry; of entry 0 what the first one is chained to."""
        if seq > 0:
            found = self._all("select checksum from entries where game_id = ? and seq = ?", game_id, seq)
            return bytes(found[0][0]) if found else None
        found = self._all("select follows from games where id = ?", game_id)
        return schema.beginning(self._db, game_id, bytes(found[0][0])) if found else None

    def told_by_the_beginning(self, game_id: int) -> tuple[int, int] | None:
        """The entry whose checksum is a game's beginning, as game and number; None where a secret is between them."""
        query = (
            "select entries.game_id, entries.seq from games join entries on entries.checksum = games.follows "
            "and entries.game_id = (select max(id) from games where id < ?1) where games.id = ?1"
        )
        found = self._all("select follows from games where id = ?", game_id)
        if not found or self.checksum(game_id, 0) != found[0][0]:
            return None
        for before, seq in self._all(query, game_id):
            return int(before), int(seq)
        return None

    def lines(self, game_id: int, first: int, last: int) -> list[Line]:
        """Entries of a game from one number to another."""
        query = (
            "select seq, action, origin, written_utc, checksum from entries "
            "where game_id = ? and seq between ? and ? order by seq"
        )
        return [Line(*row) for row in self._all(query, game_id, first, last)]

    def ended(self, game_id: int) -> tuple[int, Outcome] | None:
        """The entry that ended a game, and how; None while it is not over."""
        query = "select actions, rounds, winner, ending, points from results where game_id = ?"
        for actions, rounds, winners, ending, points in self._all(query, game_id):
            with self._sense():
                seen = msgspec.json.decode(points, type=dict[CastleId, int])
            return actions, Outcome(rounds, tuple(map(CastleId, winners.split())), seen, ending or None)
        return None
