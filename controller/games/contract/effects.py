"""What a game wants seen or heard."""

from typing import Final, Literal

from msgspec import Struct

from controller.games.contract.ids import CastleId
from controller.games.contract.screens import Screen
from controller.games.contract.texts import Text


class Complain(Struct, frozen=True):
    """One sentence to the castle that caused it (None: to the console); the state is as it was.

    Attributes:
        rule: id of the rule behind it; None where there is none.
    """

    castle: CastleId | None
    text: Text
    rule: str | None = None


class Note(Struct, frozen=True):
    """Something that means nothing now: it is logged, neither shown nor heard."""

    castle: CastleId | None
    text: Text


SoundName = Literal["accepted", "refused", "timer_starts", "timer_ends", "alarm", "fanfare"]


class Announce(Struct, frozen=True):
    """Show ``screen`` for ``seconds``, then whatever the table waits for; ``sound`` is heard when it appears.

    Attributes:
        counted: as what it is counted where people look back on many games; None where nobody counts it.
    """

    screen: Screen
    seconds: float
    sound: SoundName | None = None
    counted: Text | None = None


class Tell(Struct, frozen=True):
    """One sentence of the story, for spectators."""

    text: Text


HOUSE_TIMER_S: Final = (10, 60)
"""The shortest and the longest that a house may set the hourglass to."""


HOUSE_TURN_S: Final = 600
"""The longest that a house may give a turn; 0 if it does not mind."""


class StartTimer(Struct, frozen=True):
    """Turn the hourglass over, for ``seconds`` (None: as long as the house has set)."""

    seconds: float | None = None


class StopTimer(Struct, frozen=True):
    """Lay the hourglass down, whatever is left in it."""


class Blink(Struct, frozen=True):
    """An accepted piece: the castle's lamps flash once."""

    castle: CastleId


class Sound(Struct, frozen=True):
    """A pattern of the buzzer by its name; never the only sign of anything."""

    pattern: SoundName


Effect = Complain | Note | Announce | Tell | StartTimer | StopTimer | Blink | Sound
