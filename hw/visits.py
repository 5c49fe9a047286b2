"""Visits: from flickering polls of one field to tags that came, each once a visit."""

from collections.abc import Set as AbstractSet
from typing import Final

from msgspec import Struct, field

from hw.values import Uid

REARM_S: Final = 1.0
"""A tag must have been gone this long, in clean polls, before it comes again."""

CLEAN_GAP_S: Final = 0.25
"""Two clean polls further apart than this prove nothing about the time between them."""

GARBLED_S: Final = 0.3
"""A field that stays unreadable for this long, with no tag resolved, is more tags than can be told apart."""

_NOBODY: Final[frozenset[Uid]] = frozenset()


class Visits(Struct):
    """The tags in one field. Absence alone concludes nothing: it only re-arms, and only after clean polls.

    Attributes:
        away_s: for each UID of a visit, for how long clean polls in a row have not seen it.
    """

    away_s: dict[Uid, float] = field(default_factory=dict)
    _last_clean_s: float | None = None
    _garbled_since_s: float | None = None
    _garbled_told: bool = False

    def came(self, uids: AbstractSet[Uid], at_s: float, *, garbled: bool) -> list[Uid]:
        """Whose visit begins with this poll, in order; call it for every poll, in the order of time."""
        if garbled:
            self._last_clean_s = None
            for uid in self.away_s:
                self.away_s[uid] = 0.0
        else:
            self._rearm(uids, at_s)
        new = sorted(uids - self.away_s.keys())
        for uid in uids:
            self.away_s[uid] = 0.0
        return new

    def saw_nothing(self, at_s: float) -> None:
        """As `came` and `unresolved` after a clean poll of an empty field."""
        self._garbled_since_s = None
        self._garbled_told = False
        if self.away_s:
            self._rearm(_NOBODY, at_s)
        else:
            self._last_clean_s = at_s

    def unresolved(self, uids: AbstractSet[Uid], at_s: float, *, garbled: bool) -> bool:
        """Whether this poll makes it certain, once, that what lies there cannot be told apart."""
        if not garbled or uids:
            self._garbled_since_s = None
            self._garbled_told = False
            return False
        if self._garbled_since_s is None:
            self._garbled_since_s = at_s
        if self._garbled_told or at_s - self._garbled_since_s < GARBLED_S:
            return False
        self._garbled_told = True
        return True

    def interrupted(self) -> None:
        """The reader failed: the time until its next poll says nothing about any tag."""
        self._last_clean_s = None
        self._garbled_since_s = None

    def _rearm(self, uids: AbstractSet[Uid], at_s: float) -> None:
        gap_s = at_s - self._last_clean_s if self._last_clean_s is not None else 0.0
        self._last_clean_s = at_s
        if gap_s > CLEAN_GAP_S:
            return
        for uid in list(self.away_s.keys() - uids):
            self.away_s[uid] += gap_s
            if self.away_s[uid] >= REARM_S - 1e-9:
                del self.away_s[uid]
