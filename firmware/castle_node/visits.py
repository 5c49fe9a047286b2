"""Turn polls into visits: a tile counts once per visit; for castle boards and the host."""

REARM_MS = 1000
"""How long a tile must be absent, in clean (not garbled) polls, to count again."""

CLEAN_GAP_MS = 250
"""Longest gap between two clean polls that still counts as absence."""

UNCLEAR_AFTER_MS = 300
"""How long a field must stay garbled, with no tile resolved, to be reported as unclear."""


class VisitTracker:
    """Visits at a castle board or a reader of the host. A tile counts again only after clean polls without it."""

    def __init__(self) -> None:
        self._away_ms: dict[bytes, int] = {}
        self._clean_ms = -1
        self._garbled_ms = -1
        self._reported = False

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

    def feed_and_check_unclear_due(self, uids: list[bytes], garbled: bool, now_ms: int) -> bool:
        """Once per garbled stretch; call after `feed_and_get_arrivals`."""
        if not garbled or uids:
            self._garbled_ms = -1
            self._reported = False
            return False
        if self._garbled_ms < 0:
            self._garbled_ms = now_ms
        if self._reported or now_ms - self._garbled_ms < UNCLEAR_AFTER_MS:
            return False
        self._reported = True
        return True

    def feed_empty_field(self, now_ms: int) -> None:
        self._garbled_ms = -1
        self._reported = False
        if self._away_ms:
            self._count_absence([], now_ms)
        else:
            self._clean_ms = now_ms

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
