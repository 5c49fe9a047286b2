"""What a table keeps of the wishes of its room: what is wanted, what of it holds, what has been said of that."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from controller import limits
from controller.fleet.messages import Desired, HouseReport
from controller.reading import NO_JSON
from controller.store.atomic_files import read_plain, write_atomically


class KeptWishes(Struct, frozen=True):
    """What lies in the file.

    Attributes:
        room: whose wishes they are, so that another room's mean nothing.
        desired: the latest of them.
        holds: the settings of a house that were taken; a game that goes on is played to its end as it began.
        house: what has come of each part.
    """

    room: str
    desired: Desired
    holds: Mapping[str, Any] = {}
    house: tuple[HouseReport, ...] = ()


class WishesError(Exception):
    """The file cannot be used; the message says what was seen, and what to do."""


def wishes_in(file: Path) -> KeptWishes | None:
    """What was kept; None where nothing was."""
    try:
        return msgspec.json.decode(read_plain(file, limits.WISHES_OCTETS), type=KeptWishes)
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise WishesError(f"{file}: {fault.strerror}. The hub says again what it wants.") from None
    except NO_JSON as fault:
        raise WishesError(f"{file}: {fault}. Remove it; the hub says again what it wants.") from None


def keep_wishes(file: Path, wishes: KeptWishes) -> None:
    write_atomically(file, msgspec.json.encode(wishes), mode=0o600)
