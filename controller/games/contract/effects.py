"""What a game shows: effects, screens of the console, and the views for everybody, for one castle and for ears."""

from collections.abc import Sequence
from typing import Any, Literal, Protocol, runtime_checkable

from msgspec import Struct

from controller.games.contract.values import Action, CastleId, PieceId, Text
from controller.secret import Secret


class TextScreen(Struct, frozen=True):
    """A title, up to four lines and a foot line on the console's screen."""

    title: Text
    lines: tuple[Text, ...] = ()
    footer: Text | None = None


class NumberScreen(Struct, frozen=True):
    """One large number with a caption; a secret one stays on the console.

    Attributes:
        link: an address that phones read as a QR code beside the number.
    """

    number: int | str | Secret
    caption: Text
    link: str | Secret | None = None


class TimerScreen(Struct, frozen=True):
    """The running hourglass: large seconds and a draining ring; the daemon knows the time."""

    caption: Text


class RowsScreen(Struct, frozen=True):
    """A title and up to four rows: a name at the left and its numbers at the right."""

    title: Text
    rows: tuple[tuple[Text, Text], ...]


class ChoiceScreen(Struct, frozen=True):
    """A title and entries, one of them chosen: a press takes it, the knob goes to the next."""

    title: Text
    entries: tuple[Text, ...]
    chosen: int


Screen = TextScreen | NumberScreen | TimerScreen | RowsScreen | ChoiceScreen


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
        counted: as what it is counted in statistics of many games; None if it is not.
    """

    screen: Screen
    seconds: float
    sound: SoundName | None = None
    counted: Text | None = None


class Tell(Struct, frozen=True):
    """One sentence of the story, for spectators."""

    text: Text


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


class Staging(Protocol):
    """What people see and hear of a game at the table."""

    def stage(self, before: Any, after: Any, events: Sequence[Any]) -> tuple[Effect, ...]:
        """The effects that events have on people's eyes and ears."""

    def standings(self, state: Any) -> Screen:
        """Who is where at this moment, for people who ask."""


class View(Protocol):
    """What the page shows of a game, as JSON values of the game's own shape."""

    def view(self, state: Any, memory: Any) -> dict[str, Any]:
        """What everybody may see; ``state`` is None before a game."""

    def course(self, states: Sequence[Any]) -> list[dict[str, Any]]:
        """How a game went, for a chart; ``states`` are those of ``Play.standing``."""


@runtime_checkable
class SeatView(Protocol):
    """A game in which each castle has something that only its own people see, such as a hand of cards."""

    def seat_view(self, state: Any, memory: Any, castle: CastleId) -> dict[str, Any] | None:
        """What the people of a castle that plays see beside ``View.view``; None where that is nothing.

        ``moves``, where there are any, are whole actions that they may send now.
        """

    def may_send(self, state: Any, action: Action, castle: CastleId) -> bool:
        """Whether an action is this castle's own; ``action`` is any JSON object, and the rules judge it afterwards."""


class PieceDescription(Struct, frozen=True):
    """What a piece is, in one sentence.

    Attributes:
        hidden: only the castle that holds it may know.
    """

    text: Text
    hidden: bool = False


PieceTold = PieceDescription
"""Old name, for one release."""


@runtime_checkable
class Audible(Protocol):
    """A game that can be played by ear; what everybody sees is told to all."""

    def describe_piece(self, state: Any, castle: CastleId, piece: PieceId) -> PieceDescription:
        """What lies over the gate of this castle; ``state`` is None before a game. Pure."""

    def describe_state(self, state: Any, memory: Any) -> Sequence[Text]:
        """All that everybody can see of a game that has begun, a sentence for each thing, what matters most first."""

    def describe_choices(self, state: Any, memory: Any) -> Sequence[Text]:
        """Each thing that may be done now in a game that has begun, by what everybody sees, a sentence for each."""
