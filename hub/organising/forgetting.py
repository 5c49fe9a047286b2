"""Somebody is forgotten wherever the hub has the name: in the room's book, and in the acts of tournaments."""

from typing import Final

from asyncpg import Connection
from msgspec.structs import replace

from hub.organising.kept_acts import read, written
from hub.people.players import erase
from hub.tournament.acts import Entered, Newcomer, Renamed

NAMES: Final = "names"
"""What the database tells when a name has gone, for whoever has it in memory."""

WHERE: Final = "select distinct tournament_no from tournament_acts where act like $1"

NAMING: Final = """
select number, act from tournament_acts
where tournament_no = $1 and (act like '{"do":"entered"%' or act like '{"do":"renamed"%') order by number
"""

REWRITE: Final = "update tournament_acts set act = $3 where tournament_no = $1 and number = $2"


async def forget(connection: Connection, player_no: int) -> bool:
    """Forget a player's name and code; games and draws stay, as somebody's. Whether there was such a player.

    Draws follow from numbers, points and clubs, never from names: they are proved as before.
    """
    async with connection.transaction():
        if not await erase(connection, player_no):
            return False
        for (tournament,) in await connection.fetch(WHERE, f'%"player":{player_no}}}%'):
            await _forget_entrant(connection, tournament, player_no)
        await connection.execute("select pg_notify($1, '')", NAMES)
    return True


async def _forget_entrant(connection: Connection, tournament: int, player_no: int) -> None:
    rows = await connection.fetch(NAMING, tournament)
    acts = [(number, act) for number, text in rows if isinstance(act := read(text), Entered | Renamed)]
    entered = [each for _, act in acts if isinstance(act, Entered) for each in act.people]
    taken = {each.name for each in entered} | {act.name for _, act in acts if isinstance(act, Renamed)}
    names = {}
    for entrant, each in enumerate(entered, start=1):
        if each.player == player_no:
            names[entrant] = f"#{entrant}"
            while names[entrant] in taken:
                names[entrant] += "#"
    first = 1
    for number, act in acts:
        if isinstance(act, Entered):
            people = tuple(
                Newcomer(names[entrant], each.club) if entrant in names else each
                for entrant, each in enumerate(act.people, start=first)
            )
            first += len(people)
            after: Entered | Renamed = replace(act, people=people)
        else:
            after = replace(act, name=names.get(act.entrant, act.name))
        if after != act:
            await connection.execute(REWRITE, tournament, number, written(after))
