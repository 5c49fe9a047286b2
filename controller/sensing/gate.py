"""The gate: from flickering readings to tiles that passed, each once a visit."""

from dataclasses import dataclass, field
from typing import Final

from controller.sensing.tags import TagBook
from hw.readings import TagReading
from hw.units import ReaderId, Uid

REARM_S: Final = 1.0
"""A tile must have been gone this long, in clean polls, before it counts again at the same gate."""

CLEAN_GAP_S: Final = 0.25
"""Two clean polls further apart than this prove nothing about the time between them."""

GARBLED_S: Final = 0.3
"""A field that stays unreadable for this long, with no tile resolved, is more tags than can be told apart."""


@dataclass(frozen=True, slots=True)
class TilePassed:
    """A taught tile came into the field of a reader; ``at_s`` is the time of the reading that first saw it."""

    reader: ReaderId
    tile: str
    at_s: float


@dataclass(frozen=True, slots=True)
class UnknownTag:
    """A tag that was never taught came into the field."""

    reader: ReaderId
    uid: Uid
    at_s: float


@dataclass(frozen=True, slots=True)
class TagsUnresolved:
    """Something answers but cannot be told apart: two tags on top of each other, or one at the very edge."""

    reader: ReaderId
    at_s: float


Passage = TilePassed | UnknownTag | TagsUnresolved


@dataclass(slots=True)
class Gate:
    """One reader's gate. Absence alone concludes nothing: it only re-arms, and only after clean polls.

    Attributes:
        away_s: for each UID of a visit, for how long clean polls in a row have not seen it.
    """

    reader: ReaderId
    book: TagBook
    away_s: dict[Uid, float] = field(default_factory=dict)
    _last_clean_s: float | None = None
    _garbled_since_s: float | None = None
    _garbled_told: bool = False

    def feed(self, reading: TagReading) -> list[Passage]:
        """What this poll brought; call it for every poll, in the order of time."""
        if reading.garbled:
            self._last_clean_s = None
            for uid in self.away_s:
                self.away_s[uid] = 0.0
        else:
            self._rearm(reading)
        passages = [self._came(uid, reading.at_s) for uid in sorted(reading.uids - self.away_s.keys())]
        for uid in reading.uids:
            self.away_s[uid] = 0.0
        passages += self._unresolved(reading)
        return passages

    def interrupted(self) -> None:
        """The reader failed: the time until its next poll says nothing about any tile."""
        self._last_clean_s = None
        self._garbled_since_s = None

    def _rearm(self, reading: TagReading) -> None:
        gap_s = reading.at_s - self._last_clean_s if self._last_clean_s is not None else 0.0
        self._last_clean_s = reading.at_s
        if gap_s > CLEAN_GAP_S:
            return
        for uid in list(self.away_s.keys() - reading.uids):
            self.away_s[uid] += gap_s
            if self.away_s[uid] >= REARM_S - 1e-9:
                del self.away_s[uid]

    def _came(self, uid: Uid, at_s: float) -> Passage:
        tile = self.book.tile(uid)
        return UnknownTag(self.reader, uid, at_s) if tile is None else TilePassed(self.reader, tile, at_s)

    def _unresolved(self, reading: TagReading) -> list[Passage]:
        if not reading.garbled or reading.uids:
            self._garbled_since_s = None
            self._garbled_told = False
            return []
        if self._garbled_since_s is None:
            self._garbled_since_s = reading.at_s
        if self._garbled_told or reading.at_s - self._garbled_since_s < GARBLED_S:
            return []
        self._garbled_told = True
        return [TagsUnresolved(self.reader, reading.at_s)]
