"""Games as people look at them: each played again once, then on with what is new."""

import asyncio
from collections import OrderedDict
from typing import Any, Final

from asyncpg import Connection
from msgspec import Struct

from controller import limits
from controller.store.journal import chain
from hub.replay.result import REPLAYING
from hub.replay.retelling import Retelling
from hub.store.packing import NotWholeError
from hub.store.whole_games import see_that_it_may_be_read, whole_game

GAME: Final = """
select journal_no, game, follows, head, head_checksum, packed, packed_to, damaged from games
where journal_no = $1 and game = $2
"""

NEW: Final = """
select seq, action, origin, written_utc, checksum from entries
where journal_no = $1 and game = $2 and seq > $3 order by seq
"""


class _Told(Struct):
    retelling: Retelling
    checksum: bytes


class Retellings:
    """Owner of the games that somebody looks at, ``limits.RETOLD`` at most."""

    def __init__(self) -> None:
        self._told: OrderedDict[tuple[int, int], _Told] = OrderedDict()
        self._turn = asyncio.Lock()

    async def of(self, connection: Connection, journal_no: int, game: int) -> Retelling | None:
        """The game as far as it is kept; None where its log is not.

        Raises:
            UnknownRulesError: its rules are not known here.
        """
        async with self._turn, connection.transaction(isolation="repeatable_read", readonly=True):
            row = await connection.fetchrow(GAME, journal_no, game)
            if row is None or row["damaged"]:
                return None
            key = (journal_no, game)
            told = self._told.pop(key, None)
            try:
                if told is None or told.retelling.seq > row["head"] or row["packed_to"] > told.retelling.seq:
                    told = await self._whole(connection, row)
                elif told.retelling.seq < row["head"]:
                    told = await self._further(connection, row, told)
            except NotWholeError:
                return None
            self._told[key] = told
            while len(self._told) > limits.RETOLD:
                self._told.popitem(last=False)
            return told.retelling

    async def _whole(self, connection: Connection, row: Any) -> _Told:
        rows = await whole_game(connection, row)
        return await _further(_Told(Retelling(), row["follows"]), [each.action for each in rows], row["head_checksum"])

    async def _further(self, connection: Connection, row: Any, told: _Told) -> _Told:
        see_that_it_may_be_read(row)
        rows = await connection.fetch(NEW, row["journal_no"], row["game"], told.retelling.seq)
        before = told.checksum
        for seq, action, origin, written_utc, checksum in rows:
            before = chain.entry(before, row["game"], seq, action, origin, written_utc)
            if before != checksum:
                raise NotWholeError(f"action {seq} is not what was written")
        return await _further(told, [each["action"] for each in rows], before)


async def _further(told: _Told, actions: list[str], checksum: bytes) -> _Told:
    await asyncio.get_running_loop().run_in_executor(REPLAYING, told.retelling.tell, actions)
    return _Told(told.retelling, checksum)
