"""The acts of a tournament as the database has them: each is one row, and is on disk when it counts."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import asyncpg
import msgspec
from asyncpg import Connection
from msgspec import Struct

from controller.json_faults import NO_JSON
from hub.tournament.acts import Act
from hub.tournament.seeds import Seed
from hub.tournament.tournament import ActRefusedError

NEWEST: Final = "select tournament_no, root from tournaments order by tournament_no desc limit 1"

ACTS: Final = "select act, by, done_at from tournament_acts where tournament_no = $1 order by number"

BEGIN: Final = """
with begun as (insert into tournaments (root) values ($1) returning tournament_no)
insert into tournament_acts (tournament_no, number, act, by) select tournament_no, 1, $2, $3 from begun
"""

ADD: Final = """
insert into tournament_acts (tournament_no, number, act, by) values ($1, $2, $3, $4) returning done_at
"""


class Done(Struct, frozen=True):
    """An act with who did it, and when by the database's clock; None for one that cannot be read."""

    act: Act | None
    by: str
    at: datetime


class Kept(Struct, frozen=True):
    """A tournament as it is kept; ``root`` is secret."""

    number: int
    root: Seed
    acts: Sequence[Done]


class TakenNumberError(Exception):
    """Another hub has done something meanwhile: read it anew."""


async def newest(connection: Connection) -> Kept | None:
    """The tournament that was begun last; None where there was none."""
    row = await connection.fetchrow(NEWEST)
    if row is None:
        return None
    acts = await connection.fetch(ACTS, row["tournament_no"])
    done = [Done(read(act), by, at) for act, by, at in acts]
    return Kept(row["tournament_no"], Seed(row["root"]), done)


async def begin(connection: Connection, root: Seed, act: str, by: str) -> None:
    """A new one; its first act is as `written`."""
    await connection.execute(BEGIN, root, act, by)


async def add(connection: Connection, tournament: int, number: int, act: str, by: str) -> datetime:
    """One more act, as `written`; gives when it was done.

    Raises:
        TakenNumberError: there is one of that number.
    """
    try:
        at: datetime = await connection.fetchval(ADD, tournament, number, act, by)
    except asyncpg.UniqueViolationError:
        raise TakenNumberError from None
    return at


def written(act: Act) -> str:
    """An act as it is kept: nothing is that could not be read again.

    Raises:
        ActRefusedError: it could not.
    """
    try:
        text = msgspec.json.encode(act).decode()
        msgspec.json.decode(text, type=Act)
    except (*NO_JSON, UnicodeEncodeError) as fault:
        raise ActRefusedError(
            "bounds", f"Saw an act that could not be read again: {fault}. Enter it otherwise."
        ) from None
    return text


def read(text: str) -> Act | None:
    """An act as it was kept; None where it cannot be read."""
    try:
        act: Act = msgspec.json.decode(text, type=Act)
    except NO_JSON:
        return None
    return act
