"""The panel of a castle, wherever it is wired: two buttons, from bouncing contact to short and long presses; lamps.

The first edge counts at once; then the contact may bounce for ``BOUNCE_S``, and the level after that holds. A long
press is reported while the button is still held, so that the hand learns when it has been long enough.
"""

from collections.abc import Callable
from enum import Enum
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

BOUNCE_S: Final = 0.012
"""Contacts of small push buttons settle within 5 ms, worn ones within 10."""
LONG_S: Final = 0.8


class Length(Enum):
    SHORT = "short"
    LONG = "long"


class Press(Struct, frozen=True):
    """One press of a button.

    Attributes:
        at_s: when the finger went down, not when the press was understood.
        held_s: how long it had been down when the press was reported.
    """

    length: Length
    at_s: float
    held_s: float


class Contact(Struct, frozen=True):
    """What is known of a button's contact; each input gives the next one.

    Attributes:
        raw: the level of the last edge, true when the contact is closed.
        closed: the level that holds.
        settles_at_s: until then edges are bounce; ``None`` when the contact is settled.
        down_at_s: when the finger last went down.
        reported: the press of that moment has been reported.
        long_s: from here on a press is long.
    """

    raw: bool = False
    closed: bool = False
    settles_at_s: float | None = None
    down_at_s: float = 0.0
    reported: bool = True
    long_s: float = LONG_S

    @property
    def due_s(self) -> float | None:
        """When ``advance`` is to be called, if no edge comes before; ``None`` when only an edge can change anything."""
        if self.settles_at_s is not None:
            return self.settles_at_s
        return None if self.reported else self.down_at_s + self.long_s

    def edge(self, at_s: float, *, closed: bool) -> tuple["Contact", Press | None]:
        """The contact changed at ``at_s`` and is ``closed`` since."""
        now, press = self.advance(at_s)
        now = replace(now, raw=closed)
        if now.settles_at_s is not None or closed == now.closed:
            return now, press
        later, other = _hold(now, at_s, closed=closed)
        return later, press or other

    def advance(self, at_s: float) -> tuple["Contact", Press | None]:
        """It is ``at_s``, and nothing else has happened since the last call."""
        if self.settles_at_s is not None:
            if at_s < self.settles_at_s:
                return self, None
            settled = replace(self, settles_at_s=None)
            if self.raw == self.closed:
                return settled.advance(at_s)
            changed, press = _hold(settled, self.settles_at_s, closed=self.raw)  # for good, while it still bounced
            later, other = changed.advance(at_s)
            return later, press or other
        if not self.reported and at_s >= self.down_at_s + self.long_s:
            return replace(self, reported=True), Press(Length.LONG, self.down_at_s, at_s - self.down_at_s)
        return self, None


def _hold(contact: Contact, at_s: float, *, closed: bool) -> tuple[Contact, Press | None]:
    bouncing = replace(contact, closed=closed, settles_at_s=at_s + BOUNCE_S)
    if closed:
        return replace(bouncing, down_at_s=at_s, reported=False), None
    if contact.reported:
        return bouncing, None
    return replace(bouncing, reported=True), Press(Length.SHORT, contact.down_at_s, at_s - contact.down_at_s)


BLINK_S: Final = 0.25
"""How long a blinking lamp is on, and how long off."""


class CastleButton(Enum):
    """What a button of the panel says."""

    YES = "yes"
    NO = "no"


class LampState(Enum):
    """What a lamp of the panel does."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"


Lamps = tuple[LampState, LampState, LampState]
"""From left to right."""

DARK: Final[Lamps] = (LampState.OFF, LampState.OFF, LampState.OFF)

OnCastlePress = Callable[[CastleButton, Press], None]


class CastlePanel(Protocol):
    """A castle's panel, wherever it is wired."""

    def set_lamps(self, lamps: Lamps) -> None:
        """Set all three lamps."""
        ...

    def close(self) -> None:
        """Lamps off, buttons silent; closing twice is fine."""
        ...
