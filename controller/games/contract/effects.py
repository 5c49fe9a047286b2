"""What a game wants seen or heard."""

from dataclasses import dataclass
from typing import Final, Literal

from controller.games.contract.ids import CastleId
from controller.games.contract.screens import Screen
from controller.games.contract.texts import Text


@dataclass(frozen=True, slots=True)
class Complain:
    """One sentence to the castle that caused it (None: to the console); the state is as it was.

    Attributes:
        rule: id of the rule behind it; None where there is none.
    """

    castle: CastleId | None
    text: Text
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Something that means nothing now: it is logged, neither shown nor heard."""

    castle: CastleId | None
    text: Text


SoundName = Literal["accepted", "refused", "timer_starts", "timer_ends", "alarm", "fanfare"]


@dataclass(frozen=True, slots=True)
class Announce:
    """Show ``screen`` for ``seconds``, then whatever the table waits for; ``sound`` is heard when it appears."""

    screen: Screen
    seconds: float
    sound: SoundName | None = None


@dataclass(frozen=True, slots=True)
class Tell:
    """One sentence of the story, for spectators."""

    text: Text


HOUSE_TIMER_S: Final = (10, 60)
"""The shortest and the longest that a house may set the hourglass to."""


@dataclass(frozen=True, slots=True)
class StartTimer:
    """Turn the hourglass over, for ``seconds`` (None: as long as the house has set)."""

    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class StopTimer:
    """Lay the hourglass down, whatever is left in it."""


@dataclass(frozen=True, slots=True)
class Blink:
    """An accepted tile: the castle's lamps flash once."""

    castle: CastleId


@dataclass(frozen=True, slots=True)
class Sound:
    """A pattern of the buzzer by its name; never the only sign of anything."""

    pattern: SoundName


Effect = Complain | Note | Announce | Tell | StartTimer | StopTimer | Blink | Sound
