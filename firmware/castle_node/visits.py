"""Turn polls into visits: a tile counts once per visit; for castle boards and the host."""

REARM_MS = 1000
"""How long a tile must be absent, in clean (not garbled) polls, to count again."""

CLEAN_GAP_MS = 250
"""Longest gap between two clean polls that still counts as absence."""

UNCLEAR_AFTER_MS = 300
"""How long a field must stay garbled, with no tile resolved, to be reported as unclear."""

UNREAD_AFTER_MS = 30
"""How long a passage must have been garbled to be reported once it is over; at a field's edge it is shorter."""

OVER_AFTER_MS = 50
"""How long a field must be empty for a passage to be over."""

LONGEST_GAP_MS = 20
"""What the time between two polls counts for at the most; readers are polled as often where tiles may come."""


class VisitTracker:
    """Visits at a castle board or a reader of the host. A tile counts again only after clean polls without it."""

    def __init__(self) -> None:
        self._away_ms: dict[bytes, int] = {}
        self._clean_ms = -1
        self._garbled_ms = -1
        self._unread_ms = self._empty_ms = self._polled_ms = 0
        self._reported = False

    @property
    def has_any(self) -> bool:
        """Whether a tile's visit has not ended."""
        return bool(self._away_ms)

    def feed_and_get_arrivals(self, uids: list[bytes], garbled: bool, now_ms: int) -> list[bytes]:
        """Take the next poll; return the UIDs whose visit begins with it."""
        away_ms = self._away_ms
        if garbled:
            self._clean_ms = -1
            for uid in away_ms:
                away_ms[uid] = 0
        else:
            self._count_absence(uids, now_ms)
        came = [uid for uid in uids if uid not in away_ms]
        for uid in uids:
            away_ms[uid] = 0
        return came

    def feed_and_get_trouble(self, uids: list[bytes], garbled: bool, came: bool, now_ms: int) -> str:
        """Return ``unclear`` once while a stretch is garbled, ``unread`` once after a passage that was; else "".

        Call it after `feed_and_get_arrivals`; ``came`` says whether that returned any. A tile that is read in a clean
        poll, or newly, resolves what was garbled before.
        """
        gap_ms = min(now_ms - self._polled_ms, LONGEST_GAP_MS)
        self._polled_ms = now_ms
        if not garbled or uids:
            self._garbled_ms = -1
        elif self._garbled_ms < 0:
            self._garbled_ms = now_ms
        if came or (uids and not garbled):
            self._unread_ms = self._empty_ms = 0
            self._reported = False
        elif garbled:
            self._unread_ms += gap_ms
            self._empty_ms = 0
            if self._garbled_ms >= 0 and not self._reported and now_ms - self._garbled_ms >= UNCLEAR_AFTER_MS:
                self._reported = True
                return "unclear"
        elif self._unread_ms:
            self._empty_ms += gap_ms
            if self._empty_ms >= OVER_AFTER_MS:
                is_due = self._unread_ms >= UNREAD_AFTER_MS and not self._reported
                self._unread_ms = self._empty_ms = 0
                self._reported = False
                return "unread" if is_due else ""
        return ""

    def feed_empty_field(self, now_ms: int) -> str:
        """Take an empty poll; return what `feed_and_get_trouble` returns."""
        if self._away_ms:
            self._count_absence([], now_ms)
        else:
            self._clean_ms = now_ms
        if self._unread_ms or self._garbled_ms >= 0:
            return self.feed_and_get_trouble([], False, False, now_ms)
        self._polled_ms = now_ms
        return ""

    def pause_counting_absence(self) -> None:
        """Count no absence until the next poll, since a reader failed."""
        self._clean_ms = -1
        self._garbled_ms = -1

    def _count_absence(self, uids: list[bytes], now_ms: int) -> None:
        gap_ms = now_ms - self._clean_ms if self._clean_ms >= 0 else 0
        self._clean_ms = now_ms
        if gap_ms > CLEAN_GAP_MS or not self._away_ms:
            return
        for uid in list(self._away_ms):
            if uid not in uids:
                self._away_ms[uid] += gap_ms
                if self._away_ms[uid] >= REARM_MS:
                    del self._away_ms[uid]
