"""The gate: from flickering polls to tiles that passed, each once a visit; on castle boards and on the host alike."""

REARM_MS = 1000
"""A tile must have been gone this long, in clean polls, before it counts again."""

CLEAN_GAP_MS = 250
"""Two clean polls further apart than this prove nothing about the time between them."""

GARBLED_MS = 300
"""A field that stays unreadable for this long, with no tile resolved, is more tags than can be told apart."""


class Gate:
    """Of a board, or of one reader of the host's. Absence alone only re-arms, and only after clean polls."""

    def __init__(self) -> None:
        self._away_ms: dict[bytes, int] = {}
        self._clean_ms = -1
        self._garbled_ms = -1
        self._reported = False

    def feed(self, uids: list[bytes], garbled: bool, now_ms: int) -> list[bytes]:
        """What this poll of all readers brought: the UIDs that came; call it for every poll, in the order of time."""
        away_ms = self._away_ms
        if garbled:
            self._clean_ms = -1
            for uid in away_ms:
                away_ms[uid] = 0
        else:
            self._rearm(uids, now_ms)
        came = [uid for uid in uids if uid not in away_ms]
        for uid in uids:
            away_ms[uid] = 0
        return came

    def check_unclear(self, uids: list[bytes], garbled: bool, now_ms: int) -> bool:
        """Whether this poll is the moment to say that nobody can be told apart; after `feed`."""
        if not garbled or uids:
            self._garbled_ms = -1
            self._reported = False
            return False
        if self._garbled_ms < 0:
            self._garbled_ms = now_ms
        if self._reported or now_ms - self._garbled_ms < GARBLED_MS:
            return False
        self._reported = True
        return True

    def empty(self, now_ms: int) -> None:
        self._garbled_ms = -1
        self._reported = False
        if self._away_ms:
            self._rearm([], now_ms)
        else:
            self._clean_ms = now_ms

    def interrupt(self) -> None:
        """A reader failed: the time until the next poll says nothing about any tile."""
        self._clean_ms = -1
        self._garbled_ms = -1

    def _rearm(self, uids: list[bytes], now_ms: int) -> None:
        gap_ms = now_ms - self._clean_ms if self._clean_ms >= 0 else 0
        self._clean_ms = now_ms
        if gap_ms > CLEAN_GAP_MS or not self._away_ms:
            return
        for uid in list(self._away_ms):
            if uid not in uids:
                self._away_ms[uid] += gap_ms
                if self._away_ms[uid] >= REARM_MS:
                    del self._away_ms[uid]
