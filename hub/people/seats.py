"""Who sat at which castle of a game, as people have told it."""

from typing import Final

import asyncpg
from asyncpg import Connection

from hub.people.players import Player, PlayerError, named

CASTLES: Final = "select castles from games where journal_no = $1 and game = $2"
SIT: Final = """
insert into seats (journal_no, game, castle, player_no, told_by) values ($1, $2, $3, $4, $5)
on conflict (journal_no, game, castle)
do update set player_no = excluded.player_no, told_by = excluded.told_by, told_at = now()
"""
SEATED: Final = """
select s.castle, p.player_no, p.name from seats s join players p using (player_no)
where s.journal_no = $1 and s.game = $2
"""


async def seat(
    connection: Connection, journal_no: int, game: int, castle: str, who: str, told_by: str
) -> Player | None:
    """Somebody of this name or code sat there; nobody did, where ``who`` is empty.

    Args:
        connection: to the database.
        journal_no: of its journal.
        game: its number there.
        castle: one of those that played.
        who: a name, which may be new, or a code.
        told_by: the role of who says so.

    Raises:
        PlayerError: there is no such castle, that is no name, or the same player sat at another castle.
    """
    castles = await connection.fetchval(CASTLES, journal_no, game)
    if castles is None or castle not in castles.split():
        raise PlayerError(
            "castle", f"saw the castle {castle!r}, expected one of those that played: {castles or 'none'}."
        )
    try:
        async with connection.transaction():
            player = await named(connection, who) if who.strip() else None
            number = None if player is None else player.player_no
            await connection.execute(SIT, journal_no, game, castle, number, told_by)
    except asyncpg.UniqueViolationError:
        raise PlayerError("twice", f"saw {who!r} at two castles of one game. Name somebody else.") from None
    return player


async def seated(connection: Connection, journal_no: int, game: int) -> dict[str, dict[str, object]]:
    """By castle: ``player`` (number) and ``name``, null for who has been forgotten."""
    rows = await connection.fetch(SEATED, journal_no, game)
    return {castle: {"player": player, "name": name} for castle, player, name in rows}
