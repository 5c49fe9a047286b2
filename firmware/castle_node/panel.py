"""Buttons and lamps: debounce contacts into short and long presses; blink the lamps."""

from .ports import Board

DEBOUNCE_MS = 12
"""How long a contact must keep its new level; worn buttons bounce for 10 ms."""

LONG_PRESS_MS = 800


class Button:
    """Debounced button; ``long_ms`` is how long to hold it for a long press."""

    def __init__(self) -> None:
        self.long_ms = LONG_PRESS_MS
        self._down = False
        self._since_ms = -1
        self._down_ms = 0
        self._reported = True

    def detect_press(self, held: bool, now_ms: int) -> tuple[str, int, int] | None:
        """Take the contact's level; return a press as (length, ms of its start, ms held), or None."""
        if held == self._down:
            self._since_ms = -1
        elif self._since_ms < 0:
            self._since_ms = now_ms
        elif now_ms - self._since_ms >= DEBOUNCE_MS:
            return self._store_level_get_press(held)
        if self._down and not self._reported and now_ms - self._down_ms >= self.long_ms:
            self._reported = True
            return "long", self._down_ms, now_ms - self._down_ms
        return None

    def _store_level_get_press(self, held: bool) -> tuple[str, int, int] | None:
        at_ms = self._since_ms
        self._since_ms = -1
        self._down = held
        if held:
            self._down_ms = at_ms
            self._reported = False
            return None
        if self._reported:
            return None
        self._reported = True
        return "short", self._down_ms, at_ms - self._down_ms


BLINK_MS = 250
"""On time and off time of a blinking lamp."""

FLASH_MS = 500
"""Flash of all lamps after a tile."""

HOST_SEARCH_STEP_MS = 200
"""Time per lamp of the running light that shows a missing host."""

LAMPS_OFF = "000"


class Lamps:
    """The three lamps; ``pattern`` is as the host set it."""

    def __init__(self, board: Board) -> None:
        self.pattern = LAMPS_OFF
        self._light = board.switch_lamps
        self._lit = (False, False, False)
        self._flash_ms = -FLASH_MS
        self._steady = ""

    def flash(self, now_ms: int) -> None:
        self._flash_ms = now_ms
        self._steady = ""

    def update_lamps(self, now_ms: int, host: bool) -> None:
        if host and self.pattern == self._steady:
            return
        since_ms = now_ms - self._flash_ms
        self._steady = ""
        if since_ms < FLASH_MS:
            on = since_ms < BLINK_MS
            lit = (on, on, on)
        elif host:
            blink = now_ms // BLINK_MS % 2 == 0
            left, middle, right = [lamp == "1" or (lamp == "b" and blink) for lamp in self.pattern]
            lit = (left, middle, right)
            if "b" not in self.pattern:
                self._steady = self.pattern
        else:
            place = now_ms // HOST_SEARCH_STEP_MS % 3
            lit = (place == 0, place == 1, place == 2)
        if lit != self._lit:
            self._lit = lit
            self._light(*lit)
