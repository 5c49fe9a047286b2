"""Players of a room: names, codes, seats, and places in a finished game."""

import contextlib
import re
import secrets
import unicodedata
from collections.abc import Sequence
from typing import Final

import asyncpg
from asyncpg import Connection
from msgspec import Struct

from controller import limits
from controller.fleet.enrolment import LETTERS_COUNT
from controller.fleet.table_id import CODE_LETTERS
from hub import RefusedError
from hub.names import fold_name

UNSEEN_LETTERS: Final = dict.fromkeys("\u034f\u17b4\u17b5", "") | dict.fromkeys("\u115f\u1160\u2800\u3164\uffa0", " ")
"""Letters that Unicode calls printable, and what they look like. Variation selectors stay: some names need them."""

JOINERS: Final = "\u200c\u200d"
"""ZERO WIDTH NON-JOINER and ZERO WIDTH JOINER."""

JOINER_CONTEXT: Final = 32
"""Letters on each side of a joiner that decide whether it is needed, with their accents."""

MAX_TEXT_CHARS: Final = 512
"""More than any name may have, so that a longer one is refused as it would be whole."""

EMOJI_MODIFIERS: Final = "\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"

TAGGED_FLAG: Final = re.compile("(\U0001f3f4[\U000e0030-\U000e007a]{2,6}\U000e007f)")
"""A flag such as Scotland's: a black one with invisible tags (UTS #51, ED-14a)."""


def normalise_text(text: str) -> str:
    """Return ``text`` in one line, NFC-composed, with single spaces, without needless invisible characters.

    Joiners stay where a script or an emoji needs them. Nothing reverses the text behind it on a page. Text beyond
    `MAX_TEXT_CHARS` is dropped.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text[:MAX_TEXT_CHARS].split())
    parts = enumerate(TAGGED_FLAG.split(text[:MAX_TEXT_CHARS]))
    seen = "".join(part if number % 2 else "".join(map(_visible_letter, part)) for number, part in parts)
    kept = ""
    for place, letter in enumerate(seen):
        if letter not in JOINERS or _is_joiner_needed(kept, letter, seen[place + 1 : place + 1 + JOINER_CONTEXT]):
            kept += letter
    return " ".join(unicodedata.normalize("NFC", kept).split())


def _visible_letter(letter: str) -> str:
    if letter.isprintable() or letter in JOINERS:
        return UNSEEN_LETTERS.get(letter, letter)
    return "" if unicodedata.category(letter) == "Cf" else " "


def _is_joiner_needed(before: str, joiner: str, after: str) -> bool:
    """Tell whether the joiner has a meaning: in scripts by RFC 5892 (A.1, A.2) and before a virama, or in an emoji."""
    from idna import valid_contextj  # a table of all scripts, for few names

    before = unicodedata.normalize("NFC", before[-JOINER_CONTEXT:])
    after = unicodedata.normalize("NFC", after.translate(dict.fromkeys(map(ord, JOINERS))))
    with contextlib.suppress(ValueError):  # a letter beside it has no name in Python's tables
        if valid_contextj(before + joiner + after, len(before)):
            return True
    if joiner == JOINERS[0] or not before[-1:].strip() or not after:
        return False
    joined = (before.rstrip(EMOJI_MODIFIERS)[-1:], after[0])
    is_virama = unicodedata.combining(after[0]) == 9  # as in Bengali (Unicode, 12.2)
    return is_virama or all(sign and (sign in "\u2194\u2195" or unicodedata.category(sign) == "So") for sign in joined)


SELECT_BY_CODE: Final = "select player_no, name, code from players where code = $1"
SELECT_BY_NAME: Final = "select player_no, name, code from players where folded = $1"
SELECT_NAMES_LIKE: Final = "select name from players where folded like $1 || '%' order by folded limit $2"
INSERT_PLAYER: Final = """
insert into players (name, folded, code) select $1, $2, $3 where (select count(*) from players) < $4
returning player_no
"""
ERASE_PLAYER: Final = """
update players set name = null, folded = null, code = null, erased_at = now()
where player_no = $1 and erased_at is null returning player_no
"""


class Player(Struct, frozen=True):
    """A registered player; ``is_new`` if ``code`` must still be shown."""

    player_no: int
    name: str
    code: str
    is_new: bool = False


class PlayerError(RefusedError):
    """A name, seat or season is refused."""


def parse_player_name(text: str) -> str:
    """Return a typed name in one line; raise PlayerError if it is empty or too long."""
    name = normalise_text(text)
    if not 1 <= len(name) <= limits.PLAYER_NAME_CHARS:
        raise PlayerError(
            "name", f"saw a name of {len(name)} letters, expected 1 to {limits.PLAYER_NAME_CHARS}. Shorten it."
        )
    return name


async def find_or_create_player(connection: Connection, text: str) -> Player:
    """Find a player by code or name, or register a new name; raise PlayerError if it is refused."""
    name = parse_player_name(text)
    while True:
        if (there := await find_player_by_code_or_name(connection, name)) is not None:
            return there
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(LETTERS_COUNT))
        try:
            async with connection.transaction():
                made = await connection.fetchval(INSERT_PLAYER, name, fold_name(name), code, limits.PLAYERS)
        except asyncpg.UniqueViolationError:  # entered twice at the same moment
            continue
        if made is None:
            raise PlayerError("full", f"saw {limits.PLAYERS} players, expected fewer. Erase some first.")
        return Player(made, name, code, is_new=True)


async def find_player_by_code_or_name(connection: Connection, text: str) -> Player | None:
    if (player := await find_player_by_code(connection, text)) is not None:
        return player
    row = await connection.fetchrow(SELECT_BY_NAME, fold_name(text))
    return None if row is None else Player(*row)


async def find_player_by_code(connection: Connection, text: str) -> Player | None:
    if (code := parse_player_code(text)) is None:
        return None
    row = await connection.fetchrow(SELECT_BY_CODE, code)
    return None if row is None else Player(*row)


def parse_player_code(text: str) -> str | None:
    """Return a typed code in its stored form; None if it cannot be a code."""
    letters = text.lower().replace(" ", "").replace("-", "")
    return letters if len(letters) == LETTERS_COUNT and set(letters) <= set(CODE_LETTERS) else None


async def list_names_starting_with(connection: Connection, beginning: str) -> list[str]:
    plain = fold_name(beginning[: limits.PLAYER_NAME_CHARS].replace("\0", ""))
    for special in "\\%_":
        plain = plain.replace(special, f"\\{special}")
    return [name for (name,) in await connection.fetch(SELECT_NAMES_LIKE, plain, 8)]


async def erase_player(connection: Connection, player_no: int) -> bool:
    """Keep the games anonymously; return whether the player existed."""
    return await connection.fetchval(ERASE_PLAYER, player_no) is not None


SELECT_CASTLES: Final = "select journal_no, castles from games where journal_no = first_journal($1, $2) and game = $2"
SELECT_JOURNAL_OF_TABLE: Final = """
select journal_no from journals where table_id = $1
and not exists (select from games where games.journal_no = journals.journal_no and game = $2 and outcome is not null)
order by journal_no desc limit 1
"""
UPSERT_SEAT: Final = """
insert into seats (journal_no, game, castle, player_no, told_by) values ($1, $2, $3, $4, $5)
on conflict (journal_no, game, castle)
do update set player_no = excluded.player_no, told_by = excluded.told_by, told_at = now()
"""


async def save_seat(
    connection: Connection, journal_no: int, game: int, castle: str, who: str, told_by: str
) -> Player | None:
    """Record who sat at a castle, by name or code; "" clears the seat. Raise PlayerError if refused."""
    journal_no, castles = await connection.fetchrow(SELECT_CASTLES, journal_no, game) or (journal_no, "")
    return await _save_seat(connection, journal_no, game, castles.split(), castle, who, told_by)


async def save_seat_at_table(
    connection: Connection, table: str, game: int, castles: Sequence[str], castle: str, who: str, told_by: str
) -> Player | None:
    """Record who sits at one of the ``castles`` of a table's running game, as `save_seat`, before its log comes."""
    journal_no = await connection.fetchval(SELECT_JOURNAL_OF_TABLE, table, game)
    return await _save_seat(connection, journal_no, game, castles if journal_no else (), castle, who, told_by)


async def _save_seat(
    connection: Connection, journal_no: int, game: int, castles: Sequence[str], castle: str, who: str, told_by: str
) -> Player | None:
    if castle not in castles:
        played = " ".join(castles) or "none"
        raise PlayerError("castle", f"saw the castle {castle!r}, expected one of those that played: {played}.")
    try:
        async with connection.transaction():
            player = await find_or_create_player(connection, who) if who.strip() else None
            number = None if player is None else player.player_no
            await connection.execute(UPSERT_SEAT, journal_no, game, castle, number, told_by)
    except asyncpg.UniqueViolationError:
        raise PlayerError("twice", f"saw {who!r} at two castles of one game. Enter another player.") from None
    return player
