"""What a game that is over has come to when it is played again, beside what its table said of the end."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from itertools import pairwise
from typing import Final, Literal

import msgspec
from msgspec import Struct

from controller.games.contract.rules import Outcome
from controller.json_faults import NO_JSON
from hub.replay.retelling import Counted, Retelling, UnknownRulesError
from hub.store.kept_games import Row

Replayed = Literal["agrees", "differs", "unknown rules"]

REPLAYING: Final = ThreadPoolExecutor(1, "replay")
"""Where games are played again: their walls are of one thread."""

REST_S: Final = 1800.0
"""A longer pause between two actions is none of the game: it was parked, or the clock was set."""


class Result(Struct, frozen=True):
    """A game's.

    Attributes:
        rules: the game's name; "" where even that is not to be read.
        lasted_s: from its first action to its last by the table's clock, without long pauses.
    """

    replayed: Replayed
    rules: str
    lasted_s: int
    counted: list[Counted]


NOTHING: Final = Result("unknown rules", "", 0, [])
"""What is kept of a game of which nothing else can be."""


def replayed(rows: Sequence[Row], told: str) -> Result:
    """What comes of playing these entries, beside the outcome that the table ``told`` (JSON).

    A game that is not installed here, or an action that its rules here do not allow, is of rules that we do not know.
    """
    again = Retelling()
    try:
        again.tell(row.action for row in rows)
        outcome = again.outcome
        agrees = outcome is not None and outcome == msgspec.json.decode(told, type=Outcome)
        return Result("agrees" if agrees else "differs", again.rules, lasted_s(rows), again.counted)
    except UnknownRulesError:
        return Result("unknown rules", again.rules, lasted_s(rows), [])
    except NO_JSON:
        return Result("differs", again.rules, lasted_s(rows), again.counted)


def lasted_s(rows: Sequence[Row]) -> int:
    """For how long people played; what is no time counts nothing."""
    written = [at for row in rows if (at := _time(row.written_utc)) is not None]
    steps = ((after - before).total_seconds() for before, after in pairwise(written))
    return round(sum(step for step in steps if 0 < step <= REST_S))


def _time(text: str) -> datetime | None:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return at if at.tzinfo is not None else None
