"""All that is kept of a game, packed or not."""

from typing import Any, Final

from asyncpg import Connection

from controller import limits
from hub.store.kept_games import Row
from hub.store.packing import NotWholeError, unpack, verified

ENTRIES: Final = """
select seq, action, origin, written_utc, checksum from entries where journal_no = $1 and game = $2 order by seq
"""

OCTETS: Final = """
select coalesce(sum(octet_length(action) + octet_length(origin) + octet_length(written_utc)), 0)::bigint
from entries where journal_no = $1 and game = $2
"""


def see_that_it_may_be_read(game: Any) -> None:
    """Before its entries are.

    Raises:
        NotWholeError: they are more than any game has.
    """
    if game["head"] > limits.HUB_GAME_ENTRIES:
        raise NotWholeError(f"saw {game['head']} actions, expected {limits.HUB_GAME_ENTRIES} at most")


async def whole_game(connection: Connection, game: Any) -> list[Row]:
    """All entries of a game, packed or not.

    Raises:
        NotWholeError: they are not what was written, or not all, or more than any game has.
    """
    see_that_it_may_be_read(game)
    octets = await connection.fetchval(OCTETS, game["journal_no"], game["game"])
    if octets > limits.HUB_GAME_OCTETS:
        raise NotWholeError(f"saw {octets} octets of actions, expected {limits.HUB_GAME_OCTETS} at most")
    packed = [] if game["packed"] is None else unpack(game["game"], game["follows"], game["packed"])
    kept = [Row(*row) for row in await connection.fetch(ENTRIES, game["journal_no"], game["game"])]
    rows = [*packed, *kept]
    if verified(game["game"], game["follows"], rows) != game["head_checksum"]:
        raise NotWholeError(f"saw {len(rows)} actions, expected {game['head']}")
    return rows
