"""How the room wants games to be played: at all of its tables, beyond that at single ones; kept in a file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from controller import limits
from controller.fleet.messages import House, Word
from controller.json_faults import NO_JSON
from controller.store.atomic_files import read_plain, write_atomically

FILE: Final = "room.houses.json"

Settings = Annotated[Mapping[Word, Any], Meta(max_length=limits.HOUSE_KEYS)]
Rules = Annotated[Mapping[Word, Mapping[Word, Word]], Meta(max_length=limits.HOUSE_KEYS)]
Editions = Annotated[Mapping[Word, Mapping[str, Any]], Meta(max_length=limits.HOUSE_KEYS)]


class HousesError(Exception):
    """The file cannot be used, or would not be; the message says what was seen, and what to do."""


class Wanted(Struct, frozen=True, omit_defaults=True):
    """For all tables, or for one; see ``controller.fleet.messages.House``."""

    settings: Settings = {}
    rules: Rules = {}
    editions: Editions = {}


NOTHING: Final = Wanted()


class Houses(Struct, frozen=True, omit_defaults=True):
    """What lies in the file.

    Attributes:
        everywhere: at all tables.
        tables: by the table's id; where both say something, this holds there.
    """

    everywhere: Wanted = NOTHING
    tables: Annotated[Mapping[str, Wanted], Meta(max_length=limits.HUB_TABLES)] = {}

    def of(self, table: str) -> House:
        """What is wanted of one table."""
        all_, own = self.everywhere, self.tables.get(table, NOTHING)
        rules = {game: {**all_.rules.get(game, {}), **own.rules.get(game, {})} for game in {**all_.rules, **own.rules}}
        return House({**all_.settings, **own.settings}, rules, {**all_.editions, **own.editions})


NO_HOUSES: Final = Houses()


def houses_in(folder: Path) -> Houses:
    """What the room of this hub wants.

    Raises:
        HousesError: the file is there and cannot be used.
    """
    file = folder / FILE
    try:
        return msgspec.json.decode(read_plain(file, limits.HOUSES_OCTETS), type=Houses)
    except FileNotFoundError:
        return NO_HOUSES
    except OSError as fault:
        raise HousesError(f"{file}: {fault.strerror}. It is the hub's own.") from None
    except NO_JSON as fault:
        raise HousesError(f"{file}: {fault}. Mend it, or remove it and say again what is wanted.") from None


def keep_houses(folder: Path, houses: Houses) -> None:
    """Let the room want this; a hub that runs takes it within seconds.

    Raises:
        HousesError: it is more than fits a message to a table, or the file.
        OSError: the file cannot be written.
    """
    for table in ("", *houses.tables):
        wanted, where = msgspec.json.encode(houses.of(table)), table or "every table"
        if len(wanted) > limits.HOUSE_OCTETS:
            raise HousesError(
                f"saw {len(wanted)} octets for {where}, expected {limits.HOUSE_OCTETS} at most. Want less."
            )
        try:
            msgspec.json.decode(wanted, type=House)
        except NO_JSON as fault:
            raise HousesError(f"saw what no table takes: {fault}. Want less.") from None
    content = msgspec.json.format(msgspec.json.encode(houses)) + b"\n"
    if len(content) > limits.HOUSES_OCTETS:
        raise HousesError(
            f"saw {len(content)} octets in all, expected {limits.HOUSES_OCTETS} at most. "
            "Want of all tables what many are to have."
        )
    write_atomically(folder / FILE, content)
