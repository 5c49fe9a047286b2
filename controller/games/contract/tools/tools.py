"""What commands ask of a game: bots that play, a story, a replay, sample screens, and the words of actions."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from controller.games.contract.effects import Complain, Screen
from controller.games.contract.rules import Move
from controller.games.contract.values import CastleId, Text

Counts = Mapping[str, int]
"""What came of games, by words that only the game understands; those of several games are added."""


class BrokenGame(Exception):
    """The engine broke one of its promises.

    Attributes:
        fault: what does not hold, in words.
        actions: the log that leads there.
    """

    def __init__(self, fault: str, actions: Sequence[Any]) -> None:
        super().__init__(fault, actions)
        self.fault = fault
        self.actions = tuple(actions)

    def __str__(self) -> str:
        return f"after action {len(self.actions)}: {self.fault}"


class HowToPlay(Struct, frozen=True):
    """What game is played.

    Attributes:
        options: a value for each of the game's choices.
        edition: as a log carries it; None for the shipped one.
        bot: which of the bots moves for everybody.
        check: assert what the game promises after each action.
    """

    players: int
    options: Mapping[str, str]
    edition: Mapping[str, Any] | None
    bot: str
    check: bool


class Played(Struct, frozen=True):
    """A game that was played to its end: its log as JSON values, to be read once, and what came of it."""

    log: Iterable[Mapping[str, Any]]
    counts: Counts


@runtime_checkable
class SelfPlaying(Protocol):
    """A game with bots that need no table."""

    @property
    def bots(self) -> Sequence[str]:
        """Their names, the usual one first."""

    def played(self, how: HowToPlay, random: Random) -> Played:
        """Let bots play a game, the same one by the same chance; raise BrokenGame if a check fails."""

    def heading(self, how: HowToPlay) -> str:
        """What was played, such as ``classic, map tracked``."""

    def rows(self, how: HowToPlay, games: int, counts: Counts) -> Sequence[tuple[str, str]]:
        """What came of so many games: a name and a figure each."""

    def checked(self, counts: Counts) -> str:
        """What was checked, in a sentence."""


@runtime_checkable
class Narrated(Protocol):
    """A game that can be told with its numbers and the rules behind them."""

    @property
    def runs(self) -> Collection[str]:
        """The kinds of actions that come in runs: each run is one paragraph."""

    def full_story(self, before: Any, after: Any, events: Sequence[Any]) -> Iterable[Text]:
        """The sentences of what one action brought about; a run keeps the latest of each ``$color``."""

    def chapter(self, before: Any) -> int:
        """The round to which an action in the state ``before`` belongs; 0 is the set-up."""


@runtime_checkable
class Ruled(Protocol):
    """A game whose rules stand in its texts: ``rule-BOOK-3-4`` says rule BOOK-3.4."""

    @property
    def book(self) -> str:
        """How the ids of its rules begin."""


@runtime_checkable
class Replayable(Protocol):
    """A game whose states are said in one way only."""

    def canonical(self, state: Any, seq: int) -> bytes:
        """The state after ``seq`` accepted actions as canonical JSON."""

    def standing(self, state: Any) -> Sequence[str]:
        """How a game stands, in some lines of English; the first goes on where ``5 accepted, 0 refused;`` was said."""


@runtime_checkable
class Offering(Protocol):
    """A game that lists what may be done."""

    def options(self, state: Any) -> Iterable[Mapping[str, Any]]:
        """What the one to act may do, as actions or parts of them."""

    def acting(self, state: Any) -> CastleId:
        """Who is to act, or who would be asked first."""


class ComplaintBeside(Struct, frozen=True):
    """A complaint that leaves room on the screen for what several people are reading (``Waiting.beside``)."""

    complaint: Complain
    beside: tuple[Text, ...]


Sample = Screen | Complain | ComplaintBeside


class Samples(Struct, frozen=True):
    """What a game may bring to the console, with the largest numbers that can stand there.

    Attributes:
        screens: each by a name of its own.
        moves: each kind of piece and way that may be to be moved after a correction.
        compared: the most that people compare when they come back, as ``Summary.compare``.
    """

    screens: Sequence[tuple[str, Sample]]
    moves: Sequence[Move] = ()
    compared: tuple[Text, ...] = ()


@runtime_checkable
class Sampled(Protocol):
    """A game that shows all its screens."""

    def words(self) -> Sequence[Mapping[str, Text]]:
        """Families of words that change places in screens, such as colours: what each is called, and how it is said."""

    def samples(self, *words: str) -> Samples:
        """All screens with these words, one of each family."""


@runtime_checkable
class Worded(Protocol):
    """A game that says what its actions look like."""

    def kinds(self) -> Mapping[str, Sequence[type[Struct]]]:
        """The types of each kind of action, by its ``do``: their fields are those of a line of the log."""


@runtime_checkable
class Tooled(Protocol):
    """A game that brings tools for the terminal."""

    def tools(self) -> object:
        """An object with the parts of ``contract.tools`` that the game has; made when a command asks for it."""
