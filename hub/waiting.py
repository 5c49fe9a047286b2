"""What waits for the database: bounded a table and in all, in fair turns."""

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import islice, zip_longest
from typing import Final

from msgspec import Struct

from controller import limits
from controller.fleet.shipping import Hello
from hub.store.kept_games import JournalUid
from hub.taking import Checked

AT_ONCE: Final = 200
"""Messages that share a commit at most; what comes meanwhile shares the next."""

IN_MEMORY: Final = 5
"""Octets of a message that waits, for each that came: texts and checksums are values of their own then."""


class Told(Struct, frozen=True):
    """A message of a table that is about its journal.

    Attributes:
        octets: of the message as it came.
    """

    table: str
    message: Hello | Checked
    journal: JournalUid
    octets: int


class Waiting:
    """Owner of what waits.

    Attributes:
        octets: of memory, more or less.
    """

    def __init__(self) -> None:
        self.octets = 0
        self._of: dict[str, deque[Told]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    def counts(self) -> Mapping[str, int]:
        """Messages of each table of which some wait."""
        return {table: len(told) for table, told in self._of.items()}

    def has_room(self, table: str) -> bool:
        """Whether one more of this table may wait."""
        return len(self._of.get(table, ())) < limits.HUB_WAITING_A_TABLE

    def add(self, told: Told) -> None:
        """It came."""
        self._of.setdefault(told.table, deque()).append(told)
        self.octets += IN_MEMORY * told.octets

    def next(self) -> list[Told]:
        """One message of each table, then a second of each: nobody's many delay another's one. They wait on."""
        turns = zip_longest(*(islice(told, AT_ONCE) for told in self._of.values()))
        return list(islice((each for turn in turns for each in turn if each is not None), AT_ONCE))

    def done(self, told: Sequence[Told]) -> None:
        """These, as ``next`` gave them, wait no more; it is the others' turn first."""
        for each in told:
            rest = self._of.pop(each.table)
            self.octets -= IN_MEMORY * rest.popleft().octets
            if rest:
                self._of[each.table] = rest

    def forget(self) -> None:
        """Nothing waits any more."""
        self._of.clear()
        self.octets = 0
