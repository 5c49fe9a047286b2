"""One button, looked at again and again: from a bouncing contact to short and long presses."""

SETTLED_MS = 12
"""A contact that has kept its new level for so long has it; worn buttons bounce for 10 ms."""

LONG_MS = 800


class Button:
    """The contact of one button.

    Attributes:
        long_ms: from here on a press is long.
    """

    def __init__(self) -> None:
        self.long_ms = LONG_MS
        self._down = False
        self._since_ms = -1
        self._down_ms = 0
        self._told = True

    def look(self, held: bool, now_ms: int) -> tuple[str, int, int] | None:
        """Take in what the contact shows now; a press as (length, ms when the finger went down, ms held), or None."""
        if held == self._down:
            self._since_ms = -1
        elif self._since_ms < 0:
            self._since_ms = now_ms
        elif now_ms - self._since_ms >= SETTLED_MS:
            return self._changed(held)
        if self._down and not self._told and now_ms - self._down_ms >= self.long_ms:
            self._told = True
            return "long", self._down_ms, now_ms - self._down_ms
        return None

    def _changed(self, held: bool) -> tuple[str, int, int] | None:
        at_ms = self._since_ms
        self._since_ms = -1
        self._down = held
        if held:
            self._down_ms = at_ms
            self._told = False
            return None
        if self._told:
            return None
        self._told = True
        return "short", self._down_ms, at_ms - self._down_ms
