"""What the hub itself sees of tables that somebody should look at: a clock that is wrong, a log that does not fit."""

from datetime import UTC, datetime
from typing import Final

from controller.fleet.shipping import Why
from hub.needs import Cause, Code

SKEW_S: Final = 120.0

OF_REFUSAL: Final[dict[Why, Code]] = {"fork": Code.FORK, "broken": Code.JOURNAL}


class TableWatch:
    """Owner of what stands against tables; each hello begins anew, since what still holds is said again after it."""

    def __init__(self) -> None:
        self._skewed: set[str] = set()
        self._refused: set[Cause] = set()

    def greeted(self, table: str, utc: str, now: datetime) -> None:
        """A table has said hello, at this time by its own clock."""
        self._refused -= {Cause(table, code) for code in OF_REFUSAL.values()}
        try:
            at = datetime.fromisoformat(utc)
        except ValueError:
            return
        away_s = abs(((at if at.tzinfo is not None else at.replace(tzinfo=UTC)) - now).total_seconds())
        (self._skewed.add if away_s > SKEW_S else self._skewed.discard)(table)

    def refused(self, table: str, why: Why) -> None:
        """Something that it has is not taken."""
        self._refused.add(Cause(table, OF_REFUSAL[why]))

    def causes(self) -> frozenset[Cause]:
        """All that stands."""
        return frozenset(self._refused | {Cause(table, Code.SKEW) for table in self._skewed})
