"""How much a table may bring in a day: one that brings more is held until the room's owner lets it go on.

Nothing of it is lost: it stays at the table, which is not asked for it meanwhile.
"""

from collections.abc import Collection
from typing import Final

from controller import limits

DAY_S: Final = 24 * 3600.0

OF_AN_ENTRY: Final = 64
"""Octets that an entry takes on the disk beside what it says."""


class Quota:
    """Owner of what tables have brought today; the time is the caller's, in seconds.

    Attributes:
        held: tables of which nothing is taken.
    """

    def __init__(self) -> None:
        self.held: frozenset[str] = frozenset()
        self._brought: dict[str, int] = {}
        self._ends_s = 0.0

    def hold(self, held: Collection[str]) -> bool:
        """These and no others are held; whether one may go on that could not before: its day begins anew."""
        freed = self.held - set(held)
        for table in freed:
            self._brought.pop(table, None)
        self.held = frozenset(held)
        return bool(freed)

    def brings(self, table: str, octets: int, entries: int, now_s: float) -> bool:
        """So much more was taken; whether that is more than a table may bring in a day, so that it is held."""
        if now_s >= self._ends_s:
            self._brought.clear()
            self._ends_s = now_s + DAY_S
        self._brought[table] = self._brought.get(table, 0) + octets + OF_AN_ENTRY * entries
        if self._brought[table] <= limits.HUB_DAY_OCTETS or table in self.held:
            return False
        self.held |= {table}
        return True
