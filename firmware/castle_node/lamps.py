"""What the three lamps show: what the host asked for, a tile that was accepted, or that there is no host."""

from .ports import Panel

BLINK_MS = 250
"""How long a blinking lamp is on, and how long off."""

FLASH_MS = 500
"""An accepted tile: all lamps on and off once."""

SEARCH_MS = 200
"""Without a host one lamp runs from left to right, so long on each."""

DARK = "000"


class Lamps:
    """The three lamps.

    Attributes:
        pattern: what the host asked for.
    """

    def __init__(self, panel: Panel) -> None:
        self.pattern = DARK
        self._light = panel.light
        self._lit = (False, False, False)
        self._flash_ms = -FLASH_MS
        self._steady = ""

    def flash(self, now_ms: int) -> None:
        self._flash_ms = now_ms
        self._steady = ""

    def show(self, now_ms: int, host: bool) -> None:
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
            place = now_ms // SEARCH_MS % 3
            lit = (place == 0, place == 1, place == 2)
        if lit != self._lit:
            self._lit = lit
            self._light(*lit)
