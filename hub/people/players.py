"""The players of a room: whom a steward has named, each with a code of his own, until somebody asks to be forgotten."""

import secrets
import unicodedata
from typing import Final

import asyncpg
from asyncpg import Connection
from msgspec import Struct

from controller import limits
from controller.fleet.enrolment import LENGTH
from controller.fleet.table_id import LETTERS
from hub.people.names import tidied

OF_CODE: Final = "select player_no, name, code from players where code = $1"
OF_NAME: Final = """
select player_no, name, code from players where lower(name) in (lower($1), lower($2))
order by lower(name) = lower($1) desc limit 1
"""
LIKE: Final = "select name from players where lower(name) like lower($1) || '%' order by lower(name) limit $2"
NEW: Final = """
insert into players (name, code) select $1, $2 where (select count(*) from players) < $3
returning player_no
"""
ERASE: Final = """
update players set name = null, code = null, erased_at = now() where player_no = $1 and erased_at is null
returning player_no
"""


class Player(Struct, frozen=True):
    """Somebody who is known by name.

    Attributes:
        code: letters by which the player is known, and nobody else.
        is_new: the code was drawn just now, and is to be told.
    """

    player_no: int
    name: str
    code: str
    is_new: bool = False


class PlayerError(Exception):
    """That is nobody's name; the message says what was seen and what to do.

    Attributes:
        word: ``name`` or ``full``, for whoever translates it.
    """

    def __init__(self, word: str, message: str) -> None:
        super().__init__(message)
        self.word = word


def as_name(text: str) -> str:
    """What somebody typed, in one line.

    Raises:
        PlayerError: there is nothing left of it, or too much.
    """
    name = tidied(text)
    if not 1 <= len(name) <= limits.PLAYER_NAME:
        raise PlayerError("name", f"saw a name of {len(name)} letters, expected 1 to {limits.PLAYER_NAME}. Shorten it.")
    return name


async def named(connection: Connection, text: str) -> Player:
    """The player of that code or name; of a name that is new, a new one.

    Raises:
        PlayerError: it is no name, or there are too many players.
    """
    name = as_name(text)
    while True:
        if (there := await known(connection, name)) is not None:
            return there
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        try:
            async with connection.transaction():
                made = await connection.fetchval(NEW, name, code, limits.PLAYERS)
        except asyncpg.UniqueViolationError:  # somebody else has entered the same name meanwhile
            continue
        if made is None:
            raise PlayerError("full", f"saw {limits.PLAYERS} players, and no more are taken. Erase some first.")
        return Player(made, name, code, is_new=True)


async def known(connection: Connection, text: str) -> Player | None:
    """The player of that code or name; None where there is none."""
    if (player := await of_code(connection, text)) is not None:
        return player
    taken_apart = unicodedata.normalize("NFD", text)  # a book may hold names from before they were composed
    row = await connection.fetchrow(OF_NAME, text, taken_apart)
    return None if row is None else Player(*row)


async def of_code(connection: Connection, text: str) -> Player | None:
    """Who has this code, as somebody types it; None for nobody."""
    if (code := as_code(text)) is None:
        return None
    row = await connection.fetchrow(OF_CODE, code)
    return None if row is None else Player(*row)


def as_code(text: str) -> str | None:
    """A code as somebody types it, as it is kept; None for what can be none."""
    letters = text.lower().replace(" ", "").replace("-", "")
    return letters if len(letters) == LENGTH and set(letters) <= set(LETTERS) else None


async def like(connection: Connection, beginning: str) -> list[str]:
    """Names that begin so, a few."""
    plain = beginning[: limits.PLAYER_NAME].replace("\0", "")
    for special in "\\%_":
        plain = plain.replace(special, f"\\{special}")
    return [name for (name,) in await connection.fetch(LIKE, plain, 8)]


async def erase(connection: Connection, player_no: int) -> bool:
    """Forget name and code; the games stay, as somebody's. Whether there was such a player."""
    return await connection.fetchval(ERASE, player_no) is not None
