"""What a game shows: effects, screens of the console, views for the page, texts to be spoken."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, runtime_checkable

from msgspec import Struct

from controller.games.contract.values import Action, CastleId, PieceId, Text
from controller.secret import Secret


class TextScreen(Struct, frozen=True):
    """A title, up to four lines and a footer."""

    title: Text
    lines: tuple[Text, ...] = ()
    footer: Text | None = None


class NumberScreen(Struct, frozen=True):
    """One large number with a caption, and ``link`` as a QR code. Only the console shows a ``Secret`` number."""

    number: int | str | Secret
    caption: Text
    link: str | Secret | None = None


class TimerScreen(Struct, frozen=True):
    """The running hourglass; the table draws its seconds large, and a draining ring."""

    caption: Text


class RowsScreen(Struct, frozen=True):
    """A title and up to four rows, a name on the left, its numbers on the right; a footer takes a row's place.

    ``said`` are its sentences for voice and page, see ``row_sentences``.
    """

    title: Text
    rows: tuple[tuple[Text, Text], ...]
    said: tuple[Text, ...]
    footer: Text | None = None


def row_sentences(title: Text, rows: Sequence[tuple[Text, Text]]) -> tuple[Text, ...]:
    """Return title and rows as sentences, for rows that read well as "name: numbers"."""
    return (title, *(Text("voice-row", {"name": name, "has": has}) for name, has in rows))


class ChoiceScreen(Struct, frozen=True):
    """A title and entries, with up to three lines ``below`` them.

    Turning the knob chooses another entry, pressing it takes the chosen one.
    """

    title: Text
    entries: tuple[Text, ...]
    chosen: int
    below: tuple[Text, ...] = ()


Screen = TextScreen | NumberScreen | TimerScreen | RowsScreen | ChoiceScreen


class Complain(Struct, frozen=True):
    """A sentence to the castle with unusable input; ``castle`` is None for the console, ``rule`` a rule's id."""

    castle: CastleId | None
    text: Text
    rule: str | None = None


class Note(Struct, frozen=True):
    """An input without a meaning now; it is only logged."""

    castle: CastleId | None
    text: Text


SoundName = Literal["accepted", "refused", "timer_starts", "timer_ends", "alarm", "fanfare"]


class Announce(Struct, frozen=True):
    """Show ``screen`` for ``seconds``, first with ``sound``.

    Attributes:
        counted: what statistics count it as, if set.
    """

    screen: Screen
    seconds: float
    sound: SoundName | None = None
    counted: Text | None = None


class Notice(Announce, frozen=True):
    """An announcement over a step that it does not change; a press closes it and does nothing else."""


class Scene(Struct, frozen=True):
    """One step of what happened, for display, voice, page and televisions alike; scenes follow one another.

    The house decides what they wait for; the game goes on meanwhile.

    Attributes:
        name: the game's word for it; its drawings on the page and a newcomer's hints go by it.
        sentence: what is said of it.
        seconds: how long it lasts where it does not wait for people.
        hands: people have to move pieces now, so it stays until the knob or Yes.
        hands_alone: where pieces move by themselves, or none has to, it is announced in passing and waits for no press.
        drawn: what the page's drawing needs, JSON values in the game's own shape.
        state: the game's state at this scene, which pages show until the next one; None for the present state.
        sound, counted: as of ``Announce``.
    """

    name: str
    screen: Screen
    sentence: Text
    seconds: float
    hands: bool = False
    hands_alone: bool = False
    drawn: Mapping[str, Any] = {}
    state: Any = None
    sound: SoundName | None = None
    counted: Text | None = None


class Tell(Struct, frozen=True):
    """Append one sentence to the story on the page.

    Attributes:
        beside_scenes: a replay tells it also where the action's scenes tell the rest.
    """

    text: Text
    beside_scenes: bool = False


class StartTimer(Struct, frozen=True):
    """Start the hourglass for ``seconds``; None for the time of the house rules."""

    seconds: float | None = None


class StopTimer(Struct, frozen=True):
    """Stop the hourglass."""


class Blink(Struct, frozen=True):
    """Flash the castle's lamps once: its piece was accepted."""

    castle: CastleId


class Sound(Struct, frozen=True):
    """Play a pattern on the buzzer. A sound must never be the only sign of an event."""

    pattern: SoundName


Effect = Complain | Note | Announce | Scene | Tell | StartTimer | StopTimer | Blink | Sound


class Staging(Protocol):
    """Turns events into effects at the table."""

    def stage(self, before: Any, after: Any, events: Sequence[Any]) -> tuple[Effect, ...]:
        """Return the effects of one action; ``before`` is None for the first action."""

    def standings(self, state: Any) -> Screen:
        """Return the ranking now, for the console's menu."""


class View(Protocol):
    """What the page shows, as JSON values; each game has its own shape."""

    def view(self, state: Any, memory: Any) -> dict[str, Any]:
        """Return what everyone may see; ``state`` is None before a game."""

    def course(self, states: Sequence[Any]) -> list[dict[str, Any]]:
        """Return how a game went, for a chart; ``states`` are those of ``GameLog.standing``."""


@runtime_checkable
class Revealing(Protocol):
    """A game that shows of a finished game, step by step, what was hidden while it was played."""

    def view_afterwards(self, state: Any, memory: Any) -> dict[str, Any]:
        """Return ``View.view`` with what was hidden from some or all players then."""


@runtime_checkable
class SeatView(Protocol):
    """A game in which each castle has something only for its players' eyes, such as a hand of cards."""

    def seat_view(self, state: Any, memory: Any, castle: CastleId) -> dict[str, Any] | None:
        """Return what a castle's players see beside ``View.view``, or None.

        Its key ``moves``, if any, lists complete actions that they may send now.
        """

    def may_send(self, state: Any, action: Action, castle: CastleId) -> bool:
        """Return whether this castle may send ``action``, any JSON object. The rules judge it afterwards."""


class PieceDescription(Struct, frozen=True):
    """What a piece is, in one sentence; if ``hidden``, only for the castle that holds it."""

    text: Text
    hidden: bool = False


@runtime_checkable
class Audible(Protocol):
    """A game playable by ear: the table says aloud what everyone may see."""

    def describe_piece(self, state: Any, castle: CastleId, piece: PieceId) -> PieceDescription:
        """Describe a piece at this castle's gate; ``state`` is None before a game. Pure."""

    def describe_state(self, state: Any, memory: Any) -> Sequence[Text]:
        """Return a sentence for each thing that everyone can see, most important first."""

    def describe_choices(self, state: Any, memory: Any) -> Sequence[Text]:
        """Return a sentence for each action possible now, as far as everyone can see."""
