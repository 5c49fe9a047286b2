"""All that the hub keeps of a table's games, for the table whose card is dead."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import asyncpg
import msgspec
from msgspec import Struct

from controller.games.contract.rules import Outcome
from controller.games.contract.values import CastleId
from controller.store.journal.entry import Entry
from hub.store.kept_games import Row
from hub.store.packing import NotWholeError
from hub.store.whole_games import whole_game

LATEST_JOURNAL: Final = """
select journal_no, uid from journals join games using (journal_no)
where table_id = $1 group by journal_no, uid order by max(last_got) desc limit 1
"""
"""A journal that goes on from another ships all of it again: the latest has what the others have."""

GAMES: Final = """
select journal_no, game, castles, follows, head, head_checksum, outcome::text as outcome, packed, fixture
from games where journal_no = $1 order by game
"""


class NothingToGiveError(Exception):
    """The hub keeps no games of this table; the message says what to do."""


class GivenBack(Struct, frozen=True):
    """What makes the journal anew (``controller.store.journal.rebuilding``).

    Attributes:
        uid: of the journal that has told the hub of them.
        games: all entries of each, in order of their numbers.
        left_out: those of which the log is not kept, or is not whole.
    """

    uid: bytes
    games: list[list[Entry]]
    left_out: tuple[int, ...]


async def given_back(url: str, table: str) -> GivenBack:
    """What is kept of a table's latest journal; what is over as it ended, what goes on up to its open moment.

    Raises:
        NothingToGiveError: there is none.
        OSError, asyncpg.PostgresError, asyncpg.InterfaceError: the database does not answer.
    """
    connection = await asyncpg.connect(url)
    try:
        found = await connection.fetchrow(LATEST_JOURNAL, table)
        if found is None:
            raise NothingToGiveError(f"The hub keeps no game of {table!r}. The room's page names its tables.")
        games, left_out = [], []
        for game in await connection.fetch(GAMES, found["journal_no"]):
            try:
                games.append(_entries(game, await whole_game(connection, game)))
            except NotWholeError:
                left_out.append(game["game"])
    finally:
        await connection.close()
    return GivenBack(bytes(found["uid"]), games, tuple(left_out))


def _entries(game: Any, rows: Sequence[Row]) -> list[Entry]:
    """As the table had written them."""
    castles = tuple(map(CastleId, game["castles"].split()))
    entries = [
        Entry(game["game"], row.seq, msgspec.json.decode(row.action), row.origin, row.written_utc) for row in rows
    ]
    outcome = None if game["outcome"] is None else msgspec.json.decode(game["outcome"], type=Outcome)
    entries[0] = replace(entries[0], castles=castles, fixture=game["fixture"])
    entries[-1] = replace(entries[-1], outcome=outcome)
    return entries
