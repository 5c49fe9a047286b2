"""Panel of a castle: buttons with short and long presses, and lamps.

The first edge counts at once; later ones are ignored for ``DEBOUNCE_S``, then the level counts. A long press is
reported while the button is held, so that people notice when it was long enough.
"""

from collections.abc import Callable
from enum import Enum
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

DEBOUNCE_S: Final = 0.012
"""Time after an edge in which others are bounces; small buttons settle within 5 ms, worn ones within 10."""
LONG_PRESS_S: Final = 0.8


class PressLength(Enum):
    SHORT = "short"
    LONG = "long"


class Press(Struct, frozen=True):
    """One press of a button.

    Attributes:
        at_s: when the press began.
        held_s: how long it had lasted when it was reported.
    """

    length: PressLength
    at_s: float
    held_s: float


class ContactState(Struct, frozen=True):
    """Debounce state of a contact; each input returns the next state.

    Attributes:
        raw: level after the last edge, before debouncing; true if closed.
        closed: debounced level.
        settles_at_s: edges before this time count as bounces; ``None`` once settled.
        down_at_s: when the last press began.
        reported: whether that press has been reported.
        long_s: duration from which a press is long.
    """

    raw: bool = False
    closed: bool = False
    settles_at_s: float | None = None
    down_at_s: float = 0.0
    reported: bool = True
    long_s: float = LONG_PRESS_S

    @property
    def due_s(self) -> float | None:
        """When to call `at_time` if no edge comes first; ``None`` if only an edge matters."""
        if self.settles_at_s is not None:
            return self.settles_at_s
        return None if self.reported else self.down_at_s + self.long_s

    def after_edge(self, at_s: float, *, closed: bool) -> tuple["ContactState", Press | None]:
        now, press = self.at_time(at_s)
        now = replace(now, raw=closed)
        if now.settles_at_s is not None or closed == now.closed:
            return now, press
        later, other = _change_debounced_level(now, at_s, closed=closed)
        return later, press or other

    def at_time(self, at_s: float) -> tuple["ContactState", Press | None]:
        """Advance to ``at_s`` without an edge."""
        if self.settles_at_s is not None:
            if at_s < self.settles_at_s:
                return self, None
            settled = replace(self, settles_at_s=None)
            if self.raw == self.closed:
                return settled.at_time(at_s)
            changed, press = _change_debounced_level(
                settled, self.settles_at_s, closed=self.raw
            )  # it changed while bouncing
            later, other = changed.at_time(at_s)
            return later, press or other
        if not self.reported and at_s >= self.down_at_s + self.long_s:
            return replace(self, reported=True), Press(PressLength.LONG, self.down_at_s, at_s - self.down_at_s)
        return self, None


def _change_debounced_level(contact: ContactState, at_s: float, *, closed: bool) -> tuple[ContactState, Press | None]:
    bouncing = replace(contact, closed=closed, settles_at_s=at_s + DEBOUNCE_S)
    if closed:
        return replace(bouncing, down_at_s=at_s, reported=False), None
    if contact.reported:
        return bouncing, None
    return replace(bouncing, reported=True), Press(PressLength.SHORT, contact.down_at_s, at_s - contact.down_at_s)


BLINK_S: Final = 0.25
"""On time and off time of a blinking lamp."""


class CastleButton(Enum):
    YES = "yes"
    NO = "no"


class LampState(Enum):
    OFF = "off"
    ON = "on"
    BLINK = "blink"


Lamps = tuple[LampState, LampState, LampState]
"""From left to right."""

LAMPS_OFF: Final[Lamps] = (LampState.OFF, LampState.OFF, LampState.OFF)

OnCastlePress = Callable[[CastleButton, Press], None]


class CastlePanel(Protocol):
    """A castle's panel, on pins of the Pi or on a castle board."""

    def set_lamps(self, lamps: Lamps) -> None: ...

    def close(self) -> None:
        """Turn the lamps off and report no more presses; closing twice is fine."""
        ...
