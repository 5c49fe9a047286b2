"""Count tiles in three light beams behind an antenna, and compare them with those it read; for boards and the host.

Two low beams, 8 mm apart, tell a tile's way and length; a high one, at 1.75 tile thicknesses, one that lies on another.
Fewer tiles read than seen means that one went by unread. Not noticed: tiles while a beam is cut or dazzled, which is
reported, and fingers that push a tile through from above.
"""

from .ports import Beams

FIRST, HIGH, SECOND = 4, 2, 1
"""Bits of the beams in the order in which a tile meets them; set where the beam is cut."""

ALL_CUT = 7
APART_MM = 8

TWO_TILES_MM = 52
"""One tile of 33 mm is 47 mm long over its corners, two of 28 mm are 56 mm."""

SETTLED_MS = 300
"""How long antenna and beams must be empty before tiles are compared; a tile takes 0.1 s from one to the other."""

SHADOW_MS = 10
"""Shortest shadow of a tile; shorter ones are corners of one that turns."""

FINGER_MS = 150
"""A finger from the end of the slide, which cuts the second low beam first, then the high one, stays longer."""

HANDLED_MS = 600
"""A tile that stays longer in the beams is held or fetched by a hand, which may cut the high beam, too."""

BLOCKED_MS = 2000
"""How long a beam may be cut."""

TEST_EVERY_MS = 5000
"""How often to switch the light off for one poll, in which no beam may see light."""


class BeamCheck:
    """Tells when a tile went by unread.

    Attributes:
        fault: what is wrong with the beams, "" while they work; they count nothing meanwhile.
        is_tested: whether they were tested since the start.
    """

    def __init__(self, port: Beams) -> None:
        self.fault = ""
        self.is_tested = False
        self._port = port
        self._bits = 0
        self._seen = self._read = 0
        self._busy_ms = self._cut_ms = 0
        self._tested_ms = -TEST_EVERY_MS
        self._is_dark = False
        self._is_relit = True
        self._begin_shadow(0)
        port.switch_light(True)

    def feed_and_check_unread(self, came: int, is_empty: bool, is_visited: bool, now_ms: int) -> bool:
        """Take a poll; return whether a tile went by unread, once the way is free again.

        Args:
            came: how many tiles' visits began with this poll.
            is_empty: whether the poll had no answer.
            is_visited: whether a tile was there within the last second.
            now_ms: time of the poll.
        """
        changes = self._port.take_changes()
        if self._is_dark:
            self._end_test(now_ms)
        elif self._is_relit:  # the LEDs' own changes are none of a tile
            self._is_relit = False
            self._bits = self._port.levels()
            self._begin_shadow(changes[-1][0] if changes else 0)
        else:
            for at_us, bits in changes:
                self._follow(at_us, bits)
        self._read += came
        if self._bits:
            if now_ms - self._cut_ms >= BLOCKED_MS:
                self.fault = "cut for 2 s: " + names_of(self._bits)
        else:
            self._cut_ms = now_ms
            if self.fault and not self.fault.startswith("light"):
                self.fault = ""
                self._seen = 0
        if came or not is_empty or self._bits:
            self._busy_ms = now_ms
            return False
        if now_ms - self._busy_ms < SETTLED_MS:
            return False
        is_unread = self._seen > self._read and not self.fault
        self._read = self._read - self._seen if is_visited and self._read > self._seen else 0
        self._seen = 0
        if now_ms - self._tested_ms >= TEST_EVERY_MS:
            self._is_dark = True
            self._port.switch_light(False)
        return is_unread

    def _end_test(self, now_ms: int) -> None:
        lit = ALL_CUT & ~self._port.levels()
        self.fault = "light without a lamp: " + names_of(lit) if lit else ""
        self._port.switch_light(True)
        self._is_dark = False
        self._is_relit = self.is_tested = True
        self._tested_ms = now_ms

    def _begin_shadow(self, at_us: int) -> None:
        self._began_us = at_us
        self._order = ""
        self._firsts = self._seconds = 0
        self._is_double = False
        self._first_us = self._second_us = self._first_free_us = self._front_us = self._length_us = 0

    def _follow(self, at_us: int, bits: int) -> None:
        before, self._bits = self._bits, bits
        came, went = bits & ~before, before & ~bits
        if not before:
            self._begin_shadow(at_us)
        if len(self._order) < 2:
            self._order += "".join([name for bit, name in ((SECOND, "S"), (HIGH, "H"), (FIRST, "F")) if came & bit])
        if came & HIGH:
            self._is_double = True
        if came & FIRST:
            self._first_us = at_us
        if came & SECOND:
            self._second_us = at_us
            self._front_us = passed_us(self._first_us, at_us)
        if went & FIRST:
            self._first_free_us, self._length_us = at_us, passed_us(self._first_us, at_us)
            self._firsts += self._length_us >= 1000 * SHADOW_MS
        if went & SECOND:
            self._seconds += passed_us(self._second_us, at_us) >= 1000 * SHADOW_MS
            self._measure(passed_us(self._first_free_us, at_us))
        if not bits:
            self._end_shadow(passed_us(self._began_us, at_us) // 1000)

    def _end_shadow(self, took_ms: int) -> None:
        if took_ms < SHADOW_MS or (self._order.startswith("SH") and took_ms >= FINGER_MS):
            return
        is_double = self._is_double and took_ms < HANDLED_MS
        self._seen += max(self._firsts, self._seconds, 2 if is_double else 1)

    def _measure(self, rear_us: int) -> None:
        """Compute a shadow's length from its front's and its rear's time between the low beams."""
        if self._front_us > 0 and rear_us > 0:
            twice_mm = APART_MM * self._length_us // self._front_us + APART_MM * self._length_us // rear_us
            self._is_double = self._is_double or twice_mm > 2 * TWO_TILES_MM


def passed_us(since_us: int, at_us: int) -> int:
    return at_us - since_us & 0x3FFFFFFF


def names_of(bits: int) -> str:
    """Return the beams of ``bits`` in words."""
    named = ((FIRST, "first low"), (HIGH, "high"), (SECOND, "second low"))
    return " and ".join([name for bit, name in named if bits & bit]) + " beam"
