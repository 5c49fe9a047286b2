"""What a game that is over has come to when it is played again, beside what its table said of the end."""

from collections.abc import Iterable
from datetime import datetime
from itertools import pairwise
from typing import Final, Literal

import msgspec
from msgspec import Struct

from controller.fleet.messages import Word
from controller.games.naming import game_of
from controller.reading import NO_JSON

REST_S: Final = 1800.0
"""A longer pause between two actions is none of the game: it was parked, or the clock was set."""


class UnknownRulesError(Exception):
    """The log cannot be played again here: its game is not installed, is another edition of it, or fails."""


class Counted(Struct, frozen=True):
    """How often something was announced in a game that people count: ``words`` by language."""

    words: dict[str, str]
    times: int


class Result(Struct, frozen=True):
    """A game's.

    Attributes:
        rules: the game's name; "" where even that is not to be read.
        lasted_s: from its first action to its last by the table's clock, without long pauses.
        why_not: why it could not be played again; it is not tried again with the same version of its game.
    """

    replayed: Literal["agrees", "differs", "unknown rules"]
    rules: str
    lasted_s: int
    counted: list[Counted]
    why_not: str | None = None


NOTHING: Final = Result("unknown rules", "", 0, [])
"""What is kept of a game of which nothing else can be."""


def rules_of(first: str) -> str:
    """Which game a log is of, by its first action (JSON), which may say anything; "" if that is no name."""
    try:
        return msgspec.convert(game_of(msgspec.json.decode(first)), Word)
    except NO_JSON:
        return ""


def lasted_s(written_utc: Iterable[str]) -> int:
    """For how long people played; what is no time counts nothing."""
    written = [at for text in written_utc if (at := _time(text)) is not None]
    steps = ((after - before).total_seconds() for before, after in pairwise(written))
    return round(sum(step for step in steps if 0 < step <= REST_S))


def _time(text: str) -> datetime | None:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return at if at.tzinfo is not None else None
