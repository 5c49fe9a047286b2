"""Take a tournament out of a hub's database, and into another's."""

from typing import Final

from asyncpg import Connection
from msgspec.structs import replace

from hub.tournament.actions import AddEntrants
from hub.tournament.exchange import (
    TournamentRecord,
    TournamentRecordError,
    describe_tournament,
    encode_tournament_record,
)
from hub.tournament_service.entrants import NAME_ERASED_CHANNEL
from hub.tournament_service.service import encode_action, load_newest_tournament

NO_ROOT: Final = bytes(32)
"""Root of a tournament that came without one: it is over, so nothing is drawn any more."""

SELECT_SAME: Final = "select 1 from tournament_acts where number = 1 and act like '%\"commitment\":\"' || $1 || '\"%'"

INSERT_TOURNAMENT: Final = "insert into tournaments (root, begun_at) values ($1, $2) returning tournament_no"

INSERT_ACTIONS: Final = """
insert into tournament_acts (tournament_no, number, act, by, done_at)
select $1, * from unnest($2::int[], $3::text[], $4::text[], $5::timestamptz[])
"""


async def export_newest_tournament(connection: Connection) -> bytes | None:
    """Return its record with its root, without actions that cannot be read; None without a tournament."""
    stored = await load_newest_tournament(connection)
    if stored is None:
        return None
    kept = [(each.act, (each.by, each.at)) for each in stored.actions if each.act is not None]
    root = None if stored.root == NO_ROOT else stored.root
    return encode_tournament_record((act for act, _ in kept), [done for _, done in kept], root)


async def import_tournament(connection: Connection, record: TournamentRecord) -> None:
    """Store a complete record as the newest tournament; raise TournamentRecordError if there is no place for it.

    Links to registered players are left out: their numbers mean other people here.
    """
    begun = record.acts[0]
    async with connection.transaction():
        await connection.execute("lock table tournaments in share row exclusive mode")
        if await connection.fetchval(SELECT_SAME, getattr(begun, "commitment", "")):
            raise TournamentRecordError("this tournament is in this hub already")
        newest = await load_newest_tournament(connection)
        if newest is not None:
            here = describe_tournament([each.act for each in newest.actions if each.act is not None])
            if not here["over"]:
                raise TournamentRecordError(f"{here['name']} is not over in this hub. End it first")
        root = NO_ROOT if record.root is None else bytes.fromhex(record.root)
        number = await connection.fetchval(INSERT_TOURNAMENT, root, record.done[0].at)
        acts = [
            replace(act, people=tuple(replace(each, player=None) for each in act.people))
            if isinstance(act, AddEntrants)
            else act
            for act in record.acts
        ]
        await connection.execute(
            INSERT_ACTIONS,
            number,
            list(range(1, len(acts) + 1)),
            [encode_action(act) for act in acts],
            [each.by for each in record.done],
            [each.at for each in record.done],
        )
        await connection.execute("select pg_notify($1, '')", NAME_ERASED_CHANNEL)
