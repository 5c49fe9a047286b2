"""What the daemon needs of a game: what happens at the table goes in, actions and effects come out."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Literal, NewType, Protocol

CastleId = NewType("CastleId", str)
"""A castle board by the name that ``table.toml`` gives it: the colour it belongs to."""

TRAY: Final = CastleId("tray")
"""The gate in the middle, which belongs to no castle; a table may have it."""

TileId = NewType("TileId", str)
"""A tile by the id that the edition gives it."""

Lamp = Literal["off", "on", "blink"]

Action = Mapping[str, Any]
"""One line of the game log, as decoded JSON."""


# What happens at the table.


@dataclass(frozen=True, slots=True)
class TileTapped:
    """A tile passed the gate of a castle at ``at_s`` seconds of the loop's clock."""

    castle: CastleId
    tile: TileId
    at_s: float


@dataclass(frozen=True, slots=True)
class GateComplained:
    """A gate saw what it cannot count; ``key`` names the sentence of the texts."""

    castle: CastleId
    key: str
    at_s: float


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A button was pressed: the console's knob (``castle`` is None) or a castle's yes or no."""

    button: Literal["knob", "yes", "no"]
    castle: CastleId | None
    long: bool
    at_s: float


@dataclass(frozen=True, slots=True)
class KnobTurned:
    """The console's knob moved by ``steps`` detents, clockwise positive."""

    steps: int
    at_s: float


@dataclass(frozen=True, slots=True)
class HourglassRanOut:
    """The hourglass reached its deadline ``at_s``; nothing with an earlier time will follow."""

    at_s: float


Happening = TileTapped | GateComplained | ButtonPressed | KnobTurned | HourglassRanOut


UNDO: Final[Action] = {"do": "undo"}
"""The action by which every game takes its latest step back."""


# What the game wants done about it.


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence of ``controller.texts`` by key, with the values to fill in.

    A value that is itself a ``Text`` is said first, so that names are translated, too; several become a list.
    """

    key: str
    values: Mapping[str, "str | int | float | Text | tuple[Text, ...]"] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Draw:
    """A wish for chance: draw one of ``sectors``, put its value into ``action[key]``, turn the arrow there.

    Attributes:
        sectors: (value, degrees) clockwise from the home mark.
    """

    action: Action
    key: str
    sectors: tuple[tuple[int, int], ...]


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


@dataclass(frozen=True, slots=True)
class TextScreen:
    """A title, up to four lines and a foot line on the console's screen."""

    title: Text
    lines: tuple[Text, ...] = ()
    footer: Text | None = None


@dataclass(frozen=True, slots=True)
class NumberScreen:
    """One large number with a caption."""

    number: int
    caption: Text


@dataclass(frozen=True, slots=True)
class HourglassScreen:
    """The running hourglass: large seconds and a draining ring; the daemon knows the time."""

    caption: Text


@dataclass(frozen=True, slots=True)
class RowsScreen:
    """A title and up to four rows: a name at the left and its numbers at the right."""

    title: Text
    rows: tuple[tuple[Text, Text], ...]


@dataclass(frozen=True, slots=True)
class ChoiceScreen:
    """A title and entries, one of them chosen: a press takes it, the knob goes to the next."""

    title: Text
    entries: tuple[Text, ...]
    chosen: int


Screen = TextScreen | NumberScreen | HourglassScreen | RowsScreen | ChoiceScreen


SoundName = Literal["accepted", "complaint", "hourglass_start", "hourglass_end", "tumult", "fanfare"]


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


@dataclass(frozen=True, slots=True)
class StartHourglass:
    """Turn the hourglass over; its length is the house's setting."""


@dataclass(frozen=True, slots=True)
class StopHourglass:
    """Lay the hourglass down, whatever is left in it."""


@dataclass(frozen=True, slots=True)
class Blink:
    """An accepted tile: the castle's lamps flash once."""

    castle: CastleId


@dataclass(frozen=True, slots=True)
class Sound:
    """A pattern of the buzzer by its name; never the only sign of anything."""

    pattern: SoundName


Effect = Complain | Note | Announce | Tell | StartHourglass | StopHourglass | Blink | Sound


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee makes of one happening.

    Attributes:
        desk: the referee's memory afterwards.
        wishes: actions to try in this order, each through the one door; a refused one ends the list.
        effects: shown at once; they change no state.
        if_accepted: shown after the effects of the wishes, if none of them was refused.
    """

    desk: Any
    wishes: tuple[Action | Draw, ...] = ()
    effects: tuple[Effect, ...] = ()
    if_accepted: tuple[Effect, ...] = ()


LampPattern = tuple[Lamp, Lamp, Lamp]
"""What the lamps of a castle show, from left to right."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What the table waits for: the step by name, the castle whose move it is (None: the king or all), in words.

    Attributes:
        lamps: of each castle that plays.
        knob_turns, knob_holds: turning, or holding, the knob means something in this step; else it opens the menu.
        beside: what stays on the screen beside a complaint, because several people are reading it.
        lying: the hourglass runs in this step; what the table waits for instead where it lies, as after a new start.
    """

    step: str
    castle: CastleId | None
    screen: Screen
    lamps: Mapping[CastleId, LampPattern] = field(default_factory=dict)
    knob_turns: bool = False
    knob_holds: bool = False
    beside: tuple[Text, ...] = ()
    lying: "Waiting | None" = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        rounds: how many were begun.
        ending: why it is over, in the game's word.
        points: what each castle is measured by.
    """

    rounds: int
    winner: CastleId
    ending: str
    points: Mapping[CastleId, int]


@dataclass(frozen=True, slots=True)
class Summary:
    """How a game stands, for the list of games and for people who come back to the table.

    Attributes:
        piles: how many tiles lie on each castle, in seat order.
        hourglass_runs: by the log; after a stop it lies all the same.
        outcome: None while the game goes on.
    """

    piles: Mapping[CastleId, int]
    hourglass_runs: bool
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Choice:
    """What a game leaves to the house, for its menu; the texts are ``menu-KEY-VALUE``.

    Attributes:
        key: its name among the options of ``Game.setup``.
        values: the usual one first.
    """

    key: str
    values: tuple[str, ...]


# What hands do at a simulated table.


@dataclass(frozen=True, slots=True)
class Piece:
    """One tile as it lies on the table; ``face`` only where everybody may see it."""

    tile: TileId
    where: str
    castle: CastleId | None
    face: Mapping[str, str | int] | None


@dataclass(frozen=True, slots=True)
class Rest:
    """Do nothing for ``seconds``: look, think, wait for the others."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Carry:
    """Carry a tile over the gate of the hand's castle."""

    tile: TileId


@dataclass(frozen=True, slots=True)
class Press:
    """Press the knob when all that is announced has been seen; ``long`` holds it."""

    long: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn the knob by ``steps`` detents."""

    steps: int


@dataclass(frozen=True, slots=True)
class Point:
    """Point at the map on the page, which sends this action."""

    action: Action


Deed = Rest | Carry | Press | Turn | Point


@dataclass(frozen=True, slots=True)
class Sight:
    """What a hand sees before its next deed."""

    state: Any
    desk: Any


@dataclass(frozen=True, slots=True)
class Advised:
    """What a game advises a castle to do: in words, and as JSON values of the game's own shape."""

    lines: tuple[Text, ...]
    plan: Mapping[str, Any]


class RefusedError(Exception):
    """The rules do not allow an action; nothing changed.

    Attributes:
        rule: its id, such as ``TR-4.6``.
        text: what to tell people; ``str()`` is the English sentence.
    """

    def __init__(self, rule: str, message: str, text: Text) -> None:
        super().__init__(message)
        self.rule = rule
        self.text = text


@dataclass(frozen=True, slots=True)
class Move:
    """Something that people are to put elsewhere: what it is, and from where to where."""

    what: Text
    before: Text
    after: Text


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An action that was taken back, by its number in the log."""

    seq: int
    action: Action


@dataclass(frozen=True, slots=True)
class Redone:
    """One step of a correction.

    Attributes:
        of: the number of the action that it does again; None for one that is new.
        tell: what comes of it is news, to be told and shown.
    """

    action: Action
    of: int | None = None
    tell: bool = False


@dataclass(frozen=True, slots=True)
class Dropped:
    """An action that was taken back and is not legal any more."""

    seq: int
    action: Action
    refusal: RefusedError


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction does: ``steps``, each an entry of the log, all together or none.

    Attributes:
        dropped: what cannot be done again.
        waiting: what is to be done again once people have corrected the table by hand.
        effects: how people learn of it.
    """

    steps: tuple[Redone, ...]
    dropped: tuple[Dropped, ...]
    waiting: tuple[TakenBack, ...]
    effects: tuple[Effect, ...]


class Play(Protocol):
    """One game being played: the owner of its log and state."""

    @property
    def state(self) -> Any:
        """The state after the latest accepted action; None before the first."""
        ...

    @property
    def seq(self) -> int:
        """How many actions have been accepted."""
        ...

    @property
    def standing(self) -> Sequence[Any]:
        """The state after each action that was not taken back."""
        ...

    def check(self, action: Action) -> Any:
        """What ``action`` would bring about, without doing it.

        Raises:
            RefusedError: the rules do not allow it.
        """
        ...

    def accept(self, pending: Any) -> Sequence[Any]:
        """Do what ``check`` returned; gives the events."""
        ...


class Game(Protocol):
    """A game as the daemon and the page know it. All methods but ``new_play`` are pure."""

    name: str

    def new_play(self) -> Play:
        """A game before its first action."""
        ...

    def first_desk(self) -> Any:
        """The referee's memory when a game begins or is taken up again."""
        ...

    def judge(self, state: Any, desk: Any, happening: Happening) -> Verdict:
        """The referee: what a happening means in this state."""
        ...

    def settle(self, state: Any, desk: Any, action: Action) -> Any:
        """The referee's memory after ``action`` was accepted and brought about ``state``."""
        ...

    def stage(self, before: Any, after: Any, events: Sequence[Any]) -> tuple[Effect, ...]:
        """The effects that events have on people's eyes and ears."""
        ...

    def waiting(self, state: Any, desk: Any) -> Waiting:
        """What the table waits for now; ``state`` is None before a game."""
        ...

    def standings(self, state: Any) -> Screen:
        """Who is where at this moment, for people who ask."""
        ...

    def tiles(self) -> Sequence[TileId]:
        """All tiles of the box, in order."""
        ...

    def sectors(self) -> Sequence[tuple[int, int]]:
        """The spinner's sectors: value and degrees, clockwise from the home mark."""
        ...

    def pieces(self, state: Any) -> Sequence[Piece]:
        """The tiles in play as they lie now; the same order for the whole game."""
        ...

    def looked_at(self, state: Any, tile: TileId) -> Mapping[str, str | int]:
        """The face of a tile for a hand that lifts it.

        Raises:
            RefusedError: it may not be looked at now.
        """
        ...

    def round_of(self, state: Any) -> int:
        """The round that is being played; tiles are mixed between rounds."""
        ...

    def hand(
        self, castle: CastleId, see: Callable[[], Sight], random: Random, lifted: set[TileId], *, alone: bool
    ) -> Iterator[Deed]:
        """The deeds of a bot's hand, until the game is over.

        Args:
            castle: whose hand it is.
            see: what it sees at that moment; a tile's face it takes from the state only while it lifts the tile.
            random: its moods.
            lifted: the tiles in any hand; shared by all hands of a table.
            alone: no people play; else they count.
        """
        ...

    def corrected(self, play: Any, back_to: int | None, amendments: Sequence[Action], *, by_hand: bool) -> Correction:
        """Go back before a step, amend, and do again what is still legal; ``play`` itself stays as it is.

        Args:
            play: made by ``new_play``.
            back_to: the number of the step; None for the latest after which people look at the table anew.
            amendments: what is done then.
            by_hand: people amend at the table; what was taken back waits until they do its first action again.

        Raises:
            RefusedError: there is no such step, or an amendment is refused.
        """
        ...

    def done_again(self, play: Any, waiting: Sequence[TakenBack]) -> Correction:
        """Do again what is still legal of what waited."""
        ...

    def given_up(self, waiting: Sequence[TakenBack]) -> tuple[Effect, ...]:
        """How people learn that what waited is not done again, since they went back farther."""
        ...

    def places(self, state: Any) -> Mapping[TileId, str]:
        """Where each tile in play lies by the log: a castle or another place."""
        ...

    def misplaced(self, state: Any, lying: Mapping[TileId, str], seen: Collection[TileId]) -> tuple[Move, ...]:
        """What is to be moved so that tiles that lie as in ``lying`` lie as in the log; all know those ``seen``."""
        ...

    def advise(self, state: Any, castle: CastleId) -> Advised:
        """The best that a castle can do now; ``state`` is never None.

        Raises:
            RefusedError: there is nothing to advise at this moment.
        """
        ...

    def summary(self, state: Any) -> Summary:
        """How the game stands; ``state`` is never None."""
        ...

    def actions(self) -> dict[str, Any]:
        """The actions as JSON Schema: ``schema``, its ``components``, and ``examples``, one of each kind."""
        ...

    def choices(self) -> Sequence[Choice]:
        """What people may choose before a game."""
        ...

    def setup(self, castles: Sequence[CastleId], options: Mapping[str, str], shuffled: Any) -> Action:
        """The action that starts a game of these castles; ``shuffled`` gives a random order of a sequence."""
        ...

    def turned_up(self, state: Any, slots: Sequence[int], shuffled: Any) -> Action:
        """The action that turns up what lies face down in ``slots``; ``shuffled`` settles by chance what that is.

        Raises:
            RefusedError: there is no game.
        """
        ...

    def box(self) -> dict[str, Any]:
        """What is printed on the components, as JSON values."""
        ...

    def course(self, states: Sequence[Any]) -> list[dict[str, Any]]:
        """How a game went, for a chart, as JSON values; ``states`` are those of ``Play.standing``."""
        ...

    def view(self, state: Any, desk: Any) -> dict[str, Any]:
        """What everybody may see, as JSON values."""
        ...
