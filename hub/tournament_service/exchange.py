"""Take a tournament out of a hub's database, and into another's."""

from datetime import UTC, datetime
from typing import Final

from asyncpg import Connection
from msgspec.structs import replace

from hub.tournament.actions import Action, AddEntrants
from hub.tournament.exchange import (
    Origins,
    TournamentRecord,
    TournamentRecordError,
    describe_tournament,
    encode_tournament_record,
)
from hub.tournament.pairing import Seed
from hub.tournament_service.entrants import NAME_ERASED_CHANNEL
from hub.tournament_service.service import (
    SELECT_ACTIONS,
    SELECT_NEWEST_TOURNAMENT,
    decode_action,
    encode_action,
)

NO_ROOT: Final = bytes(32)
"""Root of a tournament that came without one: it is over, so nothing is drawn any more."""

SELECT_SAME: Final = "select 1 from tournament_acts where number = 1 and act like '%\"commitment\":\"' || $1 || '\"%'"

INSERT_TOURNAMENT: Final = "insert into tournaments (root, begun_at) values ($1, $2) returning tournament_no"

INSERT_ACTIONS: Final = """
insert into tournament_acts (tournament_no, number, act, by, done_at)
select $1, * from unnest($2::int[], $3::text[], $4::text[], $5::timestamptz[])
"""


async def export_newest_tournament(connection: Connection) -> bytes | None:
    """Return its record with its root; None without a tournament."""
    row = await connection.fetchrow(SELECT_NEWEST_TOURNAMENT)
    if row is None:
        return None
    acts = await _stored_acts(connection, row["tournament_no"])
    root = None if row["root"] == NO_ROOT else Seed(row["root"])
    return encode_tournament_record((act for act, _, _ in acts), [(by, at) for _, by, at in acts], root)


async def _stored_acts(connection: Connection, tournament_no: int) -> list[tuple[Action, str, datetime]]:
    """Return a tournament's actions, each with by whom and when."""
    rows = await connection.fetch(SELECT_ACTIONS, tournament_no)
    return [(act, by, at) for text, by, at in rows if (act := decode_action(text)) is not None]


async def import_tournament(connection: Connection, record: TournamentRecord) -> None:
    """Store a complete record as the newest tournament; raise TournamentRecordError if there is no place for it.

    Links to registered players are left out: their numbers mean other people here.
    """
    begun = record.acts[0]
    async with connection.transaction():
        await connection.execute("lock table tournaments in share row exclusive mode")
        if await connection.fetchval(SELECT_SAME, getattr(begun, "commitment", "")):
            raise TournamentRecordError("this tournament is in this hub already")
        newest = await connection.fetchrow(SELECT_NEWEST_TOURNAMENT)
        if newest is not None:
            stored = await _stored_acts(connection, newest["tournament_no"])
            here = describe_tournament([act for act, _, _ in stored])
            if not here["over"]:
                raise TournamentRecordError(f"{here['name']} is not over in this hub. End it first")
        done = record.done or (Origins("import", datetime.now(UTC)),) * len(record.acts)
        root = NO_ROOT if record.root is None else bytes.fromhex(record.root)
        number = await connection.fetchval(INSERT_TOURNAMENT, root, done[0].at)
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
            [each.by for each in done],
            [each.at for each in done],
        )
        await connection.execute("select pg_notify($1, '')", NAME_ERASED_CHANNEL)
